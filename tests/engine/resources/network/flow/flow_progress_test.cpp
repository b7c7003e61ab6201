#include "resources/network/flow/flow_progress.h"

#include "kernel/random.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

using namespace headroom;
using headroom::resources::FlowProgress;
using kernel::fromSeconds;

namespace {

constexpr double noLimit = std::numeric_limits<double>::infinity();

/// The flows in the order in which they are done, each with its time in seconds.
std::vector<std::pair<std::uint32_t, double>> finishesOf(FlowProgress& progress)
{
    std::vector<std::pair<std::uint32_t, double>> finishes;
    while (progress.firstTime() != kernel::never) {
        finishes.emplace_back(progress.first(), kernel::toSeconds(progress.firstTime()));
        progress.end(progress.first());
    }
    return finishes;
}

using Finishes = std::vector<std::pair<std::uint32_t, double>>;

} // namespace

TEST_CASE("a flow with a rate of its own is done after its bytes over the rate")
{
    FlowProgress progress(0);
    progress.setRate(0, 100, 0);
    progress.begin(0, 500, 1, fromSeconds(2));
    CHECK(progress.left(0, fromSeconds(4)) == 300);
    CHECK(finishesOf(progress) == Finishes{{0, 7}});

    SECTION("another rate applies to what is left")
    {
        progress.begin(0, 500, 2, fromSeconds(10));
        progress.setRate(0, 50, fromSeconds(13)); // 200 are left
        CHECK(progress.rate(0) == 50);
        CHECK(finishesOf(progress) == Finishes{{0, 17}});
    }
    SECTION("at rate 0 it stands still until it has a rate again")
    {
        progress.begin(0, 500, 2, fromSeconds(10));
        progress.setRate(0, 0, fromSeconds(11));
        CHECK(progress.firstTime() == kernel::never);
        CHECK(progress.left(0, fromSeconds(20)) == 400);
        progress.setRate(0, 400, fromSeconds(20));
        CHECK(finishesOf(progress) == Finishes{{0, 21}});
    }
}

TEST_CASE("flows keep pace with a link: a new level changes them all")
{
    FlowProgress progress(1);
    progress.setLevel(0, 100, 0);
    for (std::uint32_t flow = 0; flow < 3; ++flow) {
        progress.setRate(flow, 0, 0);
        progress.keepPace(flow, 0, 0);
        progress.begin(flow, 1000 * (3 - flow), flow, 0);
    }
    progress.setLevel(0, 50, fromSeconds(5)); // 500 each are sent
    CHECK(progress.rate(1) == 50);
    CHECK(progress.left(2, fromSeconds(6)) == 450);
    CHECK(finishesOf(progress) == Finishes{{2, 15}, {1, 35}, {0, 55}});
}

TEST_CASE("a flow takes what is left along to another link, and to a rate of its own")
{
    FlowProgress progress(2);
    progress.setLevel(0, 100, 0);
    progress.setLevel(1, 10, 0);
    progress.setRate(0, 0, 0);
    progress.keepPace(0, 0, 0);
    progress.begin(0, 1000, 1, fromSeconds(1));
    progress.keepPace(0, 1, fromSeconds(6)); // 500 are left
    CHECK(progress.left(0, fromSeconds(16)) == 400);
    progress.setRate(0, 200, fromSeconds(16));
    CHECK(finishesOf(progress) == Finishes{{0, 18}});
}

TEST_CASE("a link that no longer limits lets its flows go without loss")
{
    FlowProgress progress(2);
    progress.setLevel(0, 100, 0);
    progress.setLevel(1, noLimit, 0);
    progress.setRate(0, 0, 0);
    progress.keepPace(0, 0, 0);
    progress.begin(0, 1000, 1, 0);
    // In either order: the changes of one instant.
    const bool levelFirst = test::oneOf({true, false});
    const auto now = fromSeconds(4);
    if (levelFirst)
        progress.setLevel(0, noLimit, now);
    progress.setLevel(1, 300, now);
    progress.keepPace(0, 1, now);
    if (!levelFirst)
        progress.setLevel(0, noLimit, now);
    CHECK(finishesOf(progress) == Finishes{{0, 6}});
}

TEST_CASE("if flows are done at one instant, the one that began first is first")
{
    FlowProgress progress(1);
    progress.setLevel(0, 100, 0);
    progress.setRate(7, 100, 0);
    for (const std::uint32_t flow : {2U, 1U, 0U}) {
        progress.setRate(flow, 0, 0);
        progress.keepPace(flow, 0, 0);
    }
    progress.begin(0, 500, 4, 0);
    progress.begin(7, 500, 3, 0);
    progress.begin(2, 500, 2, 0);
    progress.begin(1, 500, 1, 0);
    CHECK(finishesOf(progress) == Finishes{{1, 5}, {2, 5}, {7, 5}, {0, 5}});
}

TEST_CASE("a link has counted a petabyte: the next small piece is as exact as the first")
{
    FlowProgress progress(1);
    progress.setLevel(0, 1e9, 0);
    for (const std::uint32_t flow : {0U, 1U}) {
        progress.setRate(flow, 0, 0);
        progress.keepPace(flow, 0, 0);
    }
    progress.begin(0, 1e18, 1, 0); // keeps the link counting
    for (std::uint64_t second = 1; second < 1'000'000; second += 111'111) {
        const auto now = fromSeconds(static_cast<double>(second)) + 123;
        progress.begin(1, 65536, second, now);
        CHECK(progress.firstTime() - now == fromSeconds(65536e-9));
        CHECK(progress.first() == 1);
        const double sent = 12345.678;
        CHECK(std::abs(progress.left(1, now + fromSeconds(sent / 1e9)) - (65536 - sent)) < 1e-5);
        progress.end(1);
    }
    CHECK(progress.left(0, fromSeconds(1e6)) == Approx(1e18 - 1e15).epsilon(1e-12));
}

TEST_CASE("random changes: each flow has been sent the integral of its rate", "[theory]")
{
    constexpr std::uint32_t links = 5;
    constexpr std::uint32_t flows = 40;
    const kernel::KeyedRandom random(11);
    FlowProgress progress(links);
    std::vector<double> levels(links, 1e6);
    std::map<std::uint32_t, double> left; ///< of the flows that send
    std::vector<std::uint32_t> link(flows, 0);
    for (std::uint32_t i = 0; i < links; ++i)
        progress.setLevel(i, levels[i], 0);
    for (std::uint32_t flow = 0; flow < flows; ++flow) {
        progress.setRate(flow, 0, 0);
        progress.keepPace(flow, link[flow], 0);
    }
    std::uint64_t begun = 0;
    std::uint64_t finished = 0;
    kernel::Time now = 0;
    for (std::uint64_t step = 0; step < 20000; ++step) {
        const auto next = std::min(now + fromSeconds(1e-3), progress.firstTime());
        for (auto& [flow, bytes] : left)
            bytes -= levels[link[flow]] * kernel::toSeconds(next - now);
        now = next;
        for (auto& [flow, bytes] : left)
            REQUIRE(std::abs(progress.left(flow, now) - std::max(0.0, bytes)) < 1e-3);
        if (progress.firstTime() == now) {
            ++finished;
            REQUIRE(std::abs(left.at(progress.first())) < 1e-3);
            left.erase(progress.first());
            progress.end(progress.first());
            continue;
        }
        const auto flow = static_cast<std::uint32_t>(random.below(flows, 1, step));
        const auto to = static_cast<std::uint32_t>(random.below(links, 2, step));
        switch (random.below(3, 3, step)) {
        case 0:
            progress.setLevel(to, levels[to] = 1e5 * static_cast<double>(random.below(20, 4, step)), now);
            break;
        case 1:
            progress.keepPace(flow, link[flow] = to, now);
            break;
        default:
            left[flow] = static_cast<double>(1 + random.below(5000, 5, step));
            progress.begin(flow, left[flow], ++begun, now);
        }
    }
    CHECK(finished > 1000);
}
