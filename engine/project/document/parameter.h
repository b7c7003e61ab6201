// The generic parameters of a project.
#pragma once

#include "project/document/json.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

enum class ParameterType
{
    component,
    integer,
    number,
    quantity,
    choice,
    flag
};

/// A generic parameter: people change it in the panel. Any declared field may be an expression over parameters.
struct Parameter
{
    std::string name; ///< as used in expressions: letters, digits, underscore
    ParameterType type = ParameterType::number;
    Json value;
    std::vector<Json> alternatives; ///< offered by the panel and ticked by a study; empty: everything allowed
    std::vector<std::string> kinds; ///< component parameters: kinds of component that fit, e.g. disk, ssd, nvme
    std::string unit;               ///< quantity parameters: base unit, e.g. "B", "s", "B/s"
    std::string description;        ///< meaning, and the reason for the value if it is an assumption
    std::optional<double> minimum;
    std::optional<double> maximum;
    std::optional<bool> tunable; ///< a knob of the software that can be set at will: advise tries other values
    std::optional<bool> more;    ///< rarely changed: panels and lists fold it away below the others
    Json extra = Json::object(); ///< unknown keys, kept
};

/// Values of several generic parameters that belong together, as of a usual kind of cluster. Using one sets them.
struct Preset
{
    std::string id;
    std::string name;             ///< as shown to people; empty: the id
    Json fields = Json::object(); ///< presetFields(): description, values
};

} // namespace headroom::project
