// The figures of several runs side by side, each with its difference to the first.
#pragma once

#include "widgets/plots/data/comparison.h"
#include "widgets/plots/data/data_table.h"

namespace headroom::widgets {

/// A run that becomes a column.
struct SideBySideRun
{
    QString title; ///< "Run 3 · SSD"
    std::map<std::string, QString> parameters;
    const record::Summary* summary = nullptr; ///< must not be null
};

struct SideBySide
{
    struct Row
    {
        QString name;                     ///< "PUT throughput", "WORKERS"
        std::vector<ComparisonRow> cells; ///< one for each run; texts are empty where a run has no such figure
    };
    QStringList runs;
    std::vector<Row> rows;
    /// Reasons why the figures of a run do not answer the same question as those of the first; see unlikeness().
    QStringList unlike;
};

/// Rows: the generic parameters whose values differ; for each operation throughput, latency and failures; derived
/// results, usable capacity, price and power; what was busiest; the goals. Without runs there are none.
SideBySide sideBySide(const std::vector<SideBySideRun>& runs);

/// For files: a column with the figure of each run in its base unit, and for all but the first its difference to the
/// first, over the figure of the first, with half of its 95 % interval.
DataTable dataOf(const SideBySide& table);

} // namespace headroom::widgets
