// Short messages and streams share the capacity of a link: together they never carry more than it can.
#include "network_fixture.h"
#include "resources/network/flow/network_messages.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace headroom;
using namespace headroom::resources;
using headroom::test::incast;
using headroom::test::NetworkFixture;
using headroom::test::onWire;

namespace {

constexpr double gigabit = 125e6; ///< bytes per second

/// A cable of 1 Gb/s from node 0, the receiver's link is ten times as fast.
NetworkFixture oneCable(Network::Settings settings = {})
{
    settings.audit = true;
    return {{{"tx0", gigabit, 0}, {"tx1", gigabit, 0}, {"rx", 10 * gigabit, 0}}, incast(), settings};
}

/// Clients that send a message each, and the next one as soon as it has arrived.
struct Clients
{
    NetworkFixture& net;
    std::uint64_t bytes;
    std::uint64_t arrived = 0;
    bool stopped = false;

    Clients(NetworkFixture& network, int clients, std::uint64_t size) : net(network), bytes(size)
    {
        for (int i = 0; i < clients; ++i)
            send();
    }

    void send()
    {
        net.network.message(0, 2, bytes, 0,
                            {[](void* self, std::uint64_t) {
                                 auto* clients = static_cast<Clients*>(self);
                                 ++clients->arrived;
                                 if (!clients->stopped)
                                     clients->send();
                             },
                             this, 0});
    }
    double arrivedBytes() const { return static_cast<double>(arrived * bytes); }
};

/// Reads the bytes of link 0 at the end of each interval, and returns the largest share of its capacity.
double largestShare(NetworkFixture& net, double until, double interval)
{
    double largest = 0;
    double before = net.bytes(0);
    for (double end = net.seconds() + interval; end <= until + interval / 2; end += interval) {
        net.runUntil(end);
        const double bytes = net.bytes(0);
        largest = std::max(largest, (bytes - before) / (gigabit * interval));
        before = bytes;
    }
    return largest;
}

constexpr double whole = 1 + 1e-9;

} // namespace

TEST_CASE("messages that wait for a link do not count as carried yet")
{
    Network::Settings settings;
    settings.byMessages = GENERATE(false, true);
    NetworkFixture net = oneCable(settings);
    for (std::uint64_t i = 0; i < 25'000; ++i)
        net.network.message(0, 2, 10'000, 0, net.note(i)); // two seconds' worth at once
    net.runUntil(0.5);
    CHECK(net.bytes(0) == Approx(0.5 * gigabit));
    CHECK(net.network.check().empty());
    CHECK(largestShare(net, 4, 0.01) <= whole);
    CHECK(net.bytes(0) == Approx(25'000 * onWire(10'000)));
    CHECK(net.network.check().empty());
}

TEST_CASE("many clients' messages and a stream together use a link to 100 per cent, not more")
{
    const int clients = GENERATE(8, 20, 100, 1000);
    NetworkFixture net = oneCable();
    const StreamId stream = net.network.open(0, 2, 0);
    net.network.send(stream, 10'000'000'000, net.note(1), {});
    Clients messages(net, clients, 10'000);
    net.runUntil(2);
    const double arrivedBefore = messages.arrivedBytes();
    net.network.resetLoads(net.calendar.now());
    CHECK(largestShare(net, 12, 0.05) <= whole);
    const double byMessages = (messages.arrivedBytes() - arrivedBefore) / (10 * gigabit);
    CAPTURE(clients, byMessages);
    CHECK(net.network.load(0, net.calendar.now()).utilisation == Approx(1).margin(0.01));
    // The stream gets the floor share, or that of one among all who want to send if it is less.
    const double streamed = std::min(Network::Settings().smallMessageShare, 1.0 / (clients + 1));
    CHECK(byMessages == Approx(1 - streamed).margin(0.01));
    CHECK(net.network.rate(stream) / gigabit == Approx(streamed).margin(0.01));
    CHECK(net.network.check().empty());
}

TEST_CASE("a burst of messages beside a stream is paid for by the stream within a second")
{
    // 0.2 s worth of messages at once every second, beside a stream of 3 s that has the link otherwise.
    NetworkFixture net = oneCable();
    net.network.send(net.network.open(0, 2, 0), static_cast<std::uint64_t>(3 * gigabit), net.note(1), {});
    double largest = 0;
    for (int second = 0; second < 3; ++second) {
        for (std::uint64_t i = 0; i < 2500; ++i)
            net.network.message(0, 2, 10'000, 0, {});
        largest = std::max(largest, largestShare(net, second + 1, 0.02));
    }
    net.runUntil(6);
    CHECK(largest <= whole);
    CHECK(net.at[1] == Approx(3.6).margin(0.1)); // 3 s of its own, 0.6 s of messages
    CHECK(net.bytes(0) == Approx(3 * gigabit + 7500 * onWire(10'000)));
    CHECK(net.network.check().empty());
}

TEST_CASE("few messages that stay below the step of the capacity are paid for as well")
{
    // 0.5 % of the link in messages, evenly: below the one per cent from which the average comes off the streams'
    // share.
    NetworkFixture net = oneCable();
    net.network.send(net.network.open(0, 2, 0), static_cast<std::uint64_t>(20 * gigabit), net.note(1), {});
    for (int i = 0; i < 20 * 50; ++i) {
        net.runUntil(i / 50.0);
        net.network.message(0, 2, 12'500, 0, {});
    }
    net.runUntil(30);
    CHECK(net.at[1] == Approx(20.1).margin(0.01)); // 0.1 s of messages
}
