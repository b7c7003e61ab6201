#include "study/analysis/analysis_text.h"

namespace headroom::study {

std::vector<std::string> sentencesOf(const Analysis& analysis)
{
    if (!analysis.unknown.empty())
        return {analysis.unknown};
    std::vector<std::string> sentences;
    forEachMethod(analysis, [&](const char*, const auto& method) {
        if (method)
            sentences.push_back(sentenceOf(*method, analysis.figure, analysis.points));
    });
    if (analysis.known < analysis.points)
        sentences.back() += " It leaves out " + std::to_string(analysis.points - analysis.known) + " of " +
                            std::to_string(analysis.points) + " points, which do not have the figure.";
    return sentences;
}

std::vector<MethodTable> tablesOf(const Analysis& analysis, const Table& table)
{
    std::vector<MethodTable> tables;
    forEachMethod(analysis, [&](const char*, const auto& method) {
        if (method && method->unknown.empty())
            for (MethodTable& each : tablesOf(*method, analysis.figure, table))
                tables.push_back(std::move(each));
    });
    return tables;
}

MethodBars barsOf(const Analysis& analysis)
{
    MethodBars bars;
    forEachMethod(analysis, [&](const char*, const auto& method) {
        if (method && method->unknown.empty() && bars.rows.empty())
            bars = barsOf(*method, analysis.figure);
    });
    return bars;
}

} // namespace headroom::study
