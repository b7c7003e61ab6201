#include "widgets/document/lookup/inspected_element.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::widgets {

using project::FieldDeclaration;
using project::FieldType;

namespace {

struct Subjects
{
    Q_DECLARE_TR_FUNCTIONS(Subjects)
};

template <class Items>
auto* findIn(const Items& items, const QString& id)
{
    const auto found = std::find_if(items.begin(), items.end(), [&](const auto& item) { return text(item.id) == id; });
    return found == items.end() ? nullptr : &*found;
}

std::optional<InspectedElement> blockSubject(const project::Project& project, const ElementRef& element)
{
    const project::Diagram* diagram = project::findDiagram(project, element.ids.value(0).toStdString());
    const project::Block* block = diagram ? project::findBlock(*diagram, element.ids.value(1).toStdString()) : nullptr;
    const project::BlockType* type = block ? project::blockTypesOf(project).find(block->type) : nullptr;
    if (!type)
        return {};
    return InspectedElement{text(type->label), text(block->name.empty() ? block->id : block->name), true, type->fields,
                            block->fields};
}

/// A member of a thing that is no declared field of it, as the form shows it.
FieldDeclaration member(const char* name, const QString& label, FieldType type, const QString& meaning)
{
    FieldDeclaration field;
    field.name = name;
    field.label = label.toStdString();
    field.type = type;
    field.meaning = meaning.toStdString();
    return field;
}

FieldDeclaration chosenFrom(FieldDeclaration field, const std::vector<std::string>& choices)
{
    field.choices = choices;
    return field;
}

FieldDeclaration descriptionField()
{
    return member("description", Subjects::tr("Description"), FieldType::text, Subjects::tr("What it is about."));
}

/// Puts a member before the declared fields.
void addMember(InspectedElement& subject, FieldDeclaration field, project::Json value)
{
    if (!value.is_null() && value != "")
        subject.values[field.name] = std::move(value);
    subject.fields.insert(subject.fields.begin(), std::move(field));
}

project::Json typesOf(const std::vector<project::Argument>& arguments)
{
    project::Json types = project::Json::object();
    for (const auto& argument : arguments)
        types[argument.name] = argument.type;
    return types.empty() ? project::Json() : types;
}

/// A role: what it is, and its parameters as fields whose values are the bindings.
std::optional<InspectedElement> bindingSubject(const project::Behaviour& behaviour)
{
    InspectedElement subject{Subjects::tr("Role"), text(behaviour.role.id), false, {}, behaviour.bindings};
    for (const project::RoleParameter& parameter : behaviour.role.parameters) {
        FieldDeclaration field;
        field.name = field.label = parameter.name;
        field.type = parameter.unit.empty() ? FieldType::number : FieldType::quantity;
        field.unit = parameter.unit;
        field.defaultValue = parameter.value;
        field.meaning = parameter.description;
        subject.fields.push_back(field);
    }
    std::string volumes;
    for (const std::string& volume : behaviour.role.volumes)
        volumes += (volumes.empty() ? "" : ", ") + volume;
    if (!project::findField(subject.fields, "volumes"))
        addMember(
            subject,
            member(
                "volumes", Subjects::tr("Volumes"), FieldType::text,
                Subjects::tr(
                    "Names that its blocks use for storage, separated by commas; node groups bind them to devices.")),
            volumes);
    if (!project::findField(subject.fields, "description"))
        addMember(subject, descriptionField(), behaviour.role.description);
    return subject;
}

std::optional<InspectedElement> operationSubject(const project::Operation& operation)
{
    InspectedElement subject{Subjects::tr("Operation"), text(operation.id), false, {}, project::Json::object()};
    const QString types = Subjects::tr("Name and type: number, bytes, time, key, device or node.");
    addMember(subject, member("results", Subjects::tr("Results"), FieldType::assignments, types),
              typesOf(operation.results));
    addMember(subject, member("arguments", Subjects::tr("Arguments"), FieldType::assignments, types),
              typesOf(operation.arguments));
    std::vector<std::string> levels;
    for (const auto& diagram : operation.diagrams)
        levels.push_back(diagram.id);
    if (levels.size() > 1 || !operation.level.is_null())
        addMember(subject,
                  chosenFrom(member("level", Subjects::tr("Level of detail"), FieldType::choice,
                                    Subjects::tr("The drawing in use, or the choice parameter that selects it.")),
                             levels),
                  operation.level);
    addMember(subject, descriptionField(), operation.description);
    return subject;
}

std::optional<InspectedElement> roleSubject(const project::Project& project, const ElementRef& element)
{
    const project::Behaviour* behaviour = project::findBehaviour(project, element.ids.value(0).toStdString());
    if (!behaviour)
        return {};
    const QString second = element.ids.value(1);
    switch (element.kind) {
    case ElementKind::workers:
        return InspectedElement{Subjects::tr("Workers"), text(behaviour->role.id), false, project::workersFields(),
                                behaviour->role.workers};
    case ElementKind::state:
        if (const auto* item = findIn(behaviour->role.state, second))
            return InspectedElement{Subjects::tr("State item"), second, true, project::stateFields(), item->fields};
        return {};
    case ElementKind::operation:
        if (const auto* operation = findIn(behaviour->role.operations, second))
            return operationSubject(*operation);
        return {};
    default:
        return bindingSubject(*behaviour);
    }
}

std::optional<InspectedElement> workloadSubject(const project::Project& project, const ElementRef& element)
{
    const auto* workload = findIn(project.workloads, element.ids.value(0));
    if (!workload)
        return {};
    if (element.kind == ElementKind::share) {
        for (const auto& share : workload->operations)
            if (text(share.operation) == element.ids.value(1))
                return InspectedElement{Subjects::tr("Operation of %1").arg(text(workload->id)), element.ids.value(1),
                                        false, project::shareFields(), share.fields};
        return {};
    }
    InspectedElement subject{Subjects::tr("Workload"), text(workload->id), true, {}, workload->fields};
    // What means nothing for its type is left out, unless it is set.
    const auto type = workload->fields.value("type", project::Json("closed loop"));
    for (const auto& field : project::workloadFields()) {
        const auto some = project::fieldsOfSomeWorkloads().find(field.name);
        const bool fits =
            some == project::fieldsOfSomeWorkloads().end() || !type.is_string() ||
            std::find(some->second.begin(), some->second.end(), type.get<std::string>()) != some->second.end() ||
            project::findParameter(project, type.get<std::string>());
        if (fits || workload->fields.contains(field.name))
            subject.fields.push_back(field);
    }
    addMember(subject,
              member("role", Subjects::tr("Role"), FieldType::role, Subjects::tr("Whose operations it starts.")),
              workload->role);
    return subject;
}

std::vector<std::string> endsOf(const project::Topology& topology, const project::Fabric& fabric, bool groupsToo)
{
    std::vector<std::string> ends;
    for (const auto& device : fabric.switches)
        ends.push_back(device.id);
    if (groupsToo)
        for (const auto& group : topology.groups)
            ends.push_back(group.id);
    return ends;
}

InspectedElement linkSubject(const project::Topology& topology, const project::Fabric& fabric,
                             const project::Link& link)
{
    InspectedElement subject{Subjects::tr("Link"), text(link.id), true, project::linkFields(), link.fields};
    addMember(subject,
              chosenFrom(member("to", Subjects::tr("To"), FieldType::choice, Subjects::tr("The switch it ends at.")),
                         endsOf(topology, fabric, false)),
              link.to);
    addMember(subject,
              chosenFrom(member("from", Subjects::tr("From"), FieldType::choice,
                                Subjects::tr("The node group or switch it begins at.")),
                         endsOf(topology, fabric, true)),
              link.from);
    return subject;
}

InspectedElement volumeSubject(const project::NodeGroup& group, const project::VolumeBinding& volume)
{
    InspectedElement subject{Subjects::tr("Volume"), text(volume.volume), false, project::volumeFields(),
                             volume.fields};
    std::vector<std::string> devices;
    for (const auto& device : group.devices)
        devices.push_back(device.id);
    addMember(subject,
              chosenFrom(member("devices", Subjects::tr("Devices"), FieldType::choice,
                                Subjects::tr("The device group it lies on.")),
                         devices),
              volume.devices);
    return subject;
}

std::optional<InspectedElement> topologySubject(const project::Topology& topology, const ElementRef& element)
{
    const QString first = element.ids.value(0), second = element.ids.value(1);
    if (element.kind == ElementKind::fabric || element.kind == ElementKind::networkSwitch ||
        element.kind == ElementKind::link) {
        const project::Fabric* fabric = findIn(topology.fabrics, first);
        if (!fabric)
            return {};
        if (element.kind == ElementKind::fabric) {
            InspectedElement subject{Subjects::tr("Fabric"), first, false, project::fabricFields(), fabric->fields};
            addMember(subject, descriptionField(), fabric->description);
            return subject;
        }
        if (const auto* device = findIn(fabric->switches, second); device && element.kind == ElementKind::networkSwitch)
            return InspectedElement{Subjects::tr("Switch"), text(device->name.empty() ? device->id : device->name),
                                    true, project::switchFields(), device->fields};
        if (const auto* link = findIn(fabric->links, second); link && element.kind == ElementKind::link)
            return linkSubject(topology, *fabric, *link);
        return {};
    }
    const project::NodeGroup* group = findIn(topology.groups, first);
    if (!group)
        return {};
    if (element.kind == ElementKind::nodeGroup)
        return InspectedElement{Subjects::tr("Node group"), text(group->name.empty() ? group->id : group->name), true,
                                project::nodeGroupFields(), group->fields};
    if (element.kind == ElementKind::controller) {
        if (const auto* controller = findIn(group->controllers, second))
            return InspectedElement{Subjects::tr("Controller"), second, true, project::controllerFields(),
                                    controller->fields};
        return {};
    }
    if (element.kind == ElementKind::volume) {
        for (const auto& volume : group->volumes)
            if (text(volume.volume) == second)
                return volumeSubject(*group, volume);
        return {};
    }
    if (const auto* device = findIn(group->devices, second))
        return InspectedElement{Subjects::tr("Devices"), second, true, project::deviceFields(), device->fields};
    return {};
}

} // namespace

std::optional<InspectedElement> inspectedElement(const project::Project& project, const ElementRef& element)
{
    if (isInTopology(element.kind) && element.kind != ElementKind::topology)
        return topologySubject(project.topology, element);
    switch (element.kind) {
    case ElementKind::block:
        return blockSubject(project, element);
    case ElementKind::binding:
    case ElementKind::role:
    case ElementKind::workers:
    case ElementKind::state:
    case ElementKind::operation:
        return roleSubject(project, element);
    case ElementKind::workload:
    case ElementKind::share:
        return workloadSubject(project, element);
    case ElementKind::selector:
        if (const auto* selector = findIn(project.selectors, element.ids.value(0)))
            return InspectedElement{Subjects::tr("Selector"), text(selector->id), true, project::selectorFields(),
                                    selector->fields};
        return {};
    case ElementKind::disturbance:
        if (const auto* disturbance = findIn(project.disturbances, element.ids.value(0)))
            return InspectedElement{Subjects::tr("Disturbance"), text(disturbance->id), true,
                                    project::disturbanceFields(), disturbance->fields};
        return {};
    case ElementKind::topology: {
        InspectedElement subject{Subjects::tr("Topology"), {}, false, {}, project::Json::object()};
        std::vector<std::string> fabrics;
        for (const auto& fabric : project.topology.fabrics)
            fabrics.push_back(fabric.id);
        addMember(subject,
                  chosenFrom(member("fabric", Subjects::tr("Fabric"), FieldType::choice,
                                    Subjects::tr("The alternative in use, or the choice parameter that selects it.")),
                             fabrics),
                  project.topology.fabric);
        return subject;
    }
    case ElementKind::project: {
        InspectedElement subject{Subjects::tr("Project"), text(project.name), true, {}, project::Json::object()};
        addMember(subject, descriptionField(), project.description);
        return subject;
    }
    case ElementKind::run:
        return InspectedElement{Subjects::tr("Run"), {}, false, project::runFields(), project.run};
    default:
        return {};
    }
}

std::optional<InspectedElements> inspectedTogether(const project::Project& project, const QList<ElementRef>& elements)
{
    std::optional<InspectedElements> shared;
    for (const ElementRef& element : elements) {
        const auto subject = inspectedElement(project, element);
        if (!subject)
            continue;
        if (!shared) {
            shared = InspectedElements{*subject, {}};
            continue;
        }
        shared->kind = shared->kind == subject->kind ? shared->kind : Subjects::tr("Elements");
        shared->name = Subjects::tr("%1 selected").arg(elements.size());
        shared->nameEditable = false;
        std::erase_if(shared->fields, [&](const FieldDeclaration& field) {
            const auto* other = project::findField(subject->fields, field.name);
            return !other || other->type != field.type || other->unit != field.unit;
        });
        for (const FieldDeclaration& field : shared->fields)
            if (shared->values.value(field.name, project::Json()) != subject->values.value(field.name, project::Json()))
                shared->mixed.insert(field.name);
    }
    for (const std::string& field : shared ? shared->mixed : std::set<std::string>())
        shared->values.erase(field);
    return shared;
}

ElementRef ownerOf(const project::Project& project, const ElementRef& element, const QString& field)
{
    const auto* behaviour = element.kind == ElementKind::binding
                                ? project::findBehaviour(project, element.ids.value(0).toStdString())
                                : nullptr;
    if (!behaviour || (field != "description" && field != "volumes"))
        return element;
    const auto& own = behaviour->role.parameters;
    const bool bound =
        std::any_of(own.begin(), own.end(), [&](const auto& parameter) { return text(parameter.name) == field; });
    return bound ? element : ElementRef{ElementKind::role, element.ids};
}

project::Json storedValue(const project::Project& project, const ElementRef& element, const QString& field,
                          const project::Json& value)
{
    if (element.kind == ElementKind::role && field == "volumes") {
        project::Json names = project::Json::array();
        for (const QString& name : text(value.is_string() ? value.get<std::string>() : "").split(','))
            if (!name.trimmed().isEmpty())
                names.push_back(name.trimmed().toStdString());
        return names;
    }
    if (element.kind != ElementKind::operation || (field != "arguments" && field != "results"))
        return value;
    const auto* behaviour = project::findBehaviour(project, element.ids.value(0).toStdString());
    const auto* operation = behaviour ? findIn(behaviour->role.operations, element.ids.value(1)) : nullptr;
    project::Json list = project::Json::array();
    for (auto entry = value.begin(); operation && value.is_object() && entry != value.end(); ++entry) {
        project::Json argument = {{"name", entry.key()}, {"type", *entry}};
        for (const auto& present : field == "arguments" ? operation->arguments : operation->results)
            if (present.name == entry.key())
                argument.update(present.extra);
        list.push_back(std::move(argument));
    }
    return list;
}

} // namespace headroom::widgets
