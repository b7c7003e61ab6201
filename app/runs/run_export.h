// A whole run in the forms of other programs, from its result file.
#pragma once

#include "widgets/plots/data/data_table.h"

#include <QString>

namespace headroom::record {
class ResultReader;
}

namespace headroom::app {

/// Operations, latencies, resources, parameters, and all series but those of single nodes, as sheets.
QVector<widgets::DataTable> runTables(const record::ResultReader& reader);

/// Writes these tables as XLSX. Empty, or a sentence saying what went wrong.
QString exportRunTables(const QString& resultFile, const QString& path);

/// Writes Perfetto's trace: the spans of the sampled requests, and the same series as counters. As above.
QString exportRunTrace(const QString& resultFile, const QString& path);

} // namespace headroom::app
