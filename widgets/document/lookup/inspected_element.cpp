#include "widgets/document/lookup/inspected_element.h"
#include "project/structure/element_fields.h"
#include "project/structure/rows.h"
#include "widgets/document/lookup/called_arguments.h"
#include "widgets/document/lookup/element_title.h"
#include "widgets/document/model/by_id.h"
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
    InspectedElement subject{text(type->label), text(block->name.empty() ? block->id : block->name), true, type->fields,
                             block->fields};
    // An operation that takes no argument needs no table of them.
    const project::Operation* called = calledOperation(project, element);
    if (called && called->arguments.empty() && !block->fields.contains("arguments"))
        std::erase_if(subject.fields, [](const FieldDeclaration& field) { return field.name == "arguments"; });
    // The role's reference processor is the default of its blocks.
    const project::Behaviour* behaviour = project::findBehaviour(project, roleOf(element).toStdString());
    if (type->name == "compute" && behaviour && behaviour->role.workers.contains("reference"))
        for (FieldDeclaration& field : subject.fields)
            if (field.name == "reference")
                field.defaultValue = behaviour->role.workers["reference"];
    return subject;
}

/// A member that is not a declared field, as the form shows it.
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
    return member("description", Subjects::tr("Description"), FieldType::text, Subjects::tr("Short description."));
}

/// Puts a member before the declared fields.
void addMember(InspectedElement& subject, FieldDeclaration field, project::Json value)
{
    if (!value.is_null() && value != "")
        subject.values[field.name] = std::move(value);
    subject.fields.insert(subject.fields.begin(), std::move(field));
}

std::string inOneText(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// Rows of names with types, and with defaults if callers may leave them out.
FieldDeclaration declaredValues(const char* name, const QString& label, const QString& meaning, bool haveDefaults)
{
    FieldDeclaration field = member(name, label, FieldType::rows, meaning);
    field.columns = {member("name", Subjects::tr("name"), FieldType::text, Subjects::tr("Name in expressions.")),
                     chosenFrom(member("type", Subjects::tr("type"), FieldType::choice,
                                       Subjects::tr("Kind of the value: number, bytes, time, key, device or node.")),
                                {"number", "bytes", "time", "key", "device", "node"})};
    field.columns.front().required = true;
    if (haveDefaults)
        field.columns.push_back(
            member("default", Subjects::tr("default"), FieldType::quantity,
                   Subjects::tr("Value for callers that do not give it. Empty: each caller must give it.")));
    return field;
}

project::Json rowsOf(const std::vector<project::Argument>& arguments)
{
    project::Json rows = project::Json::array();
    for (const auto& argument : arguments) {
        project::Json row = {{"name", argument.name}, {"type", argument.type}};
        if (!argument.defaultValue.is_null())
            row["default"] = argument.defaultValue;
        rows.push_back(std::move(row));
    }
    return rows.empty() ? project::Json() : rows;
}

/// People look at the role for the number of requests that it serves at a time. A parameter of the same name comes
/// first.
void addWorkers(InspectedElement& subject, const project::Role& role)
{
    project::Fields workers = project::workersFields();
    std::erase_if(workers,
                  [&](const FieldDeclaration& field) { return project::findField(subject.fields, field.name); });
    for (FieldDeclaration& field : workers) {
        if (field.name == "kind")
            field.label = Subjects::tr("Kind of workers").toStdString();
        if (const auto value = role.workers.find(field.name); value != role.workers.end())
            subject.values[field.name] = *value;
    }
    subject.fields.insert(subject.fields.begin(), workers.begin(), workers.end());
}

/// A role: its members, its workers, and its parameters as fields whose values are the bindings.
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
    addWorkers(subject, behaviour.role);
    if (!project::findField(subject.fields, "volumes"))
        addMember(
            subject,
            member(
                "volumes", Subjects::tr("Volumes"), FieldType::text,
                Subjects::tr(
                    "Names that its blocks use for storage, separated by commas; node groups bind them to devices.")),
            inOneText(behaviour.role.volumes));
    if (!project::findField(subject.fields, "description"))
        addMember(subject, descriptionField(), behaviour.role.description);
    return subject;
}

std::optional<InspectedElement> operationSubject(const project::Operation& operation)
{
    InspectedElement subject{Subjects::tr("Operation"), text(operation.id), false, {}, project::Json::object()};
    addMember(subject,
              declaredValues("results", Subjects::tr("Results"),
                             Subjects::tr("Values that its reply gives the caller."), false),
              rowsOf(operation.results));
    addMember(subject,
              declaredValues("arguments", Subjects::tr("Arguments"),
                             Subjects::tr("Values that each caller passes to it."), true),
              rowsOf(operation.arguments));
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

/// The form of an element: its declared fields. Empty if it has none.
std::optional<InspectedElement> plainSubject(const project::Project& project, const ElementRef& element)
{
    const auto found = project::elementFields(project, element.kind, idsOf(element));
    if (!found)
        return {};
    const project::List* list = project::listOf(element.kind);
    const bool renamed = list && list->edits.renaming != project::Renaming::no;
    return InspectedElement{element.kind == ElementKind::state ? Subjects::tr("State item")
                                                               : capitalised(text(found->word)),
                            text(found->title), renamed, *found->declared, *found->values};
}

void addToWorkload(InspectedElement& subject, const project::Workload& workload)
{
    addMember(subject,
              member("role", Subjects::tr("Role"), FieldType::role, Subjects::tr("Role whose operations it starts.")),
              workload.role);
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

void addToLink(InspectedElement& subject, const project::Topology& topology, const project::Fabric& fabric,
               const project::Link& link)
{
    addMember(subject,
              chosenFrom(member("to", Subjects::tr("To"), FieldType::choice,
                                Subjects::tr("The switch it ends at, or the node group: cables without a switch.")),
                         endsOf(topology, fabric, byId(topology.groups, link.from) != nullptr)),
              link.to);
    addMember(subject,
              chosenFrom(member("from", Subjects::tr("From"), FieldType::choice,
                                Subjects::tr("The node group or switch it begins at.")),
                         endsOf(topology, fabric, true)),
              link.from);
}

void addToVolume(InspectedElement& subject, const project::NodeGroup& group, const QString& volume)
{
    const auto binding = std::find_if(group.volumes.begin(), group.volumes.end(),
                                      [&](const auto& each) { return text(each.volume) == volume; });
    addMember(subject,
              member("more_devices", Subjects::tr("More devices"), FieldType::text,
                     Subjects::tr("Further device groups that it lies on, separated by commas; its files are spread "
                                  "over the devices of all.")),
              inOneText(binding->moreDevices));
    addMember(subject,
              chosenFrom(member("devices", Subjects::tr("Devices"), FieldType::choice,
                                Subjects::tr("The device group it lies on.")),
                         project::idsOf(group.devices)),
              binding->devices);
}

/// Adds the members beside the declared fields that the form shows for some kinds of element.
void addMembers(InspectedElement& subject, const project::Project& project, const ElementRef& element)
{
    const QString owner = element.ids.value(0);
    switch (element.kind) {
    case ElementKind::workload:
        return addToWorkload(subject, *findIn(project.workloads, owner));
    case ElementKind::share:
        subject.kind = Subjects::tr("Operation of %1").arg(owner);
        return;
    case ElementKind::fabric:
        return addMember(subject, descriptionField(), findIn(project.topology.fabrics, owner)->description);
    case ElementKind::link: {
        const auto& fabric = *findIn(project.topology.fabrics, owner);
        return addToLink(subject, project.topology, fabric, *findIn(fabric.links, element.ids.value(1)));
    }
    case ElementKind::volume:
        return addToVolume(subject, *findIn(project.topology.groups, owner), element.ids.value(1));
    default:
        return;
    }
}

InspectedElement topologySubject(const project::Topology& topology)
{
    InspectedElement subject{Subjects::tr("Topology"), {}, false, {}, project::Json::object()};
    addMember(subject,
              chosenFrom(member("fabric", Subjects::tr("Fabric"), FieldType::choice,
                                Subjects::tr("The alternative in use, or the choice parameter that selects it.")),
                         project::idsOf(topology.fabrics)),
              topology.fabric);
    return subject;
}

std::optional<InspectedElement> wholeElement(const project::Project& project, const ElementRef& element)
{
    const auto* behaviour = project::findBehaviour(project, element.ids.value(0).toStdString());
    switch (element.kind) {
    case ElementKind::block:
        return blockSubject(project, element);
    case ElementKind::binding:
    case ElementKind::role:
        return behaviour ? bindingSubject(*behaviour) : std::nullopt;
    case ElementKind::operation:
        if (const auto* operation = behaviour ? findIn(behaviour->role.operations, element.ids.value(1)) : nullptr)
            return operationSubject(*operation);
        return {};
    case ElementKind::topology:
        return topologySubject(project.topology);
    case ElementKind::project: {
        InspectedElement subject{Subjects::tr("Project"), text(project.name), true, {}, project::Json::object()};
        addMember(subject, descriptionField(), project.description);
        return subject;
    }
    default: {
        std::optional<InspectedElement> subject = plainSubject(project, element);
        if (subject)
            addMembers(*subject, project, element);
        return subject;
    }
    }
}

/// Fields without an effect beside the values of others are left out, unless they are set.
void leaveOutUnused(InspectedElement& element)
{
    const project::Fields all = element.fields;
    std::erase_if(element.fields, [&](const FieldDeclaration& field) {
        return !element.values.contains(field.name) && project::unmetCondition(all, field, element.values);
    });
}

} // namespace

std::optional<InspectedElement> inspectedElement(const project::Project& project, const ElementRef& element)
{
    std::optional<InspectedElement> inspected = wholeElement(project, element);
    if (inspected)
        leaveOutUnused(*inspected);
    return inspected;
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

QString fieldLabel(const project::Project& project, const ElementRef& element, const QString& field)
{
    const auto whole = wholeElement(project, element);
    const auto* declared = whole ? project::findField(whole->fields, field.toStdString()) : nullptr;
    if (declared && !declared->label.empty())
        return uncapitalised(text(declared->label));
    QString name = field;
    return name.replace('_', ' ');
}

ElementRef ownerOf(const project::Project& project, const ElementRef& element, const QString& field)
{
    const auto* behaviour = element.kind == ElementKind::binding
                                ? project::findBehaviour(project, element.ids.value(0).toStdString())
                                : nullptr;
    if (!behaviour)
        return element;
    const auto& own = behaviour->role.parameters;
    if (std::any_of(own.begin(), own.end(), [&](const auto& parameter) { return text(parameter.name) == field; }))
        return element;
    if (project::findField(project::workersFields(), field.toStdString()))
        return {ElementKind::workers, element.ids};
    return field == "description" || field == "volumes" ? ElementRef{ElementKind::role, element.ids} : element;
}

namespace {

/// A cell as text, also if it looks like a number.
std::string wordOf(const project::Json& row, const char* column)
{
    const auto found = row.find(column);
    return found == row.end() ? std::string() : found->is_string() ? found->get<std::string>() : found->dump();
}

} // namespace

project::Json storedValue(const project::Project& project, const ElementRef& element, const QString& field,
                          const project::Json& value)
{
    if ((element.kind == ElementKind::role && field == "volumes") ||
        (element.kind == ElementKind::volume && field == "more_devices")) {
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
    for (const project::Json& row : operation&& value.is_array() ? value : project::Json::array()) {
        project::Json argument = {{"name", wordOf(row, "name")}, {"type", wordOf(row, "type")}};
        if (row.contains("default"))
            argument["default"] = row["default"];
        for (const auto& present : field == "arguments" ? operation->arguments : operation->results)
            if (present.name == argument["name"])
                argument.update(present.extra);
        list.push_back(std::move(argument));
    }
    return list;
}

} // namespace headroom::widgets
