#include "widgets/document/edits/call_edits.h"

#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/resolve/known_names.h"
#include "project/vocabulary/assignments.h"
#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/declarations.h"
#include "project/vocabulary/figure_names.h"
#include "project/vocabulary/state_types.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/document/lookup/called_arguments.h"
#include "widgets/document/lookup/new_element.h"
#include "widgets/document/model/edit_step.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace headroom::widgets {

namespace {

using project::FieldType;
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

struct BlockAt
{
    const project::Block* block = nullptr;
    const project::BlockType* type = nullptr; ///< null: there is no such block
    const project::Role* role = nullptr;
    const project::Operation* operation = nullptr;
};

BlockAt blockAt(const project::Project& project, const ElementRef& element)
{
    BlockAt at;
    const std::string path = element.kind == ElementKind::block ? element.ids.value(0).toStdString() : std::string();
    const project::Diagram* diagram = project::findDiagram(project, path);
    at.block = diagram ? project::findBlock(*diagram, element.ids.value(1).toStdString()) : nullptr;
    at.type = at.block ? project::blockTypesOf(project).find(at.block->type) : nullptr;
    const auto* behaviour = at.type ? project::findBehaviour(project, roleOf(element).toStdString()) : nullptr;
    at.role = behaviour ? &behaviour->role : nullptr;
    if (at.role)
        at.operation = project::findOperation(*at.role, element.ids.value(0).section('/', 1, 1).toStdString());
    return at;
}

/// Null if none or several fit.
Json onlyVolume(const project::Role& role)
{
    return role.volumes.size() == 1 ? Json(role.volumes.front()) : Json();
}

Json onlyState(const project::Role& role, const std::string& type)
{
    Json only;
    for (const project::StateItem& item : role.state) {
        if (item.fields.value("type", Json("slots")) != type)
            continue;
        if (!only.is_null())
            return {};
        only = item.id;
    }
    return only;
}

bool isKey(const project::FieldDeclaration& field)
{
    return field.name == "key" && field.perRequest && field.type == project::FieldType::number;
}

class Consequences
{
public:
    Consequences(const project::Project& project, const project::ComponentLibrary& library, const FieldEdit& edit)
        : project_(project), library_(library), edit_(edit), at_(blockAt(project, edit.element))
    {
    }

    std::vector<FieldEdit> all()
    {
        edits_ = {edit_};
        if (!at_.type)
            return edits_;
        before_ = after_ = at_.block->fields;
        after_[edit_.field.toStdString()] = edit_.value;
        if (edit_.value.is_null())
            after_.erase(edit_.field.toStdString());
        addKey();
        const bool calls =
            project::findField(at_.type->fields, "arguments") && project::findField(at_.type->fields, "operation");
        if (calls && (edit_.field == "role" || edit_.field == "operation") && edit_.value.is_string())
            addCall();
        return edits_;
    }

private:
    void add(const char* field, Json value)
    {
        after_[field] = value;
        edits_.push_back({edit_.element, field, std::move(value)});
    }

    std::set<std::string> knownIn(const project::FieldDeclaration& field) const
    {
        std::set<std::string> known;
        for (const auto& name :
             project::knownNames(project_, library_, ElementKind::block, idsOf(edit_.element), field).names)
            known.insert(name.written);
        return known;
    }

    void addKey()
    {
        for (const project::FieldDeclaration& field : at_.type->fields) {
            if (!isKey(field) || after_.contains(field.name) || field.appliesWhen.empty())
                continue;
            const bool needed = !project::unmetCondition(at_.type->fields, field, after_);
            if (needed && project::unmetCondition(at_.type->fields, field, before_) && knownIn(field).contains("key"))
                add("key", "key");
        }
    }

    void addCall()
    {
        const Json role = after_.value("role", Json());
        const auto* behaviour = role.is_string() ? project::findBehaviour(project_, role.get<std::string>()) : nullptr;
        if (edit_.field == "role" && behaviour && behaviour->role.operations.size() == 1 &&
            !operationCalledBy(project_, after_))
            add("operation", behaviour->role.operations.front().id);
        const project::Operation* called = operationCalledBy(project_, after_);
        if (!called)
            return;
        const Json present = before_.value("arguments", Json());
        Json arguments = argumentsFor(*called, present, knownIn(*project::findField(at_.type->fields, "arguments")));
        if (arguments != present)
            edits_.push_back({edit_.element, "arguments", std::move(arguments)});
    }

    const project::Project& project_;
    const project::ComponentLibrary& library_;
    const FieldEdit& edit_;
    BlockAt at_;
    Json before_, after_; ///< the fields of the block
    std::vector<FieldEdit> edits_;
};

} // namespace

namespace {

/// The fork or "for each" of the block's diagram that no join names; null if there is none or several.
Json onlyUnjoined(const project::Diagram& diagram)
{
    std::set<std::string> joined;
    for (const project::Block& block : diagram.blocks)
        if (const auto of = block.fields.find("of");
            block.type == "join" && of != block.fields.end() && of->is_string())
            joined.insert(of->get<std::string>());
    Json only;
    for (const project::Block& block : diagram.blocks) {
        if ((block.type != "fork" && block.type != "for each") || joined.contains(block.id))
            continue;
        if (!only.is_null())
            return {};
        only = block.id;
    }
    return only;
}

bool calls(const std::vector<project::Block>& blocks, const std::string& role)
{
    return std::ranges::any_of(blocks, [&](const project::Block& block) {
        const auto named = block.fields.find("role");
        return (named != block.fields.end() && *named == role) ||
               std::ranges::any_of(block.inner, [&](const auto& inner) { return calls(inner.blocks, role); });
    });
}

/// The role that another one can ask: one that has operations and does not ask it. Null if there is none or several.
Json onlyCallee(const project::Project& project, const project::Role& caller)
{
    Json only;
    for (const project::Behaviour& each : project.behaviours) {
        const project::Role& role = each.role;
        const bool asks = std::ranges::any_of(role.operations, [&](const project::Operation& operation) {
            return std::ranges::any_of(operation.diagrams,
                                       [&](const auto& diagram) { return calls(diagram.blocks, caller.id); });
        });
        if (role.id == caller.id || role.operations.empty() || asks)
            continue;
        if (!only.is_null())
            return {};
        only = role.id;
    }
    return only;
}

} // namespace

std::vector<FieldEdit> obviousFields(const project::Project& project, const ElementRef& element)
{
    std::vector<FieldEdit> edits;
    const BlockAt at = blockAt(project, element);
    if (!at.type || !at.operation)
        return edits;
    const auto& given = at.operation->arguments;
    const bool keyGiven = std::any_of(given.begin(), given.end(), [](const auto& each) { return each.name == "key"; });
    for (const project::FieldDeclaration& field : at.type->fields) {
        Json value;
        if (field.type == project::FieldType::volume && field.required)
            value = onlyVolume(*at.role);
        else if (field.type == project::FieldType::state && field.required)
            value = onlyState(*at.role, project::stateTypeFor(at.type->name));
        else if (at.block->type == "join" && field.name == "of")
            value = onlyUnjoined(*project::findDiagram(project, element.ids.value(0).toStdString()));
        else if (isKey(field) && keyGiven && !project::unmetCondition(at.type->fields, field, at.block->fields))
            value = "key";
        if (!value.is_null())
            edits.push_back({element, QString::fromStdString(field.name), std::move(value)});
    }
    if (at.block->type == "call")
        if (Json role = onlyCallee(project, *at.role); !role.is_null())
            for (FieldEdit& edit : withConsequences(project, {}, {element, "role", std::move(role)}))
                edits.push_back(std::move(edit));
    return edits;
}

namespace {

/// Another figure of a goal that has one limit: it moves to the side on which such figures are limited, and goes if it
/// has the wrong unit for it.
std::vector<FieldEdit> withLimitOf(const project::Project& project, const FieldEdit& edit)
{
    std::vector<FieldEdit> edits{edit};
    const auto goal = std::ranges::find(project.goals, edit.element.ids.value(0).toStdString(), &project::Goal::id);
    if (goal == project.goals.end() || !edit.value.is_string())
        return edits;
    const auto figure = edit.value.get<std::string>();
    const auto unit = project::unitOfFigure(figure);
    const auto larger = project::largerIsBetter(figure);
    const bool below = goal->fields.contains("at_least");
    if (!unit || below == goal->fields.contains("at_most") || !larger)
        return edits;
    const char* const now = below ? "at_least" : "at_most";
    const Json& limit = goal->fields[now];
    const auto quantity = limit.is_string() ? project::parseQuantity(limit.get<std::string>()) : std::nullopt;
    const bool fits = !quantity || quantity->unit.empty() || project::sameDimension(quantity->unit, *unit);
    const char* const wanted = *larger ? "at_least" : "at_most";
    if (std::string_view(now) != wanted || !fits)
        edits.push_back({edit.element, now, Json()});
    if (std::string_view(now) != wanted && fits)
        edits.push_back({edit.element, wanted, limit});
    return edits;
}

} // namespace

std::vector<FieldEdit> withConsequences(const project::Project& project, const project::ComponentLibrary& library,
                                        const FieldEdit& edit)
{
    if (edit.element.kind == ElementKind::goal && edit.field == "metric")
        return withLimitOf(project, edit);
    return Consequences(project, library, edit).all();
}

namespace {

QString addVolume(DocumentModel& model, const QString& role, const QString& wanted)
{
    const auto* behaviour = project::findBehaviour(model.project(), role.toStdString());
    std::vector<std::string> volumes = behaviour->role.volumes;
    const std::string base = wanted.isEmpty() ? "data" : wanted.toStdString();
    std::string name = base;
    for (int number = 2; std::find(volumes.begin(), volumes.end(), name) != volumes.end(); ++number)
        name = base + std::to_string(number);
    volumes.push_back(name);
    setField(model, {ElementKind::role, {role}}, "volumes", volumes);
    return QString::fromStdString(name);
}

/// The name in the field, if nothing has it yet.
QString undeclaredName(const project::Project& project, const ElementRef& element,
                       const project::FieldDeclaration& field)
{
    const BlockAt at = blockAt(project, element);
    const auto given = at.block->fields.find(field.name);
    if (given == at.block->fields.end() || !given->is_string())
        return {};
    const std::string name = given->get<std::string>();
    const auto named = [&](const auto& item) { return item.id == name; };
    const auto& volumes = at.role->volumes;
    const auto& states = at.role->state;
    const bool declared =
        field.type == FieldType::volume     ? std::find(volumes.begin(), volumes.end(), name) != volumes.end()
        : field.type == FieldType::selector ? std::any_of(project.selectors.begin(), project.selectors.end(), named)
                                            : std::any_of(states.begin(), states.end(), named);
    return declared ? QString() : QString::fromStdString(name);
}

} // namespace

void nameNewElement(DocumentModel& model, const QList<ElementRef>& elements, const project::FieldDeclaration& field,
                    const QString& wanted)
{
    const ElementRef& element = elements.front();
    const EditStep edit(model, newElementTitle(model.project(), element, field));
    const QString role = roleOf(element);
    const QString base = wanted.isEmpty() ? undeclaredName(model.project(), element, field) : wanted;
    const QString name = field.type == FieldType::volume ? addVolume(model, role, base)
                         : field.type == FieldType::selector
                             ? addElement(model, ElementKind::selector, base)
                             : addState(model, role, stateTypeAt(model.project(), element), base);
    for (const ElementRef& each : elements)
        setField(model, each, QString::fromStdString(field.name), name.toStdString());
}

} // namespace headroom::widgets
