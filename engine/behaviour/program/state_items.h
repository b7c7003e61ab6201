// Reads the declared items of a role's state. Internal to behaviour/.
#pragma once

#include "behaviour/program/program.h"
#include "project/document/document.h"
#include "project/resolve/resolver.h"

namespace headroom::behaviour {

/// `pointer` is the item's place in the file.
StateInfo stateInfo(const project::StateItem& item, std::uint32_t role, project::Resolver& resolver,
                    const std::string& pointer, const project::Scope& scope);

} // namespace headroom::behaviour
