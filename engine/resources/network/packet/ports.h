// Packets on links: output queues, transmission, propagation, drops.
#pragma once

#include "kernel/calendar.h"
#include "resources/record_pool.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace headroom::resources {

/// One direction of a link with the output queue that feeds it.
struct PacketLinkSpec
{
    static constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();

    std::string name;
    double rateBps = 0;  ///< bytes per second on the wire; infinite: sending takes no time
    double latencyS = 0; ///< from leaving the sending port to being ready at the next one: cable, adapter, forwarding
    /// Maximum number of wire bytes waiting at the port, including the rest of the packet being sent; further packets
    /// are dropped (drop tail). It is not used for a node's own adapter: senders hold back what does not fit.
    std::uint64_t bufferBytes = unbounded;
    /// True if the port that feeds the link may begin before a packet has been received completely. It does so only for
    /// packets that are received at least as fast as they are sent; others are stored first, as switches do.
    bool cutThrough = false;
};

/// A packet on its route: a segment or an acknowledgement.
struct Packet
{
    const std::uint32_t* hops = nullptr; ///< the remaining links, `hopsLeft` of them
    std::uint64_t sequence = 0;          ///< of the first byte; of an acknowledgement: the acknowledged sequence number
    kernel::Time stamp = 0;              ///< time of sending; of an acknowledgement: the stamp that it echoes
    kernel::Time due = 0;                ///< time at which it is ready at the end of its current link
    std::uint32_t stream = 0;
    std::uint32_t payload = 0;
    std::uint32_t wire = 0; ///< bytes on the wire, including all headers and the gap
    std::uint32_t next = 0; ///< in its current list
    /// For an acknowledgement: the number of bytes that have arrived behind a gap, and their distance from the
    /// acknowledged ones.
    std::uint32_t selectedBytes = 0, selectedBehind = 0;
    std::uint16_t hopsLeft = 0;
    bool acknowledges = false;
    bool asks = false; ///< requests an immediate acknowledgement
};

/// A number of packets, and their bytes on the wire.
struct PacketCount
{
    std::uint64_t packets = 0;
    std::uint64_t wireBytes = 0;

    void add(const Packet& packet)
    {
        ++packets;
        wireBytes += packet.wire;
    }
    friend PacketCount operator+(PacketCount a, PacketCount b)
    {
        return {a.packets + b.packets, a.wireBytes + b.wireBytes};
    }
    friend bool operator==(const PacketCount&, const PacketCount&) = default;
};

/// A port sends in the order of arrival and never idles while a packet waits, so the time at which a packet will leave
/// is known on its arrival: a link costs one event for each packet, and the queue is the time until the port is free.
/// Only the first packet in a link's list has a pending event, so the calendar stays small.
class PacketPorts
{
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Called for a packet that has passed its last link or was dropped; the packet is released afterwards.
    using Listener = void (*)(void* self, std::uint32_t packet);

    PacketPorts(kernel::Calendar& calendar, std::vector<PacketLinkSpec> links, Listener onArrival, Listener onDrop,
                void* self);

    std::uint32_t take() { return packets_.take(); }
    Packet& operator[](std::uint32_t packet) { return packets_[packet]; }

    /// Puts a packet of a node on its first link.
    void inject(std::uint32_t packet);
    /// Sets the link to `factor` times its rate; at 0 it is cut, and packets that reach it are dropped.
    void setRate(std::uint32_t link, double factor);
    /// Time at which the port will have sent all waiting packets.
    kernel::Time freeAt(std::uint32_t link) const { return ports_[link].freeAt; }
    kernel::Time transmission(std::uint32_t link, std::uint32_t wireBytes) const
    {
        return ports_[link].takes(wireBytes);
    }
    kernel::Time latency(std::uint32_t link) const { return ports_[link].latency; }

    std::size_t count() const { return links_.size(); }
    const PacketLinkSpec& link(std::uint32_t index) const { return links_[index]; }
    std::uint64_t queuedBytes(std::uint32_t link) const;
    /// Packets given to the port: each has passed, was dropped or is on the link.
    const PacketCount& given(std::uint32_t link) const { return ports_[link].given; }
    const PacketCount& passed(std::uint32_t link) const { return ports_[link].passed; }
    PacketCount underWay(std::uint32_t link) const;
    std::uint64_t payloadBytes(std::uint32_t link) const { return ports_[link].payload; }
    std::uint64_t wireBytes(std::uint32_t link) const { return ports_[link].wire; }
    const PacketCount& dropped(std::uint32_t link) const { return ports_[link].dropped; }

    PacketCount injected() const { return injected_; }
    PacketCount arrived() const { return arrived_; }
    PacketCount dropped() const;
    /// Packets on the links and in their queues, counted one by one.
    PacketCount underWay() const;

private:
    struct Port
    {
        double ticksPerByte = 0;
        kernel::Time latency = 0;
        kernel::Time freeAt = 0;
        std::uint64_t buffer = 0;
        std::uint32_t first = none; ///< first packet on the link
        std::uint32_t last = none;
        bool bounded = false;
        bool cut = false;
        bool cutThrough = false;
        std::uint64_t payload = 0;
        std::uint64_t wire = 0;
        PacketCount given, passed, dropped;

        kernel::Time takes(std::uint32_t wireBytes) const { return kernel::fromTicks(wireBytes * ticksPerByte); }
        std::uint64_t queued(kernel::Time now) const
        {
            return freeAt > now ? static_cast<std::uint64_t>(static_cast<double>(freeAt - now) / ticksPerByte + 0.5)
                                : 0;
        }
    };

    void enter(std::uint32_t packet);
    void leave(std::uint32_t link);
    void scheduleFirst(std::uint32_t link);

    kernel::Calendar& calendar_;
    std::vector<PacketLinkSpec> links_;
    std::vector<Port> ports_;
    RecordPool<Packet> packets_;
    Listener onArrived_;
    Listener onDropped_;
    void* self_;
    PacketCount injected_;
    PacketCount arrived_;
};

} // namespace headroom::resources
