// A drawing as a file, in light colours whatever the desktop looks like.
#pragma once

#include <QString>

namespace headroom::widgets {

class CanvasScene;

/// Writes the whole drawing as SVG, PDF or PNG, as the file's suffix says. Empty if it was written, else a sentence
/// that says why not.
QString exportDiagram(CanvasScene& scene, const QString& path);

} // namespace headroom::widgets
