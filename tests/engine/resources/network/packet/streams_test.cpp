// Streams and messages: order, completions, recovery from loss, conservation.
#include "../../../counted_allocations.h"
#include "packet_fixture.h"

#include "kernel/random.h"
#include "resources/network/packet/reassembly.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <random>

using namespace headroom;
using namespace headroom::test;
using resources::CongestionControl;
using resources::StreamId;

namespace {

PacketNetwork::Settings controlled(CongestionControl control)
{
    PacketNetwork::Settings settings;
    settings.control = control;
    return settings;
}

} // namespace

TEST_CASE("the last byte leaves before it is delivered, and chunks are delivered in order")
{
    const Incast star{1, gigabit, 10e-6, PacketLinkSpec::unbounded};
    PacketFixture net(star.links(), star.table());
    const StreamId stream = net.network.open(0, 1, 0);
    for (std::uint64_t i = 0; i < 10; ++i)
        net.network.send(stream, 10'000 * i, net.note(i), net.note(100 + i)); // one of them empty
    net.runUntil(1);
    REQUIRE(net.order.size() == 20);
    for (std::uint64_t i = 0; i < 10; ++i) {
        CHECK(net.at[i] < net.at[100 + i]);
        if (i > 0)
            CHECK(net.at[99 + i] <= net.at[100 + i]);
    }
    CHECK(net.network.load(0, net.calendar.now()).activeStreams == 0);
    CHECK(net.network.rate(stream) == 0);
}

TEST_CASE("a closed stream calls nothing, and its place serves another once its packets are gone")
{
    const Incast star{1, gigabit, 1e-3, PacketLinkSpec::unbounded};
    PacketFixture net(star.links(), star.table());
    const StreamId stream = net.network.open(0, 1, 0);
    net.network.send(stream, 1'000'000, net.note(1), net.note(2));
    net.runUntil(0.5e-3);
    CHECK(net.network.load(0, net.calendar.now()).activeStreams == 1);
    net.network.close(stream);
    const StreamId other = net.network.open(0, 1, 0);
    CHECK(other != stream);
    net.network.send(other, 1'000'000, net.note(3), net.note(4));
    net.runUntil(1);
    CHECK(net.order == std::vector<std::uint64_t>{3, 4});
    CHECK_THROWS_AS(net.network.send(stream, 1, {}, {}), std::logic_error);
    net.network.close(stream); // once more does no harm
    CHECK(net.network.conservation().holds());
    CHECK(net.network.conservation().underWay.packets == 0);
}

TEST_CASE("a completion may close its own stream and open others")
{
    const Incast star{1, gigabit, 10e-6, PacketLinkSpec::unbounded};
    PacketFixture net(star.links(), star.table());
    struct Chain
    {
        PacketFixture& net;
        StreamId stream;
        int left;
        static void next(void* self, std::uint64_t)
        {
            auto* chain = static_cast<Chain*>(self);
            chain->net.network.close(chain->stream);
            if (chain->left-- == 0)
                return;
            chain->stream = chain->net.network.open(0, 1, 0);
            chain->net.network.send(chain->stream, 20'000, {}, {&Chain::next, self, 0});
            chain->net.network.send(chain->stream, 20'000, {}, chain->net.note(7)); // dropped by the close
        }
    } chain{net, resources::noStream, 50};
    Chain::next(&chain, 0);
    net.runUntil(1);
    CHECK(chain.left == -1);
    CHECK(net.order.empty());
    CHECK(net.network.conservation().holds());
}

TEST_CASE("every loss is recovered: all bytes arrive, in order, whatever the buffer")
{
    const auto control = oneOf({CongestionControl::newReno, CongestionControl::cubic});
    const auto packets = oneOf({2U, 5U, 20U});
    const Incast star{4, gigabit, 20e-6, packets * fullWire};
    PacketFixture net(star.links(), star.table(), controlled(control));
    constexpr std::uint64_t chunk = 30'000;
    std::uint64_t expected = 0;
    for (std::uint32_t from = 0; from < star.senders; ++from) {
        const StreamId stream = net.network.open(from, star.senders, 0);
        for (std::uint64_t i = 0; i < 50; ++i, ++expected)
            net.network.send(stream, chunk, {}, net.note(1000 * from + i));
    }
    while (net.order.size() < expected && net.seconds() < 300) {
        net.runUntil(net.seconds() + 0.01);
        REQUIRE(net.network.check().empty());
    }
    REQUIRE(net.order.size() == expected);
    std::vector<std::uint64_t> last(star.senders, 0);
    for (const std::uint64_t number : net.order) {
        CHECK(number % 1000 == last[number / 1000]);
        ++last[number / 1000];
    }
    const auto conservation = net.network.conservation();
    CHECK(conservation.dropped.packets > 0);
    CHECK(net.network.segmentsRepeated() >= net.network.dropped(star.bottleneck()).packets);
    CHECK(net.network.dropped(star.bottleneck()) == conservation.dropped);
}

TEST_CASE("slow start that overruns a buffer costs the drops, not timeouts")
{
    // From 10 Gb/s into 1 Gb/s: the window grows to 3 MiB, the port holds a third of that.
    const Incast star{1, gigabit, 20e-6, 1 << 20};
    auto links = star.links();
    links[0].rateBps = 10 * gigabit;
    PacketFixture net(links, star.table(), controlled(oneOf({CongestionControl::newReno, CongestionControl::cubic})));
    constexpr std::uint64_t bytes = 20'000'000;
    net.network.send(net.network.open(0, 1, 0), bytes, {}, net.note(1));
    net.runUntil(1);
    CHECK(net.network.dropped(star.bottleneck()).packets > 300);
    CHECK(net.network.timeouts() == 0);
    CHECK(net.network.segmentsRepeated() == net.network.dropped(star.bottleneck()).packets);
    CHECK(net.at[1] == Approx(bytes / (gigabit * resources::payloadShare(1500))).epsilon(0.03));
}

TEST_CASE("acknowledgements may be lost as well")
{
    // A burst of other traffic fills the port that the acknowledgements need.
    Incast star{2, gigabit, 20e-6, PacketLinkSpec::unbounded};
    auto links = star.links();
    links[star.senders + 1].bufferBytes = 3 * fullWire;
    auto table = star.table();
    table[{1, 0}] = {1, star.senders + 1};
    table[{0, 1}] = {0, star.senders + 2};
    PacketFixture net(links, table);
    net.network.send(net.network.open(1, 0, 0), 3'000'000, {}, net.note(1));
    net.network.send(net.network.open(0, star.senders, 0), 3'000'000, {}, net.note(2));
    net.runUntil(60);
    CHECK(net.order.size() == 2);
    CHECK(net.network.dropped(star.senders + 1).packets > 0);
    CHECK(net.network.conservation().holds());
}

TEST_CASE("incast: with tiny buffers goodput collapses to a few per cent, with enough it does not")
{
    // The classic experiment (Phanishayee et al., FAST '08): a block is asked of n servers at once, the next when all
    // have answered.
    const auto goodput = [](std::uint64_t buffer) {
        const Incast star{32, gigabit, 25e-6, buffer};
        PacketFixture net(star.links(), star.table());
        std::vector<StreamId> streams;
        for (std::uint32_t from = 0; from < star.senders; ++from)
            streams.push_back(net.network.open(from, star.senders, 0));
        std::uint64_t rounds = 0;
        while (net.seconds() < 2) {
            for (const StreamId stream : streams)
                net.network.send(stream, 32'768, {}, net.note(rounds));
            ++rounds;
            while (net.order.size() < rounds * streams.size() && net.seconds() < 5)
                net.runUntil(net.seconds() + 100e-6);
        }
        return static_cast<double>(rounds * streams.size() * 32'768) / net.seconds() /
               (gigabit * resources::payloadShare(1500));
    };
    CHECK(goodput(16 * fullWire) < 0.15);
    CHECK(goodput(4 << 20) > 0.75);
}

TEST_CASE("streams of one adapter take turns, and acknowledgements go first")
{
    const Incast star{1, gigabit, 10e-6, PacketLinkSpec::unbounded};
    PacketFixture net(star.links(), star.table());
    // 1 MB there and 1 MB back at the same time: each direction at nearly its full rate, acknowledgements take 3 %.
    net.network.send(net.network.open(0, 1, 0), 1'000'000, {}, net.note(1));
    net.network.send(net.network.open(1, 0, 0), 1'000'000, {}, net.note(2));
    net.runUntil(1);
    const double alone = 1e6 / (gigabit * resources::payloadShare(1500));
    CHECK(net.at[1] == Approx(alone).epsilon(0.08));
    CHECK(net.at[2] == Approx(alone).epsilon(0.08));
    // Two streams from one node: both end together, each at half the rate.
    const double begin = net.seconds();
    net.network.send(net.network.open(0, 1, 0), 1'000'000, {}, net.note(3));
    net.network.send(net.network.open(0, 1, 0), 1'000'000, {}, net.note(4));
    net.runUntil(2);
    CHECK(net.at[3] - begin == Approx(2 * alone).epsilon(0.05));
    CHECK(net.at[4] - begin == Approx(2 * alone).epsilon(0.05));
}

TEST_CASE("the same traffic gives the same packets")
{
    const auto run = [] {
        const Incast star{6, gigabit, 20e-6, 20 * fullWire};
        PacketFixture net(star.links(), star.table());
        std::mt19937_64 random(7);
        for (std::uint64_t i = 0; i < 500; ++i) {
            net.network.message(static_cast<std::uint32_t>(random() % 6), 6, 1 + random() % 50'000, i, net.note(i));
            net.runUntil(net.seconds() + static_cast<double>(random() % 400) * 1e-6);
            REQUIRE(net.network.check().empty());
        }
        net.runUntil(60);
        CHECK(net.order.size() == 500);
        return net.order;
    };
    CHECK(run() == run());
}

TEST_CASE("a receiver puts segments of any order together")
{
    const kernel::KeyedRandom random(3);
    for (std::uint64_t trial = 0; trial < 200; ++trial) {
        std::vector<std::uint64_t> segments;
        for (std::uint64_t i = 0; i < 40; ++i)
            segments.push_back(i);
        for (std::uint64_t i = 39; i > 0; --i)
            std::swap(segments[i], segments[random.below(i + 1, trial, i)]);
        resources::Reassembly receiver;
        receiver.start();
        std::vector<bool> here(41, false);
        for (const std::uint64_t segment : segments) {
            receiver.take(100 * segment, 100 + (segment % 3 == 0 && segment < 39 ? 50 : 0), false); // some overlap
            here[segment] = true;
            std::uint64_t whole = 0;
            while (here[whole])
                ++whole;
            CHECK(receiver.inOrder() / 100 == whole);
        }
        CHECK(receiver.inOrder() == 4000);
    }
}

TEST_CASE("messages that wait behind a long queue are not sent again: their connection knows the round trip")
{
    // A stream keeps 500 kB in the queue of the receiver's port, which sends 10 Mb/s: 0.4 s.
    const Incast star{2, gigabit, 10e-6, PacketLinkSpec::unbounded};
    auto links = star.links();
    links[star.bottleneck()].rateBps = 10e6 / 8;
    PacketNetwork::Settings settings;
    settings.receiveWindowBytes = 500'000;
    PacketFixture net(links, star.table(), settings);
    net.network.send(net.network.open(1, star.senders, 0), 50'000'000, {}, {});
    net.runUntil(5);
    const std::uint64_t repeated = net.network.segmentsRepeated();
    for (std::uint64_t i = 0; i < 20; ++i) {
        const double begin = net.seconds();
        net.network.message(0, star.senders, 100, 0, net.note(i));
        while (net.order.size() <= i)
            net.runUntil(net.seconds() + 1e-3);
        CHECK(net.at[i] - begin > 0.3);
    }
    CHECK(net.network.segmentsRepeated() == repeated);
}

TEST_CASE("a kept connection goes on with its window, unless it was idle for longer than the timeout")
{
    const Incast star{1, gigabit, 5e-3, PacketLinkSpec::unbounded}; // 20 ms there and back
    PacketFixture net(star.links(), star.table());
    std::uint64_t number = 0;
    const auto took = [&](bool kept, double pause) {
        net.runUntil(net.seconds() + pause);
        const double begin = net.seconds();
        net.network.message(0, 1, 40 * 1448, 7, net.note(++number), kept);
        net.runUntil(begin + 0.08);
        return net.at[number] - begin;
    };
    const double once = 0.010 + 41 * fullWire / gigabit;      // in one window
    const double slowStart = 0.050 + 10 * fullWire / gigabit; // windows of 10, 20 and 10 segments
    CHECK(took(true, 0) == Approx(slowStart).epsilon(0.02));
    CHECK(took(true, 0) == Approx(once).epsilon(0.02));
    CHECK(took(false, 0) == Approx(slowStart).epsilon(0.02));
    CHECK(took(true, 0) == Approx(once).epsilon(0.02));
    CHECK(took(true, 1) == Approx(slowStart).epsilon(0.02));
}

TEST_CASE("lost data are sent again after a second at first, later after the round trip and 200 ms")
{
    const Incast star{1, gigabit, 1e-3, PacketLinkSpec::unbounded};
    PacketFixture net(star.links(), star.table());
    const double trip = 2e-3, back = 2e-3; // two links each way
    const auto losesOne = [&](std::uint64_t number) {
        const double begin = net.seconds();
        net.network.setLinkRate(0, 0);
        net.network.message(0, 1, 100, 0, net.note(number));
        net.runUntil(begin + 0.1);
        net.network.setLinkRate(0, 1);
        net.runUntil(begin + 3);
        return net.at[number] - begin;
    };
    CHECK(losesOne(1) == Approx(1 + trip).margin(1e-4));
    CHECK(losesOne(2) == Approx(0.2 + trip + back + trip).margin(1e-4));
}

TEST_CASE("every second segment is acknowledged, and at once what is out of order, fills a gap or asks")
{
    resources::Reassembly receiver;
    receiver.start();
    CHECK_FALSE(receiver.take(0, 100, false));
    CHECK(receiver.take(100, 100, false));
    CHECK(receiver.take(200, 100, true));
    CHECK(receiver.take(400, 100, false)); // beyond a gap
    CHECK(receiver.take(500, 100, false));
    CHECK(receiver.inOrder() == 300);
    CHECK(receiver.take(300, 100, false)); // fills it
    CHECK(receiver.inOrder() == 600);
    CHECK(receiver.take(100, 100, false)); // seen before
    CHECK_FALSE(receiver.take(600, 100, false));
}

TEST_CASE("a sender with a rate of its own spaces its packets evenly")
{
    const Incast star{1, gigabit, 10e-6, PacketLinkSpec::unbounded};
    PacketNetwork::Settings settings;
    settings.streamRateBps = 10e6;
    PacketFixture net(star.links(), star.table(), settings);
    net.network.send(net.network.open(0, 1, 0), 2'000'000, {}, net.note(1));
    net.network.send(net.network.open(0, 1, 0), 1'000'000, {}, net.note(2)); // each has its own
    net.runUntil(0.05);
    CHECK(net.network.queuedBytes(0) <= 2 * fullWire);
    net.runUntil(1);
    CHECK(net.at[1] == Approx(0.2).epsilon(2e-3));
    CHECK(net.at[2] == Approx(0.1).epsilon(2e-3));
}

TEST_CASE("in steady state packets, streams and chunks come from pools")
{
    const Incast star{4, gigabit, 20e-6, 10 * fullWire};
    PacketFixture net(star.links(), star.table());
    struct Loop
    {
        PacketFixture& net;
        std::uint64_t done = 0;
        static void again(void* self, std::uint64_t from)
        {
            auto* loop = static_cast<Loop*>(self);
            ++loop->done;
            loop->net.network.message(static_cast<std::uint32_t>(from), 4, 20'000, loop->done,
                                      {&Loop::again, self, from});
        }
    } loop{net};
    for (std::uint32_t from = 0; from < 4; ++from)
        net.network.message(from, 4, 20'000, from, {&Loop::again, &loop, from});
    net.runUntil(2);
    const std::uint64_t before = allocations;
    const std::uint64_t packets = net.network.conservation().sent.packets;
    net.runUntil(4);
    CHECK(net.network.conservation().sent.packets > packets + 10'000);
    CHECK(allocations - before < 100); // a queue that grows once more
}
