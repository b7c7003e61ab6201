// The drawing that a project begins with.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <QString>

namespace headroom::app {

/// The drawing to show first: of those that the project's loads reach by calls, the first one in which parallel paths
/// meet says most about a system, else the first of them. In a project without a load the same of all drawings. Empty
/// if nothing is drawn.
QString mostTelling(const project::Project& project, const project::ComponentLibrary& library);

} // namespace headroom::app
