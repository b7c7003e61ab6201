#include "behaviour/targets/ring_members.h"

#include <algorithm>

namespace headroom::behaviour {

void RingMembers::setDown(std::uint32_t device, bool down)
{
    if ((downSince_[device] != kernel::never) == down)
        return;
    downSince_[device] = down ? core_.calendar.now() : kernel::never;
    down_ += down ? 1 : UINT32_MAX;
    countDown(core_.cluster.devices[device].node, down);
}

void RingMembers::countDown(std::uint32_t node, bool down)
{
    downOn_[node] += down ? 1 : UINT32_MAX;
    if (downOn_[node] == 0)
        failures_[node] = 0;
}

void RingMembers::countWhileDown(std::uint32_t node)
{
    const std::uint64_t failures = ++failures_[node];
    if (changed_ && std::ranges::count(core_.software.outages, failures, &RingOutage::failures) > 0)
        changed_();
}

void RingMembers::setNodeDown(std::uint32_t node, bool down, bool known)
{
    nodeDown_[node] = down;
    knownDown_[node] = down && known;
    lookAtDevices(node);
}

void RingMembers::lookAtDevices(std::uint32_t node)
{
    for (std::uint32_t device = 0; device < downSince_.size(); ++device)
        if (const DeviceHardware& hardware = core_.cluster.devices[device]; hardware.node == node)
            setDown(device, nodeDown_[node] || hardware.device->failed());
    if (changed_)
        changed_();
}

void RingMembers::setProcessDown(std::uint32_t instance, bool down)
{
    const bool changes = down ? processDownSince_.try_emplace(instance, core_.calendar.now()).second
                              : processDownSince_.erase(instance) > 0;
    if (changes)
        countDown(deployment_.load(instance).node, down);
    if (changed_)
        changed_();
}

kernel::Time RingMembers::downSince(std::uint32_t ring, std::uint32_t device) const
{
    kernel::Time since = downSince_[device];
    if (!processDownSince_.empty()) {
        const auto process =
            processDownSince_.find(deployment_.instanceOfDevice(core_.software.outages[ring].role, device));
        if (process != processDownSince_.end())
            since = std::min(since, process->second);
    }
    return since;
}

bool RingMembers::isNoticed(std::uint32_t ring, std::uint32_t device) const
{
    const kernel::Time since = downSince(ring, device);
    if (since == kernel::never)
        return false;
    const RingOutage& outage = core_.software.outages[ring];
    const std::uint32_t node = core_.cluster.devices[device].node;
    return core_.calendar.now() - since >= outage.noticed || knownDown_[node] ||
           (outage.failures > 0 && failures_[node] >= outage.failures);
}

/// One that was known to be down from the beginning has been down for as long as it takes to notice it.
bool RingMembers::isOut(std::uint32_t ring, std::uint32_t device) const
{
    if (!isNoticed(ring, device))
        return false;
    const RingOutage& outage = core_.software.outages[ring];
    const bool known = knownDown_[core_.cluster.devices[device].node] && outage.noticed != kernel::never;
    return core_.calendar.now() - downSince(ring, device) + (known ? outage.noticed : 0) >= outage.out;
}

std::span<const std::uint32_t> RingMembers::devicesOf(std::uint32_t ring, std::uint64_t partition,
                                                      std::vector<std::uint32_t>& room) const
{
    const mapping::Ring& table = core_.software.rings[ring];
    const auto replicas = table.devicesOf(partition);
    const RingOutage& outage = core_.software.outages[ring];
    if (!anyDown() || outage.never())
        return replicas;
    room.clear();
    std::uint64_t handOff = replicas.size();
    for (const std::uint32_t device : replicas) {
        if (isOut(ring, device)) {
            std::uint32_t other = device;
            while (handOff < table.devices() && isNoticed(ring, other))
                other = table.candidate(partition, handOff++);
            if (!isNoticed(ring, other))
                room.push_back(other);
        } else if (!isNoticed(ring, device)) {
            room.push_back(device);
        }
    }
    return room;
}

std::uint32_t RingMembers::candidate(std::uint32_t ring, std::uint64_t partition, std::uint64_t number) const
{
    const mapping::Ring& table = core_.software.rings[ring];
    const RingOutage& outage = core_.software.outages[ring];
    if (!anyDown() || outage.never())
        return table.candidate(partition, number);
    std::vector<std::uint32_t> up;
    for (std::uint64_t place = 0; place < table.devices(); ++place)
        if (const std::uint32_t device = table.candidate(partition, place); !isNoticed(ring, device))
            up.push_back(device);
    return up.empty() ? table.candidate(partition, number) : up[number % up.size()];
}

} // namespace headroom::behaviour
