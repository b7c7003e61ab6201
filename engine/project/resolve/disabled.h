// Blocks that are disabled by an expression over the project's parameters.
#pragma once

#include "project/resolve/resolver.h"

namespace headroom::project {

/// Whether an expression decides of any block whether it is disabled.
bool hasDisabledByExpression(const Project& project);

/// Replaces each such expression by its value for the present parameters. Faulty ones are reported and count as false.
void settleDisabled(Project& project, Resolver& resolver);

} // namespace headroom::project
