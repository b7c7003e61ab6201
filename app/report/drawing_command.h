// Writes a drawing of a project into a file, without a window.
#pragma once

#include <QString>

namespace headroom::app {

/// `project`: a .headroom file, or a folder that holds one. `diagram`: its path, "store/write/full"; "topology" is that
/// of the hardware; empty: the most telling one. `out` ends with .svg, .pdf or .png. Returns the exit status; errors go
/// to standard error.
int writeDrawingOf(const QString& project, const QString& diagram, const QString& out);

} // namespace headroom::app
