#include "resources/network/packet/ports.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

using kernel::Time;

PacketPorts::PacketPorts(kernel::Calendar& calendar, std::vector<PacketLinkSpec> links, Listener onArrival,
                         Listener onDrop, void* self)
    : calendar_(calendar), links_(std::move(links)), ports_(links_.size()), onArrived_(onArrival), onDropped_(onDrop),
      self_(self)
{
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const PacketLinkSpec& spec = links_[i];
        if (!(spec.rateBps > 0.0))
            throw std::invalid_argument("link " + spec.name + " has no rate");
        Port& port = ports_[i];
        port.ticksPerByte = static_cast<double>(kernel::picosecondsPerSecond) / spec.rateBps;
        port.latency = kernel::fromSeconds(spec.latencyS);
        port.buffer = spec.bufferBytes;
        port.bounded = spec.bufferBytes != PacketLinkSpec::unbounded && port.ticksPerByte > 0.0;
        port.cutThrough = spec.cutThrough;
    }
}

void PacketPorts::setRate(std::uint32_t link, double factor)
{
    Port& port = ports_[link];
    port.cut = factor == 0.0;
    if (!port.cut)
        port.ticksPerByte = static_cast<double>(kernel::picosecondsPerSecond) / (links_[link].rateBps * factor);
}

void PacketPorts::inject(std::uint32_t packet)
{
    injected_.add(packets_[packet]);
    enter(packet);
}

void PacketPorts::enter(std::uint32_t index)
{
    Packet& packet = packets_[index];
    const std::uint32_t link = *packet.hops;
    Port& port = ports_[link];
    const Time now = calendar_.now();
    port.given.add(packet);
    if (port.cut || (port.bounded && port.queued(now) + packet.wire > port.buffer)) {
        port.dropped.add(packet);
        onDropped_(self_, index);
        packets_.give(index);
        return;
    }
    const Time start = std::max(now, port.freeAt);
    port.freeAt = kernel::later(start, port.takes(packet.wire));
    port.payload += packet.payload;
    port.wire += packet.wire;

    // The due times of a link never decrease: a packet starts no earlier than the previous one ends.
    Time ready = port.freeAt;
    if (packet.hopsLeft > 1) {
        const Port& nextPort = ports_[packet.hops[1]];
        if (nextPort.cutThrough && nextPort.ticksPerByte >= port.ticksPerByte)
            ready = start;
    }
    packet.due = kernel::later(ready, port.latency);
    packet.next = none;
    if (port.first == none) {
        port.first = port.last = index;
        scheduleFirst(link);
    } else {
        packets_[port.last].next = index;
        port.last = index;
    }
}

void PacketPorts::scheduleFirst(std::uint32_t link)
{
    calendar_.schedule(
        packets_[ports_[link].first].due,
        [](void* self, std::uint64_t context) {
            static_cast<PacketPorts*>(self)->leave(static_cast<std::uint32_t>(context));
        },
        this, link);
}

void PacketPorts::leave(std::uint32_t link)
{
    const std::uint32_t index = ports_[link].first;
    Packet& packet = packets_[index];
    ports_[link].first = packet.next;
    ports_[link].passed.add(packet);
    if (packet.next != none)
        scheduleFirst(link);
    ++packet.hops;
    if (--packet.hopsLeft > 0) {
        enter(index);
        return;
    }
    arrived_.add(packet);
    onArrived_(self_, index);
    packets_.give(index);
}

std::uint64_t PacketPorts::queuedBytes(std::uint32_t link) const
{
    return ports_[link].queued(calendar_.now());
}

PacketCount PacketPorts::dropped() const
{
    PacketCount sum;
    for (const Port& port : ports_)
        sum = sum + port.dropped;
    return sum;
}

PacketCount PacketPorts::underWay() const
{
    PacketCount sum;
    for (std::uint32_t link = 0; link < ports_.size(); ++link)
        sum = sum + underWay(link);
    return sum;
}

PacketCount PacketPorts::underWay(std::uint32_t link) const
{
    PacketCount sum;
    for (std::uint32_t packet = ports_[link].first; packet != none; packet = packets_[packet].next)
        sum.add(packets_[packet]);
    return sum;
}

} // namespace headroom::resources
