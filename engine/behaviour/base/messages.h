// Messages between nodes: their way through the network, and the work of the nodes' processors on them.
#pragma once

#include "behaviour/base/connections.h"
#include "behaviour/base/core.h"

#include <cstdint>

namespace headroom::behaviour {

/// The most that Linux hands to an adapter at once, which cuts it into packets (segmentation offload): 65536u,
/// GSO_LEGACY_MAX_SIZE in struct net_device of include/linux/netdevice.h, the default of gso_max_size. TCP fills it up
/// to MAX_TCP_HEADER + 1 bytes (sk_dst_gso_max_size() in net/core/sock.c), less than a packet.
inline constexpr std::uint64_t segmentBytes = 65536;

/// A sender works on the first segment of a message before anything leaves its node, a receiver on the last one after
/// it has arrived. While the other segments are on their way, one core of each node works on them, and the message is
/// through when all of this is done: a message of 100 MB takes the longest of its three parts, not their sum.
class Messages
{
public:
    explicit Messages(Core& core);

    /// True if no message is any work for a processor.
    bool free() const { return free_; }
    /// True if messages between two nodes take no time and no work: then they need not use the calendar.
    bool immediate(std::uint32_t from, std::uint32_t to) const
    {
        return from == to ? immediateWithin_ : immediateBetween_;
    }

    /// Work before the message leaves the node, and after it has arrived. Reference-seconds.
    double sendingWork(std::uint32_t node, double bytes) const;
    double receivingWork(std::uint32_t node, double bytes) const;

    /// Sends a message; its sender has done its work. False if there is no route.
    bool send(std::uint32_t from, std::uint32_t to, double bytes, const Way& way, kernel::Completion arrived);
    /// Sends a message that no path works on (a handshake, a refusal): the processor does, and nothing waits for it.
    bool sendByKernel(std::uint32_t from, std::uint32_t to, double bytes, std::uint64_t flow,
                      kernel::Completion arrived);

    std::size_t largeInUse() const { return large_.inUse(); }

private:
    /// A message of several segments, until all of them are through.
    struct Large
    {
        std::uint32_t parts = 0;
        kernel::Completion through;
    };
    bool sendLarge(std::uint32_t from, std::uint32_t to, std::uint64_t size, const Way& way,
                   kernel::Completion arrived);
    bool pass(std::uint32_t from, std::uint32_t to, std::uint64_t size, const Way& way, kernel::Completion arrived);
    static void onPartDone(void* self, std::uint64_t handle);

    Core& core_;
    Pool<Large> large_;
    bool free_ = false;
    bool immediateBetween_ = false, immediateWithin_ = false;
};

} // namespace headroom::behaviour
