#include "project/file/json_reader.h"

namespace headroom::project {
namespace {

/// Hands out the known keys of an object; what is left at the end are its fields and unknown keys.
class Members
{
public:
    explicit Members(const Json& object) : rest_(object.is_object() ? object : Json::object()) {}

    Json take(const char* key)
    {
        const auto found = rest_.find(key);
        if (found == rest_.end())
            return nullptr;
        Json value = std::move(*found);
        rest_.erase(found);
        return value;
    }

    std::string text(const char* key)
    {
        const Json value = take(key);
        return value.is_string() ? value.get<std::string>() : std::string();
    }

    std::optional<double> number(const char* key)
    {
        const Json value = take(key);
        return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
    }

    Json object(const char* key)
    {
        Json value = take(key);
        return value.is_object() ? value : Json::object();
    }

    Json array(const char* key)
    {
        Json value = take(key);
        return value.is_array() ? value : Json::array();
    }

    template <typename Item, typename Read>
    std::vector<Item> list(const char* key, Read read)
    {
        std::vector<Item> items;
        for (const Json& element : array(key))
            items.push_back(read(element));
        return items;
    }

    std::vector<std::string> texts(const char* key)
    {
        return list<std::string>(
            key, [](const Json& value) { return value.is_string() ? value.get<std::string>() : std::string(); });
    }

    Json rest() { return std::move(rest_); }

private:
    Json rest_;
};

ParameterType parameterType(const std::string& word)
{
    if (word == "component")
        return ParameterType::component;
    if (word == "integer")
        return ParameterType::integer;
    if (word == "quantity")
        return ParameterType::quantity;
    if (word == "choice")
        return ParameterType::choice;
    return word == "switch" ? ParameterType::flag : ParameterType::number;
}

Parameter readParameter(const Json& tree)
{
    Members members(tree);
    Parameter parameter;
    parameter.name = members.text("name");
    parameter.type = parameterType(members.text("type"));
    parameter.kinds = members.texts("kinds");
    parameter.unit = members.text("unit");
    parameter.value = members.take("value");
    parameter.alternatives = members.list<Json>("alternatives", [](const Json& value) { return value; });
    parameter.minimum = members.number("minimum");
    parameter.maximum = members.number("maximum");
    parameter.description = members.text("description");
    parameter.extra = members.rest();
    return parameter;
}

/// Groups in groups go as deep as the parser lets arrays and objects nest.
Block readBlock(const Json& tree)
{
    Members members(tree);
    Block block;
    block.id = members.text("id");
    block.type = members.text("type");
    block.name = members.text("name");
    if (const Json inner = members.take("inner"); inner.is_object())
        block.inner.push_back(readDiagram(inner));
    block.fields = members.rest();
    return block;
}

void splitEnd(const std::string& end, std::string& block, std::string& port)
{
    const std::size_t dot = end.rfind('.');
    block = end.substr(0, dot);
    port = dot == std::string::npos ? std::string() : end.substr(dot + 1);
}

Wire readWire(const Json& tree)
{
    Wire wire;
    std::string from;
    std::string to;
    if (tree.is_array() && tree.size() == 2 && tree[0].is_string() && tree[1].is_string()) {
        from = tree[0].get<std::string>();
        to = tree[1].get<std::string>();
    } else {
        Members members(tree);
        from = members.text("from");
        to = members.text("to");
        wire.extra = members.rest();
    }
    splitEnd(from, wire.fromBlock, wire.fromPort);
    splitEnd(to, wire.toBlock, wire.toPort);
    return wire;
}

Argument readArgument(const Json& tree)
{
    Members members(tree);
    Argument argument;
    argument.name = members.text("name");
    argument.type = members.text("type");
    argument.extra = members.rest();
    return argument;
}

Operation readOperation(const Json& tree)
{
    Members members(tree);
    Operation operation;
    operation.id = members.text("id");
    operation.description = members.text("description");
    operation.arguments = members.list<Argument>("arguments", readArgument);
    operation.results = members.list<Argument>("results", readArgument);
    operation.level = members.take("level");
    operation.diagrams = members.list<Diagram>("diagrams", readDiagram);
    operation.extra = members.rest();
    return operation;
}

RoleParameter readRoleParameter(const Json& tree)
{
    Members members(tree);
    RoleParameter parameter;
    parameter.name = members.text("name");
    parameter.value = members.take("value");
    parameter.unit = members.text("unit");
    parameter.description = members.text("description");
    parameter.extra = members.rest();
    return parameter;
}

/// The many things that are an id and fields.
template <typename Item>
Item readItem(const Json& tree)
{
    Members members(tree);
    Item item;
    item.id = members.text("id");
    item.fields = members.rest();
    return item;
}

Behaviour readBehaviour(const Json& tree)
{
    Members members(tree);
    Behaviour behaviour;
    const std::string role = members.text("role");
    const Json library = members.take("library");
    behaviour.bindings = members.object("bindings");
    // With a library a definition means nothing, without one the library's role and hash: both are kept as extra.
    if (library.is_string()) {
        const std::string from = members.text("from");
        behaviour.reference =
            LibraryReference{library.get<std::string>(), from.empty() ? role : from, members.text("hash")};
    } else {
        behaviour.role = readRole(members.take("definition"));
    }
    behaviour.role.id = role;
    behaviour.extra = members.rest();
    return behaviour;
}

VolumeBinding readBinding(const Json& tree)
{
    Members members(tree);
    VolumeBinding binding;
    binding.volume = members.text("volume");
    binding.devices = members.text("devices");
    binding.fields = members.rest();
    return binding;
}

NodeGroup readGroup(const Json& tree)
{
    Members members(tree);
    NodeGroup group;
    group.id = members.text("id");
    group.name = members.text("name");
    group.controllers = members.list<Controller>("controllers", readItem<Controller>);
    group.devices = members.list<DeviceGroup>("devices", readItem<DeviceGroup>);
    group.volumes = members.list<VolumeBinding>("volumes", readBinding);
    group.roles = members.texts("roles");
    group.fields = members.rest();
    return group;
}

Switch readSwitch(const Json& tree)
{
    Members members(tree);
    Switch result;
    result.id = members.text("id");
    result.name = members.text("name");
    result.fields = members.rest();
    return result;
}

Link readLink(const Json& tree)
{
    Members members(tree);
    Link link;
    link.id = members.text("id");
    link.from = members.text("from");
    link.to = members.text("to");
    link.fields = members.rest();
    return link;
}

Fabric readFabric(const Json& tree)
{
    Members members(tree);
    Fabric fabric;
    fabric.id = members.text("id");
    fabric.description = members.text("description");
    fabric.switches = members.list<Switch>("switches", readSwitch);
    fabric.links = members.list<Link>("links", readLink);
    fabric.fields = members.rest();
    return fabric;
}

Topology readTopology(const Json& tree)
{
    Members members(tree);
    Topology topology;
    topology.fabric = members.take("fabric");
    topology.groups = members.list<NodeGroup>("groups", readGroup);
    topology.fabrics = members.list<Fabric>("fabrics", readFabric);
    topology.extra = members.rest();
    return topology;
}

OperationShare readShare(const Json& tree)
{
    Members members(tree);
    OperationShare share;
    share.operation = members.text("operation");
    share.fields = members.rest();
    return share;
}

Workload readWorkload(const Json& tree)
{
    Members members(tree);
    Workload workload;
    workload.id = members.text("id");
    workload.role = members.text("role");
    workload.operations = members.list<OperationShare>("operations", readShare);
    workload.fields = members.rest();
    return workload;
}

} // namespace

Diagram readDiagram(const Json& tree)
{
    Members members(tree);
    Diagram diagram;
    diagram.id = members.text("id");
    diagram.blocks = members.list<Block>("blocks", readBlock);
    diagram.wires = members.list<Wire>("wires", readWire);
    diagram.extra = members.rest();
    return diagram;
}

Role readRole(const Json& tree)
{
    Members members(tree);
    Role role;
    role.id = members.text("id");
    role.description = members.text("description");
    role.parameters = members.list<RoleParameter>("parameters", readRoleParameter);
    role.workers = members.object("workers");
    role.volumes = members.texts("volumes");
    role.state = members.list<StateItem>("state", readItem<StateItem>);
    role.operations = members.list<Operation>("operations", readOperation);
    role.extra = members.rest();
    return role;
}

Project readProject(const Json& tree)
{
    Members members(tree);
    Project project;
    members.take("format");
    members.take("version");
    project.name = members.text("name");
    project.description = members.text("description");
    project.parameters = members.list<Parameter>("parameters", readParameter);
    project.behaviours = members.list<Behaviour>("behaviours", readBehaviour);
    project.topology = readTopology(members.take("topology"));
    project.selectors = members.list<Selector>("selectors", readItem<Selector>);
    project.workloads = members.list<Workload>("workloads", readWorkload);
    project.disturbances = members.list<Disturbance>("disturbances", readItem<Disturbance>);
    project.run = members.object("run");
    project.components = members.array("components");
    project.studies = members.array("studies");
    project.measurements = members.array("measurements");
    project.view = members.object("view");
    project.extra = members.rest();
    return project;
}

} // namespace headroom::project
