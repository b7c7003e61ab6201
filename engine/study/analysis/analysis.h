// Analysis of a figure of a study: everything that is computed of it.
#pragma once

#include "study/analysis/effects.h"
#include "study/analysis/morris.h"
#include "study/analysis/regression.h"
#include "study/analysis/sobol_indices.h"
#include "study/table/study_table.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

struct Analysis
{
    Column figure;
    std::size_t known = 0, points = 0;     ///< points that have the figure, and all of them
    std::string unknown;                   ///< why nothing at all was computed; empty if something was
    std::optional<Effects> effects;        ///< of the design "full"
    std::optional<SobolIndices> sobol;     ///< of the design "sobol"
    std::optional<MorrisScreening> morris; ///< of the design "morris"
    std::optional<Regression> regression;  ///< of any design
};

/// Calls `see` with each method and its key in JSON, in the order in which they are shown.
template <class Analysed, class See>
void forEachMethod(Analysed& analysis, const See& see)
{
    see("effects", analysis.effects);
    see("sobol", analysis.sobol);
    see("morris", analysis.morris);
    see("regression", analysis.regression);
}

/// `figure` is the number of its column. Throws std::runtime_error if headroom-statistics fails.
Analysis analysisOf(const Table& table, std::size_t figure);

} // namespace headroom::study
