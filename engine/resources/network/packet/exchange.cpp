// The exchange of packets and acknowledgements: adapters, receivers, timers.
#include "resources/network/packet/network_state.h"

#include <algorithm>

namespace headroom::resources {

using kernel::Time;

namespace {

constexpr std::uint32_t packetsPerTurn = 2;      ///< of one stream at its adapter
constexpr std::uint32_t selectedBlockBytes = 12; ///< of an acknowledgement that selects a stretch (RFC 2018, padded)

} // namespace

// Sending -------------------------------------------------------------------------------------------------------

/// Puts the stream into its adapter's list if it may send.
void PacketNetwork::State::makeReady(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    if (stream.ready || !stream.sender.hasSegment() || holdBack(slot))
        return;
    queueReady(slot);
    serve(stream.route[0]);
}

/// Returns true if the stream has to wait for its own rate; an event then makes it ready. The event belongs to the
/// place, as the timer does: for another stream in that place it does no harm.
bool PacketNetwork::State::holdBack(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    if (stream.mayGoAt <= calendar.now())
        return false;
    if (!stream.paced)
        calendar.schedule(
            stream.mayGoAt,
            [](void* self, std::uint64_t context) {
                auto* state = static_cast<State*>(self);
                const auto due = static_cast<std::uint32_t>(context);
                state->streams[due].paced = false;
                if (state->streams[due].open)
                    state->makeReady(due);
            },
            this, slot);
    stream.paced = true;
    return true;
}

void PacketNetwork::State::queueReady(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    stream.ready = true;
    stream.nextReady = none;
    Adapter& adapter = adapters[stream.route[0]];
    if (adapter.firstReady == none)
        adapter.firstReady = slot;
    else
        streams[adapter.lastReady].nextReady = slot;
    adapter.lastReady = slot;
}

/// Sends while the adapter's port is free, and continues when it is free again.
void PacketNetwork::State::serve(std::uint32_t link)
{
    Adapter& adapter = adapters[link];
    while (!adapter.empty() && ports.freeAt(link) <= calendar.now()) {
        if (adapter.firstAcknowledgement == none) {
            sendTurn(link);
            continue;
        }
        const std::uint32_t packet = adapter.firstAcknowledgement;
        adapter.firstAcknowledgement = ports[packet].next;
        ports.inject(packet);
    }
    if (adapter.empty() || adapter.armed)
        return;
    adapter.armed = true;
    calendar.schedule(
        ports.freeAt(link),
        [](void* self, std::uint64_t context) {
            auto* state = static_cast<State*>(self);
            const auto due = static_cast<std::uint32_t>(context);
            state->adapters[due].armed = false;
            state->serve(due);
        },
        this, link);
}

void PacketNetwork::State::sendTurn(std::uint32_t link)
{
    Adapter& adapter = adapters[link];
    const std::uint32_t slot = adapter.firstReady;
    Stream& stream = streams[slot];
    adapter.firstReady = stream.nextReady;
    stream.ready = false;
    if (!stream.open) {
        reuseIfGone(slot);
        return;
    }
    for (std::uint32_t i = 0; i < packetsPerTurn && stream.sender.hasSegment() && stream.mayGoAt <= calendar.now(); ++i)
        sendSegment(slot);
    armTimer(slot);
    if (stream.sender.hasSegment() && !holdBack(slot))
        queueReady(slot);
}

void PacketNetwork::State::sendSegment(std::uint32_t slot)
{
    const std::uint32_t index = ports.take();
    Stream& stream = streams[slot];
    const Sender::Segment segment = stream.sender.takeSegment(calendar.now());
    repeated += segment.repeated;
    Packet& packet = ports[index];
    packet.hops = stream.route.data();
    packet.hopsLeft = static_cast<std::uint16_t>(stream.hopsThere);
    packet.sequence = segment.first;
    packet.stamp = calendar.now();
    packet.stream = slot;
    packet.payload = segment.bytes;
    packet.wire = segment.bytes + headerBytes + framingBytes;
    packet.acknowledges = false;
    packet.asks = segment.last || segment.repeated;
    if (ticksPerByte > 0.0)
        stream.mayGoAt =
            kernel::later(std::max(stream.mayGoAt, calendar.now()), kernel::fromTicks(segment.bytes * ticksPerByte));
    ++stream.underWay;
    ports.inject(index);
    noteLeaving(slot);
}

/// Chunks whose last byte has been given to the port leave when the port has sent it.
void PacketNetwork::State::noteLeaving(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    while (stream.leavingChunk != none && chunks[stream.leavingChunk].end <= stream.sender.sent()) {
        const std::uint32_t index = stream.leavingChunk;
        stream.leavingChunk = chunks[index].next;
        if (!chunks[index].sent.handler)
            continue;
        chunks[index].leaving = calendar.schedule(
            ports.freeAt(stream.route[0]),
            [](void* self, std::uint64_t context) {
                static_cast<State*>(self)->left(static_cast<std::uint32_t>(context));
            },
            this, index);
    }
}

void PacketNetwork::State::left(std::uint32_t chunk)
{
    chunks[chunk].leaving = kernel::noEvent;
    const kernel::Completion sent = chunks[chunk].sent;
    sent();
}

// Receiving -----------------------------------------------------------------------------------------------------

void PacketNetwork::State::gone(std::uint32_t packet)
{
    const std::uint32_t slot = ports[packet].stream;
    --streams[slot].underWay;
    reuseIfGone(slot);
}

void PacketNetwork::State::arrived(std::uint32_t index)
{
    const Packet packet = ports[index];
    gone(index);
    if (!streams[packet.stream].open)
        return;
    if (packet.acknowledges)
        acknowledge(packet.stream, packet);
    else
        receive(packet.stream, packet);
}

void PacketNetwork::State::receive(std::uint32_t slot, const Packet& packet)
{
    Stream& stream = streams[slot];
    if (stream.receiver.acknowledgedAll() && packet.sequence <= stream.receiver.inOrder())
        stream.echo = packet.stamp;
    if (stream.receiver.take(packet.sequence, packet.payload, packet.asks))
        sendAcknowledgement(slot);
    deliver(slot);
}

void PacketNetwork::State::sendAcknowledgement(std::uint32_t slot)
{
    const std::uint32_t index = ports.take();
    Stream& stream = streams[slot];
    Packet& packet = ports[index];
    packet.hops = stream.route.data() + stream.hopsThere;
    packet.hopsLeft = static_cast<std::uint16_t>(stream.route.size() - stream.hopsThere);
    packet.sequence = stream.receiver.inOrder();
    packet.stamp = stream.echo;
    packet.stream = slot;
    packet.payload = 0;
    packet.wire = acknowledgementWire;
    const Stretch newest = stream.receiver.newest();
    packet.selectedBytes = static_cast<std::uint32_t>(newest.bytes());
    packet.selectedBehind = newest.bytes() > 0 ? static_cast<std::uint32_t>(newest.first - packet.sequence) : 0;
    packet.wire += newest.bytes() > 0 ? selectedBlockBytes : 0;
    packet.next = none;
    packet.acknowledges = true;
    ++stream.underWay;
    const std::uint32_t link = *packet.hops;
    Adapter& adapter = adapters[link];
    if (adapter.firstAcknowledgement == none)
        adapter.firstAcknowledgement = index;
    else
        ports[adapter.lastAcknowledgement].next = index;
    adapter.lastAcknowledgement = index;
    serve(link);
}

/// Delivers the chunks that are complete. Completions may send, open and close.
void PacketNetwork::State::deliver(std::uint32_t slot)
{
    const std::uint32_t generation = streams[slot].generation;
    while (streams[slot].generation == generation && streams[slot].firstChunk != none &&
           chunks[streams[slot].firstChunk].end <= streams[slot].receiver.inOrder()) {
        const std::uint32_t index = streams[slot].firstChunk;
        const Chunk chunk = chunks[index];
        streams[slot].firstChunk = chunk.next;
        chunks.give(index);
        if (calendar.cancel(chunk.leaving))
            chunk.sent();
        if (streams[slot].generation == generation)
            chunk.delivered();
    }
}

void PacketNetwork::State::acknowledge(std::uint32_t slot, const Packet& packet)
{
    Stream& stream = streams[slot];
    const std::uint64_t selected = packet.sequence + packet.selectedBehind;
    stream.sender.acknowledge(packet.sequence, {selected, selected + packet.selectedBytes}, packet.stamp,
                              calendar.now());
    if (stream.sender.idle()) {
        if (stream.oneOff) {
            close(slot);
            return;
        }
        rememberRoundTrip(stream);
        setActive(slot, false);
        return;
    }
    armTimer(slot);
    makeReady(slot);
}

// Timers --------------------------------------------------------------------------------------------------------

/// There is at most one event for each place of a stream. If its time moves, the event runs and is scheduled again,
/// also for the next stream in that place. Most timers are never needed.
void PacketNetwork::State::armTimer(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    const Time deadline = stream.sender.deadline();
    if (stream.timerAt <= deadline)
        return;
    calendar.cancel(stream.timer);
    stream.timerAt = deadline;
    stream.timer = calendar.schedule(
        deadline,
        [](void* self, std::uint64_t context) {
            static_cast<State*>(self)->timerDue(static_cast<std::uint32_t>(context));
        },
        this, slot);
}

void PacketNetwork::State::timerDue(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    stream.timer = kernel::noEvent;
    stream.timerAt = kernel::never;
    if (!stream.open)
        return;
    if (stream.sender.deadline() <= calendar.now()) {
        timeouts += stream.sender.onTimer(calendar.now());
        makeReady(slot);
    }
    armTimer(slot);
}

} // namespace headroom::resources
