// Exports a whole run from its result file to the formats of other programs.
#pragma once

#include "widgets/plots/data/data_table.h"

#include <QString>

namespace headroom::record {
class ResultReader;
}

namespace headroom::app {

/// One table each for operations, latencies, resources and parameters, and tables of all series except those of single
/// nodes.
QVector<widgets::DataTable> runTables(const record::ResultReader& reader);

/// Writes these tables as XLSX. Returns an empty string, or a sentence describing the error.
QString exportRunTables(const QString& resultFile, const QString& path);

/// Writes a trace for Perfetto: the spans of the sampled requests, and the same series as counters. Errors as above.
QString exportRunTrace(const QString& resultFile, const QString& path);

} // namespace headroom::app
