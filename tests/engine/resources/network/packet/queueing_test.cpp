// Queues at a port against theory, and streams that share a bottleneck against the flow level.
#include "../../../effort.h"
#include "packet_fixture.h"

#include "kernel/random.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

using namespace headroom;
using namespace headroom::test;
using resources::CongestionControl;
using resources::StreamId;

namespace {

/// Packets of one size come to a port in a Poisson process; how long each waits, averaged by batches.
struct PoissonPackets
{
    static constexpr std::uint64_t batch = effort(20'000);
    static constexpr double serviceS = 1538 * 8e-9;

    PoissonPackets(double load_, std::uint64_t packets_) : load(load_), packets(packets_) {}

    double load;
    std::uint64_t packets;
    kernel::KeyedRandom random{11};
    // The source's own link is so fast that it adds nothing; what comes back takes a link of its own.
    PacketFixture net{{{"source", 1e6 * gigabit, 0}, {"port", gigabit, 0}, {"back", 1e6 * gigabit, 0}},
                      {{{0, 1}, {0, 1}}, {{1, 0}, {2}}}};
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::vector<kernel::Time> sentAt = std::vector<kernel::Time>(1U << 16U); ///< of those under way
    double batchSum = 0;
    std::vector<double> means;

    void arrive()
    {
        sentAt[sent % sentAt.size()] = net.calendar.now();
        net.network.message(0, 1, 1448, 0, {&PoissonPackets::onDelivered, this, sent});
        if (++sent < packets)
            net.calendar.schedule(
                net.calendar.now() + kernel::fromSeconds(random.exponential(serviceS / load, 1, sent)),
                [](void* self, std::uint64_t) { static_cast<PoissonPackets*>(self)->arrive(); }, this);
    }

    static void onDelivered(void* self, std::uint64_t number)
    {
        auto& s = *static_cast<PoissonPackets*>(self);
        s.batchSum += kernel::toSeconds(s.net.calendar.now() - s.sentAt[number % s.sentAt.size()]) - serviceS;
        if (++s.received % batch != 0)
            return;
        s.means.push_back(s.batchSum / batch);
        s.batchSum = 0;
    }

    void run()
    {
        arrive();
        net.calendar.runUntil(kernel::fromSeconds(static_cast<double>(packets) * serviceS / load * 2));
    }

    double mean() const { return std::accumulate(means.begin(), means.end(), 0.0) / static_cast<double>(means.size()); }
    double standardError() const
    {
        const auto n = static_cast<double>(means.size());
        double squares = 0;
        for (const double value : means)
            squares += (value - mean()) * (value - mean());
        return std::sqrt(squares / (n - 1) / n);
    }
};

/// Streams that never end through one port, with equal round trips: what each moved in the time measured.
struct LongStreams
{
    Incast star;
    PacketFixture net;
    std::vector<std::uint64_t> delivered; ///< chunks
    std::vector<double> payloadBps;

    static constexpr std::uint64_t chunk = 50'000;

    LongStreams(std::uint32_t count, double rate, CongestionControl control, double warmUpS, double measuredS)
        : star{count, rate, 250e-6, 0}, net(sized(star), star.table(), settings(control))
    {
        delivered.resize(count, 0);
        const auto chunks = static_cast<std::uint64_t>((warmUpS + measuredS) * star.rate / chunk) + 1;
        for (std::uint32_t from = 0; from < count; ++from) {
            const StreamId stream = net.network.open(from, count, 0);
            for (std::uint64_t i = 0; i < chunks; ++i)
                net.network.send(stream, chunk, {}, {&LongStreams::onDelivered, this, from});
        }
        net.runUntil(warmUpS);
        const std::vector<std::uint64_t> before = delivered;
        net.runUntil(warmUpS + measuredS);
        for (std::uint32_t from = 0; from < count; ++from)
            payloadBps.push_back(static_cast<double>((delivered[from] - before[from]) * chunk) / measuredS);
    }

    static void onDelivered(void* self, std::uint64_t from) { ++static_cast<LongStreams*>(self)->delivered[from]; }

    static std::vector<PacketLinkSpec> sized(Incast& star)
    {
        star.buffer = static_cast<std::uint64_t>(star.bandwidthDelayProduct());
        return star.links();
    }
    static PacketNetwork::Settings settings(CongestionControl control)
    {
        PacketNetwork::Settings settings;
        settings.control = control;
        return settings;
    }
};

} // namespace

TEST_CASE("packets of one size that arrive as a Poisson process wait as M/D/1 says", "[theory]")
{
    // Mean wait of M/D/1 (Pollaczek and Khinchine): ρ / (2 (1 − ρ)) services.
    const auto [load, packets] = oneOf({std::pair{0.3, 400'000}, std::pair{0.7, 1'000'000}, std::pair{0.9, 3'000'000}});
    PoissonPackets queue(load, effort(static_cast<std::uint64_t>(packets)));
    queue.run();
    REQUIRE(queue.received == queue.packets);
    const double expected = load / (2 * (1 - load)) * PoissonPackets::serviceS;
    CHECK(queue.standardError() < surenessWanted * expected);
    CHECK(std::abs(queue.mean() - expected) < 3 * queue.standardError());
}

TEST_CASE("long streams with equal round trips and a buffer of one bandwidth-delay product share as at flow level",
          "[theory]")
{
    const auto control = oneOf({CongestionControl::newReno, CongestionControl::cubic});
    const auto count = oneOf(someOf(std::vector{2U, 4U, 8U}));
    LongStreams streams(count, gigabit, control, 2, 10);
    const double all = gigabit * resources::payloadShare(1500);
    INFO(count << " streams of " << (control == CongestionControl::cubic ? "CUBIC" : "NewReno"));
    double sum = 0;
    for (const double rate : streams.payloadBps) {
        UNSCOPED_INFO(rate / all * count);
        sum += rate;
    }
    CHECK(sum / all == Approx(1).epsilon(0.05));
    for (const double rate : streams.payloadBps)
        CHECK(rate / all * count == Approx(1).epsilon(0.15));
}
