#include "network_fixture.h"

#include <catch2/catch.hpp>

#include <limits>
#include <stdexcept>

using namespace headroom;
using namespace headroom::resources;
using headroom::test::NetworkFixture;
using headroom::test::onWire;

namespace {

constexpr double delayTick = 3e-12;
constexpr double unlimited = std::numeric_limits<double>::infinity();

LinkSpec delayLink(const char* name, double rate, double latency)
{
    return {name, rate, latency, false};
}

Network::Settings ideal(double latencyS, double rate)
{
    Network::Settings settings;
    settings.latencyS = latencyS;
    settings.streamRateBps = rate;
    return settings;
}

} // namespace

TEST_CASE("an ideal network: every pair takes the latency and the bytes at the rate, nothing is shared")
{
    NetworkFixture net({}, {}, ideal(1e-3, 1e6));
    for (std::uint32_t i = 0; i < 10; ++i)
        net.network.message(i, 7 + i % 2, 500'000, 0, net.note(i));
    const StreamId stream = net.network.open(3, 4, 0);
    net.network.send(stream, 250'000, net.note(20), net.note(21));
    net.network.send(stream, 250'000, net.note(22), net.note(23));
    net.runUntil(0.1);
    CHECK(net.network.rate(stream) == 1e6);
    net.runUntil(2);
    for (std::uint64_t i = 0; i < 7; ++i)
        CHECK(net.at[i] == Approx(0.501).margin(delayTick));
    CHECK(net.at[20] == Approx(0.25).margin(delayTick));
    CHECK(net.at[21] == Approx(0.251).margin(delayTick));
    CHECK(net.at[22] == Approx(0.5).margin(delayTick));
    CHECK(net.at[23] == Approx(0.501).margin(delayTick));
    CHECK(net.network.latency(0, 1) == Approx(1e-3));
    CHECK_FALSE(net.network.immediate(0, 1));
    CHECK(net.network.solves() == 0);
}

TEST_CASE("without latency and rate a message of any size arrives in its instant, and the network says so")
{
    Network::Settings settings = ideal(0, unlimited);
    settings.loopbackLatencyS = 0;
    settings.loopbackRateBps = unlimited;
    NetworkFixture net({}, {}, settings);
    CHECK(net.network.immediate(0, 1));
    CHECK(net.network.immediate(1, 1));
    net.runUntil(3);
    net.network.message(0, 1, 1'000'000'000'000, 0, net.note(1));
    const StreamId stream = net.network.open(0, 1, 0);
    net.network.send(stream, 1'000'000'000'000, net.note(2), net.note(3));
    net.runUntil(3);
    CHECK(net.order == std::vector<std::uint64_t>{1, 2, 3});
    net.network.close(stream);
    net.runUntil(4);
    CHECK(net.order.size() == 3);
}

TEST_CASE("the loopback, a link's latency, its rate or a shared link are no longer immediate")
{
    NetworkFixture::Table table{{{0, 1}, {0}}};
    CHECK(NetworkFixture({delayLink("a", unlimited, 0)}, table).network.immediate(0, 1));
    CHECK_FALSE(NetworkFixture({delayLink("a", unlimited, 0)}, table).network.immediate(1, 1));
    CHECK_FALSE(NetworkFixture({delayLink("a", unlimited, 1e-6)}, table).network.immediate(0, 1));
    CHECK_FALSE(NetworkFixture({delayLink("a", 1e12, 0)}, table).network.immediate(0, 1));
    CHECK_FALSE(NetworkFixture({{"a", 1e12, 0}}, table).network.immediate(0, 1));
}

TEST_CASE("a route of delay-only links: latencies add up, the slowest paces each stream by itself")
{
    NetworkFixture net({delayLink("tx", 2e6, 1e-3), delayLink("core", 1e6, 2e-3), delayLink("rx", unlimited, 0)},
                       {{{0, 1}, {0, 1, 2}}});
    net.network.message(0, 1, 1'000'000, 0, net.note(1));
    net.network.message(0, 1, 1000, 0, net.note(2));
    net.network.send(net.network.open(0, 1, 0), 2'000'000, net.note(3), {});
    net.runUntil(5);
    CHECK(net.at[1] == Approx(0.003 + onWire(1'000'000) / 1e6).margin(delayTick));
    CHECK(net.at[2] == Approx(0.003 + onWire(1000) / 1e6).margin(delayTick));
    CHECK(net.at[3] == Approx(2.0).margin(delayTick));
    for (std::uint32_t link = 0; link < 3; ++link) {
        CHECK(net.bytes(link) == 3'001'000);
        CHECK(net.network.load(link, net.calendar.now()).utilisation == 0);
    }
}

TEST_CASE("a delay-only link among shared ones bounds a stream, what it leaves goes to the others")
{
    // Both meet on the receive link of 4 MB/s; node 0 comes over a delay-only link of 1 MB/s.
    NetworkFixture net({delayLink("tx0", 1e6, 1e-3), {"tx1", 10e6, 0}, {"rx", 4e6, 1e-3}},
                       {{{0, 2}, {0, 2}}, {{1, 2}, {1, 2}}});
    const StreamId a = net.network.open(0, 2, 0);
    const StreamId second = net.network.open(0, 2, 1);
    const StreamId b = net.network.open(1, 2, 0);
    for (const StreamId stream : {a, second, b})
        net.network.send(stream, 10'000'000, {}, {});
    net.runUntil(0.5);
    CHECK(net.network.rate(a) == Approx(1e6).epsilon(1e-12));
    CHECK(net.network.rate(second) == Approx(1e6).epsilon(1e-12));
    CHECK(net.network.rate(b) == Approx(2e6).epsilon(1e-12));
    net.network.message(0, 2, 1000, 0, net.note(1)); // at the floor of the receive link: a tenth of 4 MB/s
    net.runUntil(0.6);
    CHECK(net.at[1] == Approx(0.5 + 2e-3 + onWire(1000) / 0.4e6).margin(delayTick));
    net.network.close(a);
    CHECK(net.bytes(0) ==
          Approx(600'000 + onWire(1000)).epsilon(1e-9));    // of the open stream's chunk nothing has left in full
    CHECK(net.bytes(2) == Approx(0.6 * 4e6).epsilon(1e-9)); // full all the time: the message does not count on top
}

TEST_CASE("a stream's own bound and the network's latency hold over shared links too")
{
    NetworkFixture net({{"tx", 10e6, 1e-3}}, {{{0, 1}, {0}}}, ideal(4e-3, 2e6));
    net.network.message(0, 1, 1'000'000, 0, net.note(1));
    net.network.message(0, 1, 10'000, 0, net.note(2));
    net.runUntil(2);
    CHECK(net.at[1] == Approx(0.505).margin(delayTick));
    CHECK(net.at[2] == Approx(0.010).margin(delayTick));
}
