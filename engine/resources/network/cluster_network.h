// The network of a cluster, each link at its own level of detail.
#pragma once

#include "resources/network/flow/network.h"
#include "resources/network/packet/packet_network.h"

#include <optional>
#include <vector>

namespace headroom::resources {

/// The links that are simulated packet by packet.
struct PacketLevel
{
    std::vector<PacketLinkSpec> links; ///< every link of the network; those at other levels have unlimited queues
    std::vector<bool> atPacketLevel;   ///< by link
    PacketNetwork::Settings settings;
};

/// A stream or message is simulated at packet level (packet_network.h) on all links of its route if any of them is at
/// that level; otherwise at flow level (network.h), which includes delay-only links. On a link used by both levels,
/// neither sees the load of the other: a link that limits the throughput should be at one level for all its users.
/// Traffic from a node to itself uses the flow level's loopback.
///
/// Once a link has been cut, messages between nodes without a route are lost, and no stream is opened between them.
///
/// Use and errors are those of Network. Without a packet level every call is passed to the flow level unchanged.
class ClusterNetwork
{
public:
    ClusterNetwork(kernel::Calendar& calendar, std::vector<LinkSpec> links, Network::RouteFunction route,
                   const void* topology, const Network::Settings& settings, std::optional<PacketLevel> packets = {});

    /// Returns false if there is no route; then the message never arrives. `kept` as for PacketNetwork.
    bool message(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, std::uint64_t flow,
                 kernel::Completion delivered, bool kept = false)
    {
        if (disturbed_ && !reaches(from, to, flow))
            return false;
        if (packets_ && goesByPackets(from, to, flow))
            packets_->message(from, to, bytes, flow, delivered, kept);
        else
            flows_.message(from, to, bytes, flow, delivered);
        return true;
    }
    /// True if there is a route in both directions.
    bool leads(std::uint32_t from, std::uint32_t to, std::uint64_t flow) const
    {
        return !disturbed_ || (reaches(from, to, flow) && reaches(to, from, flow));
    }
    /// Returns noStream if there is no route.
    StreamId open(std::uint32_t from, std::uint32_t to, std::uint64_t flow, bool kept = false)
    {
        if (!leads(from, to, flow))
            return noStream;
        if (packets_ && goesByPackets(from, to, flow))
            return packets_->open(from, to, flow, kept) | packetStream;
        return flows_.open(from, to, flow);
    }
    void send(StreamId stream, std::uint64_t bytes, kernel::Completion sent, kernel::Completion delivered)
    {
        if (isPacketStream(stream))
            packets_->send(stream & ~packetStream, bytes, sent, delivered);
        else
            flows_.send(stream, bytes, sent, delivered);
    }
    void close(StreamId stream)
    {
        if (isPacketStream(stream))
            packets_->close(stream & ~packetStream);
        else
            flows_.close(stream);
    }
    double rate(StreamId stream) const
    {
        return isPacketStream(stream) ? packets_->rate(stream & ~packetStream) : flows_.rate(stream);
    }

    /// Time from which the receiver of a stream has taken something until the sender knows it: an acknowledgement's
    /// way.
    kernel::Time wayBack(StreamId stream) const
    {
        return isPacketStream(stream) ? packets_->wayBack(stream & ~packetStream) : flows_.wayBack(stream);
    }

    /// Seconds that bytes of an open stream take which wait for nothing.
    double crossing(StreamId stream, std::uint32_t bytes) const
    {
        return isPacketStream(stream) ? packets_->crossing(stream & ~packetStream, bytes)
                                      : flows_.crossing(stream, bytes);
    }
    /// The same for a message, to which there is a route.
    double crossing(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::uint32_t bytes) const
    {
        return packets_ && goesByPackets(from, to, flow) ? packets_->crossing(from, to, flow, bytes)
                                                         : flows_.crossing(from, to, flow, bytes);
    }

    double latency(std::uint32_t from, std::uint32_t to) const;
    bool immediate(std::uint32_t from, std::uint32_t to) const
    {
        return !packets_ && (from == to || !mayBeCut_) && flows_.immediate(from, to);
    }
    /// Announces that links will be cut: then nothing between nodes is immediate, so that each sender learns whether
    /// there is a route.
    void expectCuts() { mayBeCut_ = true; }

    std::size_t linkCount() const { return flows_.linkCount(); }
    const LinkSpec& link(std::uint32_t index) const { return flows_.link(index); }
    /// The sum of both levels.
    LinkLoad load(std::uint32_t link, kernel::Time now) const;
    double linkBytes(std::uint32_t link, kernel::Time now) const;
    void resetLoads(kernel::Time now);
    void setLinkRate(std::uint32_t link, double factor);
    /// Calls Network::reroute. Streams at packet level keep their links; the others stay at flow level, whatever the
    /// level of their new links.
    void reroute() { flows_.reroute(); }
    bool usable(std::uint32_t link) const { return flows_.usable(link); }

    /// The violations of Network::check and PacketNetwork::check.
    std::vector<std::string> check() const;

    const Network& flows() const { return flows_; }
    /// Null if no link is at packet level.
    const PacketNetwork* packets() const { return packets_.get(); }

private:
    /// Packet networks do not use this bit of a stream's id (their generations have 31 bits).
    static constexpr StreamId packetStream = StreamId{1} << 63U;
    bool isPacketStream(StreamId stream) const { return packets_ && (stream & packetStream) != 0; }
    bool reaches(std::uint32_t from, std::uint32_t to, std::uint64_t flow) const;
    bool goesByPackets(std::uint32_t from, std::uint32_t to, std::uint64_t flow) const;

    Network flows_;
    std::unique_ptr<PacketNetwork> packets_;
    std::vector<bool> atPacketLevel_;
    bool everywhere_ = false; ///< all links are at packet level
    bool mayBeCut_ = false;
    bool disturbed_ = false; ///< a link has been cut: routes may be missing
    Network::RouteFunction route_;
    const void* topology_;
    mutable std::vector<std::uint32_t> routeScratch_;
};

} // namespace headroom::resources
