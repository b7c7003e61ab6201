// Copies that the partitions of a ring lack after failures and returns.
#pragma once

#include "behaviour/core/core.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::behaviour {

class Deployment;
class MessageQueues;
class RingMembers;
class SharedItems;

/// For each ring with a queue of missing copies it knows which devices hold each partition: those that are up and have
/// a place in it. Whenever another device has one, by an outage that was long enough or by a return, the queue gets a
/// message. For a device that returns it says how long the device was away; if the device itself had failed, it is a
/// new one and lacks everything. A copy counts as held from then on, whether it is made or not: whoever uses the ring
/// asks for it.
class MissingCopies
{
public:
    MissingCopies(Core& core, const Deployment& deployment, RingMembers& members, SharedItems& items,
                  MessageQueues& queues);

private:
    struct Watched
    {
        std::uint32_t state = nowhere, ring = nowhere;
        std::vector<std::vector<std::uint32_t>> holders; ///< by partition, those that have held it longest first
        std::vector<kernel::Time> awaySince;             ///< by device; never: it is up
        std::vector<bool> replaced;                      ///< by device: it has failed itself, and returns empty
    };

    void onChange();
    static void onReview(void* self, std::uint64_t watched);
    void review(Watched& watched);
    void reviewPartition(Watched& watched, std::uint64_t partition);
    void tell(const Watched& watched, std::uint64_t partition, std::uint32_t source, std::uint32_t target, bool whole);

    Core& core_;
    const Deployment& deployment_;
    RingMembers& members_;
    SharedItems& items_;
    MessageQueues& queues_;
    std::vector<Watched> watched_;
};

} // namespace headroom::behaviour
