// Blocks that are disabled by an expression over the project's parameters.
#pragma once

#include "project/resolve/resolver.h"

#include <string>

namespace headroom::project {

/// Whether an expression decides of any block whether it is disabled.
bool hasDisabledByExpression(const Project& project);

/// Whether the value of the field disables its block for the present parameters: a flag, or an expression. A faulty
/// expression is reported at `pointer` and disables nothing.
bool isDisabledNow(const Json& disabled, const std::string& pointer, Resolver& resolver);

/// Replaces each such expression by its value for the present parameters. Faulty ones are reported and count as false.
void settleDisabled(Project& project, Resolver& resolver);

} // namespace headroom::project
