// The names that a request has: its arguments, what blocks give it, where and when it is.
#pragma once

#include "project/document/software.h"
#include "project/expression/expression.h"
#include "project/vocabulary/block_catalogue.h"

#include <string>
#include <vector>

namespace headroom::project {

/// A variable that expressions of a diagram may use.
struct RequestName
{
    std::string name;
    std::string meaning; ///< a few words: "argument of PUT"
};

/// In the order of the variables' slots, without repetition. "now" and "node" are left out where the surrounding scope
/// has a constant of that name.
std::vector<RequestName> requestNames(const BlockCatalogue& types, const Role& role, const Operation& operation,
                                      const Diagram& diagram, const Scope& around);

} // namespace headroom::project
