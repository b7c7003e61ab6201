// The network at flow level: streams share links max-min fairly, small messages bypass the solver. It includes
// delay-only links.
#pragma once

#include "kernel/calendar.h"
#include "resources/network/flow/framing.h"

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
    double latencyS = 0; ///< added to every message and stream that uses the link
    /// False: delay only. Streams and messages take the latency and get at most the rate (infinite: no limit), each as
    /// if it were alone; the link never limits their sum.
    bool shared = true;
};

using StreamId = std::uint64_t;
inline constexpr StreamId noStream = 0;

/// The load of a link in the window.
struct LinkLoad
{
    double payloadBytes = 0;
    double utilisation = 0;          ///< with the headers of small messages; 0 for a delay-only link
    std::uint32_t activeStreams = 0; ///< streams that share it now
};

/// Streams, and messages above `smallMessageBytes`, are flows that share every link max-min fairly (max_min.h): TCP's
/// steady state without its ramp-up and losses. Smaller messages bypass the solver (network_messages.h describes how,
/// and with what error). They pay for the headers of their packets, full or not. Messages on the same route never
/// overtake one another, but one may arrive before a chunk that a stream began earlier, as over two connections. Rates
/// are computed once for all events of an instant.
///
/// Traffic from a node to itself uses the loopback: each stream and message has the full loopback rate and uses no
/// link.
///
/// At message level (Settings::byMessages) all messages and chunks do so, whatever their size: nothing is solved when
/// one begins or ends, which pays where thousands of short ones are under way. On a link that is in demand they take
/// turns instead of sharing it, so a small one waits for a large one before it, and one alone at each link has it
/// whole. Rates over a long time are alike where the pieces of all streams are of one size; else who sends larger
/// pieces gets more: results depend on the number of pieces in which a stream is moved. A stream keeps its route while
/// something of it is under way, unless it is rerouted.
///
/// Delay-only links are not shared (LinkSpec::shared). A route with only such links needs no solver: a message arrives
/// after the latencies plus its bytes over the lowest rate, and overtakes larger ones. On such links the bytes of a
/// chunk are counted once it has left, those of a message when it is sent. A network without any links is ideal: every
/// node reaches every other after Settings::latencyS at Settings::streamRateBps, and no route is computed.
///
/// Throws std::runtime_error if two nodes have no route, std::logic_error when sending on a closed stream.
///
/// Endpoints (nodes) are numbered 0 … n−1. A function returns the route from one to another as a list of links, so 10
/// 000 nodes need no table.
class Network
{
public:
    using RouteFunction = void (*)(const void* topology, std::uint32_t from, std::uint32_t to, std::uint64_t flow,
                                   std::vector<std::uint32_t>& links);

    struct Settings
    {
        std::uint32_t mtu = 1500;
        /// Messages of at most this many bytes bypass the solver.
        std::uint64_t smallMessageBytes = 14480;
        /// Minimum share of a link for small messages, however many streams use it.
        double smallMessageShare = 0.1;
        /// One-way latency between two nodes, added to that of the links.
        double latencyS = 0;
        /// Maximum rate of one message or stream, whatever its links allow.
        double streamRateBps = std::numeric_limits<double>::infinity();
        /// Time of a message from a node to itself (loopback).
        double loopbackLatencyS = 10e-6;
        double loopbackRateBps = 5e9;
        /// Message level: messages and chunks of any size bypass the solver, first come, first served on each link.
        bool byMessages = false;
        /// Counts bytes a second time when they are accepted, for `check`.
        bool audit = false;
    };

    Network(kernel::Calendar& calendar, std::vector<LinkSpec> links, RouteFunction route, const void* topology,
            const Settings& settings);
    ~Network();
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;

    /// A single message. `delivered` is called when its last byte has arrived.
    void message(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, std::uint64_t flow,
                 kernel::Completion delivered);

    /// Opens a stream: one flow while it is open. It uses bandwidth only while a chunk is being sent.
    StreamId open(std::uint32_t from, std::uint32_t to, std::uint64_t flow);
    /// Sends the next chunk; chunks of one stream are sent one after another. `sent` is called when the last byte has
    /// left the sender at the shared rate, `delivered` when it has arrived (one latency later). Either may be empty.
    void send(StreamId stream, std::uint64_t bytes, kernel::Completion sent, kernel::Completion delivered);
    /// Closes the stream: its share is free at this instant; chunks that wait, are being sent or are in transit are
    /// dropped, and none of its completions is called any more. Closing a closed stream does nothing.
    void close(StreamId stream);
    /// Current rate in payload bytes per second (0 while nothing is being sent, and at message level). After a change,
    /// the rates are updated when the other events of that instant have run.
    double rate(StreamId stream) const;

    /// Time of an acknowledgement of an open stream that waits for nothing; 0 for a node's stream to itself. Both
    /// directions of a cable have the same latency and rate.
    kernel::Time wayBack(StreamId stream) const;
    /// Seconds that bytes of an open stream take if they wait for nothing: its latency, and their time on its narrowest
    /// link.
    double crossing(StreamId stream, std::uint32_t bytes) const;
    /// The same for a message.
    double crossing(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::uint32_t bytes) const;

    /// One-way latency of the route for an empty message.
    double latency(std::uint32_t from, std::uint32_t to) const;
    /// True if a transfer between the two takes no time at all, so that the sender may continue at the other end
    /// without calling the network; such bytes are not counted. The answer is for the network as a whole and costs one
    /// comparison: it is false for a route without delay if others have one.
    bool immediate(std::uint32_t from, std::uint32_t to) const;

    /// From this instant on the link runs at `factor` times its rate: streams share it anew, latencies are unchanged.
    /// At 0 it is cut: streams over it stop until it returns or they are rerouted, small messages wait in front of it,
    /// and data in transit arrive. Routes belong to the topology: a route function that avoids cut links calls
    /// `usable`.
    void setLinkRate(std::uint32_t link, double factor);
    /// From this instant on, every open stream over a cut link takes the route that the route function returns now; if
    /// there is none, it keeps its route. Bytes that the stream has sent so far arrive by the old route, and before
    /// those that come after. Small messages, and chunks at message level, that wait in front of a cut link are sent
    /// again from their start on the new route (SmallMessages::reroute); the links that they have passed have carried
    /// them in vain. Chunks that are past the cut arrive by the old route. If they are slower than those on the new
    /// one, a stream's completions still come in the order of its chunks, each with the next arrival.
    void reroute();
    bool usable(std::uint32_t link) const;

    /// Violations of the model's laws at this instant, as text; empty if there are none. No link carries more than its
    /// capacity; each stream has its bound or a full link on which none is faster; the bytes given to a stream are
    /// delivered, in transit or queued; with Settings::audit the same holds for each link. For tests and debugging: it
    /// examines everything.
    std::vector<std::string> check() const;

    std::size_t linkCount() const;
    const LinkSpec& link(std::uint32_t index) const;
    LinkLoad load(std::uint32_t link, kernel::Time now) const;
    /// Bytes that have kept the link busy since the last reset (cheap: for sampling): payload, and the headers of small
    /// messages as far as they exceed those of full packets. Between two calls a link that is shared carries no more
    /// than its rate allows: what a short excess (network_messages.h) adds is counted by the next calls.
    double linkBytes(std::uint32_t link, kernel::Time now) const;
    void resetLoads(kernel::Time now);

    /// Number of times rates were solved and total number of flows examined: the cost of simulating the network.
    std::uint64_t solves() const;
    std::uint64_t flowsTouched() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace headroom::resources
