#include "widgets/document/lookup/candidates.h"

#include "project/expression/quantity.h"
#include "project/resolve/resolver.h"
#include "widgets/document/lookup/inspected_element.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"

#include <algorithm>

namespace headroom::widgets {

using project::FieldType;

namespace {

template <class Items>
void appendIds(std::vector<std::string>& names, const Items& items)
{
    for (const auto& item : items)
        names.push_back(item.id);
}

const project::NodeGroup* groupOf(const project::Topology& topology, const std::string& id)
{
    const auto found = std::find_if(topology.groups.begin(), topology.groups.end(),
                                    [&](const project::NodeGroup& group) { return group.id == id; });
    return found == topology.groups.end() ? nullptr : &*found;
}

/// What a text field may hold that names something by its id.
std::vector<std::string> namesFor(const project::Project& project, const ElementRef& element, const std::string& field)
{
    std::vector<std::string> names;
    const project::Topology& topology = project.topology;
    if (const auto* group = groupOf(topology, element.ids.value(0).toStdString());
        group && (field == "controller" || field == "behind"))
        appendIds(names, group->controllers);
    else if (group && field == "cache_device")
        appendIds(names, group->devices);
    const auto subject = element.kind == ElementKind::disturbance || element.kind == ElementKind::selector
                             ? inspectedElement(project, element)
                             : std::nullopt;
    if (!subject)
        return names;
    const auto said = [&](const char* name) {
        const project::Json value = subject->values.value(name, project::Json());
        return value.is_string() ? value.get<std::string>() : std::string();
    };
    if (field == "volume") {
        if (const auto* behaviour = project::findBehaviour(project, said("role")))
            names = behaviour->role.volumes;
    } else if (field == "devices") {
        if (const auto* group = groupOf(topology, said("target")))
            appendIds(names, group->devices);
    } else if (field == "target") {
        const bool link = said("what") == "link", device = said("what") == "switch";
        for (const auto& fabric : topology.fabrics)
            if (link)
                appendIds(names, fabric.links);
            else if (device)
                appendIds(names, fabric.switches);
        if (!link && !device)
            appendIds(names, topology.groups);
    }
    return names;
}

} // namespace

QList<Candidate> candidatesFor(const project::Project& project, const project::ComponentLibrary& library,
                               const ElementRef& element, const project::FieldDeclaration& field)
{
    QList<Candidate> candidates;
    const auto add = [&](const std::string& value, const std::string& title) {
        candidates.append({text(value), text(title.empty() ? value : title)});
    };
    const project::Behaviour* own = project::findBehaviour(project, roleOf(element).toStdString());
    switch (field.type) {
    case FieldType::role:
        for (const auto& behaviour : project.behaviours)
            add(behaviour.role.id, {});
        break;
    case FieldType::operation: {
        const auto subject = inspectedElement(project, element);
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
    case FieldType::text:
        for (const std::string& name : namesFor(project, element, field.name))
            add(name, {});
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
                  const project::FieldDeclaration& field, const QString& expression)
{
    if (expression.isEmpty() || project::parseQuantity(expression.toStdString()))
        return {}; // it says so itself
    if (field.type == FieldType::choice || field.type == FieldType::component) {
        const project::Parameter* parameter = project::findParameter(project, expression.toStdString());
        return parameter ? displayOf(library, parameter->value) : QString();
    }
    try {
        project::Findings findings;
        project::Resolver resolver(project, library, findings);
        const project::Behaviour* own = project::findBehaviour(project, roleOf(element).toStdString());
        const project::Scope scope = own ? resolver.scopeOf(*own, {}) : resolver.globalScope();
        const auto compiled = project::Expression::compile(expression.toStdString(), scope);
        if (!compiled.isConstant())
            return {};
        if (field.type == FieldType::flag)
            return compiled.value() != 0 ? QStringLiteral("true") : QStringLiteral("false");
        const bool plainNumber = field.unit.empty() || field.unit == project::anyUnit;
        return valueText(compiled.value(), plainNumber ? "1" : text(field.unit));
    } catch (const std::exception&) {
        return {}; // the checks say what is wrong with it
    }
}

QString displayOf(const project::Project& project, const project::ComponentLibrary& library, const project::Json& value)
{
    const project::Parameter* parameter =
        value.is_string() ? project::findParameter(project, value.get<std::string>()) : nullptr;
    return displayOf(library, parameter ? parameter->value : value);
}

QString displayOf(const project::ComponentLibrary& library, const project::Json& value)
{
    if (!value.is_string())
        return text(value.dump());
    const auto word = value.get<std::string>();
    const project::Component* component = library.find(word);
    return text(component ? component->model : word);
}

} // namespace headroom::widgets
