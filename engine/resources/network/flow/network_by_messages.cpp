// Streams at message level: each chunk passes the links as a message.
#include "resources/network/flow/network_state.h"

namespace headroom::resources {

void Network::State::handOver(std::uint32_t slot)
{
    leaveCut(slot);
    Stream& stream = streams[slot];
    stream.handed = true;
    routeScratch.assign(sharing.route(slot).begin(), sharing.route(slot).end());
    routeScratch.insert(routeScratch.end(), stream.delayLinks.begin(), stream.delayLinks.end());
    const StreamId id = streams.idOf(slot);
    messages.send(routeScratch, chunks[stream.queued.head].bytes, {&State::onHandedSent, this, id},
                  {&State::onHandedDelivered, this, id});
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

} // namespace headroom::resources
