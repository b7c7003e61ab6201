#include "project/checks/check_context.h"

#include "project/resolve/processor_speed.h"
#include "project/structure/place_in_words.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace headroom::project {

std::vector<std::string> roleIds(const Project& project)
{
    std::vector<std::string> ids;
    for (const Behaviour& behaviour : project.behaviours)
        ids.push_back(behaviour.role.id);
    return ids;
}

void CheckContext::report(Severity severity, const char* key, const std::string& pointer, const std::string& problem,
                          const std::string& remedy)
{
    findings.push_back({severity, key, pointer, placeInWords(tree, pointer), problem, remedy});
}

bool CheckContext::known(const char* key, const std::string& what, const std::string& name,
                         const std::vector<std::string>& names, const std::string& pointer)
{
    if (std::find(names.begin(), names.end(), name) != names.end())
        return true;
    error(key, pointer, "There is no " + what + " \"" + name + "\".", suggestion(name, names));
    return false;
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

void CheckContext::unknownKeys(const Json& extra, const Fields& declared, const std::vector<std::string>& structural,
                               const std::string& pointer)
{
    if (!extra.is_object())
        return;
    std::vector<std::string> names = structural;
    for (const FieldDeclaration& declaration : declared)
        names.push_back(declaration.name);
    for (const auto& [key, value] : extra.items()) {
        if (!findField(declared, key)) {
            const bool elsewhere = std::find(names.begin(), names.end(), key) != names.end();
            const std::string near = elsewhere ? std::string() : nearestName(key, names);
            report(Severity::warning, "key.unknown", pointer + below(key),
                   "The key \"" + key + "\" means nothing here; it is kept and has no effect.",
                   near.empty() ? "Remove it if it is a mistake." : "Did you mean \"" + near + "\"?");
        }
    }
}

void CheckContext::fields(const Fields& declared, const Json& values, const std::vector<std::string>& structural,
                          const std::string& pointer, const Scope& scope, const DiagramPlace* place)
{
    for (const FieldDeclaration& declaration : declared)
        field(declared, declaration, values, pointer, scope, place);
    unknownKeys(values, declared, structural, pointer);
}

void CheckContext::field(const Fields& declared, const FieldDeclaration& declaration, const Json& values,
                         const std::string& pointer, const Scope& scope, const DiagramPlace* place)
{
    const std::string where = pointer + below(declaration.name);
    const Json& value = valueOf(values, declaration);
    const bool empty = value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty());
    if (declaration.required && (empty || (value.is_object() && value.empty()))) {
        error("field.missing", where, declaration.label + " is missing.", declaration.meaning);
        return;
    }
    if (empty)
        return;
    switch (declaration.type) {
    case FieldType::number:
    case FieldType::integer:
    case FieldType::quantity:
    case FieldType::flag:
        if (declaration.perRequest)
            resolver.expression(declared, declaration.name, values, pointer, scope);
        else
            resolver.number(declared, declaration.name, values, pointer, scope);
        return;
    case FieldType::assignments:
    case FieldType::reductions:
        if (!value.is_object())
            error("value.type", where, "It must be an object.", "Write {\"name\": \"expression\"}.");
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
        referenceProcessor(resolver); // the one default: told once for all blocks
    else if (declaration.type == FieldType::component)
        resolver.component(declared, declaration.name, values, pointer);
    else
        name(declaration, value.get<std::string>(), values, where, place);
}

void CheckContext::name(const FieldDeclaration& declaration, const std::string& value, const Json& values,
                        const std::string& pointer, const DiagramPlace* place)
{
    switch (declaration.type) {
    case FieldType::role:
        known("role.unknown", "role", value, roleIds(project), pointer);
        break;
    case FieldType::operation: {
        const auto role = values.find("role");
        const bool named = role != values.end() && role->is_string();
        const Behaviour* behaviour = named ? findBehaviour(project, role->get<std::string>()) : nullptr;
        if (behaviour) {
            known("operation.unknown", "operation of that role named", value, idsOf(behaviour->role.operations),
                  pointer);
        }
        break;
    }
    case FieldType::selector:
        known("selector.unknown", "selector", value, idsOf(project.selectors), pointer);
        break;
    case FieldType::volume:
        if (place)
            known("volume.unknown", "volume of the role named", value, place->role.volumes, pointer);
        break;
    case FieldType::state:
        if (place)
            known("state.unknown", "state of the role named", value, idsOf(place->role.state), pointer);
        break;
    case FieldType::block:
        if (place && value != "caller")
            known("block.unknown", "block in this diagram named", value, idsOf(place->diagram.blocks), pointer);
        break;
    case FieldType::variable:
        if (!isIdentifier(value)) {
            error("name.invalid", pointer, "\"" + value + "\" cannot be the name of a variable.",
                  "Use letters, digits and underscores, beginning with a letter.");
        }
        break;
    default:
        break;
    }
}

void CheckContext::assignments(const Json& value, const std::string& pointer, const Scope& scope)
{
    for (const auto& [variable, text] : value.items()) {
        if (!isIdentifier(variable)) {
            error("name.invalid", pointer + below(variable), "\"" + variable + "\" cannot be the name of a variable.",
                  "Use letters, digits and underscores, beginning with a letter.");
        }
        // Which unit it has is the receiver's matter; a text that is a plain quantity is good in any.
        try {
            if (text.is_string())
                Expression::compile(text.get<std::string>(), scope);
        } catch (const ExpressionError& fault) {
            error("expression.faulty", pointer + below(variable), fault.what(), "Correct the expression.");
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
