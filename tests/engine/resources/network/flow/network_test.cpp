#include "network_fixture.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <random>

using namespace headroom;
using namespace headroom::resources;
using headroom::test::incast;
using headroom::test::NetworkFixture;

namespace {

constexpr double tick = 2e-12; // times are whole picoseconds

/// Chunks of random size over random pairs of a star of eight nodes: link i transmits, link 8 + i receives.
struct RandomTraffic
{
    static std::vector<LinkSpec> links()
    {
        std::vector<LinkSpec> links;
        for (int i = 0; i < 16; ++i)
            links.push_back({"l", 1e8 * (1 + i % 3), 20e-6});
        return links;
    }
    static NetworkFixture::Table table()
    {
        NetworkFixture::Table table;
        for (std::uint32_t a = 0; a < 8; ++a)
            for (std::uint32_t b = 0; b < 8; ++b)
                if (a != b)
                    table[{a, b}] = {a, 8 + b};
        return table;
    }

    NetworkFixture net{links(), table()};
    double sentBytes = 0;

    explicit RandomTraffic(std::uint64_t seed)
    {
        std::mt19937_64 random(seed);
        std::vector<StreamId> streams;
        double time = 0;
        for (std::uint64_t i = 0; i < 2000; ++i) {
            const auto from = static_cast<std::uint32_t>(random() % 8);
            const auto to = static_cast<std::uint32_t>((from + 1 + random() % 7) % 8);
            const std::uint64_t bytes = 1 + random() % 300000;
            if (random() % 2) {
                net.network.message(from, to, bytes, i, net.note(i));
            } else if (streams.size() < 30) {
                streams.push_back(net.network.open(from, to, i));
                net.network.send(streams.back(), bytes, {}, net.note(i));
            } else {
                net.network.send(streams[random() % streams.size()], bytes, {}, net.note(i));
            }
            sentBytes += static_cast<double>(bytes);
            time += static_cast<double>(random() % 1000) * 1e-6;
            net.runUntil(time);
        }
        net.runUntil(time + 100);
    }
};

} // namespace

TEST_CASE("payload shares of Ethernet with TCP: 94.1 % at 1500, 99.0 % at 9000")
{
    CHECK(payloadShare(1500) == Approx(1448.0 / 1538.0).epsilon(1e-12));
    CHECK(payloadShare(9000) == Approx(8948.0 / 9038.0).epsilon(1e-12));
    CHECK(1000 * payloadShare(1500) == Approx(941).margin(0.5));
    CHECK(1000 * payloadShare(9000) == Approx(990).margin(0.5));
    CHECK_THROWS_AS(payloadShare(52), std::invalid_argument);
}

TEST_CASE("packets: as many as the payload needs, at least one")
{
    CHECK(packetsFor(0, 1500) == 1);
    CHECK(packetsFor(1448, 1500) == 1);
    CHECK(packetsFor(1449, 1500) == 2);
    CHECK(packetsFor(1'000'000, 1500) == 691);
}

TEST_CASE("one stream over Gigabit Ethernet moves 941 Mb/s of payload", "[theory]")
{
    NetworkFixture net({{"tx", 1e9 / 8 * payloadShare(1500), 0}}, {{{0, 1}, {0}}});
    const StreamId stream = net.network.open(0, 1, 0);
    net.network.send(stream, 117'680'000, net.note(1), {});
    net.runUntil(0);
    CHECK(net.network.rate(stream) * 8 / 1e6 == Approx(941.5).margin(0.1));
    net.runUntil(10);
    CHECK(net.at[1] == Approx(117'680'000 * 8 / 941.482e6).epsilon(1e-5));
}

TEST_CASE("headers cost what they are: a gigabyte over 10 Gb/s at MTU 1500 and 9000")
{
    const std::uint32_t mtu = test::oneOf({1500U, 9000U});
    const double line = 10e9 / 8;
    NetworkFixture net({{"tx", line * payloadShare(mtu), 0}}, {{{0, 1}, {0}}});
    constexpr std::uint64_t bytes = 1'000'000'000;
    net.network.send(net.network.open(0, 1, 0), bytes, net.note(1), {});
    net.runUntil(2);
    // Packet by packet: each with 52 bytes of IP and TCP headers inside the MTU and 38 bytes of Ethernet around it.
    const double onWire = static_cast<double>(bytes) + static_cast<double>(packetsFor(bytes, mtu)) * (52 + 38);
    CHECK(net.at[1] == Approx(onWire / line).epsilon(1e-6));
}

TEST_CASE("sent comes at the shared rate, delivered after the latencies of all links")
{
    NetworkFixture net({{"tx", 1e6, 3e-3}, {"core", 5e6, 1e-3}, {"rx", 2e6, 2e-3}}, {{{0, 1}, {0, 1, 2}}});
    const StreamId stream = net.network.open(0, 1, 0);
    net.network.send(stream, 500'000, net.note(1), net.note(2));
    net.runUntil(1);
    CHECK(net.network.latency(0, 1) == Approx(6e-3).epsilon(1e-12));
    CHECK(net.at[1] == Approx(0.5).margin(tick));
    CHECK(net.at[2] == Approx(0.506).margin(tick));
}

TEST_CASE("a stream takes bandwidth only while it sends, and its rate changes when others come and go")
{
    // Receiver link 1 MB/s. A sends 1 MB from 0, B 0.25 MB from 0.5 s: A has 0.5 MB left at 0.5 s, both run at 0.5
    // MB/s, B ends at 1.0 s, A then has 0.25 MB left and ends at 1.25 s.
    NetworkFixture net({{"tx0", 4e6, 0}, {"tx1", 4e6, 0}, {"rx", 1e6, 0}}, incast());
    const StreamId a = net.network.open(0, 2, 0);
    const StreamId b = net.network.open(1, 2, 0);
    net.network.send(a, 1'000'000, net.note(1), {});
    net.runUntil(0.5);
    CHECK(net.network.rate(a) == Approx(1e6));
    CHECK(net.network.rate(b) == 0);
    net.network.send(b, 250'000, net.note(2), {});
    net.runUntil(0.6);
    CHECK(net.network.rate(a) == Approx(0.5e6));
    CHECK(net.network.load(2, net.calendar.now()).activeStreams == 2);
    net.runUntil(1.1);
    CHECK(net.network.rate(a) == Approx(1e6));
    net.runUntil(2);
    CHECK(net.at[2] == Approx(1.0).margin(tick));
    CHECK(net.at[1] == Approx(1.25).margin(tick));
}

TEST_CASE("incast with different bottlenecks: completion times by hand")
{
    // Sender 0 is limited to 1 MB/s by its own link, sender 1 gets the remaining 3 of the receiver's 4 MB/s.
    // 1 needs 1 s for 3 MB; 0 needs 2 s for 2 MB and gains nothing when 1 ends.
    NetworkFixture net({{"tx0", 1e6, 0}, {"tx1", 10e6, 0}, {"rx", 4e6, 0}}, incast());
    net.network.send(net.network.open(0, 2, 0), 2'000'000, net.note(0), {});
    net.network.send(net.network.open(1, 2, 0), 3'000'000, net.note(1), {});
    net.runUntil(3);
    CHECK(net.at[1] == Approx(1.0).margin(tick));
    CHECK(net.at[0] == Approx(2.0).margin(tick));
}

TEST_CASE("chunks of one stream go one after another and keep its rate without a new solve")
{
    NetworkFixture net({{"tx", 1e6, 0.25}}, {{{0, 1}, {0}}});
    const StreamId stream = net.network.open(0, 1, 0);
    for (std::uint64_t i = 0; i < 4; ++i)
        net.network.send(stream, 100'000 * i, {}, net.note(i));
    net.runUntil(0.55);
    CHECK(net.network.solves() == 1);
    net.runUntil(2);
    CHECK(net.order == std::vector<std::uint64_t>{0, 1, 2, 3});
    CHECK(net.at[0] == Approx(0.25).margin(tick));
    CHECK(net.at[1] == Approx(0.35).margin(tick));
    CHECK(net.at[2] == Approx(0.55).margin(tick));
    CHECK(net.at[3] == Approx(0.85).margin(tick));
}

TEST_CASE("a hundred arrivals at one instant are shared out once")
{
    NetworkFixture net({{"tx0", 4e6, 0}, {"tx1", 4e6, 0}, {"rx", 1e6, 0}}, incast());
    for (std::uint64_t i = 0; i < 100; ++i)
        net.network.send(net.network.open(i % 2, 2, i), 10'000, net.note(i), {});
    net.runUntil(0.5);
    CHECK(net.network.solves() == 1);
    net.runUntil(2);
    CHECK(net.at[99] == Approx(1.0).margin(1e-9)); // 100 × 10 kB at 1 MB/s, all at once
    CHECK(net.at[0] == Approx(1.0).margin(1e-9));
}

TEST_CASE("closing in mid-transfer frees the share at that instant and calls nothing")
{
    NetworkFixture net({{"tx0", 4e6, 0.1}, {"tx1", 4e6, 0.1}, {"rx", 1e6, 0.1}}, incast());
    const StreamId a = net.network.open(0, 2, 0);
    const StreamId b = net.network.open(1, 2, 0);
    net.network.send(a, 1'000'000, net.note(1), net.note(2));
    net.network.send(b, 1'000'000, net.note(3), net.note(4));
    net.runUntil(0.5); // 250 kB each
    net.network.close(a);
    net.runUntil(10);
    CHECK(net.at.count(1) + net.at.count(2) == 0);
    CHECK(net.at[3] == Approx(0.5 + 0.75).margin(tick));
    CHECK(net.at[4] == Approx(0.5 + 0.75 + 0.2).margin(tick));
    CHECK(net.bytes(0) == Approx(250'000));
    CHECK(net.bytes(2) == Approx(1'250'000));
    CHECK(net.network.rate(a) == 0);
    CHECK_THROWS_AS(net.network.send(a, 1, {}, {}), std::logic_error);
    net.network.close(a); // once more does no harm
}

TEST_CASE("closing drops what is on its way")
{
    NetworkFixture net({{"tx", 1e6, 1.0}}, {{{0, 1}, {0}}});
    const StreamId stream = net.network.open(0, 1, 0);
    net.network.send(stream, 100'000, net.note(1), net.note(2));
    net.runUntil(0.5);
    net.network.close(stream);
    const StreamId other = net.network.open(0, 1, 0); // takes the closed one's place in the pool
    CHECK(other != stream);
    net.runUntil(5);
    CHECK(net.order == std::vector<std::uint64_t>{1});
}

TEST_CASE("a large message is a flow of its own; a node talks to itself over the loopback")
{
    Network::Settings settings;
    settings.loopbackLatencyS = 1e-3;
    settings.loopbackRateBps = 1e9;
    NetworkFixture net({{"tx", 1e6, 0.25}}, {{{0, 1}, {0}}}, settings);
    net.network.message(0, 1, 1'000'000, 0, net.note(1));
    net.network.message(0, 0, 500'000'000, 0, net.note(2));
    net.network.send(net.network.open(1, 1, 0), 250'000'000, net.note(3), net.note(4));
    net.runUntil(2);
    CHECK(net.at[1] == Approx(1.25).margin(tick));
    CHECK(net.at[2] == Approx(0.501).margin(tick));
    CHECK(net.at[3] == Approx(0.25).margin(tick));
    CHECK(net.at[4] == Approx(0.251).margin(tick));
    CHECK(net.bytes(0) == 1'000'000);
}

TEST_CASE("nodes without a route between them are an error with their numbers")
{
    NetworkFixture net({{"tx", 1e6, 0}}, {{{0, 1}, {0}}});
    CHECK_THROWS_WITH(net.network.open(1, 0, 0), Catch::Contains("node 1") && Catch::Contains("node 0"));
}

TEST_CASE("loads count the window since the last reset, in the middle of a transfer too")
{
    NetworkFixture net({{"tx", 1e6, 0}}, {{{0, 1}, {0}}});
    net.network.send(net.network.open(0, 1, 0), 3'000'000, {}, {});
    net.runUntil(1);
    CHECK(net.bytes(0) == Approx(1e6));
    net.network.resetLoads(net.calendar.now());
    net.runUntil(5);
    const LinkLoad load = net.network.load(0, net.calendar.now());
    CHECK(load.payloadBytes == Approx(2e6));
    CHECK(load.utilisation == Approx(0.5));
    CHECK(load.activeStreams == 0);
}

TEST_CASE("every byte is delivered and is counted once on every link of its route")
{
    RandomTraffic traffic(11);
    double onLinks = 0;
    for (std::uint32_t link = 0; link < 16; ++link)
        onLinks += traffic.net.network.load(link, traffic.net.calendar.now()).payloadBytes;
    CHECK(traffic.net.order.size() == 2000);
    CHECK(onLinks == Approx(2 * traffic.sentBytes).epsilon(1e-12));
}

TEST_CASE("the same traffic gives the same times, bit for bit")
{
    RandomTraffic first(5);
    RandomTraffic second(5);
    CHECK(first.net.order == second.net.order);
    CHECK(first.net.at == second.net.at);
}
