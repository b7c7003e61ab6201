#include "behaviour/messages/stream_transport.h"

#include "behaviour/messages/segments.h"

#include <algorithm>
#include <cmath>

namespace headroom::behaviour {

namespace {

std::uint64_t bytesOf(const Chunk& chunk)
{
    return static_cast<std::uint64_t>(std::max(1.0, std::round(chunk.bytes)));
}

/// True if the node's processor works on a chunk while it is on its way.
bool worksMeanwhile(const NodeHardware& node, std::uint64_t bytes)
{
    return bytes > segmentBytes && !node.network.free();
}

} // namespace

Stream& StreamTransport::of(Call& call, bool up)
{
    if (call.streams == nowhere) {
        call.streams = streams_.take();
        for (Stream* stream : {&streams_[call.streams].up, &streams_[call.streams].down}) {
            stream->flow = resources::noStream;
            clear(*stream);
            stream->senders.clear();
            stream->receivers.clear();
            stream->lastSenders.clear();
        }
    }
    Streams& streams = streams_[call.streams];
    return up ? streams.up : streams.down;
}

void StreamTransport::clear(Stream& stream)
{
    stream.outstanding = stream.sent = stream.ended = stream.delivered = stream.leaving = 0;
    stream.sending = stream.resting = stream.begun = stream.receiving = stream.mostReceived = false;
    stream.moving.clear();
    stream.arrived.clear();
    stream.credits.clear();
    stream.roomAt = kernel::never;
}

void StreamTransport::close(Stream& stream)
{
    if (stream.flow != resources::noStream)
        core_.cluster.network->close(stream.flow);
    stream.flow = resources::noStream;
    clear(stream);
}

void StreamTransport::closeFlows(const Call& call)
{
    if (call.streams == nowhere)
        return;
    for (Stream* stream : {&streams_[call.streams].up, &streams_[call.streams].down})
        if (const auto flow = std::exchange(stream->flow, resources::noStream); flow != resources::noStream)
            core_.cluster.network->close(flow);
}

// Sending -------------------------------------------------------------------------------------------------------

void StreamTransport::push(std::uint32_t c, bool up, const Chunk& chunk)
{
    Call& call = core_.calls[c];
    Stream& stream = of(call, up);
    stream.moving.push_back(chunk);
    if (!call.lost && !stream.sending)
        begin(c, up);
}

/// The sender's processor works on the first segment of the next chunk.
void StreamTransport::begin(std::uint32_t c, bool up)
{
    Call& call = core_.calls[c];
    Stream& stream = of(call, up);
    stream.sending = true;
    const NodeHardware& node = sender(call, up);
    const std::uint64_t bytes = bytesOf(stream.moving[stream.sent]);
    const double work = workOnSegment(node, &NetworkCost::transmit, bytes, core_.cluster.mtu);
    if (work > 0)
        node.processor->run(work, completion<&StreamTransport::enterNetwork>(c, up));
    else
        enterNetwork(c, up);
}

/// The chunk goes to the network; the processors work on its other segments.
void StreamTransport::enterNetwork(std::uint32_t c, bool up)
{
    Call& call = core_.calls[c];
    Stream& stream = of(call, up);
    if (stream.sent >= stream.moving.size())
        return; // closed meanwhile
    const Chunk& chunk = stream.moving[stream.sent++];
    if (call.followed) [[unlikely]]
        core_.followers.streams().chunkWorked(way(c, up), stream.sent - 1);
    const std::uint64_t bytes = bytesOf(chunk);
    kernel::Completion sent;
    if (chunk.last)
        sent = completion<&StreamTransport::lastSent>(c, up);
    core_.cluster.network->send(stream.flow, bytes, sent, completion<&StreamTransport::delivered>(c, up));
    if (stream.sent == 1 && worksMeanwhile(receiver(call, up), bytes))
        afterSegment(stream, completion<&StreamTransport::firstArrived>(c, up));
    const NodeHardware& node = sender(call, up);
    stream.resting = worksMeanwhile(node, bytes);
    if (stream.resting)
        node.processor->run(workOnOthers(node, &NetworkCost::transmit, bytes, core_.cluster.mtu),
                            completion<&StreamTransport::sentWhole>(c, up));
    else
        goOn(c, up);
}

/// Calls when a segment that leaves the sender now has arrived if no other traffic is in its way.
void StreamTransport::afterSegment(const Stream& stream, kernel::Completion arrived)
{
    core_.calendar.schedule(core_.after(core_.cluster.network->crossing(stream.flow, segmentBytes)), arrived);
}

/// The sender's processor turns to the next chunk.
void StreamTransport::goOn(std::uint32_t c, bool up)
{
    Stream& stream = of(core_.calls[c], up);
    stream.sending = false;
    if (stream.sent < stream.moving.size())
        begin(c, up);
}

/// The sender's processor has finished with all of the chunk.
void StreamTransport::sentWhole(std::uint32_t c, bool up)
{
    Stream& stream = of(core_.calls[c], up);
    if (!stream.resting)
        return; // closed meanwhile
    stream.resting = false;
    afterSegment(stream, completion<&StreamTransport::endArrived>(c, up));
    goOn(c, up);
    const Handle handle = core_.calls.handle(c);
    for (std::uint32_t left = std::exchange(stream.leaving, 0); left > 0 && core_.calls.holds(handle); --left) {
        if (core_.calls[c].followed) [[unlikely]]
            core_.followers.streams().chunkLeft(way(c, up), false);
        ends.lastLeft(c, up);
    }
}

void StreamTransport::lastSent(std::uint32_t c, bool up)
{
    Call& call = core_.calls[c];
    Stream& stream = of(call, up);
    if (stream.resting && stream.moving[stream.sent - 1].last) {
        ++stream.leaving;
        return;
    }
    if (call.followed) [[unlikely]]
        core_.followers.streams().chunkLeft(way(c, up), true);
    ends.lastLeft(c, up);
}

// Receiving -----------------------------------------------------------------------------------------------------

/// The first segment of a chunk has arrived.
void StreamTransport::firstArrived(std::uint32_t c, bool up)
{
    Stream& stream = of(core_.calls[c], up);
    stream.begun = stream.sent > 0;
    receive(c, up);
}

/// The segments have arrived that the sender's processor worked on last.
void StreamTransport::endArrived(std::uint32_t c, bool up)
{
    Call& call = core_.calls[c];
    Stream& stream = of(call, up);
    if (stream.ended < stream.delivered && call.followed) [[unlikely]] // it waited for them alone
        core_.followers.streams().chunkWorked(way(c, up), stream.ended);
    if (stream.ended < stream.sent)
        ++stream.ended;
    receive(c, up);
}

/// The chunk has left the network.
void StreamTransport::delivered(std::uint32_t c, bool up)
{
    Call& call = core_.calls[c];
    Stream& stream = of(call, up);
    if (stream.delivered >= stream.sent)
        return; // closed meanwhile
    if (!worksMeanwhile(sender(call, up), bytesOf(stream.moving[stream.delivered])))
        ++stream.ended;
    if (call.followed) [[unlikely]]
        core_.followers.streams().chunkPassed(way(c, up), stream.delivered);
    ++stream.delivered;
    stream.begun = true;
    receive(c, up);
}

/// Lets the receiver's processor work on the first chunk: on its last segment once the rest is through.
void StreamTransport::receive(std::uint32_t c, bool up)
{
    Call& call = core_.calls[c];
    Stream& stream = of(call, up);
    if (stream.receiving || !stream.begun)
        return;
    const NodeHardware& node = receiver(call, up);
    const std::uint64_t bytes = bytesOf(stream.moving.front());
    const bool first = worksMeanwhile(node, bytes) && !stream.mostReceived;
    if (!first && (stream.delivered == 0 || stream.ended == 0))
        return;
    stream.receiving = true;
    const auto workOnPart = first ? workOnOthers : workOnSegment;
    const double work = workOnPart(node, &NetworkCost::receive, bytes, core_.cluster.mtu);
    if (first)
        node.processor->run(work, completion<&StreamTransport::receivedMost>(c, up));
    else if (work > 0)
        node.processor->run(work, completion<&StreamTransport::received>(c, up));
    else
        received(c, up);
}

void StreamTransport::receivedMost(std::uint32_t c, bool up)
{
    Stream& stream = of(core_.calls[c], up);
    if (!stream.receiving)
        return; // closed meanwhile
    stream.receiving = false;
    stream.mostReceived = true;
    receive(c, up);
}

/// The software can have the chunk.
void StreamTransport::received(std::uint32_t c, bool up)
{
    Call& call = core_.calls[c];
    Stream& stream = of(call, up);
    if (!stream.receiving)
        return; // closed meanwhile
    if (call.followed) [[unlikely]]
        core_.followers.streams().chunkReceived(way(c, up));
    stream.arrived.push_back(stream.moving.front());
    stream.moving.pop_front();
    --stream.sent;
    --stream.ended;
    --stream.delivered;
    stream.begun = stream.sent > 0; // the next one follows it on the wire
    stream.receiving = stream.mostReceived = false;
    receive(c, up);
    ends.arrived(c, up);
}

// Room ----------------------------------------------------------------------------------------------------------

void StreamTransport::taken(std::uint32_t c, bool up)
{
    Stream& stream = of(core_.calls[c], up);
    --stream.outstanding;
    if (stream.flow == resources::noStream)
        return;
    const kernel::Time back = core_.cluster.network->wayBack(stream.flow);
    if (back == 0)
        return;
    const kernel::Time at = kernel::later(core_.calendar.now(), back);
    stream.credits.push_back(stream.credits.empty() ? at : std::max(at, stream.credits.back()));
}

bool StreamTransport::hasRoom(Stream& stream, std::uint32_t window) const
{
    while (!stream.credits.empty() && stream.credits.front() <= core_.calendar.now())
        stream.credits.pop_front();
    return stream.outstanding + stream.credits.size() < window;
}

void StreamTransport::awaitRoom(std::uint32_t c, bool up, std::uint32_t window)
{
    Stream& stream = of(core_.calls[c], up);
    const std::size_t missing = stream.outstanding + stream.credits.size() + 1 - window;
    if (missing > stream.credits.size() || stream.credits[missing - 1] >= stream.roomAt)
        return;
    stream.roomAt = stream.credits[missing - 1];
    core_.calendar.schedule(stream.roomAt, completion<&StreamTransport::roomDue>(c, up));
}

void StreamTransport::roomDue(std::uint32_t c, bool up)
{
    Stream& stream = of(core_.calls[c], up);
    if (stream.roomAt > core_.calendar.now())
        return; // closed meanwhile
    stream.roomAt = kernel::never;
    ends.roomCame(c, up);
}

} // namespace headroom::behaviour
