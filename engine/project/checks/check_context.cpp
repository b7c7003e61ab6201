#include "project/checks/check_context.h"

#include "project/document/document.h"
#include "project/expression/quantity.h"
#include "project/resolve/processor_speed.h"
#include "project/structure/rows.h"
#include "project/vocabulary/assignments.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace headroom::project {

std::vector<std::string> roleIds(const Project& project)
{
    std::vector<std::string> ids;
    for (const Behaviour& behaviour : project.behaviours)
        ids.push_back(behaviour.role.id);
    return ids;
}

bool CheckContext::known(const char* key, const std::string& what, const std::string& name,
                         const std::vector<std::string>& names, const std::string& pointer)
{
    if (std::find(names.begin(), names.end(), name) != names.end())
        return true;
    error(key, pointer, "There is no " + what + " \"" + name + "\".", suggestion(name, names));
    return false;
}

bool CheckContext::isThere(const Operation& operation, const std::string& pointer)
{
    const std::string missing = missingRole(project, operation);
    if (missing.empty())
        return true;
    error("operation.needs-role", pointer,
          "The operation \"" + operation.id + "\" needs the role \"" + missing + "\", which the project does not have.",
          "Add that role, or use another operation.");
    return false;
}

std::string CheckContext::chosenFabric() const
{
    const Topology& topology = project.topology;
    if (!topology.fabric.is_string())
        return topology.fabrics.empty() ? std::string() : topology.fabrics.front().id;
    const std::string text = topology.fabric.get<std::string>();
    const Json* value = resolver.parameterValue(text);
    return value && value->is_string() ? value->get<std::string>() : text;
}

void CheckContext::argumentsGiven(const std::vector<Argument>& declared, const Json& given, const std::string& pointer)
{
    for (const Argument& argument : declared)
        if (argument.defaultValue.is_null() && !withNames(given).contains(argument.name))
            error("argument.missing", pointer, "The argument \"" + argument.name + "\" of the operation is not given.",
                  "Give it a value here, or a default where it is declared.");
}

void CheckContext::uniqueIds(const std::vector<std::string>& ids, const std::string& pointer, const std::string& member)
{
    std::set<std::string> seen;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const std::string place = pointer + below(i) + below(member);
        if (ids[i].empty())
            error("id.empty", place, "It has no name.", "Give it a short, unique " + member + ".");
        else if (!seen.insert(ids[i]).second)
            error("id.duplicate", place, "\"" + ids[i] + "\" is used twice.", "Give each a name of its own.");
    }
}

void CheckContext::baseUnit(const std::string& unit, const std::string& pointer)
{
    const std::optional<Quantity> known = findUnit(unit);
    if (!known || known->unit == unit)
        return;
    const std::string use = known->unit.empty() ? "Leave it empty" : "Write \"" + known->unit + '"';
    error("parameter.unit", pointer + "/unit", "Its values are not counted in \"" + unit + "\".",
          use + "; a value may still have that unit, as in \"5 " + unit + "\".");
}

void CheckContext::unknownKeys(const Json& extra, const Fields& declared, const std::vector<std::string>& structural,
                               const std::string& pointer)
{
    if (!extra.is_object())
        return;
    for (const auto& [key, value] : extra.items()) {
        if (!findField(declared, key)) {
            std::vector<std::string> names = structural;
            for (const FieldDeclaration& declaration : declared)
                names.push_back(declaration.name);
            const bool elsewhere = std::find(names.begin(), names.end(), key) != names.end();
            const std::string near = elsewhere ? std::string() : nearestName(key, names);
            report(Severity::warning, "key.unknown", pointer + below(key),
                   "The key \"" + key + "\" means nothing here; it is kept and has no effect.",
                   near.empty() ? "Remove it if it is a mistake." : "Did you mean \"" + near + "\"?");
        }
    }
}

void CheckContext::fields(const Fields& declared, const Json& values, const std::vector<std::string>& structural,
                          const std::string& pointer, const Scope& scope, const Surroundings& around)
{
    for (const FieldDeclaration& declaration : declared) {
        field(declared, declaration, values, pointer, scope, around);
        noteUnused(declared, declaration, values, pointer);
    }
    unknownKeys(values, declared, structural, pointer);
}

/// The word for an element at a place: "workload" of /workloads/3, "run" of /run.
static std::string wordOfPlace(const std::string& pointer)
{
    const std::vector<std::string> parts = partsOf(pointer);
    const bool inList =
        parts.size() > 1 && std::ranges::all_of(parts.back(), [](char c) { return c >= '0' && c <= '9'; });
    const std::string& list = inList ? parts[parts.size() - 2] : parts.back();
    return list.ends_with('s') ? list.substr(0, list.size() - 1) : list;
}

void CheckContext::noteUnused(const Fields& declared, const FieldDeclaration& declaration, const Json& values,
                              const std::string& pointer)
{
    const auto set = values.find(declaration.name);
    if (set == values.end() || set->is_null())
        return;
    const Condition* unmet = unmetCondition(declared, declaration, values);
    if (!unmet)
        return;
    const FieldDeclaration& other = *findField(declared, unmet->field);
    const Json& value = valueOf(values, other);
    const bool word = !unmet->values.empty() && value.is_string() && value != "";
    const std::string is = word ? "is \"" + value.get<std::string>() + '"' : unmet->unset ? "is set" : "is not set";
    unused_.push_back({wordOfPlace(pointer) + ".field-unused", pointer + below(declaration.name),
                       "It has no effect: \"" + other.label + "\" " + is + '.',
                       unmet->unset            ? "Remove one of the two."
                       : unmet->values.empty() ? "Remove it, or set \"" + other.label + "\"."
                                               : "Remove it, or choose " + listOf(unmet->values) + '.'});
}

std::optional<double> CheckContext::constant(const Block& block, const char* field, const Scope& scope) const
{
    const Fields& fields = blockTypes.find(block.type)->fields;
    const Json& given = valueOf(block.fields, *findField(fields, field));
    if (given.is_null() || given == "")
        return {};
    Findings told;
    Resolver quiet(resolver, told);
    const Expression value = quiet.expression(fields, field, block.fields, "", scope);
    return told.empty() && value.isConstant() ? std::optional(value.value()) : std::nullopt;
}

void CheckContext::reportUnusedFields()
{
    std::set<std::string> told;
    for (const Finding& finding : findings)
        told.insert(finding.pointer);
    for (const Unused& each : unused_)
        if (told.insert(each.pointer).second)
            report(Severity::warning, each.key.c_str(), each.pointer, each.problem, each.remedy);
    unused_.clear();
}

void CheckContext::field(const Fields& declared, const FieldDeclaration& declaration, const Json& values,
                         const std::string& pointer, const Scope& scope, const Surroundings& around)
{
    const std::string where = pointer + below(declaration.name);
    const Json& value = valueOf(values, declaration);
    const bool empty = value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty());
    if (declaration.required && !comesFromTable(declaration, values) &&
        (empty || (value.is_object() && value.empty()))) {
        error("field.missing", where, declaration.label + " is missing.", declaration.meaning);
        return;
    }
    if (empty)
        return;
    if (declaration.valuesAreNames) { // the keys name declarations of the other side, which checks them
        for (const Reference& each : declaration.refersTo)
            for (auto entry = value.begin(); value.is_object() && entry != value.end(); ++entry)
                reference(each, entry.key(), values, where + below(entry.key()), around);
        return;
    }
    switch (declaration.type) {
    case FieldType::number:
    case FieldType::integer:
    case FieldType::quantity:
    case FieldType::flag:
        if (declaration.perRequest || declaration.namesFigures)
            resolver.expression(declared, declaration.name, values, pointer, scope);
        else
            resolver.number(declared, declaration.name, values, pointer, scope);
        return;
    case FieldType::assignments:
    case FieldType::reductions:
        if (!value.is_object() && !(declaration.namesSuffice && value.is_array()))
            error("value.type", where, "It must be an object.", "Write {\"name\": \"expression\"}.");
        else if (declaration.keysAreElements)
            return; // checked with the element
        else if (declaration.type == FieldType::assignments)
            assignments(value, where, scope);
        else
            reductions(value, where, scope);
        return;
    case FieldType::rows:
        resolver.rows(declared, declaration.name, values, pointer);
        return;
    default:
        break;
    }
    if (!value.is_string())
        error("value.type", where, "It must be a text.", "Write a text.");
    else if (declaration.type == FieldType::choice)
        resolver.text(declared, declaration.name, values, pointer);
    else if (declaration.type == FieldType::component && !values.contains(declaration.name))
        referenceProcessor(resolver); // the only default; reported once for all blocks
    else if (declaration.type == FieldType::component)
        resolver.component(declared, declaration.name, values, pointer);
    else
        name(declaration, value.get<std::string>(), values, where, around);
}

void CheckContext::name(const FieldDeclaration& declaration, const std::string& value, const Json& values,
                        const std::string& pointer, const Surroundings& around)
{
    if (declaration.type == FieldType::variable && !isIdentifier(value)) {
        error("name.invalid", pointer, "\"" + value + "\" cannot be the name of a variable.",
              "Use letters, digits and underscores, beginning with a letter.");
    }
    if (declaration.type == FieldType::block && value == "caller")
        return;
    for (const Reference& each : declaration.refersTo)
        reference(each, value, values, pointer, around);
}

void CheckContext::reference(const Reference& reference, const std::string& name, const Json& values,
                             const std::string& pointer, const Surroundings& around)
{
    const std::string word = refusedWordOf(reference.to);
    if (word.empty())
        return;
    const std::string key = word.substr(0, word.find(' ')) + ".unknown";
    const auto names = namesFor(project, around, reference, values);
    if (names && names->empty() && reference.to == ElementKind::roleVolume)
        error(key.c_str(), pointer, "The role declares no volume \"" + name + "\".",
              "Add it to the volumes of the role, and bind it to devices in the topology.");
    else if (names)
        known(key.c_str(), word, name, idsOf(*names), pointer);
}

void CheckContext::assignments(const Json& value, const std::string& pointer, const Scope& scope)
{
    std::set<std::string> seen;
    for (const auto& [variable, text, key] : assignmentsIn(value)) {
        if (!seen.insert(variable).second)
            error("id.duplicate", pointer + below(key), "\"" + variable + "\" is used twice.", "Name it once.");
        if (!isIdentifier(variable)) {
            error("name.invalid", pointer + below(key), "\"" + variable + "\" cannot be the name of a variable.",
                  "Use letters, digits and underscores, beginning with a letter.");
        }
        // The receiver decides which unit it has; a text that is a plain quantity is valid in any unit.
        try {
            if (text.is_string())
                Expression::compile(text.get<std::string>(), scope);
        } catch (const ExpressionError& fault) {
            error("expression.faulty", pointer + below(key), fault.what(), "Correct the expression.");
        }
    }
}

void CheckContext::reductions(const Json& value, const std::string& pointer, const Scope& scope)
{
    for (const auto& [variable, way] : value.items()) {
        if (!scope.variables.contains(variable)) {
            std::vector<std::string> names;
            for (const auto& [slot, index] : scope.variables)
                names.push_back(slot);
            known("variable.unknown", "variable", variable, names, pointer + below(variable));
        }
        known("value.unknown-choice", "such way to hand on:", way.is_string() ? way.get<std::string>() : way.dump(),
              reductionWays(), pointer + below(variable));
    }
}

} // namespace headroom::project
