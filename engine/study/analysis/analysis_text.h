// Analysis of a study as sentences, tables and bars.
#pragma once

#include "study/analysis/analysis.h"

#include <string>
#include <vector>

namespace headroom::study {

/// The finding and its method, and the reason where there is none; one sentence or two for each method.
std::vector<std::string> sentencesOf(const Analysis& analysis);
/// The tables of the methods that were computed. `table` is the one that was analysed.
std::vector<MethodTable> tablesOf(const Analysis& analysis, const Table& table);
/// The bars of the first method that was computed; no rows if none was.
MethodBars barsOf(const Analysis& analysis);

} // namespace headroom::study
