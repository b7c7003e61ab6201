// Analysis of a study as sentences.
#pragma once

#include "study/analysis/analysis.h"

#include <string>
#include <vector>

namespace headroom::study {

/// The finding and its method, and the reason where there is none; one sentence or two for each method.
std::vector<std::string> sentencesOf(const Analysis& analysis);

} // namespace headroom::study
