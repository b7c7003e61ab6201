// Settles the parts of diagrams and roles that depend on parameters: disabled blocks, their level of detail, and roles
// with an instance for each device.
#pragma once

#include "project/resolve/resolver.h"

#include <string>

namespace headroom::project {

/// True if a text decides whether any block is disabled, or on its level of detail, or whether each device has an
/// instance of a role.
bool isUnsettled(const Project& project);

/// The names that may stand in such an expression of a role: the project's parameters, and the role's own with their
/// bindings.
Scope scopeOfDisabled(const Behaviour& behaviour, const Resolver& resolver);

/// True if the value of the field disables its block for the present parameters: a flag, or an expression. A faulty
/// expression is reported at `pointer` and disables nothing.
bool isDisabledNow(const Json& disabled, const std::string& pointer, Resolver& resolver, const Scope& scope);

/// Replaces each such text by its value for the present parameters. Faulty expressions are reported; they disable
/// nothing, and leave an instance to each device.
void settleBlocks(Project& project, Resolver& resolver);

} // namespace headroom::project
