// Streams beside the solver: their moves to other routes, and their chunks at message level.
#include "resources/network/flow/network_state.h"

#include <algorithm>

namespace headroom::resources {

bool Network::State::leadsOverCut(std::uint32_t slot) const
{
    const auto cut = [this](std::uint32_t link) { return messages.factor(link) == 0.0; };
    const auto hops = sharing.route(slot);
    const auto& delays = streams[slot].delayLinks;
    return std::any_of(hops.begin(), hops.end(), cut) || std::any_of(delays.begin(), delays.end(), cut);
}

/// Bytes that have left have passed the previous links and will arrive; the rest takes the new links.
void Network::State::moveStream(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    double rest = 0;
    if (stream.sending()) {
        const double sent = sentOfChunk(slot, calendar.now());
        rest = static_cast<double>(bytesIn(stream.queued)) - sent;
        countBytes(slot, sent - stream.sentElsewhere);
        stream.sentElsewhere = sent;
    }
    accept(sharing.route(slot), -rest);
    accept(stream.delayLinks, -rest);
    if (sharing.active(slot))
        sharing.deactivate(slot);
    stream.noSoonerThan = std::max(stream.noSoonerThan, kernel::later(calendar.now(), stream.latency));
    takeRoute(slot);
    accept(sharing.route(slot), rest);
    accept(stream.delayLinks, rest);
    if (stream.sending() && !stream.alone)
        listForSolve(slot);
    requestSolve();
}

void Network::State::reroute()
{
    for (std::uint32_t slot = 0; slot < streams.size(); ++slot) {
        const Stream& stream = streams[slot];
        if (!stream.open || stream.from == stream.to || !leadsOverCut(slot))
            continue;
        if (byMessages(stream)) {
            takeWayAround(slot);
            continue;
        }
        routeScratch.clear();
        route(topology, stream.from, stream.to, stream.flow, routeScratch);
        if (!routeScratch.empty())
            moveStream(slot);
    }
    messages.reroute([this](const SmallMessages::Ends& ends,
                            std::vector<std::uint32_t>& hops) { route(topology, ends.from, ends.to, ends.flow, hops); },
                     [this](const SmallMessages::Move& move) {
                         accept(move.left, -move.busy);
                         accept(move.taken, move.busy);
                     });
    armFinish();
}

/// At message level: a stream of which nothing is under way takes a route without cut links.
void Network::State::leaveCut(std::uint32_t slot)
{
    if (streams[slot].underWay.head == noChunk && leadsOverCut(slot))
        takeWayAround(slot);
}

/// At message level: what is not with the messages yet takes the route that there is now. A stream whose chunk is with
/// them stays at message level, so it takes no route without shared links.
void Network::State::takeWayAround(std::uint32_t slot)
{
    const Stream& stream = streams[slot];
    routeScratch.clear();
    route(topology, stream.from, stream.to, stream.flow, routeScratch);
    const bool shared = std::any_of(routeScratch.begin(), routeScratch.end(),
                                    [this](std::uint32_t link) { return links[link].shared; });
    if (routeScratch.empty() || (stream.handed && !shared))
        return;
    const auto rest = static_cast<double>(bytesToHand(slot));
    accept(sharing.route(slot), -rest);
    accept(stream.delayLinks, -rest);
    takeRoute(slot);
    accept(sharing.route(slot), rest);
    accept(stream.delayLinks, rest);
}

void Network::State::handOver(std::uint32_t slot)
{
    leaveCut(slot);
    Stream& stream = streams[slot];
    stream.handed = true;
    routeScratch.assign(sharing.route(slot).begin(), sharing.route(slot).end());
    routeScratch.insert(routeScratch.end(), stream.delayLinks.begin(), stream.delayLinks.end());
    const StreamId id = streams.idOf(slot);
    const std::uint64_t bytes = chunks[stream.queued.head].bytes; // packets are full: its chunks follow each other
    messages.send({stream.from, stream.to, stream.flow}, routeScratch, bytes, static_cast<double>(bytes),
                  {&State::onHandedSent, this, id}, {&State::onHandedDelivered, this, id});
}

void Network::State::onHandedSent(void* self, std::uint64_t stream)
{
    State& state = *static_cast<State*>(self);
    if (state.streams.isOpen(stream))
        state.handedSent(StreamPlaces<Stream>::placeOf(stream));
}

void Network::State::onHandedDelivered(void* self, std::uint64_t stream)
{
    State& state = *static_cast<State*>(self);
    if (state.streams.isOpen(stream))
        state.deliver(StreamPlaces<Stream>::placeOf(stream));
}

void Network::State::handedSent(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    const std::uint32_t chunk = takeFirst(stream.queued);
    append(stream.underWay, chunk);
    stream.handed = false;
    // From a copy, since the completion may send, open and close.
    const kernel::Completion sent = chunks[chunk].sent;
    if (stream.sending())
        beginChunk(slot);
    sent();
}

/// Bytes of its chunks that are not with the messages yet.
std::uint64_t Network::State::bytesToHand(std::uint32_t slot) const
{
    const Stream& stream = streams[slot];
    return bytesIn(stream.queued) - (stream.handed ? chunks[stream.queued.head].bytes : 0);
}

void Network::reroute()
{
    state_->reroute();
}

} // namespace headroom::resources
