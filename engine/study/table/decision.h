// The best of the points of a study, as far as its table tells.
#pragma once

#include "study/table/study_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// The answer that a table gives so far. decision_text.h makes a sentence of it.
struct Decision
{
    /// Says what has decided.
    enum class By
    {
        nothing,  ///< no point is done
        noFigure, ///< none of the figures has a better and a worse
        figure,   ///< `figure` is best; of points that meet all goals, if there are goals
        price,    ///< it meets all goals, at the lowest price
        order,    ///< it is the first that meets all goals
        nearest   ///< no point is known to meet all goals, and this one lacks least
    };

    By by = By::nothing;
    std::optional<std::uint64_t> point; ///< the point named; none if nothing can be said yet
    /// Where the load is varied: the best for each load (load_cases.h), of those for which there is one. `point` is the
    /// one of these that costs most, or if no prices decide, that of the last load.
    std::vector<std::uint64_t> ofLoads = {};
    std::size_t figure = 0; ///< number of the column that decides
    /// The best of each load by that column, in the order of loadCases().
    std::vector<std::optional<std::uint64_t>> best = {};
};

/// Where the study has goals: the cheapest of the points that meet all of them, for each load (load_cases.h), or if no
/// prices are reported, the best by its first figure; or the point that comes nearest. Without goals: the best for each
/// load by the first figure that has a better and a worse.
Decision decide(const Table& table);

/// True for a figure that only depends on the parts, as price, rack_units and capacity.usable: it needs no run.
bool isKnownBefore(const std::string& figure);
/// True for those and for the power, which a run cannot tell if the libraries lack a figure of a part.
bool isOfParts(const std::string& figure);
/// True if nothing but figures that the libraries lack leaves open whether the point meets all goals.
bool isOpenByParts(const Table& table, const Row& row);

std::vector<const Row*> doneRows(const Table& table);
std::vector<const Row*> meetingAllGoals(const std::vector<const Row*>& rows);
std::vector<const Row*> undecidedRows(const Table& table);

} // namespace headroom::study
