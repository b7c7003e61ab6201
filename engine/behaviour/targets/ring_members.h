// Tracks the devices that have the partitions of the rings at present: those that are known to be down, or whose daemon
// is, are left out, and after a longer time others take their place. An outage becomes known after a time, or after
// some calls in vain.
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
          knownDown_(core.cluster.nodes.size()), downOn_(core.cluster.nodes.size()),
          failures_(core.cluster.nodes.size()), downSince_(core.cluster.devices.size(), kernel::never)
    {
    }

    /// `known`: it has been down for so long that all who use a ring have noticed it.
    void setNodeDown(std::uint32_t node, bool down, bool known = false);
    /// A device of the node has failed or is back; while the node is down, all its devices are.
    void lookAtDevices(std::uint32_t node);
    /// The devices of a role's instance cannot be reached while its process is down.
    void setProcessDown(std::uint32_t instance, bool down);

    /// A call to the node got no answer in time, was refused, or got an error.
    void countFailure(std::uint32_t node)
    {
        if (downOn_[node] > 0)
            countWhileDown(node);
    }

    /// Called after each failure and return, and when calls in vain have let an outage be noticed.
    void whenChanged(std::function<void()> changed) { changed_ = std::move(changed); }
    /// True if the device works and can be reached by those who use the ring.
    bool up(std::uint32_t ring, std::uint32_t device) const { return downSince(ring, device) == kernel::never; }

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
    void countDown(std::uint32_t node, bool down);
    void countWhileDown(std::uint32_t node);
    /// kernel::never if it can be reached.
    kernel::Time downSince(std::uint32_t ring, std::uint32_t device) const;
    bool isNoticed(std::uint32_t ring, std::uint32_t device) const;
    bool isOut(std::uint32_t ring, std::uint32_t device) const;

    const Core& core_;
    const Deployment& deployment_;
    std::vector<bool> nodeDown_, knownDown_;
    std::vector<std::uint32_t> downOn_;   ///< by node: devices and processes that are down
    std::vector<std::uint64_t> failures_; ///< by node: calls in vain while something is down there
    std::vector<kernel::Time> downSince_; ///< by device: when it or its node failed; never: it is up
    std::uint32_t down_ = 0;
    std::function<void()> changed_;
    std::unordered_map<std::uint32_t, kernel::Time> processDownSince_; ///< by instance, of those that are down
};

} // namespace headroom::behaviour
