// Operations that were drawn and then forgotten.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"

namespace headroom::widgets {

/// A note for each operation of the project that no workload and no block asks for, and that takes nothing from a
/// queue. None while the project has no workload.
project::Findings uncalledOperations(const project::Project& project);

} // namespace headroom::widgets
