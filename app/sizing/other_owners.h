// Hardware that somebody else owns, as a sizing leaves it out.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <set>
#include <string>
#include <vector>

namespace headroom::app {

/// The node groups of a project that are not ours.
std::set<std::string> groupsOfOthers(const project::Project& project, const project::ComponentLibrary& components);

/// True if the element is a part of one of these node groups, or a link, of which the group has the adapters.
bool isOfOthers(const project::Project& system, const std::set<std::string>& others, project::ElementKind kind,
                const std::vector<std::string>& ids);

} // namespace headroom::app
