// The loads that a study varies. A point with less load is no better answer: the best is sought for each load.
#pragma once

#include "study/table/study_table.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// Points with the same load.
struct LoadCase
{
    std::string load;                  ///< "VISITORS = 200"; empty if the loads are not distinguished
    std::vector<std::uint64_t> points; ///< by number
};

/// The points of each load, by the values of its parameters. All are one case if no load is varied, or if there are
/// more loads than half of the points, as in designs that spread values over a range: then hardly any two points
/// compare.
std::vector<LoadCase> loadCases(const Table& table);

/// Among the best of each load, the one that costs most, which the hardest load needs; among equal ones the last.
std::optional<std::uint64_t> hardestOf(const std::vector<std::optional<std::uint64_t>>& best,
                                       const std::function<double(std::uint64_t)>& costOf);

/// "VISITORS = 100: point 3 (NODES = 4), 7 100 USD; VISITORS = 200: none". `best` has an entry for each case, for
/// which `none` is said where it is empty; of many cases some are left out.
std::string inWords(const Table& table, const std::vector<LoadCase>& cases,
                    const std::vector<std::optional<std::uint64_t>>& best,
                    const std::function<std::string(const Row&)>& cost,
                    const std::function<std::string(const LoadCase&)>& none);

/// Where the load is varied and the cases are not distinguished: a sentence that says what that means for the cheapest.
/// Else empty.
std::string warningOf(const Table& table, const std::vector<LoadCase>& cases);

} // namespace headroom::study
