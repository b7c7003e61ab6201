// Finds the best of a study's points, and says so in a sentence.
#pragma once

#include "study/table/study_table.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// The answer that a table gives so far.
struct Decision
{
    std::optional<std::uint64_t> point; ///< the point named; none if nothing can be said yet
    std::string sentence;
    /// Where the load is varied: the best for each load (load_cases.h), of those for which there is one. `point` is the
    /// one of these that costs most, or if no prices decide, that of the last load.
    std::vector<std::uint64_t> ofLoads = {};
};

/// Where the study has goals: the cheapest of the points that meet all of them, for each load (load_cases.h), or if no
/// prices are reported, the best by its first figure; or the point that comes nearest and what it lacks. Without goals:
/// the best for each load by the first figure that has a better and a worse, and how many points are not told apart
/// from it, that is, have intervals that overlap with its own.
Decision decide(const Table& table);

/// "WORKERS = 256, DISK = Some_SSD"
std::string inWords(const Table& table, const Row& row);
/// The value of a parameter, in its unit: "Some_SSD", "4.10 KB".
std::string inWords(const Column& parameter, const Setting& setting);
/// A figure or a limit in its unit, with three digits: "12.3 ms", "40 %".
std::string inWords(double value, const std::string& unit);

} // namespace headroom::study
