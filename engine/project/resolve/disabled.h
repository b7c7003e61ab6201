// What of diagrams and roles depends on parameters: whether blocks are disabled, their level of detail, and whether a
// role has an instance for each device.
#pragma once

#include "project/resolve/resolver.h"

#include <string>

namespace headroom::project {

/// Whether a text decides of any block whether it is disabled, or what its level of detail is, or of a role whether
/// each device has an instance of it.
bool isUnsettled(const Project& project);

/// The names that may stand in such an expression of a role: the project's parameters, and the role's own with their
/// bindings.
Scope scopeOfDisabled(const Project& project, const Behaviour& behaviour, const ComponentLibrary& components);

/// Whether the value of the field disables its block for the present parameters: a flag, or an expression. A faulty
/// expression is reported at `pointer` and disables nothing.
bool isDisabledNow(const Json& disabled, const std::string& pointer, Resolver& resolver, const Scope& scope);

/// Replaces each such text by its value for the present parameters. Faulty expressions are reported; they disable
/// nothing, and leave an instance to each device.
void settleBlocks(Project& project, Resolver& resolver);

} // namespace headroom::project
