// The answer of `headroom-engine analyse` as JSON, written and read by one description. STUDY.md describes the keys.
#pragma once

#include "study/analysis/analysis.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::study {

/// The analysis of a figure, and what it says.
struct AnalysedFigure
{
    Analysis analysis;
    std::vector<std::string> sentences;
    std::vector<MethodTable> tables;
};

/// The analyses of figures of a study.
struct AnalysedStudy
{
    std::string project, study, design;
    std::size_t points = 0, done = 0, failed = 0;
    std::vector<AnalysedFigure> figures;
};

AnalysedStudy analysedStudy(const Table& table, const std::vector<Analysis>& analyses);

nlohmann::ordered_json toJson(const AnalysedStudy& study);
/// Reads what toJson() wrote; it does not write the numbers of columns and the order of Sobol' indices. Throws
/// std::runtime_error with the problem.
AnalysedStudy analysedStudyFromText(std::string_view text);

} // namespace headroom::study
