// Results that can be worked out on paper: latencies, line rates, drops.
#include "packet_fixture.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::test;
using resources::payloadShare;
using resources::StreamId;

namespace {

/// A chain of links from node 0 to node 1, and one fast link back.
PacketFixture chain(std::vector<PacketLinkSpec> links, PacketNetwork::Settings settings = {})
{
    std::vector<std::uint32_t> there;
    for (std::uint32_t i = 0; i < links.size(); ++i)
        there.push_back(i);
    const auto back = static_cast<std::uint32_t>(links.size());
    links.push_back({"back", 100 * gigabit, 1e-6});
    return {std::move(links), {{{0, 1}, there}, {{1, 0}, {back}}}, settings};
}

/// When the only packet of a message has arrived, in picoseconds.
kernel::Time arrival(PacketFixture& net, std::uint64_t bytes)
{
    kernel::Time at = 0;
    struct Clock
    {
        kernel::Calendar* calendar;
        kernel::Time* at;
    } clock{&net.calendar, &at};
    net.network.message(0, 1, bytes, 0,
                        {[](void* self, std::uint64_t) {
                             const auto* c = static_cast<Clock*>(self);
                             *c->at = c->calendar->now();
                         },
                         &clock, 0});
    net.runUntil(net.seconds() + 0.1);
    return at;
}

} // namespace

TEST_CASE("store and forward: a packet takes its whole length on every link")
{
    // 10 Gb/s: 800 ps a byte. Latencies 1, 2, 3, 4 µs.
    PacketFixture net = chain(
        {{"a", 10 * gigabit, 1e-6}, {"b", 10 * gigabit, 2e-6}, {"c", 10 * gigabit, 3e-6}, {"d", 10 * gigabit, 4e-6}});
    CHECK(arrival(net, 1448) == 4 * 1538 * 800 + 10'000'000);
    CHECK(arrival(net, 1) == kernel::fromSeconds(0.1) + 4 * (1 + 90) * 800 + 10'000'000);
}

TEST_CASE("cut through: a packet takes its length once")
{
    std::vector<PacketLinkSpec> links;
    for (const double latency : {1e-6, 2e-6, 3e-6, 4e-6})
        links.push_back({"l", 10 * gigabit, latency, PacketLinkSpec::unbounded, true});
    PacketFixture net = chain(links);
    CHECK(arrival(net, 1448) == 1538 * 800 + 10'000'000);
}

TEST_CASE("cut through needs a packet to come in as fast as it goes out")
{
    constexpr auto unbounded = PacketLinkSpec::unbounded;
    SECTION("to a slower link it begins at once")
    {
        PacketFixture net = chain({{"fast", 10 * gigabit, 1e-6}, {"slow", gigabit, 1e-6, unbounded, true}});
        CHECK(arrival(net, 1448) == 1538 * 8000 + 2'000'000);
    }
    SECTION("to a faster one the packet is stored first")
    {
        PacketFixture net = chain({{"slow", gigabit, 1e-6}, {"fast", 10 * gigabit, 1e-6, unbounded, true}});
        CHECK(arrival(net, 1448) == 1538 * (8000 + 800) + 2'000'000);
    }
    SECTION("a link without a rate limit takes only its latency")
    {
        const double infinite = std::numeric_limits<double>::infinity();
        PacketFixture net = chain({{"wire", gigabit, 1e-6}, {"delay", infinite, 5e-6}});
        CHECK(arrival(net, 1448) == 1538 * 8000 + 6'000'000);
    }
}

TEST_CASE("the latency of a route is that of a packet of nothing")
{
    PacketFixture net = chain({{"a", gigabit, 1e-6}, {"b", gigabit, 2e-6}});
    CHECK(net.network.latency(0, 1) == Approx(3e-6).epsilon(1e-12));
    CHECK_THROWS_AS(net.network.latency(0, 7), std::runtime_error);
    CHECK_THROWS_AS(net.network.message(0, 0, 1, 0, {}), std::runtime_error);
}

TEST_CASE("a long stream over one link moves (mtu − 52) / (mtu + 38) of the line rate")
{
    const auto mtu = oneOf({576U, 1500U, 9000U});
    const auto control = oneOf({resources::CongestionControl::newReno, resources::CongestionControl::cubic});
    PacketNetwork::Settings settings;
    settings.mtu = mtu;
    settings.control = control;
    PacketFixture net = chain({{"line", gigabit, 50e-6}}, settings);
    const StreamId stream = net.network.open(0, 1, 0);
    const std::uint64_t packets = 20'000;
    net.network.send(stream, 1'000'000, {}, net.note(1)); // the windows open
    net.network.send(stream, packets * (mtu - 52), {}, net.note(2));
    net.runUntil(5);
    const double rate = static_cast<double>(packets * (mtu - 52)) / (net.at[2] - net.at[1]);
    CHECK(rate / gigabit == Approx(payloadShare(mtu)).epsilon(1e-4));
    CHECK(net.network.segmentsRepeated() == 0);
    CHECK(net.network.load(0, net.calendar.now()).payloadBytes == 1e6 + static_cast<double>(packets * (mtu - 52)));
}

TEST_CASE("a receive window of w bytes moves w bytes in a round trip")
{
    PacketNetwork::Settings settings;
    settings.receiveWindowBytes = 20 * 1448;
    PacketFixture net = chain({{"line", 10 * gigabit, 1e-3}}, settings);
    const StreamId stream = net.network.open(0, 1, 0);
    net.network.send(stream, 1'000'000, {}, net.note(1));
    net.network.send(stream, 10'000'000, {}, net.note(2));
    net.runUntil(5);
    // The window moves on with every second packet: the round trip is that of two packets and an acknowledgement.
    const double roundTrip = 1e-3 + 1e-6 + 2 * 1538 * 0.8e-9 + 90 * 0.08e-9;
    CHECK(1e7 / (net.at[2] - net.at[1]) == Approx(20 * 1448 / roundTrip).epsilon(2e-3));
}

TEST_CASE("slow start: a stream's bytes arrive in bursts of 10, 20, 40 ... packets, a round trip apart")
{
    PacketFixture net = chain({{"line", 100 * gigabit, 10e-3}});
    const StreamId stream = net.network.open(0, 1, 0);
    for (const std::uint64_t packets : {10, 20, 40, 80})
        net.network.send(stream, packets * 1448, {}, net.note(packets));
    net.runUntil(1);
    CHECK(net.at[10] == Approx(10e-3).margin(0.1e-3));
    CHECK(net.at[20] == Approx(20e-3).margin(0.1e-3));
    CHECK(net.at[40] == Approx(30e-3).margin(0.1e-3));
    CHECK(net.at[80] == Approx(40e-3).margin(0.1e-3));
}

TEST_CASE("drop tail drops exactly what exceeds the buffer")
{
    // Forty packets of one size reach a port at the same instant; its buffer holds `kept` of them and all but one byte
    // of another.
    const auto kept = oneOf({1U, 7U, 39U});
    const Incast star{40, 10 * gigabit, 1e-6, (kept + 1) * fullWire - 1};
    PacketFixture net(star.links(), star.table());
    for (std::uint32_t i = 0; i < star.senders; ++i)
        net.network.message(i, star.senders, 1448, 0, net.note(i));
    net.runUntil(1e-3);
    CHECK(net.order.size() == kept);
    CHECK(net.network.dropped(star.bottleneck()).packets == 40 - kept);
    CHECK(net.network.dropped(star.bottleneck()).wireBytes == (40 - kept) * fullWire);
    const auto conservation = net.network.conservation();
    CHECK(conservation.holds());
    CHECK(conservation.underWay.packets == 0);
}

TEST_CASE("bytes that have left a port make room in its buffer one by one")
{
    // At 1 Gb/s the port sends a byte in 8 ns. The buffer holds one packet; the second comes 1537 bytes later: one too
    // early.
    const Incast star{2, gigabit, 0, fullWire};
    const auto early = oneOf({0, 1});
    PacketFixture net(star.links(), star.table());
    net.network.message(0, 2, 1448, 0, net.note(0));
    net.runUntil((1538 - early) * 8e-9);
    net.network.message(1, 2, 1448, 0, net.note(1));
    net.runUntil(1e-3);
    CHECK(net.order.size() == (early ? 1 : 2));
}
