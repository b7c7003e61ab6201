// Blocks that depend on the project's parameters: whether they are disabled, and their level of detail.
#pragma once

#include "project/resolve/resolver.h"

#include <string>

namespace headroom::project {

/// Whether a text decides of any block whether it is disabled, or what its level of detail is.
bool isUnsettled(const Project& project);

/// Whether the value of the field disables its block for the present parameters: a flag, or an expression. A faulty
/// expression is reported at `pointer` and disables nothing.
bool isDisabledNow(const Json& disabled, const std::string& pointer, Resolver& resolver);

/// Replaces each such text by its value for the present parameters. Faulty expressions are reported and disable
/// nothing.
void settleBlocks(Project& project, Resolver& resolver);

} // namespace headroom::project
