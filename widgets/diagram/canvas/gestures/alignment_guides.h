// Guides: dashed lines along which a moved box is aligned with others.
#pragma once

#include "widgets/diagram/canvas/gestures/moved_selection.h"

class QGraphicsLineItem;

namespace headroom::widgets {

class AlignmentGuides
{
public:
    /// The moved boxes can be aligned with boxes near the grabbed one.
    AlignmentGuides(const CanvasItems& drawn, const MovedSelection& moved, const QGraphicsItem& grabbed);
    ~AlignmentGuides() { clear(); }
    AlignmentGuides(const AlignmentGuides&) = delete;
    AlignmentGuides& operator=(const AlignmentGuides&) = delete;

    /// Shows the guides and returns the step that aligns the moved boxes with nearby ones; `step` itself if none are
    /// near. `pointer` is the distance that the pointer has moved.
    QPointF guided(const QPointF& step, const QPointF& pointer);
    void clear();
    QVector<QGraphicsItem*> shown() const;

private:
    void show(const QVector<QLineF>& lines);

    const CanvasItems& drawn_;
    const MovedSelection& moved_;
    QVector<QRectF> others_;
    QVector<QGraphicsLineItem*> lines_;
};

} // namespace headroom::widgets
