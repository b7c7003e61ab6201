// The network at packet level: queues, drops and TCP's windows, packet by packet.
#pragma once

#include "resources/network/flow/network.h"
#include "resources/network/packet/ports.h"
#include "resources/network/packet/sender.h"

#include <limits>
#include <memory>
#include <vector>

namespace headroom::resources {

/// Every segment of a stream and every acknowledgement passes its links one by one. It waits in the output queue of
/// each port, first come, first served; it takes its wire bytes at the line rate; a switch stores it or cuts it
/// through; it is dropped if a buffer is full, and sent again when the sender detects the loss (packet/sender.h).
/// Chunks of a stream are delivered in order. Use and errors are those of Network, except that a node has no route to
/// itself here.
///
/// Rates are line rates: packets contain 52 bytes of IPv4, TCP and time stamps, and 38 of Ethernet (network.h,
/// payloadShare). A message is a short stream: its round trip is what was measured last between the two nodes, and an
/// empty message counts as one byte. Messages do not wait for each other's losses.
///
/// A message or stream begins with the initial window, but on a connection that is kept (`kept`, and the same `flow`)
/// with that at the end of the one before, unless longer ago than the retransmission timeout (RFC 5681, 4.1; Linux:
/// tcp_slow_start_after_idle).
///
/// A node's adapter serves its senders in turn: acknowledgements first, then two packets of each stream whose window
/// allows it (fair queueing as tc-fq(8), quantum 2 MTU; sparse flows first as in RFC 8290). Nothing is lost there.
///
/// Not modelled: connecting and closing, explicit congestion notification, pauses (IEEE 802.3x), buffers shared between
/// ports, a receiver that reads slowly (the receive window is constant).
///
/// Cost: about two events for each packet and link, acknowledgements included; the flow level needs a few for each
/// chunk. Reads of 1 MB on a rack of 8 nodes, with the whole model counted, take 17 times the events and 5 times the
/// processor time. Nothing is allocated per packet once pools and queues have grown.
class PacketNetwork
{
public:
    using RouteFunction = Network::RouteFunction;

    struct Settings
    {
        std::uint32_t mtu = 1500;
        CongestionControl control = CongestionControl::cubic;
        std::uint32_t initialWindowPackets = 10; ///< RFC 6928; Linux: TCP_INIT_CWND in include/net/tcp.h
        bool probes = true;                      ///< RFC 8985; see SenderSettings
        double initialTimeoutS = 1;              ///< RFC 6298, 2.1; Linux: TCP_TIMEOUT_INIT in include/net/tcp.h
        double minimumTimeoutS = 0.2;            ///< Linux: TCP_RTO_MIN, HZ / 5, in include/net/tcp.h
        double maximumTimeoutS = 120;            ///< Linux: TCP_RTO_MAX, 120 * HZ, in include/net/tcp.h
        /// Maximum number of bytes in flight: half of the 6 MiB to which Linux lets a receive buffer grow (max_rshare
        /// of tcp_init() in net/ipv4/tcp.c), as half of a buffer is window (sysctl_tcp_adv_win_scale = 1, tcp_sk_init()
        /// in net/ipv4/tcp_ipv4.c). Since dfa2f0483360 Linux measures that share, and since 572be9bf9d0d (2025) a
        /// buffer grows to 32 MiB: for such kernels the field of the fabric is to be set. At least two packets.
        std::uint64_t receiveWindowBytes = 3 << 20;
        /// Maximum rate, in payload bytes per second, at which a sender gives data to its adapter, evenly spaced (a
        /// slow process, pacing).
        double streamRateBps = std::numeric_limits<double>::infinity();
    };

    PacketNetwork(kernel::Calendar& calendar, std::vector<PacketLinkSpec> links, RouteFunction route,
                  const void* topology, const Settings& settings);
    ~PacketNetwork();
    PacketNetwork(const PacketNetwork&) = delete;
    PacketNetwork& operator=(const PacketNetwork&) = delete;

    void message(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, std::uint64_t flow,
                 kernel::Completion delivered, bool kept = false);
    StreamId open(std::uint32_t from, std::uint32_t to, std::uint64_t flow, bool kept = false);
    /// `sent` is called when the last byte has left the sender's adapter for the first time.
    void send(StreamId stream, std::uint64_t bytes, kernel::Completion sent, kernel::Completion delivered);
    /// Closes the stream: nothing more is sent and no completion is called; packets that are on links still occupy
    /// them.
    void close(StreamId stream);
    /// Bytes in flight per round trip, payload bytes per second.
    double rate(StreamId stream) const;

    /// Time of an acknowledgement that leaves the receiver now, with the queues at the ports of its way.
    kernel::Time wayBack(StreamId stream) const;
    /// Seconds that bytes of an open stream take if they wait for nothing.
    double crossing(StreamId stream, std::uint32_t bytes) const;
    /// The same for a message.
    double crossing(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::uint32_t bytes) const;

    double latency(std::uint32_t from, std::uint32_t to) const;

    std::size_t linkCount() const;
    /// From this instant on, packets that reach the link pass at `factor` times its rate; those that wait there already
    /// leave as planned. At 0 it is cut: all packets that reach it are lost, and senders detect that by their timeouts.
    void setLinkRate(std::uint32_t link, double factor);
    /// Payload bytes include those sent again; the utilisation is that of the wire, acknowledgements included.
    LinkLoad load(std::uint32_t link, kernel::Time now) const;
    double linkBytes(std::uint32_t link, kernel::Time now) const;
    void resetLoads(kernel::Time now);

    /// The state of all packets since the start: sent = arrived + dropped + under way, at any instant.
    struct Conservation
    {
        PacketCount sent, arrived, dropped, underWay;
        bool holds() const { return sent == arrived + dropped + underWay; }
    };
    Conservation conservation() const;
    /// Violations of conservation at this instant, for each link and in total, as text; empty if there are none.
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
