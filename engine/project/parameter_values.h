// Whether a value fits a generic parameter.
#pragma once

#include "project/components.h"
#include "project/document.h"

#include <optional>

namespace headroom::project {

struct ValueFault
{
    std::string key;
    std::string problem;
    std::string remedy;
};

/// What is wrong with a value for a parameter; nothing if it fits.
std::optional<ValueFault> faultOf(const Parameter& parameter, const Json& value, const ComponentLibrary& components);

/// The value in base units; nothing for component ids and choices.
std::optional<double> numberOf(const Parameter& parameter, const Json& value);

} // namespace headroom::project
