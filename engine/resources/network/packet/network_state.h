// The state of a packet network. Internal to packet_network.cpp and packet/exchange.cpp.
#pragma once

#include "resources/network/flow/framing.h"
#include "resources/network/flow/stream_places.h"
#include "resources/network/packet/packet_network.h"
#include "resources/network/packet/reassembly.h"

#include <unordered_map>
#include <vector>

namespace headroom::resources {

struct PacketNetwork::Chunk
{
    std::uint64_t end = 0; ///< position in the stream
    kernel::Completion sent;
    kernel::Completion delivered;
    kernel::EventId leaving = kernel::noEvent;
    std::uint32_t next = none;
};

struct PacketNetwork::Stream
{
    Sender sender;
    Reassembly receiver;
    kernel::Time echo = 0;            ///< stamp of the first segment since the last acknowledgement (RFC 7323)
    std::vector<std::uint32_t> route; ///< forward, then back
    std::uint32_t hopsThere = 0;
    std::uint64_t nodes = 0;         ///< the two ends, as a key of `roundTrips`
    std::uint64_t keptAs = 0;        ///< a key of `windows`; 0: the connection is not kept
    std::uint32_t firstChunk = none; ///< first chunk that is not delivered
    std::uint32_t lastChunk = none;
    std::uint32_t leavingChunk = none; ///< first chunk whose last byte has not left
    kernel::EventId timer = kernel::noEvent;
    kernel::Time timerAt = kernel::never;
    kernel::Time mayGoAt = 0;   ///< earliest time for its next segment at its own rate
    std::uint32_t underWay = 0; ///< packets on links
    std::uint32_t nextReady = none;
    std::uint32_t generation = 0;
    bool open = false;
    bool oneOff = false;
    bool paced = false;  ///< an event makes it ready when it may send
    bool ready = false;  ///< in its adapter's list
    bool active = false; ///< has bytes that are not delivered or not acknowledged
};

/// A node's end of a cable: streams and acknowledgements that wait for the port take turns.
struct PacketNetwork::Adapter
{
    std::uint32_t firstReady = none; ///< streams
    std::uint32_t lastReady = none;
    std::uint32_t firstAcknowledgement = none; ///< packets
    std::uint32_t lastAcknowledgement = none;
    bool armed = false;

    bool empty() const { return firstReady == none && firstAcknowledgement == none; }
};

struct PacketNetwork::State
{
    State(kernel::Calendar& calendar_, std::vector<PacketLinkSpec> links, RouteFunction route_, const void* topology_,
          const Settings& settings);

    void findRoute(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::vector<std::uint32_t>& links) const;
    double crossing(const std::uint32_t* hops, std::size_t count, std::uint32_t bytes) const;
    kernel::Time idleLatency(const std::uint32_t* hops, std::size_t count, std::uint32_t wireBytes) const;

    std::uint32_t open(std::uint32_t from, std::uint32_t to, std::uint64_t flow, bool kept);
    void send(std::uint32_t slot, std::uint64_t bytes, const kernel::Completion& sent,
              const kernel::Completion& delivered);
    void close(std::uint32_t slot);
    void reuseIfGone(std::uint32_t slot);
    void setActive(std::uint32_t slot, bool active);
    void rememberRoundTrip(const Stream& stream);

    void makeReady(std::uint32_t slot);
    void queueReady(std::uint32_t slot);
    bool holdBack(std::uint32_t slot);
    void serve(std::uint32_t link);
    void sendTurn(std::uint32_t link);
    void sendSegment(std::uint32_t slot);
    void noteLeaving(std::uint32_t slot);
    void left(std::uint32_t chunk);

    void arrived(std::uint32_t packet);
    void gone(std::uint32_t packet);
    void receive(std::uint32_t slot, const Packet& packet);
    void acknowledge(std::uint32_t slot, const Packet& packet);
    void sendAcknowledgement(std::uint32_t slot);
    void deliver(std::uint32_t slot);

    void armTimer(std::uint32_t slot);
    void timerDue(std::uint32_t slot);

    kernel::Calendar& calendar;
    RouteFunction route;
    const void* topology;
    SenderSettings sending;
    double ticksPerByte = 0; ///< at a stream's own rate; 0: no limit
    PacketPorts ports;
    std::vector<Adapter> adapters; ///< by the outgoing link

    /// The last measurement between two nodes: connections are kept, and Linux remembers it for new ones
    /// (net/ipv4/tcp_metrics.c).
    std::unordered_map<std::uint64_t, RoundTrip> roundTrips;
    struct KeptWindow
    {
        CongestionWindow window;
        kernel::Time lastSent = 0;
    };
    std::unordered_map<std::uint64_t, KeptWindow> windows; ///< by the connection and its direction
    StreamPlaces<Stream> streams;
    std::vector<std::uint32_t> freeStreams;
    RecordPool<Chunk> chunks;

    std::vector<std::uint32_t> activeStreams; ///< per link
    std::vector<std::uint64_t> payloadAtReset;
    std::vector<std::uint64_t> wireAtReset;
    kernel::Time resetAt = 0;
    std::uint64_t repeated = 0;
    std::uint64_t timeouts = 0;
    mutable std::vector<std::uint32_t> routeScratch;
};

} // namespace headroom::resources
