#include "mapping/placement.h"

#include <algorithm>
#include <queue>
#include <set>

namespace headroom::mapping {

namespace {

const topology::VolumeInfo* volumeOn(const topology::ExpandedTopology& topology, const std::string& volume,
                                     std::uint32_t node)
{
    const auto& group = topology.groups()[topology.nodes()[node].group];
    for (const auto& info : group.volumes)
        if (info.volume == volume)
            return &info;
    return nullptr;
}

} // namespace

Placement::Placement(const project::Project& project, const topology::ExpandedTopology& topology,
                     project::Findings& findings)
    : topology_(topology)
{
    for (std::uint32_t node = 0; node < topology.nodes().size(); ++node)
        for (const std::string& role : topology.groups()[topology.nodes()[node].group].roles)
            nodes_[role].push_back(node);

    for (std::size_t i = 0; i < project.behaviours.size(); ++i) {
        const project::Role& role = project.behaviours[i].role;
        if (nodesOf(role.id).empty()) {
            findings.push_back({project::Severity::error, "role.no-node", "/behaviours/" + std::to_string(i), role.id,
                                "The role stands on no node.", "Add it to the roles of a node group."});
            continue;
        }
        for (const std::string& volume : role.volumes)
            for (std::uint32_t node : nodesOf(role.id))
                if (!volumeOn(topology, volume, node)) {
                    const auto& group = topology.groups()[topology.nodes()[node].group];
                    findings.push_back({project::Severity::error, "volume.unbound",
                                        "/topology/groups/" + std::to_string(topology.nodes()[node].group),
                                        "node group " + group.id,
                                        "It carries the role " + role.id + " but no device for its volume \"" + volume + "\".",
                                        "Bind the volume to a device group of these nodes."});
                    break;
                }
    }
}

const std::vector<std::uint32_t>& Placement::nodesOf(const std::string& role) const
{
    static const std::vector<std::uint32_t> none;
    const auto found = nodes_.find(role);
    return found == nodes_.end() ? none : found->second;
}

std::vector<std::uint32_t> Placement::devicesOf(const std::string& volume, std::uint32_t node) const
{
    std::vector<std::uint32_t> devices;
    if (const auto* info = volumeOn(topology_, volume, node)) {
        const auto& place = topology_.nodes()[node];
        for (std::uint32_t d = place.firstDevice; d < place.firstDevice + place.deviceCount; ++d)
            if (topology_.devices()[d].deviceGroup == info->deviceGroup)
                devices.push_back(d);
    }
    return devices;
}

std::vector<std::uint32_t> Placement::devicesOf(const std::string& role, const std::string& volume) const
{
    std::vector<std::uint32_t> devices;
    for (std::uint32_t node : nodesOf(role)) {
        const auto here = devicesOf(volume, node);
        devices.insert(devices.end(), here.begin(), here.end());
    }
    return devices;
}

VolumePlace Placement::place(const std::string& volume, std::uint32_t node) const
{
    const auto* info = volumeOn(topology_, volume, node);
    return info ? VolumePlace{info->barriers, info->used} : VolumePlace{};
}

Ring::Ring(std::vector<std::uint32_t> devices, std::vector<std::uint32_t> nodeOf, std::uint32_t partitionPower,
           std::uint32_t replicas, std::uint64_t seed)
    : power_(partitionPower), replicas_(std::min<std::uint32_t>(replicas, static_cast<std::uint32_t>(devices.size())))
{
    const kernel::KeyedRandom random(seed);
    std::vector<std::uint32_t> load(devices.size(), 0);
    table_.resize(partitions() * replicas_);

    // Devices of each node, and how many partitions a device may still take in the round of one replica.
    std::map<std::uint32_t, std::vector<std::uint32_t>> byNode;
    for (std::uint32_t d = 0; d < devices.size(); ++d)
        byNode[nodeOf[d]].push_back(d);
    std::vector<std::uint32_t> nodes;
    for (const auto& [node, members] : byNode)
        nodes.push_back(node);

    // Least loaded first; equal loads in an order that a hash of (partition, device) gives. A partition is offered to a node it
    // does not stand on yet while there is one, then to a device it does not stand on yet.
    for (std::uint64_t partition = 0; partition < partitions(); ++partition) {
        std::set<std::uint32_t> usedNodes, usedDevices;
        for (std::uint32_t replica = 0; replica < replicas_; ++replica) {
            const bool freshNode = usedNodes.size() < nodes.size();
            std::uint32_t best = 0;
            bool found = false;
            std::pair<std::uint32_t, std::uint64_t> bestRank;
            for (std::uint32_t d = 0; d < devices.size(); ++d) {
                if (usedDevices.contains(d) || (freshNode && usedNodes.contains(nodeOf[d])))
                    continue;
                const std::pair<std::uint32_t, std::uint64_t> rank{load[d], random.bits(partition, d, replica)};
                if (!found || rank < bestRank) {
                    best = d;
                    bestRank = rank;
                    found = true;
                }
            }
            ++load[best];
            usedNodes.insert(nodeOf[best]);
            usedDevices.insert(best);
            table_[partition * replicas_ + replica] = devices[best];
        }
    }
}

std::uint64_t Ring::partitionOf(std::uint64_t key) const
{
    // The top bits of a hash, as consistent-hashing rings take them.
    const std::uint64_t hash = kernel::mix(key, 0x9e3779b97f4a7c15ull);
    return power_ == 0 ? 0 : hash >> (64 - power_);
}

std::span<const std::uint32_t> Ring::devicesOf(std::uint64_t partition) const
{
    return {table_.data() + partition * replicas_, replicas_};
}

} // namespace headroom::mapping
