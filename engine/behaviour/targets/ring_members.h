// Tracks the devices that have the partitions of the rings at present: those that are known to be down, or whose daemon
// is, are left out, and after a longer time others take their place.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/core/core.h"
#include "kernel/time.h"

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headroom::behaviour {

class RingMembers
{
public:
    RingMembers(const Core& core, const Deployment& deployment)
        : core_(core), deployment_(deployment), nodeDown_(core.cluster.nodes.size()),
          downSince_(core.cluster.devices.size(), kernel::never)
    {
    }

    void setNodeDown(std::uint32_t node, bool down);
    /// A device of the node has failed or is back; while the node is down, all its devices are.
    void lookAtDevices(std::uint32_t node);
    /// The devices of a role's instance cannot be reached while its process is down.
    void setProcessDown(std::uint32_t instance, bool down);

    /// Called after each failure and return.
    void whenChanged(std::function<void()> changed) { changed_ = std::move(changed); }
    /// True if the device works and can be reached by those who use the ring.
    bool up(std::uint32_t ring, std::uint32_t device) const { return !downFor(ring, device, 0); }

    /// The partition's devices in ring order. While none is down this is the ring's own table; otherwise the answer is
    /// in `room`. Empty if all are known to be down and keep their places.
    std::span<const std::uint32_t> devicesOf(std::uint32_t ring, std::uint64_t partition,
                                             std::vector<std::uint32_t>& room) const;
    /// The device to try as the given number: those of the ring and then the hand-offs, without those that are known to
    /// be down.
    std::uint32_t candidate(std::uint32_t ring, std::uint64_t partition, std::uint64_t number) const;

private:
    bool anyDown() const { return down_ > 0 || !processDownSince_.empty(); }
    void setDown(std::uint32_t device, bool down);
    bool downFor(std::uint32_t ring, std::uint32_t device, kernel::Time atLeast) const;

    const Core& core_;
    const Deployment& deployment_;
    std::vector<bool> nodeDown_;
    std::vector<kernel::Time> downSince_; ///< by device: when it or its node failed; never: it is up
    std::uint32_t down_ = 0;
    std::function<void()> changed_;
    std::unordered_map<std::uint32_t, kernel::Time> processDownSince_; ///< by instance, of those that are down
};

} // namespace headroom::behaviour
