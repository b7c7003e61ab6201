// The values of fields of type assignments.
#pragma once

#include "project/document/json.h"

#include <string>
#include <vector>

namespace headroom::project {

struct Assignment
{
    std::string name;
    Json value;
    std::string key; ///< in the JSON pointer of the value: the name, or the index in a list of names
};

/// Those of an object, or of a list of names, each of which has the value of that name: ["size"] is {"size": "size"}.
std::vector<Assignment> assignmentsIn(const Json& value);
/// The same as an object; any other value does not change.
Json withNames(const Json& value);
/// An object whose names all have the value of that name as a list of names; any other value does not change.
Json asNames(const Json& value);

} // namespace headroom::project
