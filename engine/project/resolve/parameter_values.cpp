#include "project/resolve/parameter_values.h"
#include "project/document/nearest.h"
#include "project/expression/quantity.h"
#include "project/expression/units.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom::project {
namespace {

std::string shown(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<ValueFault> componentFault(const Parameter& parameter, const std::string& id,
                                         const ComponentLibrary& components)
{
    const Component* component = components.find(id);
    if (!component) {
        std::vector<std::string> fitting;
        for (const Component* candidate : components.ofKinds(parameter.kinds))
            fitting.push_back(candidate->id);
        return ValueFault{"component.unknown", "No library holds a component \"" + id + "\".", suggestion(id, fitting)};
    }
    if (!parameter.kinds.empty() &&
        std::find(parameter.kinds.begin(), parameter.kinds.end(), component->kind) == parameter.kinds.end()) {
        return ValueFault{"component.kind", "\"" + id + "\" is a " + component->kind + ", which does not fit.",
                          "Choose one of kind " + listOf(parameter.kinds) + '.'};
    }
    return std::nullopt;
}

std::optional<ValueFault> numberFault(const Parameter& parameter, const Json& value)
{
    const std::optional<Quantity> quantity = value.is_string() ? parseQuantity(value.get<std::string>()) : std::nullopt;
    if (quantity && !quantity->unit.empty() && !sameDimension(quantity->unit, parameter.unit)) {
        return ValueFault{"unit.mismatch", "\"" + shown(value) + "\" has the wrong unit.",
                          parameter.unit.empty() ? "Write a number without a unit."
                                                 : "Write it in units of " + parameter.unit + '.'};
    }
    const std::optional<double> number = numberOf(parameter, value);
    if (!number) {
        return ValueFault{"value.not-a-number",
                          "\"" + shown(value) + "\" is not a number" +
                              (parameter.unit.empty() ? "." : " with a unit of " + parameter.unit + "."),
                          "Write a number, for example " + std::string(parameter.unit == "B"   ? "16 KB."
                                                                       : parameter.unit == "s" ? "8 ms."
                                                                                               : "4.")};
    }
    if (parameter.type == ParameterType::integer && *number != std::floor(*number)) {
        return ValueFault{"value.not-whole", "\"" + shown(value) + "\" is not a whole number.",
                          "Write a whole number."};
    }
    if ((parameter.minimum && *number < *parameter.minimum) || (parameter.maximum && *number > *parameter.maximum)) {
        std::string range = parameter.minimum ? "at least " + exactText(*parameter.minimum, parameter.unit) : "";
        if (parameter.maximum) {
            range +=
                std::string(range.empty() ? "" : " and ") + "at most " + exactText(*parameter.maximum, parameter.unit);
        }
        return ValueFault{"value.out-of-range", "\"" + shown(value) + "\" is out of range.",
                          "It must be " + range + '.'};
    }
    return std::nullopt;
}

} // namespace

std::vector<Json> tickedOf(const Parameter& parameter)
{
    std::vector<Json> ticked;
    const auto given = parameter.extra.find("ticked");
    if (given != parameter.extra.end() && given->is_array()) {
        std::copy_if(parameter.alternatives.begin(), parameter.alternatives.end(), std::back_inserter(ticked),
                     [&](const Json& value) { return std::find(given->begin(), given->end(), value) != given->end(); });
    }
    return ticked;
}

void setTicked(Parameter& parameter, const std::vector<Json>& values)
{
    if (values.empty())
        parameter.extra.erase("ticked");
    else
        parameter.extra["ticked"] = values;
}

std::optional<double> numberOf(const Parameter& parameter, const Json& value)
{
    if (parameter.type == ParameterType::component || parameter.type == ParameterType::choice)
        return std::nullopt;
    if (value.is_boolean())
        return parameter.type == ParameterType::flag ? std::optional(value.get<bool>() ? 1.0 : 0.0) : std::nullopt;
    if (value.is_number())
        return value.get<double>();
    const std::optional<Quantity> quantity = value.is_string() ? parseQuantity(value.get<std::string>()) : std::nullopt;
    return quantity ? std::optional(quantity->value) : std::nullopt;
}

std::optional<ValueFault> faultOf(const Parameter& parameter, const Json& value, const ComponentLibrary& components)
{
    switch (parameter.type) {
    case ParameterType::component:
        if (!value.is_string())
            return ValueFault{"value.type", "It must be the id of a component.", "Write the id as a text."};
        return componentFault(parameter, value.get<std::string>(), components);
    case ParameterType::choice: {
        if (!value.is_string())
            return ValueFault{"value.type", "It must be a text.", "Write one of the choices."};
        const auto& allowed = parameter.alternatives;
        if (allowed.empty() || std::find(allowed.begin(), allowed.end(), value) != allowed.end())
            return std::nullopt;
        std::vector<std::string> names;
        std::transform(allowed.begin(), allowed.end(), std::back_inserter(names), shown);
        return ValueFault{"value.unknown-choice", "\"" + shown(value) + "\" is none of the choices.",
                          "Use " + listOf(names) + '.'};
    }
    case ParameterType::flag:
        return value.is_boolean()
                   ? std::nullopt
                   : std::optional(ValueFault{"value.type", "\"" + shown(value) + "\" is neither true nor false.",
                                              "Use true or false."});
    default:
        return numberFault(parameter, value);
    }
}

Json valueFromText(const Parameter& parameter, const std::string& text)
{
    if (parameter.type == ParameterType::flag) {
        if (text == "true" || text == "on" || text == "yes" || text == "1")
            return true;
        return text == "false" || text == "off" || text == "no" || text == "0" ? Json(false) : Json(text);
    }
    if (parameter.type == ParameterType::component || parameter.type == ParameterType::choice)
        return text;
    const std::optional<Quantity> quantity = parseQuantity(text);
    if (quantity && quantity->unit.empty() && text.find('%') == std::string::npos) {
        const bool whole = quantity->value == std::floor(quantity->value) && std::fabs(quantity->value) < 9e15;
        return whole ? Json(static_cast<std::int64_t>(quantity->value)) : Json(quantity->value);
    }
    return text;
}

std::string settingText(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

} // namespace headroom::project
