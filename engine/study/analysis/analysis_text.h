// Analysis of a study as sentences.
#pragma once

#include "study/analysis/analysis.h"

#include <string>
#include <vector>

namespace headroom::study {

/// What was found and by which method, and why something was not; one sentence or two for each method.
std::vector<std::string> sentencesOf(const Analysis& analysis);

} // namespace headroom::study
