// The answer of a search for the cheapest point as sentences.
#pragma once

#include "study/search/cheapest.h"

#include <string>

namespace headroom::study {

/// "Point 12 (...) is the cheapest that meets all goals: 12 300 USD. 38 of 1 000 points were run; that a cheaper one
/// meets them has a probability of 3 %."
std::string inWords(const Table& table, const Cheapest& cheapest, const std::string& by = "price");

/// "rack units": the figure of SearchLimits::by in a sentence.
std::string nounOf(const std::string& figure);

} // namespace headroom::study
