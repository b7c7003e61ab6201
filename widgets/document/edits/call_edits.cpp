#include "widgets/document/edits/call_edits.h"

#include "project/resolve/known_names.h"
#include "project/vocabulary/assignments.h"
#include "widgets/document/lookup/called_arguments.h"

#include <algorithm>
#include <set>

namespace headroom::widgets {

namespace {

using project::Json;

Json argumentsFor(const project::Operation& called, const Json& present, const std::set<std::string>& known)
{
    const bool wasList = present.is_array();
    const Json given = project::withNames(present);
    Json passed = Json::object();
    for (const project::Argument& argument : called.arguments)
        if (given.is_object() && given.contains(argument.name))
            passed[argument.name] = given[argument.name];
        else if (known.contains(argument.name))
            passed[argument.name] = argument.name;
    if (given.is_object())
        for (const auto& [name, value] : given.items())
            if (value != name)
                passed[name] = value;
    if (passed.empty())
        return {};
    return wasList ? project::asNames(passed) : passed;
}

} // namespace

std::vector<FieldEdit> withCalledArguments(const project::Project& project, const project::ComponentLibrary& library,
                                           const FieldEdit& edit)
{
    std::vector<FieldEdit> edits = {edit};
    if (edit.element.kind != ElementKind::block || (edit.field != "role" && edit.field != "operation") ||
        !edit.value.is_string())
        return edits;
    const project::Diagram* diagram = project::findDiagram(project, edit.element.ids.value(0).toStdString());
    const project::Block* block =
        diagram ? project::findBlock(*diagram, edit.element.ids.value(1).toStdString()) : nullptr;
    const project::BlockType* type = block ? project::blockTypesOf(project).find(block->type) : nullptr;
    const auto* declared = type ? project::findField(type->fields, "arguments") : nullptr;
    if (!declared || !project::findField(type->fields, "operation"))
        return edits;
    Json fields = block->fields;
    fields[edit.field.toStdString()] = edit.value;
    const Json role = fields.value("role", Json());
    const auto* behaviour = role.is_string() ? project::findBehaviour(project, role.get<std::string>()) : nullptr;
    if (edit.field == "role" && behaviour && behaviour->role.operations.size() == 1 &&
        !operationCalledBy(project, fields)) {
        fields["operation"] = behaviour->role.operations.front().id;
        edits.push_back({edit.element, "operation", fields["operation"]});
    }
    const project::Operation* called = operationCalledBy(project, fields);
    if (!called)
        return edits;
    std::set<std::string> known;
    for (const auto& name :
         project::knownNames(project, library, ElementKind::block, idsOf(edit.element), *declared).names)
        known.insert(name.written);
    const Json present = block->fields.value("arguments", Json());
    Json arguments = argumentsFor(*called, present, known);
    if (arguments != present)
        edits.push_back({edit.element, "arguments", std::move(arguments)});
    return edits;
}

} // namespace headroom::widgets
