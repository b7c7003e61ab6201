// The network at packet level: queues, drops and TCP's windows, packet by packet.
#pragma once

#include "resources/network/flow/network.h"
#include "resources/network/packet/ports.h"
#include "resources/network/packet/sender.h"

#include <limits>
#include <memory>
#include <vector>

namespace headroom::resources {

/// Every segment of a stream and every acknowledgement passes its links one by one: it waits in the output queue of
/// each port, first come first served; takes its wire bytes at the line rate; is stored at a switch or cut through; is
/// dropped where a buffer is full; and is sent again when the sender finds out (packet/sender.h). Chunks of a stream
/// are delivered in order. Use and errors are those of Network, except that a node has no way to itself here.
///
/// Rates are the line's: packets carry 52 bytes of IPv4, TCP and time stamps, and 38 of Ethernet (network.h,
/// payloadShare). A message is a short stream on a connection that is already there: its window is the initial one, the
/// round trip is known, an empty message counts as one byte. Messages do not wait for each other's losses.
///
/// A node's adapter takes what waits in turn, acknowledgements first and then two packets of each stream that its
/// window allows (fair queueing as tc-fq(8), quantum 2 MTU; sparse flows first as in RFC 8290): nothing is lost there.
///
/// What it leaves out: connecting and closing, selective acknowledgements, explicit congestion notification, pauses
/// (IEEE 802.3x), buffers shared between ports, a receiver that reads slowly (the receive window is constant).
///
/// What it costs: about two events for each packet and link, acknowledgements included, where the flow level pays a few
/// for each chunk. Reads of 1 MB on a rack of 8 nodes, the whole model counted, take 17 times the events
/// and 5 times the processor time. Nothing is allocated per packet once pools and queues have grown.
class PacketNetwork
{
public:
    using RouteFunction = Network::RouteFunction;

    struct Settings
    {
        std::uint32_t mtu = 1500;
        CongestionControl control = CongestionControl::cubic;
        std::uint32_t initialWindowPackets = 10; ///< RFC 6928
        double minimumTimeoutS = 0.2;            ///< Linux, TCP_RTO_MIN
        double maximumTimeoutS = 120;            ///< Linux, TCP_RTO_MAX
        /// What a sender may have under way at most: half of the 6 MiB to which Linux lets a receive buffer grow
        /// (tcp_rmem; half of a buffer is window, tcp_adv_win_scale 1). At least two packets.
        std::uint64_t receiveWindowBytes = 3 << 20;
        /// Payload bytes per second that a sender hands to its adapter at most, evenly spaced (a slow process, pacing).
        double streamRateBps = std::numeric_limits<double>::infinity();
    };

    PacketNetwork(kernel::Calendar& calendar, std::vector<PacketLinkSpec> links, RouteFunction route,
                  const void* topology, const Settings& settings);
    ~PacketNetwork();
    PacketNetwork(const PacketNetwork&) = delete;
    PacketNetwork& operator=(const PacketNetwork&) = delete;

    void message(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, std::uint64_t flow,
                 kernel::Completion delivered);
    StreamId open(std::uint32_t from, std::uint32_t to, std::uint64_t flow);
    /// `sent`: the last byte has left the sender's adapter for the first time.
    void send(StreamId stream, std::uint64_t bytes, kernel::Completion sent, kernel::Completion delivered);
    /// Closes the stream: nothing more is sent and no completion called; packets that are on links still take their
    /// time there.
    void close(StreamId stream);
    /// What is under way per round trip, payload bytes per second.
    double rate(StreamId stream) const;

    double latency(std::uint32_t from, std::uint32_t to) const;

    std::size_t linkCount() const;
    /// From this instant on what comes to the link goes at `factor` times its rate; what waits there already leaves as
    /// planned. At 0 it is cut: all that comes to it is lost, and senders find out by their timeouts.
    void setLinkRate(std::uint32_t link, double factor);
    /// Payload bytes with those sent again; the utilisation is that of the wire, acknowledgements included.
    LinkLoad load(std::uint32_t link, kernel::Time now) const;
    double linkBytes(std::uint32_t link, kernel::Time now) const;
    void resetLoads(kernel::Time now);

    /// Where every packet is: sent = arrived + dropped + under way, at any instant. Since the beginning.
    struct Conservation
    {
        PacketCount sent, arrived, dropped, underWay;
        bool holds() const { return sent == arrived + dropped + underWay; }
    };
    Conservation conservation() const;
    /// What contradicts conservation at this instant, by link and in the whole, in words; empty if all is well.
    std::vector<std::string> check() const;
    const PacketCount& dropped(std::uint32_t link) const;
    std::uint64_t queuedBytes(std::uint32_t link) const;
    std::uint64_t segmentsRepeated() const;
    std::uint64_t timeouts() const;

private:
    static constexpr std::uint32_t none = PacketPorts::none;
    struct Chunk;
    struct Stream;
    struct Adapter;
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace headroom::resources
