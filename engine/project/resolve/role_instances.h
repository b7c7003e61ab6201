// How many instances a role has: one on each node that carries it, or one for each device of a volume there.
#pragma once

#include "project/document/document.h"
#include "project/expression/expression.h"

#include <map>
#include <string>

namespace headroom::project {

/// By role. Counts are expressions over the scope; a node group with one that cannot be computed is left out, since
/// that is reported where it stands.
std::map<std::string, double> instancesOfRoles(const Project& project, const Scope& scope);

} // namespace headroom::project
