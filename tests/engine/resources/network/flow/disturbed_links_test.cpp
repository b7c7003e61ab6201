#include "network_fixture.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

using namespace headroom;
using namespace headroom::resources;
using headroom::test::incast;
using headroom::test::NetworkFixture;
using headroom::test::onWire;
using Violations = std::vector<std::string>;

namespace {

constexpr double disturbedTick = 5e-12;

} // namespace

TEST_CASE("a slowed link is shared anew at that instant, and again when it recovers")
{
    NetworkFixture net({{"tx0", 4e6, 0}, {"tx1", 4e6, 0}, {"rx", 4e6, 0}}, incast());
    const StreamId a = net.network.open(0, 2, 0);
    const StreamId b = net.network.open(1, 2, 0);
    net.network.send(a, 4'000'000, net.note(0), {});
    net.network.send(b, 4'000'000, net.note(1), {});
    net.runUntil(0.5); // 1 MB each
    net.network.setLinkRate(0, 0.25);
    net.runUntil(0.6);
    CHECK(net.network.rate(a) == Approx(1e6));
    CHECK(net.network.rate(b) == Approx(3e6));
    CHECK(net.network.usable(0));
    net.runUntil(1);
    net.network.setLinkRate(0, 1);
    net.runUntil(5);
    // At 1 s a has 2.5 MB left, b 1.5 MB: b ends at 1.75 s, then a has 1 MB left at 4 MB/s.
    CHECK(net.at[1] == Approx(1.75).margin(disturbedTick));
    CHECK(net.at[0] == Approx(2.0).margin(disturbedTick));
}

TEST_CASE("streams over a cut link stand still, the others take their share, and go on when it returns")
{
    NetworkFixture net({{"tx0", 4e6, 0}, {"tx1", 4e6, 0}, {"rx", 4e6, 0}}, incast());
    const StreamId a = net.network.open(0, 2, 0);
    net.network.send(a, 2'000'000, net.note(0), {});
    net.network.send(net.network.open(1, 2, 0), 8'000'000, net.note(1), {});
    net.runUntil(0.5); // 1 MB each
    net.network.setLinkRate(0, 0);
    CHECK_FALSE(net.network.usable(0));
    net.runUntil(1);
    CHECK(net.network.rate(a) == 0);
    CHECK(net.network.check().empty());
    const StreamId late = net.network.open(0, 2, 0); // opened while it is cut: waits too
    net.network.send(late, 1'000'000, net.note(2), {});
    net.runUntil(1.5); // the other has had 4 MB/s for a second: 3 MB left
    net.network.setLinkRate(0, 1);
    net.runUntil(1.6);
    CHECK(net.network.rate(a) == Approx(4e6 / 3));
    net.runUntil(5);
    CHECK(net.at[0] == Approx(1.5 + 0.75).margin(disturbedTick));
    CHECK(net.at[2] == Approx(1.5 + 0.75).margin(disturbedTick));
    CHECK(net.at[1] == Approx(1.5 + 0.75 + 0.5).margin(disturbedTick));
}

TEST_CASE("a stream over a cut link goes on another way from that instant on, if there is one")
{
    // From 0 to 1 by link 0, or by link 1, which is half as fast and longer.
    NetworkFixture net({{"short", 4e6, 1e-3}, {"long", 2e6, 5e-3}}, {{{0, 1}, {0}}});
    const StreamId stream = net.network.open(0, 1, 0);
    const StreamId idle = net.network.open(0, 1, 1);
    net.network.send(stream, 4'000'000, net.note(0), net.note(1));
    net.runUntil(0.5);
    net.network.setLinkRate(0, 0);
    net.network.reroute(); // still the only way
    net.runUntil(0.6);
    CHECK(net.network.rate(stream) == 0);
    net.routes[{0, 1}] = {1};
    net.network.reroute();
    net.network.send(stream, 1'000'000, net.note(2), net.note(3));
    net.runUntil(0.7);
    CHECK(net.network.rate(stream) == Approx(2e6));
    CHECK(net.bytes(0) == Approx(2e6));
    CHECK(net.bytes(1) == Approx(0.2e6));
    net.runUntil(10);
    CHECK(net.at[0] == Approx(0.6 + 1).margin(disturbedTick));
    CHECK(net.at[1] == Approx(0.6 + 1 + 5e-3).margin(disturbedTick));
    CHECK(net.at[2] == Approx(0.6 + 1.5).margin(disturbedTick));
    CHECK(net.bytes(0) == Approx(2e6));
    CHECK(net.bytes(1) == Approx(3e6));
    net.network.send(idle, 1'000'000, net.note(4), {});
    net.runUntil(20);
    CHECK(net.at[4] == Approx(10.5).margin(disturbedTick));
    CHECK(net.network.check() == Violations{});
}

TEST_CASE("bytes that a stream sent before it moved arrive before those that it sends afterwards")
{
    NetworkFixture net({{"long", 1e9, 1}, {"short", 1e9, 1e-3, false}}, {{{0, 1}, {0}}});
    const StreamId stream = net.network.open(0, 1, 0);
    net.network.send(stream, 1000, {}, net.note(0));
    net.runUntil(0.1);
    net.network.setLinkRate(0, 0);
    net.routes[{0, 1}] = {1};
    net.network.reroute();
    net.network.send(stream, 1000, {}, net.note(1));
    net.runUntil(0.2);
    CHECK(net.order.empty());
    net.runUntil(3);
    CHECK(net.order == std::vector<std::uint64_t>{0, 1});
    CHECK(net.at[0] == Approx(1 + 1e-6).margin(disturbedTick));
    CHECK(net.at[1] == Approx(1.1).margin(disturbedTick));
}

TEST_CASE("small messages wait in front of a cut link, first come first served")
{
    NetworkFixture net({{"tx0", 1e6, 1e-3}, {"tx1", 1e6, 0}, {"rx", 1e6, 0}}, incast());
    net.network.setLinkRate(2, 0);
    net.network.message(0, 2, 1000, 0, net.note(0));
    net.network.message(1, 2, 1000, 0, net.note(1));
    net.runUntil(1);
    CHECK(net.order.empty());
    CHECK(net.bytes(0) == Approx(onWire(1000)));
    CHECK(net.bytes(2) == 0);
    net.network.setLinkRate(2, 0.5);
    net.runUntil(2);
    CHECK(net.order == std::vector<std::uint64_t>{1, 0});
    CHECK(net.at[1] == Approx(1 + onWire(1000) / 0.5e6).margin(disturbedTick));
    CHECK(net.at[0] == Approx(1 + 2 * onWire(1000) / 0.5e6).margin(disturbedTick));
}

TEST_CASE("delay-only links slow down and fail too")
{
    NetworkFixture net({{"tx", 1e6, 0, false}}, {{{0, 1}, {0}}});
    const StreamId stream = net.network.open(0, 1, 0);
    net.network.send(stream, 1'000'000, net.note(0), {});
    net.runUntil(0.25);
    net.network.setLinkRate(0, 0);
    net.network.message(0, 1, 500'000, 0, net.note(1));
    net.runUntil(1);
    net.network.setLinkRate(0, 0.5);
    net.runUntil(1.5);
    net.network.message(0, 1, 100'000, 0, net.note(2));
    net.runUntil(5);
    CHECK(net.at[0] == Approx(1 + 0.75 / 0.5).margin(disturbedTick));
    CHECK(net.at[1] == Approx(1 + 1.0).margin(disturbedTick));
    CHECK(net.at[2] == Approx(1.5 + onWire(100'000) / 0.5e6).margin(disturbedTick));
}

TEST_CASE("a delay-only link among shared ones bounds its streams by what is left of it")
{
    NetworkFixture net({{"tx0", 2e6, 0, false}, {"tx1", 4e6, 0}, {"rx", 4e6, 0}}, incast());
    const StreamId a = net.network.open(0, 2, 0);
    const StreamId b = net.network.open(1, 2, 0);
    net.network.send(a, 100'000'000, {}, {});
    net.network.send(b, 100'000'000, {}, {});
    net.runUntil(0.1);
    CHECK(net.network.rate(a) == Approx(2e6));
    net.network.setLinkRate(0, 0.25);
    net.runUntil(0.2);
    CHECK(net.network.rate(a) == Approx(0.5e6));
    CHECK(net.network.rate(b) == Approx(3.5e6));
    net.network.setLinkRate(0, 0);
    net.runUntil(0.3);
    CHECK(net.network.rate(a) == 0);
    CHECK(net.network.rate(b) == Approx(4e6));
}

TEST_CASE("a link of any rate that nobody shares passes nothing while it is cut")
{
    constexpr double any = std::numeric_limits<double>::infinity();
    NetworkFixture net({{"tx0", any, 0, false}, {"rx", any, 0, false}}, {{{0, 2}, {0, 1}}});
    const StreamId stream = net.network.open(0, 2, 0);
    net.network.setLinkRate(0, 0);
    net.network.send(stream, 1'000'000, {}, net.note(0));
    net.network.message(0, 2, 1000, 0, net.note(1));
    net.runUntil(1);
    CHECK(net.at.empty());
    net.network.setLinkRate(0, 1);
    net.runUntil(2);
    CHECK(net.at[0] == Approx(1));
    CHECK(net.at[1] == Approx(1));
}

TEST_CASE("a rate factor below nothing is refused")
{
    NetworkFixture net({{"tx", 1e6, 0}}, {{{0, 1}, {0}}});
    CHECK_THROWS_AS(net.network.setLinkRate(0, -0.1), std::invalid_argument);
    CHECK_THROWS_AS(net.network.setLinkRate(0, std::nan("")), std::invalid_argument);
}

TEST_CASE("bytes in are bytes out for every stream, message and link, whatever happens to the links")
{
    Network::Settings settings;
    settings.audit = true;
    std::vector<LinkSpec> links;
    NetworkFixture::Table table;
    for (std::uint32_t host = 0; host < 8; ++host) {
        links.push_back({"tx" + std::to_string(host), 1e8, 1e-5, host % 4 != 0}); // every fourth is delay only
        links.push_back({"rx" + std::to_string(host), 1e8, 1e-5});
        for (std::uint32_t other = 0; other < 8; ++other)
            if (other != host)
                table[{host, other}] = {2 * host, 2 * other + 1};
    }
    links.push_back({"detour", 5e7, 1e-4}); // of whoever has to move
    NetworkFixture net(links, table, settings);
    std::mt19937_64 random(17);
    std::vector<StreamId> streams;
    double now = 0;
    for (std::uint64_t i = 0; i < 3000; ++i) {
        const auto from = static_cast<std::uint32_t>(random() % 8);
        const auto to = static_cast<std::uint32_t>((from + 1 + random() % 7) % 8);
        const std::uint64_t bytes = random() % (i % 2 ? 14'000 : 2'000'000);
        switch (random() % 6) {
        case 0:
            streams.push_back(net.network.open(from, to, i));
            net.network.send(streams.back(), bytes, {}, net.note(i));
            break;
        case 1:
            if (!streams.empty())
                net.network.close(streams[random() % streams.size()]);
            break;
        case 2: {
            const double factors[] = {0, 0.1, 0.5, 1};
            net.network.setLinkRate(static_cast<std::uint32_t>(random() % 16), factors[random() % 4]);
            if (random() % 2 == 0) {
                auto usual = net.routes;
                for (auto& [ends, route] : net.routes)
                    route = {16};
                net.network.reroute();
                net.routes = std::move(usual);
            }
            break;
        }
        default:
            net.network.message(from, to, bytes, i, net.note(i));
        }
        net.runUntil(now += static_cast<double>(random() % 1000) * 1e-6);
        if (i % 10 == 0)
            REQUIRE(net.network.check() == Violations{});
    }
    for (std::uint32_t link = 0; link < 16; ++link)
        net.network.setLinkRate(link, 1);
    net.runUntil(now + 100);
    CHECK(net.network.check() == Violations{});
    CHECK(net.order.size() > 1500);
}
