#include "study/analysis/analysis.h"

#include "study/analysis/known_points.h"

#include <vector>

namespace headroom::study {

namespace {

/// Why a figure cannot depend on anything.
std::string faultOf(const std::vector<const Row*>& rows, std::size_t figure)
{
    if (rows.empty())
        return "No point has this figure.";
    std::vector<double> values;
    for (const Row* row : rows)
        values.push_back(row->figures[figure].value);
    return varianceOf(values) == 0 ? "It is the same at all points." : "";
}

} // namespace

Analysis analysisOf(const Table& table, std::size_t figure)
{
    Analysis analysis;
    analysis.figure = table.figures.at(figure);
    analysis.points = table.rows.size();
    const std::vector<const Row*> rows = knownRows(table, figure);
    analysis.known = rows.size();
    analysis.unknown = faultOf(rows, figure);
    if (!analysis.unknown.empty())
        return analysis;
    if (table.design == "sobol")
        analysis.sobol = sobolIndicesOf(table, figure);
    else if (table.design == "morris")
        analysis.morris = morrisScreeningOf(table, figure);
    else if (table.design == "full" || table.design.empty()) // files of older versions do not name it
        analysis.effects = effectsOf(table, figure);
    analysis.regression = regressionOf(table, figure);
    return analysis;
}

} // namespace headroom::study
