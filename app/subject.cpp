#include "app/subject.h"

#include "project/resolver.h"
#include "widgets/plots/number_text.h"

#include <QCoreApplication>

namespace headroom::app {

using project::FieldDeclaration;
using project::FieldType;
using widgets::ElementKind;
using widgets::ElementRef;

namespace {

struct Subjects
{
    Q_DECLARE_TR_FUNCTIONS(Subjects)
};

QString text(const std::string& value)
{
    return QString::fromStdString(value);
}

template <class Items>
auto* findIn(const Items& items, const QString& id)
{
    const auto found = std::find_if(items.begin(), items.end(), [&](const auto& item) { return text(item.id) == id; });
    return found == items.end() ? nullptr : &*found;
}

std::optional<Subject> blockSubject(const project::Project& project, const ElementRef& element)
{
    const project::Diagram* diagram = project::findDiagram(project, element.ids.value(0).toStdString());
    const project::Block* block = diagram ? project::findBlock(*diagram, element.ids.value(1).toStdString()) : nullptr;
    const project::BlockType* type = block ? project::findBlockType(block->type) : nullptr;
    if (!type)
        return {};
    return Subject{text(type->label), text(block->name.empty() ? block->id : block->name), true, type->fields,
                   block->fields};
}

/// A role's own parameters, as fields whose values are the bindings.
std::optional<Subject> bindingSubject(const project::Project& project, const QString& role)
{
    const project::Behaviour* behaviour = project::findBehaviour(project, role.toStdString());
    if (!behaviour)
        return {};
    Subject subject{Subjects::tr("Role"), role, false, {}, behaviour->bindings};
    for (const project::RoleParameter& parameter : behaviour->role.parameters) {
        FieldDeclaration field;
        field.name = field.label = parameter.name;
        field.type = parameter.unit.empty() ? FieldType::number : FieldType::quantity;
        field.unit = parameter.unit;
        field.defaultValue = parameter.value;
        field.meaning = parameter.description;
        subject.fields.push_back(field);
    }
    return subject;
}

std::optional<Subject> topologySubject(const project::Topology& topology, const ElementRef& element)
{
    const QString first = element.ids.value(0), second = element.ids.value(1);
    if (element.kind == ElementKind::fabric || element.kind == ElementKind::networkSwitch ||
        element.kind == ElementKind::link) {
        const project::Fabric* fabric = findIn(topology.fabrics, first);
        if (!fabric)
            return {};
        if (element.kind == ElementKind::fabric)
            return Subject{Subjects::tr("Fabric"), first, false, project::fabricFields(), fabric->fields};
        if (const auto* device = findIn(fabric->switches, second); device && element.kind == ElementKind::networkSwitch)
            return Subject{Subjects::tr("Switch"), text(device->name.empty() ? device->id : device->name), true,
                           project::switchFields(), device->fields};
        if (const auto* link = findIn(fabric->links, second); link && element.kind == ElementKind::link)
            return Subject{Subjects::tr("Link"), second, false, project::linkFields(), link->fields};
        return {};
    }
    const project::NodeGroup* group = findIn(topology.groups, first);
    if (!group)
        return {};
    if (element.kind == ElementKind::nodeGroup)
        return Subject{Subjects::tr("Node group"), text(group->name.empty() ? group->id : group->name), true,
                       project::nodeGroupFields(), group->fields};
    if (const auto* device = findIn(group->devices, second))
        return Subject{Subjects::tr("Devices"), second, false, project::deviceFields(), device->fields};
    return {};
}

} // namespace

std::optional<Subject> subjectOf(const project::Project& project, const ElementRef& element)
{
    switch (element.kind) {
    case ElementKind::block:
        return blockSubject(project, element);
    case ElementKind::binding:
        return bindingSubject(project, element.ids.value(0));
    case ElementKind::nodeGroup:
    case ElementKind::device:
    case ElementKind::fabric:
    case ElementKind::networkSwitch:
    case ElementKind::link:
        return topologySubject(project.topology, element);
    case ElementKind::workload:
        if (const auto* workload = findIn(project.workloads, element.ids.value(0)))
            return Subject{Subjects::tr("Workload"), text(workload->id), false, project::workloadFields(),
                           workload->fields};
        return {};
    case ElementKind::run:
        return Subject{Subjects::tr("Run"), {}, false, project::runFields(), project.run};
    default:
        return {};
    }
}

QList<widgets::PropertyInspector::Candidate> candidatesFor(const project::Project& project,
                                                           const project::ComponentLibrary& library,
                                                           const ElementRef& element, const FieldDeclaration& field)
{
    QList<widgets::PropertyInspector::Candidate> candidates;
    const auto add = [&](const std::string& value, const std::string& title) {
        candidates.append({text(value), text(title.empty() ? value : title)});
    };
    const project::Behaviour* own = element.kind == ElementKind::block
                                        ? project::findBehaviour(project, widgets::roleOf(element).toStdString())
                                        : nullptr;
    switch (field.type) {
    case FieldType::role:
        for (const auto& behaviour : project.behaviours)
            add(behaviour.role.id, {});
        break;
    case FieldType::operation: {
        const auto subject = subjectOf(project, element);
        const auto role = subject ? subject->values.find("role") : project::Json::const_iterator();
        if (!subject || role == subject->values.end() || !role->is_string())
            break;
        if (const auto* callee = project::findBehaviour(project, role->get<std::string>()))
            for (const auto& operation : callee->role.operations)
                add(operation.id, {});
        break;
    }
    case FieldType::volume:
        if (own)
            for (const auto& volume : own->role.volumes)
                add(volume, {});
        break;
    case FieldType::state:
        if (own)
            for (const auto& state : own->role.state)
                add(state.id, {});
        break;
    case FieldType::selector:
        for (const auto& selector : project.selectors)
            add(selector.id, {});
        break;
    case FieldType::block:
        if (const auto* diagram = project::findDiagram(project, element.ids.value(0).toStdString()))
            for (const auto& block : diagram->blocks)
                add(block.id, block.name);
        break;
    case FieldType::component:
        for (const auto& parameter : project.parameters)
            if (parameter.type == project::ParameterType::component)
                add(parameter.name, {});
        for (const auto* component : library.ofKinds(field.kinds))
            add(component->id, component->model);
        break;
    default:
        break;
    }
    return candidates;
}

QString previewOf(const project::Project& project, const project::ComponentLibrary& library, const ElementRef& element,
                  const FieldDeclaration& field, const QString& expression)
{
    bool plain = false;
    (void)expression.toDouble(&plain);
    if (plain || expression.isEmpty())
        return {};
    try {
        project::Findings findings;
        project::Resolver resolver(project, library, findings);
        const project::Behaviour* own = project::findBehaviour(project, widgets::roleOf(element).toStdString());
        const project::Scope scope = own ? resolver.scopeOf(*own, {}) : resolver.globalScope();
        const auto compiled = project::Expression::compile(expression.toStdString(), scope);
        if (!compiled.isConstant())
            return {};
        const bool plainNumber = field.unit.empty() || field.unit == project::anyUnit;
        return widgets::valueText(compiled.value(), plainNumber ? "1" : text(field.unit));
    } catch (const std::exception&) {
        return {}; // the checks say what is wrong with it
    }
}

QString displayOf(const project::Project& project, const project::ComponentLibrary& library, const project::Json& value)
{
    if (!value.is_string())
        return text(value.dump());
    const auto word = value.get<std::string>();
    if (const project::Parameter* parameter = project::findParameter(project, word);
        parameter && parameter->value != value)
        return displayOf(project, library, parameter->value);
    const project::Component* component = library.find(word);
    return text(component ? component->model : word);
}

} // namespace headroom::app
