#include "project/file/json_writer.h"
#include "project/file/migration.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace headroom::project {
namespace {

void putText(Json& object, const char* key, const std::string& value)
{
    if (!value.empty())
        object[key] = value;
}

void putSet(Json& object, const char* key, const Json& value)
{
    if (!value.is_null())
        object[key] = value;
}

void putFilled(Json& object, const char* key, const Json& value)
{
    if (!value.empty())
        object[key] = value;
}

/// Whole numbers are written without a fraction, as people write them.
void putBound(Json& object, const char* key, std::optional<double> bound)
{
    if (!bound)
        return;
    const bool whole = *bound == std::floor(*bound) && std::fabs(*bound) < 9e15;
    object[key] = whole ? Json(static_cast<std::int64_t>(*bound)) : Json(*bound);
}

/// Fields and unknown keys; a known key of the same name stays.
void putAll(Json& object, const Json& fields)
{
    for (const auto& [key, value] : fields.items())
        if (!object.contains(key))
            object[key] = value;
}

template <typename Items, typename Write>
Json arrayOf(const Items& items, Write write)
{
    Json list = Json::array();
    for (const auto& item : items)
        list.push_back(write(item));
    return list;
}

const char* wordOf(ParameterType type)
{
    static constexpr const char* words[] = {"component", "integer", "number", "quantity", "choice", "switch"};
    return words[static_cast<int>(type)];
}

Json parameterJson(const Parameter& parameter)
{
    Json object = {{"name", parameter.name}, {"type", wordOf(parameter.type)}};
    putFilled(object, "kinds", parameter.kinds);
    putText(object, "unit", parameter.unit);
    putSet(object, "value", parameter.value);
    putFilled(object, "alternatives", parameter.alternatives);
    putBound(object, "minimum", parameter.minimum);
    putBound(object, "maximum", parameter.maximum);
    putText(object, "description", parameter.description);
    putAll(object, parameter.extra);
    return object;
}

Json innerJson(const Diagram& diagram);

Json blockJson(const Block& block)
{
    Json object = {{"id", block.id}, {"type", block.type}};
    putText(object, "name", block.name);
    putAll(object, block.fields);
    if (!block.inner.empty())
        object["inner"] = innerJson(block.inner.front());
    return object;
}

std::string endOf(const std::string& block, const std::string& port)
{
    return port.empty() ? block : block + '.' + port;
}

Json wireJson(const Wire& wire)
{
    const std::string from = endOf(wire.fromBlock, wire.fromPort);
    const std::string to = endOf(wire.toBlock, wire.toPort);
    if (wire.extra.empty())
        return Json::array({from, to});
    Json object = Json::object();
    object["from"] = from;
    object["to"] = to;
    putAll(object, wire.extra);
    return object;
}

void putDrawing(Json& object, const Diagram& diagram)
{
    object["blocks"] = arrayOf(diagram.blocks, blockJson);
    object["wires"] = arrayOf(diagram.wires, wireJson);
    putAll(object, diagram.extra);
}

Json innerJson(const Diagram& diagram)
{
    Json object = Json::object();
    putText(object, "id", diagram.id);
    putDrawing(object, diagram);
    return object;
}

Json diagramJson(const Diagram& diagram)
{
    Json object = Json::object();
    object["id"] = diagram.id;
    putDrawing(object, diagram);
    return object;
}

Json argumentJson(const Argument& argument)
{
    Json object = Json::object();
    object["name"] = argument.name;
    putText(object, "type", argument.type);
    putAll(object, argument.extra);
    return object;
}

Json operationJson(const Operation& operation)
{
    Json object = Json::object();
    object["id"] = operation.id;
    putText(object, "description", operation.description);
    putFilled(object, "arguments", arrayOf(operation.arguments, argumentJson));
    putFilled(object, "results", arrayOf(operation.results, argumentJson));
    putSet(object, "level", operation.level);
    object["diagrams"] = arrayOf(operation.diagrams, diagramJson);
    putAll(object, operation.extra);
    return object;
}

Json roleParameterJson(const RoleParameter& parameter)
{
    Json object = Json::object();
    object["name"] = parameter.name;
    putSet(object, "value", parameter.value);
    putText(object, "unit", parameter.unit);
    putText(object, "description", parameter.description);
    putAll(object, parameter.extra);
    return object;
}

template <typename Item>
Json itemJson(const Item& item)
{
    Json object = Json::object();
    object["id"] = item.id;
    putAll(object, item.fields);
    return object;
}

Json behaviourJson(const Behaviour& behaviour, bool full)
{
    Json object = Json::object();
    object["role"] = behaviour.role.id;
    if (behaviour.reference) {
        object["library"] = behaviour.reference->library;
        object["from"] = behaviour.reference->role;
        // A role that was filled in is taken note of as it is now; one that was not keeps what was noted.
        const bool filled = !behaviour.role.operations.empty();
        putText(object, "hash", filled ? contentHash(behaviour.role) : behaviour.reference->hash);
    }
    putFilled(object, "bindings", behaviour.bindings);
    putAll(object, behaviour.extra);
    if (full || !behaviour.reference)
        object["definition"] = toJson(behaviour.role);
    return object;
}

Json bindingJson(const VolumeBinding& binding)
{
    Json object = Json::object();
    object["volume"] = binding.volume;
    object["devices"] = binding.devices;
    putAll(object, binding.fields);
    return object;
}

Json groupJson(const NodeGroup& group)
{
    Json object = Json::object();
    object["id"] = group.id;
    putText(object, "name", group.name);
    Json after = Json::object();
    if (!group.controllers.empty())
        after["controllers"] = arrayOf(group.controllers, itemJson<Controller>);
    after["devices"] = arrayOf(group.devices, itemJson<DeviceGroup>);
    after["volumes"] = arrayOf(group.volumes, bindingJson);
    after["roles"] = group.roles;
    putAll(object, group.fields);
    putAll(object, after);
    return object;
}

Json switchJson(const Switch& item)
{
    Json object = Json::object();
    object["id"] = item.id;
    putText(object, "name", item.name);
    putAll(object, item.fields);
    return object;
}

Json linkJson(const Link& link)
{
    Json object = Json::object();
    object["id"] = link.id;
    object["from"] = link.from;
    object["to"] = link.to;
    putAll(object, link.fields);
    return object;
}

Json fabricJson(const Fabric& fabric)
{
    Json object = Json::object();
    object["id"] = fabric.id;
    putText(object, "description", fabric.description);
    putAll(object, fabric.fields);
    object["switches"] = arrayOf(fabric.switches, switchJson);
    object["links"] = arrayOf(fabric.links, linkJson);
    return object;
}

Json topologyJson(const Topology& topology)
{
    Json object = Json::object();
    putSet(object, "fabric", topology.fabric);
    object["groups"] = arrayOf(topology.groups, groupJson);
    object["fabrics"] = arrayOf(topology.fabrics, fabricJson);
    putAll(object, topology.extra);
    return object;
}

Json shareJson(const OperationShare& share)
{
    Json object = Json::object();
    object["operation"] = share.operation;
    putAll(object, share.fields);
    return object;
}

Json workloadJson(const Workload& workload)
{
    Json object = Json::object();
    object["id"] = workload.id;
    object["role"] = workload.role;
    putAll(object, workload.fields);
    object["operations"] = arrayOf(workload.operations, shareJson);
    return object;
}

Json projectJson(const Project& project, bool full)
{
    Json object = Json::object();
    object["format"] = "headroom-project";
    object["version"] = formatVersion;
    object["name"] = project.name;
    putText(object, "description", project.description);
    object["parameters"] = arrayOf(project.parameters, parameterJson);
    object["behaviours"] =
        arrayOf(project.behaviours, [full](const Behaviour& behaviour) { return behaviourJson(behaviour, full); });
    object["topology"] = topologyJson(project.topology);
    object["selectors"] = arrayOf(project.selectors, itemJson<Selector>);
    object["workloads"] = arrayOf(project.workloads, workloadJson);
    putFilled(object, "disturbances", arrayOf(project.disturbances, itemJson<Disturbance>));
    object["run"] = project.run;
    object["components"] = project.components;
    object["studies"] = project.studies;
    object["measurements"] = project.measurements;
    object["view"] = project.view;
    putAll(object, project.extra);
    return object;
}

} // namespace

Json toJson(const Role& role)
{
    Json object = Json::object();
    object["id"] = role.id;
    putText(object, "description", role.description);
    object["parameters"] = arrayOf(role.parameters, roleParameterJson);
    putFilled(object, "workers", role.workers);
    putFilled(object, "volumes", role.volumes);
    putFilled(object, "state", arrayOf(role.state, itemJson<StateItem>));
    object["operations"] = arrayOf(role.operations, operationJson);
    putAll(object, role.extra);
    return object;
}

Json toJson(const Project& project)
{
    return projectJson(project, false);
}

Json toFullJson(const Project& project)
{
    return projectJson(project, true);
}

std::string toText(const Project& project)
{
    return layOut(toJson(project));
}

std::string contentHash(const Role& role)
{
    // The name that a project gives the role is not part of what the role does; the order of keys means nothing.
    nlohmann::json content = toJson(role);
    content.erase("id");
    // FNV-1a, 64 bit (Fowler, Noll, Vo): tells edits apart; not meant against forgery.
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : content.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    std::array<char, 20> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%016llx", static_cast<unsigned long long>(hash));
    return buffer.data();
}

} // namespace headroom::project
