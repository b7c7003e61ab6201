// Messages between nodes: their way through the network, and the work of the nodes' processors on them.
#pragma once

#include "behaviour/core/core.h"
#include "behaviour/messages/connections.h"
#include "behaviour/messages/segments.h"

#include <cstdint>

namespace headroom::behaviour {

/// A sender works on the first segment of a message before anything leaves its node, a receiver on the last one after
/// all have arrived. While the other segments are on their way, one core of each node works on them: that of the
/// receiver from the arrival of the first one. A message of 100 MB takes the longest of its three parts, not their sum.
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
        std::uint32_t to = 0;    ///< the node
        std::uint32_t parts = 0; ///< network, sender, receiver: those that are not done
        double receiving = 0;    ///< work of the receiver meanwhile, reference-seconds
        double crossingS = 0;    ///< the way of one segment
        kernel::Completion through;
    };
    bool sendLarge(std::uint32_t from, std::uint32_t to, std::uint64_t size, const Way& way,
                   kernel::Completion arrived);
    bool pass(std::uint32_t from, std::uint32_t to, std::uint64_t size, const Way& way, kernel::Completion arrived);
    /// Calls a step of a large message; the context is its handle.
    template <void (Messages::*step)(std::uint32_t)>
    kernel::Completion completion(std::uint32_t large);
    void sentRest(std::uint32_t large);
    void firstArrived(std::uint32_t large);
    void partDone(std::uint32_t large);

    Core& core_;
    Pool<Large> large_;
    bool free_ = false;
    bool immediateBetween_ = false, immediateWithin_ = false;
};

} // namespace headroom::behaviour
