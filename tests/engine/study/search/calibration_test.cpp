// The probabilities that the search for the cheapest states are right as often as they say, by stored runs.
#include "tests/benchmarks/calibration_tasks.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace headroom;
namespace calibration = headroom::bench::calibration;

TEST_CASE("of the tasks said to have a cheaper answer with a probability, so many have one")
{
    ::setenv("HEADROOM_STATISTICS", HEADROOM_STATISTICS, 1);
    std::vector<calibration::Stated> all;
    for (const bench::SizingSpace& space : bench::sizingSpaces())
        if (space.project == "swift-rack")
            for (const calibration::Stated& stated : calibration::solved(space, calibration::Limits::anywhere, 20))
                all.push_back(stated);
    for (const calibration::Class& each : calibration::classesOf(all)) {
        INFO(each.from << " to " << each.below << ": " << each.said << " of a mean of " << each.mean() << ", "
                       << each.came << " came");
        CHECK(each.holds());
    }
    const auto named = std::ranges::count_if(all, &calibration::Stated::named);
    const auto holding = std::ranges::count_if(all, &calibration::Stated::holds);
    CHECK(named >= 20);
    CHECK(holding >= 0.95 * static_cast<double>(named));
}
