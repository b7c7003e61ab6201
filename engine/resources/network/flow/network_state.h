// The state of the network: its streams, their chunks, and its use of the solver. Internal to the network.
#pragma once

#include "resources/network/flow/flow_progress.h"
#include "resources/network/flow/max_min.h"
#include "resources/network/flow/network.h"
#include "resources/network/flow/network_messages.h"
#include "resources/network/flow/stream_places.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace headroom::resources {

inline constexpr std::uint32_t noChunk = UINT32_MAX;

/// A chunk of a stream, queued or in transit.
struct Chunk
{
    std::uint64_t bytes = 0;
    kernel::Completion sent;
    kernel::Completion delivered;
    kernel::EventId arrival = kernel::noEvent;
    std::uint32_t next = noChunk;
};

/// A first-in, first-out list, linked through the pool of chunks.
struct ChunkList
{
    std::uint32_t head = noChunk;
    std::uint32_t tail = noChunk;
};

struct Stream
{
    kernel::Time latency = 0;
    kernel::Time wayBack = 0;
    ChunkList queued;                      ///< the first is being sent
    ChunkList underWay;                    ///< sent, not yet delivered
    std::vector<std::uint32_t> delayLinks; ///< its links that are not shared
    std::uint64_t flow = 0;                ///< the flow passed to `open`, for these nodes
    std::uint32_t from = 0, to = 0;
    double sentElsewhere = 0;      ///< bytes of the current chunk that took a previous route
    kernel::Time noSoonerThan = 0; ///< earliest arrival: data on a previous route arrive by then
    std::uint64_t acceptedBytes = 0;
    std::uint64_t deliveredBytes = 0;
    std::uint32_t generation = 0;
    bool open = false;
    bool alone = false;  ///< uses no shared link: its rate is constant
    bool oneOff = false; ///< closes itself on delivery
    bool listed = false; ///< in `startedOrStopped`
    bool handed = false; ///< its current chunk passes its first link as a message

    bool sending() const { return queued.head != noChunk; }
};

/// Bytes that a link had carried at the last query.
struct Carried
{
    double bytes = 0;
    kernel::Time at = 0;
};

struct Network::State
{
    State(kernel::Calendar& calendar, std::vector<LinkSpec> links, RouteFunction route, const void* topology,
          const Settings& settings);

    const std::vector<std::uint32_t>& findRoute(std::uint32_t from, std::uint32_t to, std::uint64_t flow);
    kernel::Time latencyOf(const std::vector<std::uint32_t>& hops) const;
    /// Time of a message on the slowest of these links if it waits for nothing.
    kernel::Time timeOnWire(const std::vector<std::uint32_t>& hops, std::uint64_t bytes) const;
    /// The least of a rate and those of the links that are not shared, as they are now.
    double boundOf(const std::vector<std::uint32_t>& hops, double rate) const;
    /// The least of a rate and those of the links, bytes per second.
    template <class Hops>
    double narrowest(const Hops& hops, double rate) const;

    std::uint32_t takeStream();
    std::uint32_t open(std::uint32_t from, std::uint32_t to, std::uint64_t flow);
    void close(std::uint32_t slot);
    void takeRoute(std::uint32_t slot);
    bool leadsOverCut(std::uint32_t slot) const;
    void moveStream(std::uint32_t slot);
    void reroute();
    std::uint32_t takeChunk();
    void releaseChunk(std::uint32_t chunk);
    void releaseAll(ChunkList& list);
    void append(ChunkList& list, std::uint32_t chunk);
    std::uint32_t takeFirst(ChunkList& list);

    void sendAlone(const std::vector<std::uint32_t>& hops, std::uint64_t bytes, const kernel::Completion& delivered);
    void countBytes(std::uint32_t slot, double bytes);
    void send(std::uint32_t slot, std::uint64_t bytes, const kernel::Completion& sent,
              const kernel::Completion& delivered);
    void beginChunk(std::uint32_t slot);
    /// True if its chunks pass the links as messages.
    bool byMessages(const Stream& stream) const { return settings.byMessages && !stream.alone; }
    void handOver(std::uint32_t slot);
    void leaveCut(std::uint32_t slot);
    void takeWayAround(std::uint32_t slot);
    static void onHandedSent(void* self, std::uint64_t stream);
    static void onHandedDelivered(void* self, std::uint64_t stream);
    void handedSent(std::uint32_t slot);
    std::uint64_t bytesToHand(std::uint32_t slot) const;
    void finishChunk(std::uint32_t slot);
    void deliver(std::uint32_t slot);
    void finishDue();
    void armFinish();

    void listForSolve(std::uint32_t slot);
    void requestSolve();
    void solve();

    double sentOfChunk(std::uint32_t slot, kernel::Time now) const;
    /// Without the bytes that took a previous route.
    double sentHere(std::uint32_t slot, kernel::Time now) const
    {
        return sentOfChunk(slot, now) - streams[slot].sentElsewhere;
    }
    double totalBytes(std::uint32_t link, kernel::Time now) const;
    double carriedBytes(std::uint32_t link, kernel::Time now);

    void setLinkRate(std::uint32_t link, double factor);
    double boundOfStream(std::uint32_t slot) const;
    std::uint64_t bytesIn(const ChunkList& list) const;
    void accept(std::span<const std::uint32_t> hops, double bytes);
    void checkRates(std::vector<std::string>& violations) const;
    void checkStreams(std::vector<std::string>& violations) const;
    void checkLinks(std::vector<std::string>& violations) const;

    kernel::Calendar& calendar;
    std::vector<LinkSpec> links;
    RouteFunction route;
    const void* topology;
    Settings settings;
    MaxMin sharing;
    SmallMessages messages;

    StreamPlaces<Stream> streams;
    std::vector<std::uint32_t> freeStreams;
    std::vector<Chunk> chunks;
    std::vector<std::uint32_t> freeChunks;
    std::vector<std::uint32_t> startedOrStopped;
    FlowProgress progress;
    kernel::EventId finishEvent = kernel::noEvent;
    kernel::Time finishAt = kernel::never;
    bool delayOnly = true; ///< no link is shared
    bool noTime = false;   ///< no transfer between two nodes takes any time
    bool solveRequested = false;
    bool finishing = false;
    std::uint64_t chunksBegun = 0;

    std::vector<double> finishedBytes; ///< of chunks that streams have sent, per link
    std::vector<double> bytesAtReset;
    std::vector<double> headersAtReset; ///< of messages
    std::vector<Carried> carriedByLink;
    std::vector<double> acceptedBytes; ///< per link, minus what closing dropped; counted only for an audit
    kernel::Time resetAt = 0;
    std::vector<std::uint32_t> routeScratch;
    std::vector<std::uint32_t> sharedScratch;
};

} // namespace headroom::resources
