// The checks of a document: all errors of a project in one pass, each with its place and remedy.
#pragma once

#include "project/document/finding.h"
#include "project/library/components.h"

namespace headroom::project {

struct Project;

/// Structure, references, ports, expressions, units, ranges, unknown keys (with the nearest known one). `libraries` are
/// the components beside those that the project contains, which are checked as well.
Findings check(const Project& project, const ComponentLibrary& libraries);
/// The same where the project's own components were checked already and are among `components`.
Findings checkWith(const Project& project, const ComponentLibrary& components);

} // namespace headroom::project
