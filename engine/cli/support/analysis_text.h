// Analysis of a study, for people to read in a terminal.
#pragma once

#include "study/analysis/analysis.h"

#include <string>

namespace headroom::cli {

/// The tables of each method, and what they say in sentences. `table` is the one that was analysed.
std::string analysisText(const study::Analysis& analysis, const study::Table& table);

} // namespace headroom::cli
