// Volumes that roles need on nodes without devices for them.
#pragma once

#include "project/document/document.h"

#include <QStringList>

namespace headroom::widgets {

/// Those of one role.
QStringList unboundVolumes(const project::Role& role, const project::NodeGroup& group);
/// Those of all roles of the group, each once.
QStringList unboundVolumes(const project::Project& project, const project::NodeGroup& group);

} // namespace headroom::widgets
