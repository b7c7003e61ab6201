#include "project/resolve/role_instances.h"

#include "project/document/whole_number.h"
#include "project/vocabulary/declarations.h"

#include <algorithm>
#include <optional>

namespace headroom::project {

namespace {

constexpr std::uint32_t mostNodes = 1'000'000; ///< of a group, in lists of nodes

std::optional<double> countIn(const Json& fields, const char* name, const Scope& scope)
{
    if (!fields.contains(name))
        return 1;
    const Json& written = fields.at(name);
    if (written.is_number())
        return written.get<double>();
    try {
        if (written.is_string())
            if (const Expression value = Expression::compile(written.get<std::string>(), scope); value.isConstant())
                return value.value();
    } catch (const ExpressionError&) {
    }
    return {};
}

/// The devices of a node that a volume lies on; a RAID set is one.
std::optional<double> devicesOf(const NodeGroup& group, const std::string& volume, const Scope& scope)
{
    double devices = 0;
    for (const VolumeBinding& binding : group.volumes) {
        if (binding.volume != volume)
            continue;
        for (const DeviceGroup& each : group.devices) {
            if (each.id != binding.devices && std::ranges::count(binding.moreDevices, each.id) == 0)
                continue;
            const bool inSets = valueOf(each.fields, *findField(deviceFields(), "raid")) != "none";
            const std::optional<double> count = countIn(each.fields, inSets ? "sets" : "count", scope);
            if (!count)
                return {};
            devices += *count;
        }
    }
    return devices;
}

} // namespace

std::map<std::string, double> instancesOfRoles(const Project& project, const Scope& scope)
{
    std::map<std::string, double> instances;
    for (const Behaviour& behaviour : project.behaviours) {
        const std::string& role = behaviour.role.id;
        const std::string volume = deviceVolumeOf(behaviour.role);
        instances[role] = 0;
        for (const NodeGroup& group : project.topology.groups) {
            if (std::ranges::count(group.roles, role) == 0)
                continue;
            const std::optional<double> nodes = countIn(group.fields, "count", scope);
            const std::optional<double> onEach = volume.empty() ? 1 : devicesOf(group, volume, scope);
            if (nodes && onEach)
                instances[role] += *nodes * *onEach;
        }
    }
    return instances;
}

std::vector<NodeWithVolume> nodesWithVolume(const Project& project, const Scope& scope, const std::string& role,
                                            const std::string& volume)
{
    std::vector<NodeWithVolume> nodes;
    for (const NodeGroup& group : project.topology.groups) {
        const std::optional<double> count = countIn(group.fields, "count", scope);
        const std::optional<double> devices = devicesOf(group, volume, scope);
        if (!count || !devices || std::ranges::count(group.roles, role) == 0)
            continue;
        const auto number = std::min(wholeNumber<std::uint32_t>(*count), mostNodes);
        for (std::uint32_t n = 1; n <= number; ++n)
            nodes.push_back(
                {number == 1 ? group.id : group.id + "-" + std::to_string(n), wholeNumber<std::uint32_t>(*devices)});
    }
    return nodes;
}

} // namespace headroom::project
