// Whether a value fits a generic parameter.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <optional>
#include <vector>

namespace headroom::project {

struct ValueFault
{
    std::string key;
    std::string problem;
    std::string remedy;
};

/// What is wrong with a value for a parameter; nothing if it fits.
std::optional<ValueFault> faultOf(const Parameter& parameter, const Json& value, const ComponentLibrary& components);

/// The alternatives that a study goes through (key "ticked" of a parameter), in the order of the alternatives.
std::vector<Json> tickedOf(const Parameter& parameter);
/// None: the parameter takes no part in a study.
void setTicked(Parameter& parameter, const std::vector<Json>& values);

/// The value in base units; nothing for component ids and choices.
std::optional<double> numberOf(const Parameter& parameter, const Json& value);

} // namespace headroom::project
