// Compiles the diagrams of a project to programs.
#pragma once

#include "behaviour/program/program.h"
#include "mapping/placement.h"
#include "project/document/document.h"
#include "project/resolve/resolver.h"

#include <filesystem>

namespace headroom::behaviour {

/// Compiles every operation of every role at its chosen level of detail. Errors are added to the resolver's findings,
/// with the place of the block; the result must not be run if there are errors. Tables of rings are read from `folder`.
Software compile(const project::Project& project, project::Resolver& resolver,
                 const topology::ExpandedTopology& topology, const mapping::Placement& placement, std::uint64_t seed,
                 const std::filesystem::path& folder = {});

} // namespace headroom::behaviour
