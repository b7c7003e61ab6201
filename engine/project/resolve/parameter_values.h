// Checks and conversions of the values of generic parameters.
#pragma once

#include "project/document/parameter.h"
#include "project/library/components.h"

#include <optional>
#include <vector>

namespace headroom::project {

/// Reason why a value is not valid, and the remedy.
struct ValueFault
{
    std::string key;
    std::string problem;
    std::string remedy;
};

/// The fault of a value for a parameter; nothing if the value is valid.
std::optional<ValueFault> faultOf(const Parameter& parameter, const Json& value, const ComponentLibrary& components);

/// The alternatives included in a study (key "ticked" of a parameter), in the order of the alternatives.
std::vector<Json> tickedOf(const Parameter& parameter);
/// With no values the parameter is not varied in a study.
void setTicked(Parameter& parameter, const std::vector<Json>& values);

/// A value as text, as it is given for `--set NAME=VALUE`.
std::string settingText(const Json& value);
/// The value that such a text means for the parameter; a text that means none stays one, for faultOf() to tell.
Json valueFromText(const Parameter& parameter, const std::string& text);

/// The value in base units; nothing for component ids and choices.
std::optional<double> numberOf(const Parameter& parameter, const Json& value);

} // namespace headroom::project
