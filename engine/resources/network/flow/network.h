// The network at flow level: streams share links max-min fairly, small messages pass beside the solver. And delay only.
#pragma once

#include "kernel/calendar.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace headroom::resources {

/// A unidirectional link (one direction of a cable, a NIC's transmit side, a switch's backplane ...).
struct LinkSpec
{
    std::string name;
    double rateBps = 0;  ///< payload bytes per second it can carry (line rate × payload share, see payloadShare)
    double latencyS = 0; ///< what passing it adds to every message and stream
    /// False: delay only. What passes takes the latency and gets at most the rate (infinite: any), each stream and
    /// message as if it were alone; the link never limits what they move together.
    bool shared = true;
};

/// Payload share of the line rate on Ethernet with TCP/IPv4 and timestamps:
/// (mtu − 52) / (mtu + 38); 38 = preamble 8 + header 14 + FCS 4 + gap 12 (IEEE 802.3). 1500: 94.1 %, 9000: 99.0 %.
double payloadShare(std::uint32_t mtu);

/// Wire packets that `bytes` of payload take, at least one.
std::uint64_t packetsFor(std::uint64_t bytes, std::uint32_t mtu);

using StreamId = std::uint64_t;
inline constexpr StreamId noStream = 0;

/// What a link carried in the window.
struct LinkLoad
{
    double payloadBytes = 0;
    double utilisation = 0;          ///< payloadBytes / (rate × window); 0 for a delay-only link, which is never busy
    std::uint32_t activeStreams = 0; ///< that share it
};

/// Streams and messages above `smallMessageBytes` are flows that share every link max-min fairly (max_min.h): TCP's
/// steady state without its ramp-up and losses. Smaller messages pass beside them (network_messages.h says how, and
/// how far off that is): messages on the same route never overtake one another, but one may arrive before a chunk
/// that a stream began earlier, as over two connections. What happens at one instant is shared out once.
///
/// A node to itself goes by the loopback: each stream and message at the full loopback rate, over no link.
///
/// Delay-only links are shared by nobody (LinkSpec::shared). Where a route has no other, nothing is solved: a message
/// arrives after the latencies and its bytes over the least rate, and overtakes what is larger. On such links the bytes
/// of a chunk count once it has left, those of a message when it is sent. A network without any links is ideal: every
/// node reaches every other after Settings::latencyS at Settings::streamRateBps, and no route is asked for.
///
/// Throws std::runtime_error when nodes have no route, std::logic_error when sending on a closed stream.
///
/// Endpoints (nodes) are numbered 0 … n−1; the route from one to another is a list of links, given once per pair
/// by a function, so that 10 000 nodes need no table.
class Network
{
public:
    using RouteFunction = void (*)(const void* topology, std::uint32_t from, std::uint32_t to, std::uint64_t flow,
                                   std::vector<std::uint32_t>& links);

    struct Settings
    {
        std::uint32_t mtu = 1500;
        /// Messages of at most this many bytes go past the solver.
        std::uint64_t smallMessageBytes = 14480;
        /// Share of a link that small messages get at least, however many streams use it.
        double smallMessageShare = 0.1;
        /// One way between two nodes, beside what the links add.
        double latencyS = 0;
        /// What one message or stream gets at most, whatever its links allow.
        double streamRateBps = std::numeric_limits<double>::infinity();
        /// Time of a message from a node to itself (loopback).
        double loopbackLatencyS = 10e-6;
        double loopbackRateBps = 5e9;
        /// Whether bytes are counted a second time as they are handed over, for `check`.
        bool audit = false;
    };

    Network(kernel::Calendar& calendar, std::vector<LinkSpec> links, RouteFunction route, const void* topology,
            const Settings& settings);
    ~Network();
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;

    /// A one-off message. `delivered` is called when its last byte has arrived.
    void message(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, std::uint64_t flow,
                 kernel::Completion delivered);

    /// A stream: one flow for as long as it is open. It takes bandwidth only while a chunk is being sent.
    StreamId open(std::uint32_t from, std::uint32_t to, std::uint64_t flow);
    /// Sends the next chunk; chunks of one stream are sent one after another. `sent` is called when the last byte
    /// has left the sender at the shared rate, `delivered` when it has arrived (latency later). Either may be empty.
    void send(StreamId stream, std::uint64_t bytes, kernel::Completion sent, kernel::Completion delivered);
    /// Closes the stream: its share is free at this instant, chunks that wait, are being sent or are on their way are
    /// dropped, and none of its completions is called any more. A stream that is closed already is left alone.
    void close(StreamId stream);
    /// Current rate in payload bytes per second (0 while nothing is being sent). Rates follow what happened at an
    /// instant once the other events of that instant have run.
    double rate(StreamId stream) const;

    /// One-way latency of the route for an empty message.
    double latency(std::uint32_t from, std::uint32_t to) const;
    /// True if whatever is sent between the two takes no time at all, so that whoever sends may go on at the other end
    /// without asking; the bytes are then not counted. Answered for the network as a whole, at the cost of a
    /// comparison: a way without delay in a network that has others is not told apart.
    bool immediate(std::uint32_t from, std::uint32_t to) const;

    /// From this instant on the link runs at `factor` times its rate: streams share it anew, latencies stay. At 0 it is
    /// cut: streams over it stand still until it returns or they are moved, small messages wait in front of it, and
    /// what was under way arrives. Routes are the topology's: a route function that leads around cut links asks
    /// `usable`.
    void setLinkRate(std::uint32_t link, double factor);
    /// Every open stream that leads over a cut link takes the route that the route function gives now, from this
    /// instant on; if that gives none it stays where it is. What the stream has sent so far arrives the former way, and
    /// before what comes after it.
    void reroute();
    bool usable(std::uint32_t link) const;

    /// What contradicts the model's laws at this instant, in words; empty if all is well. No link carries more than it
    /// can; each stream has its bound or a full link on which none is faster; each has delivered, under way or queued
    /// what it was given; and, with Settings::audit, so has each link. For tests and for tracing faults: looks at
    /// everything.
    std::vector<std::string> check() const;

    std::size_t linkCount() const;
    const LinkSpec& link(std::uint32_t index) const;
    LinkLoad load(std::uint32_t link, kernel::Time now) const;
    /// Payload bytes since the last reset (cheap: for sampling).
    double linkBytes(std::uint32_t link, kernel::Time now) const;
    void resetLoads(kernel::Time now);

    /// How often rates were shared out, and how many flows that touched in all: what simulating the network costs.
    std::uint64_t solves() const;
    std::uint64_t flowsTouched() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace headroom::resources
