#include "mapping/placement.h"

#include "project/document/document.h"
#include "project/document/whole_number.h"
#include "topology/racks.h"

#include <algorithm>
#include <utility>

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
                                "No node carries the role.", "Add it to the roles of a node group."});
            continue;
        }
        for (const std::string& volume : role.volumes)
            for (std::uint32_t node : nodesOf(role.id))
                if (devicesOf(volume, node).empty()) {
                    const auto& group = topology.groups()[topology.nodes()[node].group];
                    findings.push_back(
                        {project::Severity::error, "volume.unbound",
                         "/topology/groups/" + std::to_string(topology.nodes()[node].group), "node group " + group.id,
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

bool Placement::isIn(const std::string& group, std::uint32_t node) const
{
    return topology_.groups()[topology_.nodes()[node].group].id == group;
}

std::vector<std::uint32_t> Placement::devicesOf(const std::string& volume, std::uint32_t node) const
{
    std::vector<std::uint32_t> devices;
    if (const auto* info = volumeOn(topology_, volume, node)) {
        const auto& place = topology_.nodes()[node];
        for (std::uint32_t d = place.firstDevice; d < place.firstDevice + place.deviceCount; ++d)
            if (std::ranges::count(info->deviceGroups, topology_.devices()[d].deviceGroup) > 0 &&
                !topology_.devices()[d].inSet)
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

std::vector<std::uint32_t> Placement::racksOf(const std::vector<std::uint32_t>& devices) const
{
    const std::vector<std::uint32_t> ofNodes = topology::racksOf(topology_);
    std::vector<std::uint32_t> racks;
    for (const std::uint32_t device : devices)
        racks.push_back(ofNodes[topology_.devices()[device].node]);
    return racks;
}

double Placement::capacityOf(std::uint32_t device) const
{
    const topology::DeviceInfo& info = topology_.devices()[device];
    const auto& group = topology_.groups()[topology_.nodes()[info.node].group].deviceGroups[info.deviceGroup];
    const auto members = static_cast<double>(std::max<std::size_t>(1, info.members.size()));
    return group.component ? group.component->figure("capacity_B") * members : 0;
}

VolumePlace Placement::place(const std::string& volume, std::uint32_t node) const
{
    const auto* info = volumeOn(topology_, volume, node);
    return info ? VolumePlace{info->barriers,
                              info->used,
                              info->fsync,
                              info->warm,
                              info->files,
                              info->fileBytes,
                              project::wholeNumber(info->readAhead),
                              info->dirtyStart}
                : VolumePlace{};
}

} // namespace headroom::mapping
