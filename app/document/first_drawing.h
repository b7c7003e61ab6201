// The drawing that a project begins with.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <QString>

namespace headroom::app {

/// The drawing to show first: among those that the project's loads reach by calls, the first one in which parallel
/// paths meet, as it says most about a system, else the first of them. Without a load in the project, the same among
/// all drawings. Empty if nothing is drawn.
QString mostTelling(const project::Project& project, const project::ComponentLibrary& library);

} // namespace headroom::app
