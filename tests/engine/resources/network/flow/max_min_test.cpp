#include "resources/network/flow/max_min.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>

using headroom::resources::MaxMin;
using Routes = std::map<std::uint32_t, std::vector<std::uint32_t>>;
using Bounds = std::map<std::uint32_t, double>;

namespace {

void add(MaxMin& sharing, std::uint32_t flow, const std::vector<std::uint32_t>& links)
{
    sharing.setRoute(flow, links);
    sharing.activate(flow);
}

std::vector<double> ratesAfterSolve(MaxMin& sharing, std::uint32_t flows)
{
    sharing.solve();
    std::vector<double> rates;
    for (std::uint32_t flow = 0; flow < flows; ++flow)
        rates.push_back(sharing.rate(flow));
    return rates;
}

/// Textbook progressive filling over the whole network, round by round: what the incremental solver must agree with.
/// A flow's bound is a link that it has for itself.
std::map<std::uint32_t, double> progressiveFilling(std::vector<double> capacities, const Routes& routes,
                                                   const Bounds& bounds)
{
    std::map<std::uint32_t, double> rates;
    Routes rising = routes;
    for (const auto& [flow, bound] : bounds) {
        if (rising.count(flow))
            rising[flow].push_back(static_cast<std::uint32_t>(capacities.size()));
        capacities.push_back(bound);
    }
    std::vector<double> left = capacities;
    while (!rising.empty()) {
        std::vector<int> count(capacities.size(), 0);
        for (const auto& [flow, links] : rising)
            for (const auto link : links)
                ++count[link];
        double level = std::numeric_limits<double>::infinity();
        std::uint32_t tightest = 0;
        for (std::uint32_t link = 0; link < capacities.size(); ++link)
            if (count[link] > 0 && left[link] / count[link] < level) {
                level = left[link] / count[link];
                tightest = link;
            }
        for (auto it = rising.begin(); it != rising.end();) {
            const auto& links = it->second;
            if (std::find(links.begin(), links.end(), tightest) == links.end()) {
                ++it;
                continue;
            }
            rates[it->first] = level;
            for (const auto link : links)
                left[link] -= level;
            it = rising.erase(it);
        }
    }
    return rates;
}

void requireEqual(const MaxMin& sharing, const std::vector<double>& capacities, const Routes& routes,
                  const Bounds& bounds = {}, double largest = 0)
{
    const auto expected = progressiveFilling(capacities, routes, bounds);
    double worst = 0;
    for (const auto& [flow, rate] : expected)
        worst = std::max(worst, rate > 0 ? std::abs(sharing.rate(flow) - rate) / rate : sharing.rate(flow));
    REQUIRE(worst < 1e-9);
    std::vector<double> load(capacities.size(), 0.0);
    for (const auto& [flow, links] : routes)
        for (const auto link : links)
            load[link] += sharing.rate(flow);
    for (std::uint32_t link = 0; link < capacities.size(); ++link)
        REQUIRE(std::abs(load[link] - sharing.load(link)) <= 1e-9 * std::max(largest, capacities[link]));
}

std::vector<std::uint32_t> randomRoute(std::mt19937_64& random, std::uint32_t links)
{
    std::set<std::uint32_t> route;
    const std::uint64_t hops = 1 + random() % std::min<std::uint32_t>(links, 6);
    while (route.size() < hops)
        route.insert(static_cast<std::uint32_t>(random() % links));
    return {route.begin(), route.end()};
}

} // namespace

TEST_CASE("two flows over one link get half each")
{
    MaxMin sharing({10});
    add(sharing, 0, {0});
    add(sharing, 1, {0});
    CHECK(ratesAfterSolve(sharing, 2) == std::vector<double>{5, 5});
}

TEST_CASE("a line of two links: the long flow takes the tighter half, the short ones the rest")
{
    // Link 0 carries 10, link 1 carries 4. Flow 0 goes over both, 1 over the first, 2 over the second.
    MaxMin sharing({10, 4});
    add(sharing, 0, {0, 1});
    add(sharing, 1, {0});
    add(sharing, 2, {1});
    CHECK(ratesAfterSolve(sharing, 3) == std::vector<double>{2, 8, 2});
}

TEST_CASE("a parking lot: every flow gets the same when all meet on the last link")
{
    // Flow i joins at link i and leaves with all others over link 3.
    MaxMin sharing({12, 12, 12, 12});
    add(sharing, 0, {0, 1, 2, 3});
    add(sharing, 1, {1, 2, 3});
    add(sharing, 2, {2, 3});
    add(sharing, 3, {3});
    CHECK(ratesAfterSolve(sharing, 4) == std::vector<double>{3, 3, 3, 3});
}

TEST_CASE("incast: senders slower than the fair share leave the rest to the others")
{
    // Four senders at 1, 2, 20 and 20 into a receiver of 15: 1, 2, then (15 - 3) / 2 each.
    MaxMin sharing({1, 2, 20, 20, 15});
    for (std::uint32_t i = 0; i < 4; ++i)
        add(sharing, i, {i, 4});
    CHECK(ratesAfterSolve(sharing, 4) == std::vector<double>{1, 2, 6, 6});
}

TEST_CASE("a chain of unequal links: what one bottleneck frees fills the next")
{
    // Links 6, 9, 20. Flows: a over 0 and 1, b over 0, c over 1 and 2, d over 2.
    // Link 0: a = b = 3. Link 1: c = 9 - 3 = 6. Link 2: d = 20 - 6 = 14.
    MaxMin sharing({6, 9, 20});
    add(sharing, 0, {0, 1});
    add(sharing, 1, {0});
    add(sharing, 2, {1, 2});
    add(sharing, 3, {2});
    CHECK(ratesAfterSolve(sharing, 4) == std::vector<double>{3, 3, 6, 14});

    SECTION("when the first bottleneck's other flow ends, the change runs down the chain")
    {
        // a alone on link 0 could have 6; link 1: a = c = 4.5; link 2: d = 15.5.
        sharing.deactivate(1);
        CHECK(ratesAfterSolve(sharing, 4) == std::vector<double>{4.5, 0, 4.5, 15.5});
    }
    SECTION("when a link loses capacity, those below gain what its flows lose")
    {
        // Link 0 at 2: a = b = 1; c = 8; d = 12.
        sharing.setCapacity(0, 2);
        CHECK(ratesAfterSolve(sharing, 4) == std::vector<double>{1, 1, 8, 12});
    }
}

TEST_CASE("a flow that comes and goes before a solve leaves no trace")
{
    MaxMin sharing({10});
    add(sharing, 0, {0});
    sharing.solve();
    add(sharing, 1, {0});
    sharing.deactivate(1);
    CHECK(sharing.solve().empty());
    CHECK(sharing.rate(0) == 10);
}

TEST_CASE("negative capacities and bounds are refused")
{
    CHECK_THROWS_AS(MaxMin({1.0, -1.0}), std::invalid_argument);
    MaxMin sharing({1.0});
    CHECK_THROWS_AS(sharing.setCapacity(0, -1.0), std::invalid_argument);
    const std::vector<std::uint32_t> route{0};
    CHECK_THROWS_AS(sharing.setRoute(0, route, -1.0), std::invalid_argument);
}

TEST_CASE("flows with a bound of their own leave the rest to the others")
{
    MaxMin sharing({12});
    const std::vector<std::uint32_t> route{0};
    sharing.setRoute(0, route, 1);
    sharing.activate(0);
    CHECK(ratesAfterSolve(sharing, 1) == std::vector<double>{1});
    add(sharing, 1, route);
    sharing.setRoute(2, route, 5);
    sharing.activate(2);
    CHECK(ratesAfterSolve(sharing, 3) == std::vector<double>{1, 6, 5});
    sharing.setBound(0, 3);
    CHECK(ratesAfterSolve(sharing, 3) == std::vector<double>{3, 4.5, 4.5});
    sharing.setBound(2, 0);
    CHECK(ratesAfterSolve(sharing, 3) == std::vector<double>{3, 9, 0});
}

TEST_CASE("a cut link: its flows stand still, the others take what they leave, until it returns")
{
    MaxMin sharing({10, 4});
    add(sharing, 0, {0, 1});
    add(sharing, 1, {0});
    CHECK(ratesAfterSolve(sharing, 2) == std::vector<double>{4, 6});
    sharing.setCapacity(1, 0);
    CHECK(ratesAfterSolve(sharing, 2) == std::vector<double>{0, 10});
    sharing.setCapacity(0, 0);
    CHECK(ratesAfterSolve(sharing, 2) == std::vector<double>{0, 0});
    sharing.setCapacity(0, 10);
    sharing.setCapacity(1, 4);
    CHECK(ratesAfterSolve(sharing, 2) == std::vector<double>{4, 6});
}

TEST_CASE("a thousand random networks: after every change the rates are those of a full solve", "[theory]")
{
    std::mt19937_64 random(20240607);
    for (int network = 0; network < 1000; ++network) {
        const auto links = static_cast<std::uint32_t>(1 + random() % 24);
        std::vector<double> capacities;
        // Half of the networks have few distinct capacities, so that many links tie.
        for (std::uint32_t i = 0; i < links; ++i)
            capacities.push_back(network % 2 ? 1.0 + static_cast<double>(random() % 3)
                                             : 1e6 * (1 + static_cast<double>(random() % 100000)));
        MaxMin sharing(capacities);
        Routes routes;
        for (int change = 0; change < 40; ++change) {
            const std::uint64_t kind = random() % 10;
            const auto flow = static_cast<std::uint32_t>(random() % 40);
            if (kind == 0) {
                const auto link = static_cast<std::uint32_t>(random() % links);
                capacities[link] *= random() % 2 ? 0.5 : 2.0;
                sharing.setCapacity(link, capacities[link]);
            } else if (routes.count(flow)) {
                routes.erase(flow);
                sharing.deactivate(flow);
            } else {
                routes[flow] = randomRoute(random, links);
                add(sharing, flow, routes[flow]);
            }
            if (random() % 3 == 0)
                continue; // several changes before one solve
            sharing.solve();
            requireEqual(sharing, capacities, routes);
        }
    }
}

TEST_CASE("a thousand random networks whose links slow down, fail and return, and whose flows have bounds", "[theory]")
{
    std::mt19937_64 random(4711);
    for (int network = 0; network < 1000; ++network) {
        const auto links = static_cast<std::uint32_t>(1 + random() % 16);
        const bool tied = network % 2 == 0;
        const auto figure = [&] {
            return tied ? 1.0 + static_cast<double>(random() % 3) : 1e6 * (1 + static_cast<double>(random() % 100000));
        };
        std::vector<double> whole;
        for (std::uint32_t i = 0; i < links; ++i)
            whole.push_back(figure());
        std::vector<double> capacities = whole;
        MaxMin sharing(capacities);
        Routes routes;
        Bounds bounds;
        for (int change = 0; change < 40; ++change) {
            const auto flow = static_cast<std::uint32_t>(random() % 30);
            const std::uint64_t kind = random() % 8;
            if (kind < 2) {
                const auto link = static_cast<std::uint32_t>(random() % links);
                const double factors[] = {0, 0.1, 0.5, 1};
                capacities[link] = whole[link] * factors[random() % 4];
                sharing.setCapacity(link, capacities[link]);
            } else if (kind == 2 && bounds.count(flow) && routes.count(flow)) {
                sharing.setBound(flow, bounds[flow] = figure() / 4);
            } else if (routes.count(flow)) {
                routes.erase(flow);
                sharing.deactivate(flow);
            } else {
                bounds.erase(flow);
                routes[flow] = randomRoute(random, links);
                if (random() % 2)
                    bounds[flow] = figure() / 2;
                sharing.setRoute(flow, routes[flow], bounds.count(flow) ? bounds[flow] : MaxMin::unbounded);
                sharing.activate(flow);
            }
            if (random() % 3 == 0)
                continue;
            sharing.solve();
            requireEqual(sharing, capacities, routes, bounds, *std::max_element(whole.begin(), whole.end()));
        }
    }
}

TEST_CASE("in a large star a change touches its neighbourhood, not the network")
{
    constexpr std::uint32_t hosts = 400;
    std::vector<double> capacities(2 * hosts, 1.0);
    MaxMin sharing(capacities);
    Routes routes;
    std::mt19937_64 random(7);
    const auto pair = [&] {
        const auto from = static_cast<std::uint32_t>(random() % hosts);
        const auto to = static_cast<std::uint32_t>(random() % hosts);
        return std::vector<std::uint32_t>{from, hosts + to};
    };
    for (std::uint32_t flow = 0; flow < hosts; ++flow)
        add(sharing, flow, routes[flow] = pair());
    sharing.solve();
    const std::uint64_t before = sharing.flowsTouched();
    for (std::uint32_t flow = 0; flow < hosts; ++flow) {
        sharing.deactivate(flow);
        add(sharing, flow, routes[flow] = pair());
        sharing.solve();
    }
    requireEqual(sharing, capacities, routes);
    CHECK((sharing.flowsTouched() - before) / hosts < hosts / 8);
}
