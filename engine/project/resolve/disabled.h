// Blocks that depend on parameters: whether they are disabled, and their level of detail.
#pragma once

#include "project/resolve/resolver.h"

#include <string>

namespace headroom::project {

/// Whether a text decides of any block whether it is disabled, or what its level of detail is.
bool isUnsettled(const Project& project);

/// The names that may stand in such an expression of a role: the project's parameters, and the role's own with their
/// bindings.
Scope scopeOfDisabled(const Project& project, const Behaviour& behaviour, const ComponentLibrary& components);

/// Whether the value of the field disables its block for the present parameters: a flag, or an expression. A faulty
/// expression is reported at `pointer` and disables nothing.
bool isDisabledNow(const Json& disabled, const std::string& pointer, Resolver& resolver, const Scope& scope);

/// Replaces each such text by its value for the present parameters. Faulty expressions are reported and disable
/// nothing.
void settleBlocks(Project& project, Resolver& resolver);

} // namespace headroom::project
