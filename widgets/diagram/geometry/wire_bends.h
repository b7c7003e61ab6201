// Wires with bends set by the user: their path through the bends, and the new bends after a segment was dragged.
#pragma once

#include "widgets/diagram/geometry/router.h"

namespace headroom::widgets {

/// The corners of a wire through `bends`. The first and the last bend move with the wire's ends. A corner is inserted
/// where two bends are not in line. Empty if the wire would have to turn back into one of its boxes, because then the
/// bends no longer fit.
QVector<QPointF> bentWay(const WireEnd& from, const WireEnd& to, const QVector<QPointF>& bends, const QRectF& fromBox,
                         const QRectF& toBox);

/// The bends after the segment from corners[stretch] to the next corner was dragged through `point`. A segment at an
/// end of the wire stays, and a new segment is added beside it.
QVector<QPointF> draggedStretch(const QVector<QPointF>& corners, int stretch, const QPointF& point);

/// Index of the segment nearest to a point; −1 if there is none.
int stretchAt(const QVector<QPointF>& corners, const QPointF& point);

} // namespace headroom::widgets
