// Message level: whole messages and chunks take turns at every link.
#include "network_fixture.h"
#include "tests/one_of.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::test;

namespace {

constexpr double rate = 1e9, latency = 1e-3;

Network::Settings byMessages()
{
    Network::Settings settings;
    settings.byMessages = true;
    settings.audit = true;
    return settings;
}

NetworkFixture star()
{
    return {{{"a", rate, latency}, {"b", rate, latency}, {"c", rate, latency}}, incast(), byMessages()};
}

} // namespace

TEST_CASE("a message alone has every link whole, whatever its size")
{
    const std::uint64_t bytes = oneOf({1000, 1'000'000, 1'000'000'000});
    NetworkFixture net = star();
    net.network.message(0, 2, bytes, 0, net.note(1));
    net.runUntil(100);
    CHECK(net.at[1] == Approx(onWire(bytes) / rate + 2 * latency));
    CHECK(net.network.check().empty());
    CHECK(net.network.solves() == 0);
}

TEST_CASE("messages take turns at a link, first come, first served")
{
    NetworkFixture net = star();
    net.network.message(0, 2, 100'000'000, 0, net.note(1)); // 0.1 s
    net.network.message(1, 2, 1'000'000, 0, net.note(2));
    net.runUntil(0.05);
    CHECK(net.network.check().empty());
    net.runUntil(100);
    CHECK(net.at[1] == Approx(0.1 + 2 * latency));
    CHECK(net.at[2] == Approx(0.101 + 2 * latency)); // sharing the link, it would have arrived after 4 ms
    CHECK(net.bytes(2) == Approx(onWire(100'000'000) + onWire(1'000'000)));
}

TEST_CASE("streams of equal chunks share a link alike, and report when each has left and arrived")
{
    NetworkFixture net = star();
    const StreamId a = net.network.open(0, 2, 0), b = net.network.open(1, 2, 0);
    for (std::uint64_t k = 0; k < 10; ++k) {
        net.network.send(a, 1'000'000, net.note(100 + k), net.note(200 + k));
        net.network.send(b, 1'000'000, {}, net.note(300 + k));
    }
    net.runUntil(0.0075);
    CHECK(net.network.check().empty());
    net.runUntil(100);
    CHECK(net.at[100] == Approx(1e-3));
    CHECK(net.at[109] == Approx(10e-3)); // its own link is free for it
    CHECK(net.at[200] == Approx(1e-3 + 2 * latency));
    CHECK(net.at[209] == Approx(19e-3 + 2 * latency));
    CHECK(net.at[309] == Approx(20e-3 + 2 * latency));
    CHECK(net.network.check().empty());
    net.network.close(a);
    net.network.close(b);
}

TEST_CASE("bytes that a closed stream had still to send do not arrive")
{
    NetworkFixture net = star();
    const StreamId a = net.network.open(0, 2, 0);
    net.network.send(a, 1'000'000, net.note(1), net.note(2));
    net.network.send(a, 1'000'000, net.note(3), net.note(4));
    net.runUntil(0.5e-3);
    net.network.close(a);
    net.network.send(net.network.open(0, 2, 0), 1000, {}, net.note(5));
    net.runUntil(100);
    CHECK(net.order == std::vector<std::uint64_t>{5});
    CHECK(net.network.check().empty());
}

TEST_CASE("chunks wait in front of a cut link until it returns")
{
    NetworkFixture net = star();
    const StreamId a = net.network.open(0, 2, 0);
    net.network.setLinkRate(2, 0);
    net.network.send(a, 1'000'000, net.note(1), net.note(2));
    net.network.send(a, 1'000'000, {}, net.note(3));
    net.runUntil(1);
    CHECK(net.order == std::vector<std::uint64_t>{1});
    CHECK(net.network.check().empty());
    net.network.setLinkRate(2, 1);
    net.runUntil(2);
    CHECK(net.at[2] == Approx(1 + 1e-3 + latency));
    CHECK(net.at[3] == Approx(1 + 2e-3 + latency));
}

TEST_CASE("a stream of which nothing is under way leaves a cut link")
{
    NetworkFixture net = star();
    const StreamId a = net.network.open(0, 2, 0);
    net.network.setLinkRate(0, 0);
    net.routes[{0, 2}] = {1, 2};
    net.network.reroute();
    net.network.send(a, 1'000'000, {}, net.note(1));
    net.runUntil(1);
    CHECK(net.at[1] == Approx(1e-3 + 2 * latency));
    CHECK(net.bytes(0) == 0);
    CHECK(net.network.check().empty());
}

TEST_CASE("chunks that wait in front of a cut link are sent again on a route around it")
{
    // 0 → 2 by links 0 and 2; the way around takes links 1 and 3, at half the rate.
    NetworkFixture net({{"first", 1e9, 1e-3}, {"around", 5e8, 1e-3}, {"second", 1e9, 1e-3}, {"last", 5e8, 1e-3}},
                       {{{0, 2}, {0, 2}}}, byMessages());
    const StreamId a = net.network.open(0, 2, 0);
    net.network.setLinkRate(2, 0);
    net.network.send(a, 1'000'000, net.note(1), net.note(2));
    net.network.send(a, 1'000'000, net.note(3), net.note(4));
    net.network.message(0, 2, 500'000, 0, net.note(5));
    net.runUntil(1);
    CHECK(net.order == std::vector<std::uint64_t>{1, 3}); // both have left, and wait in the switch
    net.network.reroute();                                // still the only way
    net.runUntil(2);
    CHECK(net.order == std::vector<std::uint64_t>{1, 3});
    net.routes[{0, 2}] = {1, 3};
    net.network.reroute();
    CHECK(net.network.check().empty());
    net.network.send(a, 1'000'000, net.note(6), net.note(7));
    net.runUntil(3);
    // In the order in which they came to the cut: 1 MB, 0.5 MB, 1 MB, each at 500 MB/s, then the new chunk.
    CHECK(net.at[2] == Approx(2 + 2e-3 + 2 * latency));
    CHECK(net.at[5] == Approx(2 + 3e-3 + 2 * latency));
    CHECK(net.at[4] == Approx(2 + 5e-3 + 2 * latency));
    CHECK(net.at[6] == Approx(2 + 7e-3));
    CHECK(net.at[7] == Approx(2 + 7e-3 + 2 * latency));
    CHECK(std::count(net.order.begin(), net.order.end(), 1) == 1); // its leaving is reported only once
    CHECK(net.bytes(0) == Approx(2e6 + onWire(500'000)));          // in vain
    CHECK(net.bytes(2) == 0);
    CHECK(net.bytes(1) == Approx(3e6 + onWire(500'000)));
    CHECK(net.network.check().empty());
}

TEST_CASE("a chunk that waits in front of its first link leaves by another one")
{
    NetworkFixture net = star();
    const StreamId a = net.network.open(0, 2, 0);
    net.network.setLinkRate(0, 0);
    net.network.send(a, 1'000'000, net.note(1), net.note(2));
    net.network.send(a, 1'000'000, {}, net.note(3));
    net.runUntil(1);
    CHECK(net.order.empty());
    net.routes[{0, 2}] = {1, 2};
    net.network.reroute();
    net.runUntil(2);
    CHECK(net.at[1] == Approx(1 + 1e-3));
    CHECK(net.at[2] == Approx(1 + 1e-3 + 2 * latency));
    CHECK(net.at[3] == Approx(1 + 2e-3 + 2 * latency));
    CHECK(net.bytes(0) == 0);
    CHECK(net.network.check().empty());
}
