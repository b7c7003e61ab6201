#include "behaviour/cluster/deployment.h"

#include "kernel/random.h"

#include <algorithm>

namespace headroom::behaviour {

std::vector<Site> sitesOf(const Software& software, std::uint32_t role, const mapping::Placement& placement)
{
    const RoleInfo& info = software.roles[role];
    std::vector<Site> sites;
    for (const std::uint32_t node : placement.nodesOf(info.id)) {
        if (info.eachDeviceOf == nowhere) {
            sites.push_back({node});
            continue;
        }
        std::uint32_t nth = 0;
        for (const std::uint32_t device : placement.devicesOf(software.volumes[info.eachDeviceOf].name, node))
            sites.push_back({node, nth++, device});
    }
    return sites;
}

Deployment::Deployment(const Software& software, const Cluster& cluster, const mapping::Placement& placement)
    : nodeDown_(cluster.nodes.size())
{
    for (std::uint32_t r = 0; r < software.roles.size(); ++r) {
        const RoleInfo& info = software.roles[r];
        OfRole& role = roles_.emplace_back();
        role.first = static_cast<std::uint32_t>(loads_.size());
        role.onNode.assign(cluster.nodes.size(), nowhere);
        role.ofDevice.assign(cluster.devices.size(), nowhere);
        eachDevice_.push_back(info.eachDeviceOf != nowhere);
        for (const Site& site : sitesOf(software, r, placement)) {
            const auto instance = static_cast<std::uint32_t>(loads_.size());
            if (site.nth == 0)
                role.onNode[site.node] = instance;
            loads_.push_back({{}, info.kind, info.numbersThreads, site.node});
            nodeOf_.push_back(site.node);
            deviceOf_.push_back(site.device);
            drawNames_.push_back(kernel::mix(info.drawName, instance - role.first));
            if (eachDevice_.back())
                role.ofDevice[deviceOf_.back()] = instance;
        }
        role.count = static_cast<std::uint32_t>(loads_.size()) - role.first;
        if (!eachDevice_.back())
            for (std::size_t device = 0; device < cluster.devices.size(); ++device)
                role.ofDevice[device] = role.onNode[cluster.devices[device].node];
    }
    processDown_.resize(loads_.size());
}

mapping::Candidates Deployment::candidates(std::uint32_t role) const
{
    const OfRole& of = roles_[role];
    mapping::Candidates candidates;
    candidates.base = of.first;
    candidates.all = candidates.count = of.count;
    candidates.on = of.onNode;
    candidates.ofDevice = of.ofDevice;
    if (eachDevice_[role])
        candidates.nodeOf = std::span(nodeOf_).subspan(of.first, of.count);
    candidates.loads = mapping::Loads(loads_);
    return candidates;
}

void Deployment::setDown(const Failed& failed, bool down)
{
    if (failed.wholeNode())
        nodeDown_[failed.node] = down;
    else
        processDown_[failed.process] = down;
    for (std::uint32_t i = 0; i < loads_.size(); ++i)
        if (within(failed, i))
            loads_[i].down = nodeDown_[loads_[i].node] || processDown_[i];
}

} // namespace headroom::behaviour
