#include "accuracy/swift/swift_rack.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace headroom::accuracy;

namespace {

// Short runs: what is asked here is wide enough for them. The full curves come from the program headroom-accuracy.
const std::string briefly = "14 s";

} // namespace

TEST_CASE("on the Swift rack the published gain of SSDs lies in the span that plausible concurrency gives",
          "[accuracy][slow]")
{
    auto points = measure(upgrades()[0], {"PUT"}, {"16 KB"}, {16, 64}, briefly);
    // Long enough that two runs of some forty large objects a second differ by less than what is allowed below.
    const auto large = measure(upgrades()[0], {"PUT"}, {"16 MB"}, {16, 64}, "30 s");
    points.insert(points.end(), large.begin(), large.end());
    std::set<double> ratios;
    for (const Point& point : points) {
        CAPTURE(point.size, point.workers, point.ratio());
        CHECK(point.ratio() > 0.97); // where the network limits, SSDs bring nothing
        ratios.insert(point.ratio());
    }
    CHECK(*ratios.begin() < 5.13);
    CHECK(*ratios.rbegin() > 5.13);
}

TEST_CASE("on the Swift rack the fabric gives almost threefold for large objects and next to nothing for small ones",
          "[accuracy][slow]")
{
    const auto small = measure(upgrades()[1], {"PUT"}, {"16 KB"}, {64}, briefly).front();
    CHECK(small.ratio() == Approx(1).epsilon(0.1));
    const auto medium = measure(upgrades()[1], {"PUT"}, {"1 MB"}, {64}, briefly).front();
    CHECK(medium.ratio() == Approx(3).epsilon(0.1));
    const auto large = measure(upgrades()[1], {"GET"}, {"16 MB"}, {64}, briefly).front();
    CHECK(large.ratio() == Approx(3).epsilon(0.1));
}

TEST_CASE("on the Swift rack a change of link rate alone gives no more than the rates' ratio", "[accuracy][slow]")
{
    const Upgrade rate{"",
                       "",
                       {{"DRIVE", slidesSsd}, {"ADAPTER", "Intel_X520_DA2_10GbE"}},
                       {{"DRIVE", slidesSsd}, {"ADAPTER", "Intel_XXV710_DA2_25GbE"}}};
    const auto large = measure(rate, {"PUT"}, {"1 MB"}, {64}, briefly).front();
    CHECK(large.ratio() < 2.5 * 1.02);
}

TEST_CASE("on the Swift rack the faster processor helps small objects", "[accuracy][slow]")
{
    for (const Point& point : measure(upgrades()[2], {"PUT", "GET"}, {"16 KB"}, {64}, briefly)) {
        CAPTURE(point.operation, point.ratio());
        CHECK(point.ratio() > 1.05);
        CHECK(point.ratio() < 1.25); // one thread is 1.155 times as fast, one of all cores 1.17 times
    }
}
