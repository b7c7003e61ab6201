#include "behaviour/compile/diagram_context.h"

#include "project/document/software.h"
#include "project/vocabulary/assignments.h"

#include <algorithm>

namespace headroom::behaviour {

void DiagramContext::fault(const Block& block, const std::string& key, const std::string& problem,
                           const std::string& remedy)
{
    resolver.findings().push_back({project::Severity::error, key, place(block),
                                   program.diagram + " › block \"" + block.id + "\"", problem, remedy});
}

std::uint32_t DiagramContext::target(const Block& block, const std::string& port) const
{
    for (const auto& wire : diagram.wires)
        if (wire.fromBlock == block.id && wire.fromPort == port) {
            if (const auto second = again.find(wire.toBlock); wire.toPort == "again" && second != again.end())
                return second->second;
            if (const auto found = index.find(wire.toBlock); found != index.end())
                return found->second;
        }
    return nowhere;
}

const Json& DiagramContext::raw(const Block& block, const char* name) const
{
    return valueOf(block.fields, *findField(fieldsOf(block), name));
}

bool DiagramContext::isSet(const Block& block, const char* name) const
{
    const Json& value = raw(block, name);
    return !value.is_null() && !(value.is_string() && value.get_ref<const std::string&>().empty());
}

Expression DiagramContext::expression(const Block& block, const char* name)
{
    return used(block, resolver.expression(fieldsOf(block), name, block.fields, place(block), scope));
}

Expression DiagramContext::used(const Block& block, Expression expression)
{
    if (!expression.isConstant()) {
        uses.push_back({index.at(block.id), expression});
        for (const std::string& name : expression.variables()) {
            const std::size_t slot = scope.variables.at(name);
            const bool shared = std::any_of(program.shared.begin(), program.shared.end(),
                                            [slot](const auto& each) { return each.slot == slot; });
            if (shared || slot == program.nowSlot || slot == program.nodeSlot)
                software.placeInExpressions = true;
        }
    }
    return expression;
}

std::optional<Expression> DiagramContext::optionalExpression(const Block& block, const char* name)
{
    return isSet(block, name) ? std::optional(expression(block, name)) : std::nullopt;
}

Take DiagramContext::take(const Block& block, const std::string& variable, const Json& way)
{
    static const std::map<std::string, Take> takes = {
        {"first", Take::first}, {"min", Take::min}, {"max", Take::max}, {"sum", Take::sum}, {"list", Take::list}};
    const auto found = takes.find(way.is_string() ? way.get<std::string>() : "");
    if (found != takes.end())
        return found->second;
    fault(block, "value.unknown-choice", "\"" + variable + "\" is passed on in an unknown way.",
          "Use first, min, max, sum or list.");
    return Take::first;
}

double DiagramContext::number(const Block& block, const char* name)
{
    return resolver.number(fieldsOf(block), name, block.fields, place(block), scope);
}

std::string DiagramContext::text(const Block& block, const char* name)
{
    return resolver.text(fieldsOf(block), name, block.fields, place(block));
}

Block DiagramContext::withChoices(const Block& block) const
{
    Block chosen = block;
    if (const BlockType* type = project::vocabulary().find(block.type))
        for (const auto& field : type->fields)
            if (const auto set = chosen.fields.find(field.name);
                field.type == project::FieldType::choice && set != chosen.fields.end() && set->is_string() &&
                std::find(field.choices.begin(), field.choices.end(), *set) == field.choices.end())
                if (const Json* value = resolver.parameterValue(set->get_ref<const std::string&>()))
                    *set = *value;
    return chosen;
}

std::vector<std::pair<std::string, Expression>> DiagramContext::assignments(const Block& block, const char* name)
{
    std::vector<std::pair<std::string, Expression>> result;
    for (const auto& [variable, what, key] : project::assignmentsIn(raw(block, name)))
        result.emplace_back(variable, used(block, resolver.expression(what, project::anyUnit,
                                                                      place(block) + "/" + name + "/" + key, scope)));
    return result;
}

std::uint32_t DiagramContext::ring(const Block& block)
{
    const auto found = rings.find(text(block, "ring"));
    if (found == rings.end()) {
        fault(block, "ring.unknown", "It names no ring of the project.", "Choose one of the project's selectors.");
        return nowhere;
    }
    return found->second;
}

std::shared_ptr<const project::ValueTable> DiagramContext::tableOf(const Block& block)
{
    auto values = resolver.table(text(block, "table"));
    if (!values)
        fault(block, "distribution.no-table", "It draws from a table, and names no usable distribution.",
              "Choose one of the project's distributions.");
    return values;
}

ComputeStep DiagramContext::time(const Block& block, const char* name)
{
    using enum Variation::Shape;
    static const std::map<std::string, Variation::Shape> shapes = {
        {"constant", constant}, {"exponential", exponential},           {"uniform", uniform}, {"log-normal", logNormal},
        {"erlang", erlang},     {"hyperexponential", hyperexponential}, {"Pareto", pareto},   {"table", table}};
    const auto found = shapes.find(text(block, "distribution"));
    ComputeStep step;
    Variation& varies = step.variation;
    varies.shape = found == shapes.end() ? constant : found->second;
    if (varies.shape == table) {
        varies.values = tableOf(block);
        step.work = Expression::constant(1);
        takes(block, step.work);
        return step;
    }
    step.work = expression(block, name);
    takes(block, step.work);
    varies.coefficient = number(block, "variation");
    if (varies.shape == uniform && varies.coefficient > project::widestUniform) // possible by an override
        fault(block, "distribution.too-wide", "A uniform time varies by 0.577 at most: from 0 to twice its mean.",
              "Lower its variation, or choose log-normal.");
    if (varies.shape == hyperexponential && varies.coefficient < 1)
        fault(block, "distribution.too-narrow", "A hyperexponential time varies by 1 at least, as an exponential one.",
              "Raise its variation, or choose log-normal.");
    return step;
}

} // namespace headroom::behaviour
