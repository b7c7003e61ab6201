// Wires that people have bent: their way through given corners, and what dragging one of their stretches does to these.
#pragma once

#include "widgets/diagram/geometry/router.h"

namespace headroom::widgets {

/// The corners of a wire that goes through `bends`. The first and the last bend slide along with the wire's ends; a
/// corner is put in where two bends are not in line. Empty if the wire would have to turn back into one of its boxes:
/// then the bends do not fit any more.
QVector<QPointF> bentWay(const WireEnd& from, const WireEnd& to, const QVector<QPointF>& bends, const QRectF& fromBox,
                         const QRectF& toBox);

/// The bends after the stretch from corners[stretch] to the next corner was dragged so that it runs through `point`.
/// A stretch at an end of the wire is left where it is and a new one put beside it.
QVector<QPointF> draggedStretch(const QVector<QPointF>& corners, int stretch, const QPointF& point);

/// Index of the stretch nearest to a point; −1 if there is none.
int stretchAt(const QVector<QPointF>& corners, const QPointF& point);

} // namespace headroom::widgets
