// Decides which wires may be drawn.
#pragma once

#include "project/document/document.h"
#include "project/project_file.h"

#include <QString>

namespace headroom::widgets {

/// Reason why this wire may not be drawn; empty if it may.
QString wireRefusal(const project::Project& project, const QString& path, const project::Wire& wire);

} // namespace headroom::widgets
