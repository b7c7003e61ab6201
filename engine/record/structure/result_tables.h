// The tables of a run's results, by the description of their figures: which rows and columns an output shows.
#pragma once

#include "record/structure/figure_values.h"
#include "record/summary/summary.h"

#include <string>
#include <vector>

namespace headroom::record {

struct ResultTable
{
    struct Row
    {
        std::vector<std::string> keys;    ///< as many as the table has
        std::vector<FigureValue> figures; ///< as many as the table has columns
    };
    std::string title;                ///< "Resources"
    std::vector<std::string> keys;    ///< headings of the columns that name an element: "node group", "resource"
    std::vector<FigureValue> columns; ///< the figures; only their rows count
    std::vector<Row> rows;
};

// Each has the columns that the output shows. A figure that does not apply to an element is unknown.
ResultTable operationTable(const Summary& summary, Shown output);
ResultTable workloadTable(const Summary& summary, Shown output);
ResultTable jobTable(const Summary& summary, Shown output);
ResultTable resourceTable(const Summary& summary, Shown output);
ResultTable stageTable(const Summary& summary, Shown output);
ResultTable stateTable(const Summary& summary, Shown output);
ResultTable stretchTable(const Summary& summary, Shown output);
ResultTable timeTable(const Summary& summary, Shown output);
ResultTable timeAtBlocksTable(const Summary& summary, Shown output);
ResultTable missingCopiesTable(const Summary& summary, Shown output);
ResultTable wearTable(const Summary& summary, Shown output);

/// All of them that have columns and rows.
std::vector<ResultTable> resultTables(const Summary& summary, Shown output);

/// Moves each confidence interval behind the figure whose it is.
void pairIntervals(ResultTable& table);

/// The interval of a figure of an element, half of it over the value; nothing if there is none.
std::optional<double> intervalOf(const std::vector<FigureValue>& figures, const FigureValue& figure);

} // namespace headroom::record
