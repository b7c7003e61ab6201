#include "project/resolve/role_instances.h"

#include "project/document/document.h"
#include "project/document/whole_number.h"
#include "project/vocabulary/declarations.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace headroom::project {

namespace {

constexpr std::uint32_t mostNodes = 1'000'000; ///< of a group, in lists of nodes

/// A number, a flag or an expression over the scope.
std::optional<double> constantOf(const Json& written, const Scope& scope)
{
    if (written.is_number())
        return written.get<double>();
    if (written.is_boolean())
        return written.get<bool>();
    try {
        if (written.is_string())
            if (const Expression value = Expression::compile(written.get<std::string>(), scope); value.isConstant())
                return value.value();
    } catch (const ExpressionError&) {
    }
    return {};
}

std::optional<double> countIn(const Json& fields, const char* name, const Scope& scope)
{
    return fields.contains(name) ? constantOf(fields.at(name), scope) : 1;
}

/// The devices of a node in those of its groups that have one of these names; a RAID set is one.
std::optional<double> devicesNamed(const NodeGroup& group, const std::vector<std::string>& names, const Scope& scope)
{
    double devices = 0;
    for (const DeviceGroup& each : group.devices) {
        if (std::ranges::count(names, each.id) == 0)
            continue;
        const bool inSets = valueOf(each.fields, *findField(deviceFields(), "raid")) != "none";
        const std::optional<double> count = countIn(each.fields, inSets ? "sets" : "count", scope);
        if (!count)
            return {};
        devices += *count;
    }
    return devices;
}

/// The devices of a node that a volume lies on.
std::optional<double> devicesOf(const NodeGroup& group, const std::string& volume, const Scope& scope)
{
    double devices = 0;
    for (const VolumeBinding& binding : group.volumes) {
        if (binding.volume != volume)
            continue;
        std::vector<std::string> names = binding.moreDevices;
        names.push_back(binding.devices);
        std::optional<double> those = devicesNamed(group, names, scope);
        if (const Json& other = valueOf(binding.fields, *findField(volumeFields(), "otherwise"));
            those && *those == 0 && other.is_string())
            those = devicesNamed(group, {other.get<std::string>()}, scope);
        if (!those)
            return {};
        devices += *those;
    }
    return devices;
}

/// True if nodes of the group run the role: it is among theirs, and its condition is met if it has one.
bool runs(const NodeGroup& group, const std::string& role, const Scope& scope)
{
    if (!group.carries(role))
        return false;
    const auto conditions = group.fields.find("roles_if");
    if (conditions == group.fields.end() || !conditions->is_object() || !conditions->contains(role))
        return true;
    Scope outer = scope;
    outer.nodes.clear();
    return constantOf(conditions->at(role), outer).value_or(1) != 0;
}

} // namespace

std::vector<std::string> rolesRunBy(const NodeGroup& group, const Scope& scope)
{
    std::vector<std::string> roles;
    std::ranges::copy_if(group.roles, std::back_inserter(roles),
                         [&](const std::string& role) { return runs(group, role, scope); });
    return roles;
}

std::optional<bool> eachDeviceHasInstance(const Behaviour& behaviour, const Scope& scope)
{
    const auto written = behaviour.role.workers.find("for_each_if");
    if (written == behaviour.role.workers.end())
        return true;
    if (written->is_boolean()) // settled
        return written->get<bool>();
    Scope outer = scope;
    outer.nodes.clear();
    Scope inner = outer;
    for (const RoleParameter& parameter : behaviour.role.parameters) {
        const auto binding = behaviour.bindings.find(parameter.name);
        const bool bound = binding != behaviour.bindings.end();
        if (const auto value = constantOf(bound ? *binding : parameter.value, bound ? outer : inner))
            inner.constants.set(parameter.name, *value);
        else
            inner.constants.erase(parameter.name); // it hides one of the project, and is not known
    }
    const std::optional<double> value = constantOf(*written, inner);
    return value ? std::optional(*value != 0) : std::nullopt;
}

ScopeValues<double> instancesOfRoles(const Project& project, const Scope& scope)
{
    ScopeValues<double> instances;
    for (const Behaviour& behaviour : project.behaviours) {
        const std::string& role = behaviour.role.id;
        const bool each = eachDeviceHasInstance(behaviour, scope).value_or(true);
        const std::string volume = each ? deviceVolumeOf(behaviour.role) : "";
        double number = 0;
        for (const NodeGroup& group : project.topology.groups) {
            if (!runs(group, role, scope))
                continue;
            const std::optional<double> nodes = countIn(group.fields, "count", scope);
            const std::optional<double> onEach = volume.empty() ? 1 : devicesOf(group, volume, scope);
            if (nodes && onEach)
                number += *nodes * *onEach;
        }
        instances.set(role, number);
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
        if (!count || !devices || !runs(group, role, scope))
            continue;
        const auto number = std::min(wholeNumber<std::uint32_t>(*count), mostNodes);
        for (std::uint32_t n = 1; n <= number; ++n)
            nodes.push_back(
                {number == 1 ? group.id : group.id + "-" + std::to_string(n), wholeNumber<std::uint32_t>(*devices)});
    }
    return nodes;
}

} // namespace headroom::project
