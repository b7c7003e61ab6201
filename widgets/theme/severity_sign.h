// The sign of a finding, the same on boxes, in lists and in the status line. Its shape differs, not only its colour: an
// error is round, a warning a triangle, a note a square.
#pragma once

#include "project/document/finding.h"
#include "widgets/theme/theme.h"

#include <QIcon>

class QPainter;
class QRectF;

namespace headroom::widgets {

/// Fills `area`, with an edge in the colour of the ground.
void paintSeverity(QPainter& painter, const QRectF& area, project::Severity severity, const Colours& colours,
                   const QColor& ground);

/// Follows the theme.
QIcon severityIcon(project::Severity severity);

} // namespace headroom::widgets
