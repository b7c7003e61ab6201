// A network of a few links for tests, with a clock and a log of what completed when.
#pragma once

#include "kernel/calendar.h"
#include "resources/network/flow/network.h"

#include <map>
#include <utility>
#include <vector>

namespace headroom::test {

using resources::LinkSpec;
using resources::Network;
using resources::StreamId;

/// For any level of detail: `Net` is the network, `Spec` what it calls a link.
template <typename Net, typename Spec>
struct NetworkFixtureOf
{
    using Table = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>;

    kernel::Calendar calendar;
    Table routes;
    Net network;
    std::map<std::uint64_t, double> at; ///< when the completion with this number was called, in seconds
    std::vector<std::uint64_t> order;

    NetworkFixtureOf(std::vector<Spec> links, Table table, typename Net::Settings settings = {})
        : routes(std::move(table)), network(calendar, std::move(links), &NetworkFixtureOf::route, this, settings)
    {
    }

    static void route(const void* self, std::uint32_t from, std::uint32_t to, std::uint64_t,
                      std::vector<std::uint32_t>& links)
    {
        const auto& table = static_cast<const NetworkFixtureOf*>(self)->routes;
        if (const auto found = table.find({from, to}); found != table.end())
            links.insert(links.end(), found->second.begin(), found->second.end());
    }

    kernel::Completion note(std::uint64_t number)
    {
        return {[](void* self, std::uint64_t which) {
                    auto* fixture = static_cast<NetworkFixtureOf*>(self);
                    fixture->at[which] = kernel::toSeconds(fixture->calendar.now());
                    fixture->order.push_back(which);
                },
                this, number};
    }

    void runUntil(double seconds) { calendar.runUntil(kernel::fromSeconds(seconds)); }
    double seconds() const { return kernel::toSeconds(calendar.now()); }
    double bytes(std::uint32_t link) const { return network.linkBytes(link, calendar.now()); }
};

using NetworkFixture = NetworkFixtureOf<Network, LinkSpec>;

/// Bytes for which a message of these bytes keeps its links busy, at the MTU of the settings.
inline double onWire(std::uint64_t bytes)
{
    return resources::payloadInItsTime(bytes, Network::Settings().mtu);
}

/// Two senders (0, 1) and one receiver (2) around a switch; links: 0 and 1 transmit, 2 receive.
inline NetworkFixture::Table incast()
{
    return {{{0, 2}, {0, 2}}, {{1, 2}, {1, 2}}};
}

} // namespace headroom::test
