// Dragging the selected boxes and notes: on the grid, and in line with others unless Alt is held.
#pragma once

#include "widgets/diagram/canvas/gestures/alignment_guides.h"
#include "widgets/diagram/canvas/gestures/gesture.h"

namespace headroom::widgets {

class MoveGesture : public Gesture
{
public:
    /// `grabbed`, one of the selected items, is the one that stays on the grid.
    MoveGesture(CanvasSurface& canvas, const QGraphicsItem& grabbed, const QPointF& press);

    bool follow(const QGraphicsSceneMouseEvent& event) override;
    void release(const QGraphicsSceneMouseEvent& event) override;
    void cancel() override;
    QVector<QGraphicsItem*> shown() const override { return guides_.shown(); }

private:
    MovedSelection moved_;
    AlignmentGuides guides_;
    QPointF press_, grabbedAt_;
    QPointF step_; ///< how far everything is from where it was
    bool begun_ = false;
};

} // namespace headroom::widgets
