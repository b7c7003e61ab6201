#include "project/resolve/resolver.h"

#include "project/document/document.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/expression/name_choice.h"
#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/file/json_writer.h"
#include "project/library/figure_unit.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/role_instances.h"
#include "project/structure/place_in_words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace headroom::project {
namespace {

/// Symbols are numbers that are unlikely to equal a quantity of a model.
constexpr double firstSymbol = 9.0e14;
constexpr double mostCounted = 9.0e15; // below 2^53
constexpr double mostBytes = 1e18;
constexpr double infinite = std::numeric_limits<double>::infinity();

void addSymbol(Scope& scope, const Json& value)
{
    if (value.is_string())
        scope.symbols.add(value.get_ref<const std::string&>(), firstSymbol + static_cast<double>(scope.symbols.size()));
}

/// The figures of a parameter's component, in base units: "PROCESSOR.cores"; and its kind: "DRIVE.kind == disk".
void addFigures(Scope& scope, const std::string& parameter, const Component& component)
{
    addSymbol(scope, component.kind);
    scope.constants.set(parameter + ".kind", scope.symbols.at(component.kind));
    for (const auto& [figure, value] : component.parameters.items()) {
        if (!value.is_number() || !isIdentifier(figure))
            continue;
        const FigureEnding& unit = endingOf(figure);
        const std::string name = parameter + '.' + figure;
        scope.constants.set(name, value.get<double>() * unit.factor);
        scope.units.set(name, unit.base);
    }
}

constexpr std::size_t mostQuoted = 160;

/// A value, after the expression that it is computed from: that names the parameters to be changed.
std::string stated(double value, const Json& given, const std::string& unit)
{
    const std::string exact = exactText(value, unit);
    if (!given.is_string() || parseQuantity(given.get_ref<const std::string&>()))
        return exact;
    return '"' + given.get_ref<const std::string&>().substr(0, mostQuoted) + "\" = " + exact;
}

Scope scopeOfParameters(const Project& project, const ComponentLibrary& components)
{
    Scope scope;
    for (const Parameter& parameter : project.parameters) {
        if (parameter.type == ParameterType::choice || parameter.type == ParameterType::component) {
            addSymbol(scope, parameter.value);
            for (const Json& alternative : parameter.alternatives)
                addSymbol(scope, alternative);
            for (const std::string& kind : parameter.kinds)
                addSymbol(scope, kind);
        }
    }
    for (const std::string& id : components.ids())
        addSymbol(scope, id);
    for (const Parameter& parameter : project.parameters) {
        if (const std::optional<double> number = numberOf(parameter, parameter.value)) {
            scope.constants.set(parameter.name, *number);
            scope.units.set(parameter.name, parameter.unit);
        } else {
            const double* const symbol = parameter.value.is_string()
                                             ? scope.symbols.find(parameter.value.get_ref<const std::string&>())
                                             : nullptr;
            scope.constants.set(parameter.name, symbol ? *symbol : 0); // the checks have reported a faulty value
        }
        if (parameter.type == ParameterType::component && parameter.value.is_string())
            if (const Component* component = components.find(parameter.value.get_ref<const std::string&>()))
                addFigures(scope, parameter.name, *component);
    }
    return scope;
}

/// A field name that is not declared is a programming error, never 0.
const FieldDeclaration& declared(const Fields& fields, const std::string& name)
{
    const FieldDeclaration* field = findField(fields, name);
    if (!field)
        throw std::logic_error("No field \"" + name + "\" is declared there.");
    return *field;
}

} // namespace

Project withOverrides(Project project, const Overrides& overrides, const ComponentLibrary& components,
                      Findings& findings)
{
    std::vector<std::string> names;
    for (const Parameter& parameter : project.parameters)
        names.push_back(parameter.name);
    for (const auto& [name, text] : overrides) {
        Parameter* parameter = findParameter(project, name);
        if (!parameter) {
            findings.push_back({Severity::error, "parameter.unknown", "", "",
                                "The project has no parameter \"" + name + "\".", suggestion(name, names)});
            continue;
        }
        Json value = valueFromText(*parameter, text);
        if (const std::optional<ValueFault> fault = faultOf(*parameter, value, components)) {
            findings.push_back(
                {Severity::error, fault->key, "", "parameter \"" + name + '"', fault->problem, fault->remedy});
            continue;
        }
        parameter->value = std::move(value);
    }
    return project;
}

const Component* presentComponent(const Project& project, const ComponentLibrary& components, const std::string& text)
{
    const auto named = [&](const std::string& name) {
        const Parameter* parameter = findParameter(project, name);
        return components.find(parameter && parameter->value.is_string() ? parameter->value.get<std::string>() : name);
    };
    if (const Component* component = named(text); component || !NameChoice::chooses(text))
        return component;
    Findings findings; // the checks report them
    const Resolver resolver(project, components, findings);
    try {
        return named(NameChoice(text).chosen(resolver.globalScope()));
    } catch (const ExpressionError&) {
        return nullptr;
    }
}

Resolver::Resolver(const Project& project, const ComponentLibrary& components, Findings& findings)
    : project_(project), components_(components), findings_(findings)
{
    const auto scope = std::make_shared<Scope>(scopeOfParameters(project, components));
    scope->nodes = instancesOfRoles(project, *scope);
    scope_ = scope;
}

Resolver::Resolver(const Resolver& other, Findings& findings)
    : project_(other.project_), components_(other.components_), findings_(findings), scope_(other.scope_),
      folder_(other.folder_), tree_(other.tree_)
{
}

std::string Resolver::placeOf(const std::string& pointer)
{
    if (!tree_)
        tree_ = std::make_shared<const Json>(toFullJson(project_));
    return placeInWords(*tree_, pointer);
}

void Resolver::report(Severity severity, const std::string& key, const std::string& pointer, std::string problem,
                      std::string remedy)
{
    findings_.push_back({severity, key, pointer, placeOf(pointer), std::move(problem), std::move(remedy)});
}

const Json* Resolver::parameterValue(const std::string& name) const
{
    const Parameter* parameter = findParameter(project_, name);
    return parameter ? &parameter->value : nullptr;
}

Scope Resolver::scopeOf(const Behaviour& behaviour, const std::string& pointer)
{
    Scope scope = *scope_;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < behaviour.role.parameters.size(); ++i) {
        const RoleParameter& parameter = behaviour.role.parameters[i];
        names.push_back(parameter.name);
        const auto binding = behaviour.bindings.find(parameter.name);
        const bool bound = binding != behaviour.bindings.end();
        const std::string place =
            pointer + (bound ? "/bindings" + below(parameter.name) : "/definition/parameters" + below(i) + "/value");
        // A binding uses the project's names; a default may use the role's earlier parameters.
        const Expression value =
            expression(bound ? *binding : parameter.value, parameter.unit, place, bound ? *scope_ : scope);
        scope.constants.set(parameter.name, value.isConstant() ? value.value() : 0);
        scope.units.set(parameter.name, parameter.unit);
        scope.constants.eraseBeginningWith(parameter.name +
                                           '.'); // it hides a parameter of the project with its figures
    }
    for (const auto& [name, value] : behaviour.bindings.items()) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            report(Severity::error, "binding.unknown", pointer + "/bindings" + below(name),
                   "The role has no parameter \"" + name + "\".", suggestion(name, names));
        }
    }
    return scope;
}

Expression Resolver::compiled(const std::string& text, const std::string& unit, const std::string& pointer,
                              const Scope& scope)
{
    if (const std::optional<Quantity> quantity = parseQuantity(text)) {
        if (!quantity->unit.empty() && unit != anyUnit && !sameDimension(quantity->unit, unit)) {
            report(Severity::error, "unit.mismatch", pointer, "\"" + text + "\" has the wrong unit.",
                   unit.empty() ? "Write a number without a unit." : "Write it in units of " + unit + '.');
        }
        return Expression::constant(quantity->value);
    }
    try {
        const Expression expression = Expression::compile(text, scope);
        const std::string* const known = scope.units.find(text);
        if (known && !known->empty() && !unit.empty() && unit != anyUnit && !sameDimension(*known, unit)) {
            report(Severity::error, "unit.mismatch", pointer,
                   "\"" + text + "\" is in " + *known + ", which does not fit.",
                   "Use something in units of " + unit + '.');
        }
        return expression;
    } catch (const ExpressionError& error) {
        report(Severity::error, "expression.faulty", pointer, "\"" + text.substr(0, 80) + "\": " + error.what(),
               "Correct the expression.");
        return {};
    }
}

Expression Resolver::expression(const Json& value, const std::string& unit, const std::string& pointer,
                                const Scope& scope)
{
    if (value.is_number())
        return Expression::constant(value.get<double>());
    if (value.is_boolean())
        return Expression::constant(value.get<bool>() ? 1 : 0);
    if (value.is_string())
        return compiled(value.get_ref<const std::string&>(), unit, pointer, scope);
    if (!value.is_null()) {
        report(Severity::error, "schema.type", pointer, "It must be a number or an expression.",
               "Write a number or a text.");
    }
    return {};
}

double Resolver::inRange(double value, const Json& given, const FieldDeclaration& field, const std::string& pointer)
{
    // Whole numbers and bytes are counts: they are limited to what a double represents exactly, and to 64 bits.
    const double counted = field.type == FieldType::integer ? mostCounted : field.unit == "B" ? mostBytes : infinite;
    const double maximum = field.maximum.value_or(counted);
    const bool below = field.minimum && value < *field.minimum;
    const bool above = value > maximum;
    if (below || above) {
        report(Severity::error, "value.out-of-range", pointer, stated(value, given, field.unit) + " is out of range.",
               below ? "It must be at least " + exactText(*field.minimum, field.unit) + '.'
                     : "It must be at most " + exactText(maximum, field.unit) + '.');
        return below ? *field.minimum : maximum;
    }
    if (field.type == FieldType::integer && value != std::floor(value)) {
        report(Severity::error, "value.not-whole", pointer, formatNumber(value) + " is not a whole number.",
               "Write a whole number.");
        return std::floor(value);
    }
    return value;
}

double Resolver::number(const Fields& fields, const std::string& name, const Json& values, const std::string& pointer)
{
    return number(fields, name, values, pointer, *scope_);
}

double Resolver::number(const Fields& fields, const std::string& name, const Json& values, const std::string& pointer,
                        const Scope& scope)
{
    const Expression value = expression(fields, name, values, pointer, scope);
    if (!value.isConstant()) {
        report(Severity::error, "expression.not-constant", pointer + below(name), "It depends on a request's variable.",
               "Use parameters only.");
        return 0;
    }
    return value.value();
}

Expression Resolver::expression(const Fields& fields, const std::string& name, const Json& values,
                                const std::string& pointer, const Scope& scope)
{
    const FieldDeclaration& field = declared(fields, name);
    const std::string place = pointer + below(name);
    // A word in place of a number ("auto"): it is one of the field's choices; the caller gets NaN.
    const Json& given = valueOf(values, field);
    if (given.is_string() && std::find(field.choices.begin(), field.choices.end(), given) != field.choices.end())
        return Expression::constant(std::numeric_limits<double>::quiet_NaN());
    const std::size_t before = findings_.size();
    const Expression value = expression(given, field.unit, place, scope);
    if (findings_.size() > before)
        return field.defaultValue.is_null() ? Expression() : expression(field.defaultValue, field.unit, place, scope);
    return !given.is_null() && value.isConstant() ? Expression::constant(inRange(value.value(), given, field, place))
                                                  : value;
}

bool Resolver::flag(const Fields& fields, const std::string& name, const Json& values, const std::string& pointer)
{
    return number(fields, name, values, pointer) != 0;
}

std::string Resolver::text(const Fields& fields, const std::string& name, const Json& values,
                           const std::string& pointer)
{
    const FieldDeclaration& field = declared(fields, name);
    if (!valueOf(values, field).is_string())
        return {};
    std::string text = valueOf(values, field).get<std::string>();
    const bool isChoice = std::find(field.choices.begin(), field.choices.end(), text) != field.choices.end();
    const bool mayName =
        field.type == FieldType::choice || field.type == FieldType::component || field.type == FieldType::text;
    if (const Json* value = mayName && !isChoice ? parameterValue(text) : nullptr; value && value->is_string())
        text = value->get<std::string>();
    if (field.type == FieldType::choice && !field.choices.empty() &&
        std::find(field.choices.begin(), field.choices.end(), text) == field.choices.end()) {
        report(Severity::error, "value.unknown-choice", pointer + below(name),
               "\"" + text + "\" is none of the choices.", "Use " + listOf(field.choices) + '.');
        return field.defaultValue.is_string() ? field.defaultValue.get<std::string>() : std::string();
    }
    return text;
}

std::vector<double> Resolver::row(const Fields& columns, const Json& value, const std::string& pointer)
{
    std::vector<double> numbers(columns.size(), std::numeric_limits<double>::quiet_NaN());
    if (!value.is_object() && !(value.is_array() && value.size() <= columns.size())) {
        std::vector<std::string> names;
        for (const FieldDeclaration& column : columns)
            names.push_back(column.name);
        report(Severity::error, "row.shape", pointer, "This is not a row of the table.",
               "Write an object or a list with " + listOf(names) + '.');
        return numbers;
    }
    Json named = Json::object();
    for (std::size_t c = 0; value.is_array() && c < value.size(); ++c)
        named[columns[c].name] = value[c];
    const Json& given = value.is_array() ? named : value;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const Json& cell = valueOf(given, columns[c]);
        const std::string place = pointer + (value.is_array() ? below(c) : below(columns[c].name));
        if (cell.is_null()) {
            if (columns[c].required)
                report(Severity::error, "field.missing", place, columns[c].label + " is missing.", columns[c].meaning);
            continue;
        }
        const Expression number = expression(cell, columns[c].unit, place, *scope_);
        numbers[c] = inRange(number.isConstant() ? number.value() : 0, cell, columns[c], place);
    }
    for (const auto& [key, cell] : given.items()) {
        if (!findField(columns, key)) {
            report(Severity::warning, "key.unknown", pointer + below(key),
                   "The key \"" + key + "\" means nothing here; it is kept and has no effect.",
                   "Remove it if it is a mistake.");
        }
    }
    return numbers;
}

std::vector<std::vector<double>> Resolver::rows(const Fields& fields, const std::string& name, const Json& values,
                                                const std::string& pointer)
{
    std::vector<std::vector<double>> table;
    const FieldDeclaration& field = declared(fields, name);
    const Json& list = valueOf(values, field);
    if (!list.is_array()) {
        if (!list.is_null())
            report(Severity::error, "value.type", pointer + below(name), "It must be a list.", "Write a list of rows.");
        return table;
    }
    for (std::size_t i = 0; i < list.size(); ++i)
        table.push_back(row(field.columns, list[i], pointer + below(name) + below(i)));
    return table;
}

std::shared_ptr<const ValueTable> Resolver::table(const std::string& distribution)
{
    const auto known = tables_.find(distribution);
    if (known != tables_.end())
        return known->second;
    const auto& all = project_.distributions;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Distribution& each) { return each.id == distribution; });
    if (found == all.end())
        return {};
    const std::string pointer = "/distributions" + below(static_cast<std::size_t>(found - all.begin()));
    return tables_[distribution] = readTable(*found, pointer, *this, folder_);
}

/// The value of the parameter with this name, else the name.
std::string Resolver::named(const std::string& name) const
{
    const Json* value = parameterValue(name);
    return value && value->is_string() ? value->get<std::string>() : name;
}

/// A component of one of the field's kinds; of a choice, `choice` is its text. Null if it does not fit.
const Component* Resolver::fitting(const std::string& id, const FieldDeclaration& field, const std::string& place,
                                   const std::string& choice)
{
    Parameter asked;
    asked.type = ParameterType::component;
    asked.kinds = field.kinds;
    if (const std::optional<ValueFault> fault = faultOf(asked, id, components_)) {
        const std::string where = choice.empty() ? "" : " It is a choice of \"" + choice.substr(0, mostQuoted) + "\".";
        report(Severity::error, fault->key, place, fault->problem + where, fault->remedy);
        return nullptr;
    }
    return components_.find(id);
}

const Component* Resolver::chosenComponent(const std::string& choice, const FieldDeclaration& field,
                                           const std::string& place)
{
    try {
        const NameChoice names(choice);
        names.checkConditions(*scope_);
        const Component* chosen = nullptr;
        for (const std::string& each : names.names()) {
            const std::string id = named(each);
            const Component* component = id.empty() ? nullptr : fitting(id, field, place, choice);
            if (each == names.chosen(*scope_))
                chosen = component;
        }
        return chosen;
    } catch (const ExpressionError& error) {
        report(Severity::error, "expression.faulty", place, '"' + choice.substr(0, mostQuoted) + "\": " + error.what(),
               "Correct the expression.");
        return nullptr;
    }
}

const Component* Resolver::component(const Fields& fields, const std::string& name, const Json& values,
                                     const std::string& pointer)
{
    const FieldDeclaration& field = declared(fields, name);
    const std::string id = text(fields, name, values, pointer);
    if (id.empty())
        return nullptr;
    const std::string place = pointer + below(name);
    return !components_.find(id) && NameChoice::chooses(id) ? chosenComponent(id, field, place)
                                                            : fitting(id, field, place, {});
}

} // namespace headroom::project
