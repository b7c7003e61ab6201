#include "behaviour/targets/ring_members.h"

#include <algorithm>

namespace headroom::behaviour {

void RingMembers::setDown(std::uint32_t device, bool down)
{
    if ((downSince_[device] != kernel::never) == down)
        return;
    downSince_[device] = down ? core_.calendar.now() : kernel::never;
    down_ += down ? 1 : UINT32_MAX;
}

void RingMembers::setNodeDown(std::uint32_t node, bool down)
{
    nodeDown_[node] = down;
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
    if (down)
        processDownSince_.try_emplace(instance, core_.calendar.now());
    else
        processDownSince_.erase(instance);
    if (changed_)
        changed_();
}

bool RingMembers::downFor(std::uint32_t ring, std::uint32_t device, kernel::Time atLeast) const
{
    kernel::Time since = downSince_[device];
    if (!processDownSince_.empty()) {
        const auto process =
            processDownSince_.find(deployment_.instanceOfDevice(core_.software.outages[ring].role, device));
        if (process != processDownSince_.end())
            since = std::min(since, process->second);
    }
    return since != kernel::never && core_.calendar.now() - since >= atLeast;
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
        if (downFor(ring, device, outage.out)) {
            std::uint32_t other = device;
            while (handOff < table.devices() && downFor(ring, other, outage.noticed))
                other = table.candidate(partition, handOff++);
            if (!downFor(ring, other, outage.noticed))
                room.push_back(other);
        } else if (!downFor(ring, device, outage.noticed)) {
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
        if (const std::uint32_t device = table.candidate(partition, place); !downFor(ring, device, outage.noticed))
            up.push_back(device);
    return up.empty() ? table.candidate(partition, number) : up[number % up.size()];
}

} // namespace headroom::behaviour
