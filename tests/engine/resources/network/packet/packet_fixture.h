// Networks at packet level for tests: the shared fixture, and a star whose receiving port is the bottleneck.
#pragma once

#include "resources/network/packet/packet_network.h"
#include "tests/engine/resources/network/flow/network_fixture.h"

#include <algorithm>

namespace headroom::test {

using resources::PacketLinkSpec;
using resources::PacketNetwork;
using PacketFixture = NetworkFixtureOf<PacketNetwork, PacketLinkSpec>;

constexpr double gigabit = 1e9 / 8;      ///< bytes per second
constexpr std::uint32_t fullWire = 1538; ///< bytes on the wire of a packet of 1500

/// `senders` nodes send to node `senders` through one port; every link runs at `rate` and takes `latency`. Link i is
/// the transmit side of node i, link senders + 1 + i leads from the switch to node i.
struct Incast
{
    std::uint32_t senders;
    double rate;
    double latency;
    std::uint64_t buffer;

    std::uint32_t bottleneck() const { return 2 * senders + 1; }

    std::vector<PacketLinkSpec> links() const
    {
        std::vector<PacketLinkSpec> links(2 * senders + 2, {"link", rate, latency});
        links[bottleneck()].bufferBytes = buffer;
        return links;
    }

    PacketFixture::Table table() const
    {
        PacketFixture::Table table;
        for (std::uint32_t i = 0; i < senders; ++i) {
            table[{i, senders}] = {i, bottleneck()};
            table[{senders, i}] = {senders, senders + 1 + i};
        }
        return table;
    }

    /// Wire bytes that fit into one round trip of a full packet and its acknowledgement.
    double bandwidthDelayProduct() const { return rate * 4 * latency + 2 * fullWire; }
};

} // namespace headroom::test
