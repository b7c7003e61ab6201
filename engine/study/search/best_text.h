// The answer of a search for the best point as sentences.
#pragma once

#include "study/search/best.h"

#include <string>

namespace headroom::study {

/// "Point 2 (DISK = X) is best by PUT.throughput: 4 820 1/s (4 800 1/s to 4 840 1/s). No other is better by more than 2
/// % with a probability of 98 %; not told apart from it: point 3. 31 runs of 6 points." Where the load is varied: "Best
/// by PUT.throughput for each load: VISITORS = 100: point 2 (DISK = X), 4 820 1/s, with 98 %; …".
std::string inWords(const Table& table, std::size_t figure, const BestOfLoads& best, double within);

} // namespace headroom::study
