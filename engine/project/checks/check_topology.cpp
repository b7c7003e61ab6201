#include "project/checks/check_context.h"
#include "project/structure/member_keys.h"

#include <algorithm>

namespace headroom::project {
namespace {

void checkControllers(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    context.uniqueIds(idsOf(group.controllers), pointer + "/controllers");
    for (std::size_t i = 0; i < group.controllers.size(); ++i) {
        context.fields(controllerFields(), group.controllers[i].fields, memberKeys<Controller>(),
                       pointer + "/controllers" + below(i), context.resolver.globalScope(), {.group = &group});
    }
}

/// The device groups that a volume lies on.
void checkDevicesOf(CheckContext& context, const VolumeBinding& binding, const std::vector<std::string>& known,
                    const std::string& place)
{
    const char* what = "device group in this node group named";
    context.known("devices.unknown", what, binding.devices, known, place + "/devices");
    std::vector<std::string> seen{binding.devices};
    for (std::size_t i = 0; i < binding.moreDevices.size(); ++i) {
        const std::string& name = binding.moreDevices[i];
        const std::string at = place + "/more_devices" + below(i);
        context.known("devices.unknown", what, name, known, at);
        if (std::find(seen.begin(), seen.end(), name) != seen.end())
            context.error("devices.twice", at, "The volume lies on \"" + name + "\" already.", "Name each once.");
        seen.push_back(name);
    }
}

/// Warns of volumes that no role has, where others of the node group are used: a run would put nothing there.
void checkVolumesUsed(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    std::vector<std::string> known;
    for (const Behaviour& behaviour : context.project.behaviours)
        known.insert(known.end(), behaviour.role.volumes.begin(), behaviour.role.volumes.end());
    const auto isKnown = [&](const VolumeBinding& binding) {
        return std::find(known.begin(), known.end(), binding.volume) != known.end();
    };
    if (std::none_of(group.volumes.begin(), group.volumes.end(), isKnown))
        return; // the software is still to come
    for (std::size_t i = 0; i < group.volumes.size(); ++i)
        if (!isKnown(group.volumes[i]))
            context.report(Severity::warning, "volume.no-user", pointer + "/volumes" + below(i) + "/volume",
                           "No role has a volume \"" + group.volumes[i].volume + "\": nothing lies there.",
                           suggestion(group.volumes[i].volume, known));
}

/// Conditions are over the parameters alone: numbers of nodes depend on them.
void checkConditions(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    const Json& conditions = valueOf(group.fields, *findField(nodeGroupFields(), "roles_if"));
    if (!conditions.is_object())
        return;
    Scope scope = context.resolver.globalScope();
    scope.nodes.clear();
    for (const auto& [role, condition] : conditions.items()) {
        const std::string place = pointer + "/roles_if" + below(role);
        if (context.known("role.unknown", "role", role, group.roles, place))
            context.resolver.expression(condition, "", place, scope);
    }
}

void checkGroup(CheckContext& context, const NodeGroup& group, const std::string& pointer)
{
    const Scope& scope = context.resolver.globalScope();
    context.fields(nodeGroupFields(), group.fields, memberKeys<NodeGroup>(), pointer, scope);
    checkControllers(context, group, pointer);
    context.uniqueIds(idsOf(group.devices), pointer + "/devices");
    for (std::size_t i = 0; i < group.devices.size(); ++i)
        context.fields(deviceFields(), group.devices[i].fields, memberKeys<DeviceGroup>(),
                       pointer + "/devices" + below(i), scope, {.group = &group});
    std::vector<std::string> bound;
    for (std::size_t i = 0; i < group.volumes.size(); ++i) {
        const VolumeBinding& binding = group.volumes[i];
        const std::string place = pointer + "/volumes" + below(i);
        bound.push_back(binding.volume);
        checkDevicesOf(context, binding, idsOf(group.devices), place);
        context.fields(volumeFields(), binding.fields, memberKeys<VolumeBinding>(), place, scope);
    }
    context.uniqueIds(bound, pointer + "/volumes", "volume");
    checkVolumesUsed(context, group, pointer);
    checkConditions(context, group, pointer);
    for (std::size_t i = 0; i < group.roles.size(); ++i) {
        const std::string place = pointer + "/roles" + below(i);
        if (!context.known("role.unknown", "role", group.roles[i], roleIds(context.project), place))
            continue;
        if (std::find(group.roles.begin(), group.roles.begin() + static_cast<std::ptrdiff_t>(i), group.roles[i]) !=
            group.roles.begin() + static_cast<std::ptrdiff_t>(i))
            context.report(Severity::warning, "role.twice", place,
                           "The node group has the role \"" + group.roles[i] + "\" already, which counts once.",
                           "Remove one of them.");
        for (const std::string& volume : findBehaviour(context.project, group.roles[i])->role.volumes) {
            if (std::find(bound.begin(), bound.end(), volume) == bound.end()) {
                context.error("volume.unbound", place,
                              "The role \"" + group.roles[i] + "\" needs the volume \"" + volume +
                                  "\", which is bound to no device here.",
                              "Bind it to devices of the node group.");
            }
        }
    }
}

bool isDrawn(const CheckContext& context, const Fabric& fabric)
{
    const Json& made = valueOf(fabric.fields, *findField(fabricFields(), "generate"));
    if (!made.is_string())
        return true; // the checks of its fields report what is wrong
    const Json* value = context.resolver.parameterValue(made.get<std::string>());
    return (value ? *value : made) == "drawn";
}

/// Two equal links between the same ends may be a mistake or a second cable.
void checkDuplicates(CheckContext& context, const Fabric& fabric, const std::string& pointer)
{
    for (std::size_t i = 0; i < fabric.links.size(); ++i) {
        const Link& link = fabric.links[i];
        const auto same = [&link](const Link& other) {
            const bool ends =
                (other.from == link.from && other.to == link.to) || (other.from == link.to && other.to == link.from);
            return ends && nlohmann::json(other.fields) == nlohmann::json(link.fields);
        };
        const auto end = fabric.links.begin() + static_cast<std::ptrdiff_t>(i);
        if (const auto found = std::find_if(fabric.links.begin(), end, same); found != end) {
            context.report(Severity::warning, "link.duplicate", pointer + "/links" + below(i),
                           "It duplicates the link \"" + found->id + "\".",
                           "Remove one of them; for two cables set the count of one link to 2.");
        }
    }
}

double nodesOf(CheckContext& context, std::size_t group)
{
    return context.resolver.number(nodeGroupFields(), "count", context.project.topology.groups[group].fields,
                                   "/topology/groups" + below(group));
}

/// Several nodes need a network, whether they are in one group or in several.
void checkNetwork(CheckContext& context)
{
    double nodes = 0;
    for (std::size_t i = 0; i < context.project.topology.groups.size(); ++i)
        nodes += nodesOf(context, i);
    if (context.project.topology.fabrics.empty() && nodes > 1)
        context.error("topology.no-fabric", "/topology/fabrics", "Nothing connects the nodes.",
                      "Add a fabric with a switch and links.");
}

/// A fabric that is not chosen may be under construction.
void checkLinked(CheckContext& context, const Fabric& fabric, const std::string& pointer)
{
    const std::vector<NodeGroup>& groups = context.project.topology.groups;
    const Severity severity = fabric.id == context.chosenFabric() ? Severity::error : Severity::warning;
    for (const NodeGroup& group : groups) {
        const bool linked = std::any_of(fabric.links.begin(), fabric.links.end(), [&group](const Link& link) {
            return link.from == group.id || link.to == group.id;
        });
        if (!linked && !group.id.empty() && (groups.size() > 1 || nodesOf(context, 0) > 1)) {
            context.report(severity, "group.unlinked", pointer,
                           "The node group \"" + group.id + "\" has no link in this fabric.", "Link it to a switch.");
        }
    }
}

/// Without switches and links a delay-only fabric connects every node with every other.
bool isIdeal(const Fabric& fabric, bool delayOnly)
{
    return delayOnly && fabric.switches.empty() && fabric.links.empty();
}

void checkFabric(CheckContext& context, const Fabric& fabric, const std::string& pointer)
{
    const bool delayOnly = context.resolver.text(fabricFields(), "detail", fabric.fields, pointer) == "delay only";
    const Scope& scope = context.resolver.globalScope();
    context.fields(fabricFields(), fabric.fields, memberKeys<Fabric>(), pointer, scope);
    context.uniqueIds(idsOf(fabric.switches), pointer + "/switches");
    context.uniqueIds(idsOf(fabric.links), pointer + "/links");
    for (std::size_t i = 0; i < fabric.switches.size(); ++i) {
        const std::string place = pointer + "/switches" + below(i);
        const Json& values = fabric.switches[i].fields;
        context.fields(switchFields(), values, memberKeys<Switch>(), place, scope);
        const Json& component = valueOf(values, *findField(switchFields(), "component"));
        if (!delayOnly && (component.is_null() || component == "")) {
            context.error("field.missing", place + "/component", "Switch is missing.",
                          "Pick the kind of switch, or make the fabric delay only.");
        }
    }
    const std::vector<std::string> switches = idsOf(fabric.switches);
    std::vector<std::string> ends = idsOf(context.project.topology.groups);
    ends.insert(ends.end(), switches.begin(), switches.end());
    for (std::size_t i = 0; i < fabric.links.size(); ++i) {
        const std::string place = pointer + "/links" + below(i);
        context.fields(linkFields(), fabric.links[i].fields, memberKeys<Link>(), place, scope);
        context.known("link.unknown-end", "node group or switch", fabric.links[i].from, ends, place + "/from");
        // From a group a link may lead to a group, without a switch.
        const bool atSwitch = std::find(switches.begin(), switches.end(), fabric.links[i].from) != switches.end();
        context.known("link.unknown-end", atSwitch ? "switch" : "switch or node group", fabric.links[i].to,
                      atSwitch ? switches : ends, place + "/to");
    }
    checkUnusedOfFabric(context, fabric, pointer);
    if (isDrawn(context, fabric)) {
        checkDuplicates(context, fabric, pointer);
        if (!isIdeal(fabric, delayOnly))
            checkLinked(context, fabric, pointer);
    } else if (!fabric.switches.empty() || !fabric.links.empty()) {
        context.report(Severity::warning, "fabric.drawing-unused", pointer + "/generate",
                       "Its switches and links are generated; those that are drawn are not used.",
                       "Remove them, or set generate to \"drawn\".");
    }
}

} // namespace

void checkTopology(CheckContext& context)
{
    const Topology& topology = context.project.topology;
    context.unknownKeys(topology.extra, {}, memberKeys<Topology>(), "/topology");
    context.uniqueIds(idsOf(topology.groups), "/topology/groups");
    context.uniqueIds(idsOf(topology.fabrics), "/topology/fabrics");
    for (std::size_t i = 0; i < topology.groups.size(); ++i)
        checkGroup(context, topology.groups[i], "/topology/groups" + below(i));
    for (std::size_t i = 0; i < topology.fabrics.size(); ++i)
        checkFabric(context, topology.fabrics[i], "/topology/fabrics" + below(i));
    checkNetwork(context);
    if (topology.fabric.is_string())
        context.known("fabric.unknown", "fabric", context.chosenFabric(), idsOf(topology.fabrics), "/topology/fabric");
}

} // namespace headroom::project
