// Invariants of every document after any edit, for the tests of edits.
#pragma once

#include "project/project_file.h"

#include <QStringList>

namespace headroom::widgets {

/// Checks that ids are unique, that wires end at ports that exist, links at groups and switches that exist, and that
/// positions, bends, notes and colours belong to something. One sentence for each violation.
QStringList invariantBreaches(const project::Project& project);

} // namespace headroom::widgets
