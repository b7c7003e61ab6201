#include "widgets/document/element_ref.h"

#include "widgets/document/by_id.h"

namespace headroom::widgets {

using project::Json;
using project::Project;

namespace {

FieldSlot slotOf(Json* fields)
{
    return {.object = fields};
}

/// A thing with an optional title: "name" is a member, everything else a declared field.
template <typename Thing>
FieldSlot titledSlot(Thing* thing, const std::string& field)
{
    if (!thing)
        return {};
    return field == "name" ? FieldSlot{.text = &thing->name} : slotOf(&thing->fields);
}

FieldSlot operationSlot(project::Operation& operation, const std::string& field)
{
    if (field == "level")
        return {.value = &operation.level};
    if (field == "description")
        return {.text = &operation.description};
    if (field == "arguments")
        return {.arguments = &operation.arguments};
    return field == "results" ? FieldSlot{.arguments = &operation.results} : FieldSlot{};
}

FieldSlot roleSlot(project::Role& role, const ElementRef& element, const std::string& field)
{
    const std::string id = element.ids.value(1).toStdString();
    switch (element.kind) {
    case ElementKind::role:
        return field == "description" ? FieldSlot{.text = &role.description}
               : field == "volumes"   ? FieldSlot{.names = &role.volumes}
                                      : FieldSlot{};
    case ElementKind::workers:
        return slotOf(&role.workers);
    case ElementKind::state:
        if (auto* state = byId(role.state, id))
            return slotOf(&state->fields);
        return {};
    case ElementKind::operation:
        if (auto* operation = byId(role.operations, id))
            return operationSlot(*operation, field);
        return {};
    case ElementKind::roleParameter:
        for (auto& parameter : role.parameters)
            if (parameter.name == id && field == "value")
                return {.value = &parameter.value};
        return {};
    default:
        return {};
    }
}

FieldSlot groupSlot(project::NodeGroup& group, const ElementRef& element, const std::string& field)
{
    const std::string id = element.ids.value(1).toStdString();
    if (element.kind == ElementKind::nodeGroup)
        return titledSlot(&group, field);
    if (element.kind == ElementKind::device) {
        auto* device = byId(group.devices, id);
        return device ? slotOf(&device->fields) : FieldSlot{};
    }
    if (element.kind == ElementKind::controller) {
        auto* controller = byId(group.controllers, id);
        return controller ? slotOf(&controller->fields) : FieldSlot{};
    }
    for (auto& volume : group.volumes)
        if (volume.volume == id)
            return field == "devices" ? FieldSlot{.text = &volume.devices} : slotOf(&volume.fields);
    return {};
}

FieldSlot fabricSlot(project::Fabric& fabric, const ElementRef& element, const std::string& field)
{
    const std::string id = element.ids.value(1).toStdString();
    if (element.kind == ElementKind::fabric)
        return field == "description" ? FieldSlot{.text = &fabric.description} : slotOf(&fabric.fields);
    if (element.kind == ElementKind::networkSwitch)
        return titledSlot(byId(fabric.switches, id), field);
    auto* link = byId(fabric.links, id);
    if (!link)
        return {};
    if (field == "from")
        return {.text = &link->from};
    if (field == "to")
        return {.text = &link->to};
    return slotOf(&link->fields);
}

FieldSlot workloadSlot(project::Workload& workload, const ElementRef& element, const std::string& field)
{
    if (element.kind == ElementKind::workload)
        return field == "role" ? FieldSlot{.text = &workload.role} : slotOf(&workload.fields);
    for (auto& share : workload.operations)
        if (share.operation == element.ids.value(1).toStdString())
            return slotOf(&share.fields);
    return {};
}

FieldSlot blockSlot(Project& project, const ElementRef& element, const std::string& field)
{
    auto* diagram = project::findDiagram(project, element.ids.value(0).toStdString());
    return diagram ? titledSlot(byId(diagram->blocks, element.ids.value(1).toStdString()), field) : FieldSlot{};
}

FieldSlot parameterSlot(project::Parameter* parameter, const std::string& field)
{
    if (parameter && field == "value")
        return {.value = &parameter->value};
    if (parameter && field == "description")
        return {.text = &parameter->description};
    return {};
}

FieldSlot projectSlot(Project& project, const std::string& field)
{
    if (field == "name")
        return {.text = &project.name};
    if (field == "description")
        return {.text = &project.description};
    if (field == "studies")
        return {.value = &project.studies};
    return field == "measurements" ? FieldSlot{.value = &project.measurements} : FieldSlot{};
}

} // namespace

FieldSlot findSlot(Project& project, const ElementRef& element, const QString& fieldName)
{
    const std::string first = element.ids.value(0).toStdString();
    const std::string field = fieldName.toStdString();
    switch (element.kind) {
    case ElementKind::project:
        return projectSlot(project, field);
    case ElementKind::parameter:
        return parameterSlot(project::findParameter(project, first), field);
    case ElementKind::role:
    case ElementKind::roleParameter:
    case ElementKind::workers:
    case ElementKind::state:
    case ElementKind::operation:
        if (auto* behaviour = project::findBehaviour(project, first))
            return roleSlot(behaviour->role, element, field);
        return {};
    case ElementKind::block:
        return blockSlot(project, element, field);
    case ElementKind::binding:
        if (auto* behaviour = project::findBehaviour(project, first))
            return slotOf(&behaviour->bindings);
        return {};
    case ElementKind::topology:
        return field == "fabric" ? FieldSlot{.value = &project.topology.fabric} : FieldSlot{};
    case ElementKind::nodeGroup:
    case ElementKind::controller:
    case ElementKind::device:
    case ElementKind::volume:
        if (auto* group = byId(project.topology.groups, first))
            return groupSlot(*group, element, field);
        return {};
    case ElementKind::fabric:
    case ElementKind::networkSwitch:
    case ElementKind::link:
        if (auto* fabric = byId(project.topology.fabrics, first))
            return fabricSlot(*fabric, element, field);
        return {};
    case ElementKind::selector:
        if (auto* selector = byId(project.selectors, first))
            return slotOf(&selector->fields);
        return {};
    case ElementKind::workload:
    case ElementKind::share:
        if (auto* workload = byId(project.workloads, first))
            return workloadSlot(*workload, element, field);
        return {};
    case ElementKind::disturbance:
        if (auto* disturbance = byId(project.disturbances, first))
            return slotOf(&disturbance->fields);
        return {};
    case ElementKind::run:
        return slotOf(&project.run);
    case ElementKind::note:
        break;
    }
    return {};
}

namespace {

Json argumentsJson(const std::vector<project::Argument>& arguments)
{
    Json list = Json::array();
    for (const project::Argument& argument : arguments) {
        Json entry = {{"name", argument.name}, {"type", argument.type}};
        entry.update(argument.extra);
        list.push_back(std::move(entry));
    }
    return list;
}

std::vector<project::Argument> argumentsOf(const Json& list)
{
    std::vector<project::Argument> arguments;
    for (Json entry : list) {
        project::Argument argument{entry.value("name", std::string()), entry.value("type", std::string())};
        entry.erase("name");
        entry.erase("type");
        argument.extra = std::move(entry);
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

} // namespace

Json readSlot(const FieldSlot& slot)
{
    if (slot.object)
        return *slot.object;
    if (slot.value)
        return *slot.value;
    if (slot.names)
        return Json(*slot.names);
    if (slot.arguments)
        return argumentsJson(*slot.arguments);
    return slot.text ? Json(*slot.text) : Json();
}

void writeSlot(const FieldSlot& slot, const Json& content)
{
    if (slot.object)
        *slot.object = content;
    else if (slot.value)
        *slot.value = content;
    else if (slot.names)
        *slot.names = content.get<std::vector<std::string>>();
    else if (slot.arguments)
        *slot.arguments = argumentsOf(content);
    else if (slot.text)
        *slot.text = content.get<std::string>();
}

Json withField(const FieldSlot& slot, const QString& field, Json value)
{
    if (slot.names || slot.arguments)
        return value.is_array() ? value : Json::array();
    if (slot.text)
        return value.is_string() ? value : Json(std::string());
    if (!slot.object)
        return value;
    Json object = *slot.object;
    const std::string key = field.toStdString();
    if (value.is_null())
        object.erase(key);
    else
        object[key] = std::move(value);
    return object;
}

bool isInTopology(ElementKind kind)
{
    switch (kind) {
    case ElementKind::topology:
    case ElementKind::nodeGroup:
    case ElementKind::controller:
    case ElementKind::device:
    case ElementKind::volume:
    case ElementKind::fabric:
    case ElementKind::networkSwitch:
    case ElementKind::link:
        return true;
    default:
        return false;
    }
}

QString roleOf(const ElementRef& element)
{
    switch (element.kind) {
    case ElementKind::role:
    case ElementKind::roleParameter:
    case ElementKind::workers:
    case ElementKind::state:
    case ElementKind::operation:
        return element.ids.value(0);
    case ElementKind::block:
        return roleOfPath(element.ids.value(0));
    default:
        return {};
    }
}

QString roleOfPath(const QString& path)
{
    return path.contains('/') ? path.section('/', 0, 0) : QString();
}

} // namespace headroom::widgets
