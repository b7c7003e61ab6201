#include "network_fixture.h"
#include "resources/network/flow/network_messages.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <random>

using namespace headroom;
using namespace headroom::resources;
using headroom::test::incast;
using headroom::test::NetworkFixture;
using headroom::test::onWire;

namespace {

constexpr double messageTick = 3e-12;

/// Sends messages of one size from node 0 at exponential distances and sums up their delays.
struct PoissonSource
{
    NetworkFixture& net;
    std::uint64_t bytes;
    double perSecond;
    double until;
    std::mt19937_64 random{99};
    std::vector<double> sentAt;
    double delays = 0;
    std::uint64_t count = 0;

    PoissonSource(NetworkFixture& network, std::uint64_t size, double rate, double end)
        : net(network), bytes(size), perSecond(rate), until(end)
    {
        next();
    }

    void next()
    {
        const double gap = std::exponential_distribution<double>(perSecond)(random);
        if (net.seconds() + gap < until)
            net.calendar.schedule(
                net.calendar.now() + kernel::fromSeconds(gap),
                [](void* self, std::uint64_t) { static_cast<PoissonSource*>(self)->send(); }, this);
    }
    void send()
    {
        sentAt.push_back(net.seconds());
        net.network.message(0, 2, bytes, 0,
                            {[](void* self, std::uint64_t which) {
                                 auto* source = static_cast<PoissonSource*>(self);
                                 source->delays += source->net.seconds() - source->sentAt[which];
                                 ++source->count;
                             },
                             this, sentAt.size() - 1});
        next();
    }
};

} // namespace

TEST_CASE("a small message takes the latencies, and its bytes and headers over the slowest link")
{
    NetworkFixture net({{"tx0", 1e6, 1e-3}, {"tx1", 1e6, 0}, {"rx", 0.5e6, 2e-3}}, incast());
    net.network.message(0, 2, 1000, 0, net.note(1));
    net.runUntil(1);
    CHECK(net.at[1] == Approx(3e-3 + onWire(1000) / 0.5e6).margin(messageTick));
    for (const std::uint32_t link : {0, 2}) {
        CHECK(net.bytes(link) == Approx(onWire(1000)));
        CHECK(net.network.load(link, net.calendar.now()).payloadBytes == Approx(1000));
        CHECK(net.network.load(link, net.calendar.now()).utilisation ==
              Approx(onWire(1000) / net.network.link(link).rateBps));
    }
}

TEST_CASE("each packet of a message takes its headers, full or not")
{
    // 10 Mb/s on the wire. Each packet adds 52 bytes of headers and 38 of framing.
    const double wire = 10e6 / 8, rate = wire * payloadShare(1500);
    struct Sized
    {
        std::uint64_t bytes, packets;
    };
    const auto [bytes, packets] =
        test::oneOf({Sized{0, 1}, {1, 1}, {100, 1}, {1448, 1}, {1449, 2}, {4344, 3}, {14'480, 10}});
    Network::Settings settings;
    settings.byMessages = test::oneOf({false, true});
    NetworkFixture net({{"tx", rate, 0}}, {{{0, 1}, {0}}}, settings);
    net.network.message(0, 1, bytes, 0, net.note(1));
    net.runUntil(1);
    CHECK(net.at[1] == Approx((static_cast<double>(bytes) + 90.0 * static_cast<double>(packets)) / wire));
}

TEST_CASE("small messages wait for one another on a link, in order of arrival at it")
{
    // Both reach the receive link at 1 ms and 1.5 ms.
    NetworkFixture net({{"tx0", 1e6, 1e-3}, {"tx1", 1e6, 0.5e-3}, {"rx", 0.5e6, 0}}, incast());
    net.network.message(0, 2, 1000, 0, net.note(1));
    net.runUntil(1e-3);
    net.network.message(1, 2, 1000, 0, net.note(2));
    net.runUntil(1);
    CHECK(net.at[1] == Approx(1e-3 + onWire(1000) / 0.5e6).margin(messageTick));
    CHECK(net.at[2] == Approx(1e-3 + 2 * onWire(1000) / 0.5e6).margin(messageTick));
}

TEST_CASE("a backlog at one sender does not hold up another sender's message at the receiver")
{
    NetworkFixture net({{"tx0", 1e5, 0}, {"tx1", 1e7, 0}, {"rx", 1e7, 0}}, incast());
    for (std::uint64_t i = 0; i < 10; ++i)
        net.network.message(0, 2, 1000, 0, net.note(i)); // the last leaves its sender after 100 ms
    net.network.message(1, 2, 1000, 0, net.note(10));
    net.runUntil(1);
    CHECK(net.at[10] < 1e-3);
    CHECK(net.at[9] == Approx(10 * onWire(1000) / 1e5).margin(1e-6));
}

TEST_CASE("messages on one route never overtake, whatever their sizes")
{
    NetworkFixture net({{"tx0", 3e6, 1e-4}, {"tx1", 1e6, 0}, {"rx", 1e6, 2e-4}}, incast());
    std::mt19937_64 random(3);
    std::vector<std::uint64_t> sent;
    for (std::uint64_t i = 0; i < 500; ++i) {
        net.network.message(0, 2, random() % 10000, 0, net.note(i));
        sent.push_back(i);
        net.runUntil(net.seconds() + static_cast<double>(random() % 8) * 1e-3);
    }
    net.runUntil(100);
    CHECK(net.order == sent);
}

TEST_CASE("beside streams a message passes at what they leave, at least at the floor share")
{
    Network::Settings settings;
    settings.smallMessageShare = 0.2;
    NetworkFixture net({{"tx0", 1e6, 0}, {"tx1", 0.7e6, 0}, {"rx", 1e6, 0}}, incast(), settings);
    const StreamId stream = net.network.open(1, 2, 0);
    net.network.send(stream, 100'000'000, {}, {});
    net.runUntil(0.001);
    net.network.message(0, 2, 3000, 0, net.note(1)); // 0.3 MB/s are left on the receive link
    net.runUntil(0.1);
    CHECK(net.at[1] == Approx(0.001 + onWire(3000) / 0.3e6).margin(messageTick));

    const StreamId second = net.network.open(0, 2, 0); // now the streams fill the receive link
    net.network.send(second, 100'000'000, {}, {});
    net.runUntil(2);
    net.network.message(1, 2, 2000, 0, net.note(2));
    net.runUntil(3);
    CHECK(net.at[2] == Approx(2 + onWire(2000) / 0.2e6).margin(messageTick));
}

TEST_CASE("steady messages come off the streams' share to within one per cent of the link, and give it back")
{
    // 10 000 messages a second of 2 kB: 20 MB/s on a link of 100 MB/s that one stream wants for itself.
    NetworkFixture net({{"tx0", 1e8, 0}, {"tx1", 1e9, 0}, {"rx", 1e9, 0}}, incast());
    const StreamId stream = net.network.open(0, 2, 0);
    net.network.send(stream, 10'000'000'000, {}, {});
    PoissonSource source(net, 2000, 10'000, 6.0);
    net.runUntil(1);
    net.network.resetLoads(net.calendar.now());
    const auto messagesBefore = source.sentAt.size();
    net.runUntil(6);
    const double messages = 2000.0 * static_cast<double>(source.sentAt.size() - messagesBefore);
    const double streamed = net.bytes(0) - messages;
    CHECK(streamed / 5 == Approx(80e6).margin(1e6));
    CHECK(net.network.load(0, net.calendar.now()).utilisation == Approx(1.0).margin(0.01));
    CHECK(source.delays / static_cast<double>(source.count) < 1e-3);
    net.runUntil(8);
    CHECK(net.network.rate(stream) == Approx(1e8));
}

TEST_CASE("under any load of messages streams and messages together keep to the link within the stated error")
{
    const double load = test::oneOf({0.3, 0.6, 0.9});
    constexpr double rate = 1e8;
    NetworkFixture net({{"tx0", rate, 0}, {"tx1", 1e9, 0}, {"rx", 1e9, 0}}, incast());
    net.network.send(net.network.open(0, 2, 0), 10'000'000'000, {}, {});
    PoissonSource source(net, 2000, load * rate / 2000, 6.0);
    net.runUntil(3);
    net.network.resetLoads(net.calendar.now());
    const auto before = source.sentAt.size();
    const double delaysBefore = source.delays;
    const std::uint64_t countBefore = source.count;
    net.runUntil(6);
    const double messages = 2000.0 * static_cast<double>(source.sentAt.size() - before) / 3 / rate;
    const double total = net.bytes(0) / 3 / rate;
    CAPTURE(load, messages, total);
    // The step of the capacity, and as much again for the average, which follows the messages' fluctuation.
    CHECK(total <= 1 + 2 * SmallMessages::capacityStep);
    CHECK(total >= 1 - 2 * SmallMessages::capacityStep);
    CHECK(total - messages >= Network::Settings().smallMessageShare - SmallMessages::capacityStep);
    // Messages pass at the floor share beside their average load: once that is known, none waits long.
    CHECK((source.delays - delaysBefore) / static_cast<double>(source.count - countBefore) < 1e-3);
}

TEST_CASE("messages alone queue like M/D/1", "[theory]")
{
    // Utilisation 0.7: mean wait rho s / (2 (1 - rho)) (Pollaczek and Khinchine).
    NetworkFixture net({{"tx0", 1e8, 0}, {"tx1", 1e9, 0}, {"rx", 1e12, 0}}, incast());
    const double service = onWire(1000) / 1e8;
    PoissonSource source(net, 1000, 0.7 / service, 10.0);
    net.runUntil(11);
    REQUIRE(source.count == source.sentAt.size());
    const double wait = source.delays / static_cast<double>(source.count) - service;
    // The standard error of the mean over 700 000 such waits is about 0.5 %.
    CHECK(wait == Approx(0.7 * service / (2 * 0.3)).epsilon(0.015));
}

TEST_CASE("a floor share outside 0 to 1 is refused")
{
    Network::Settings settings;
    settings.smallMessageShare = 0;
    CHECK_THROWS_AS(NetworkFixture({{"tx", 1e6, 0}}, {{{0, 1}, {0}}}, settings), std::invalid_argument);
}
