// Drags the selected boxes and notes on the grid. Unless Alt is held, it also aligns them with other boxes. A click
// without a drag selects one of them alone.
#pragma once

#include "widgets/diagram/canvas/gestures/alignment_guides.h"
#include "widgets/diagram/canvas/gestures/gesture.h"

namespace headroom::widgets {

class MoveGesture : public Gesture
{
public:
    /// `grabbed` is the selected item that is kept on the grid.
    MoveGesture(CanvasSurface& canvas, const QGraphicsItem& grabbed, const QPointF& press);

    bool follow(const QGraphicsSceneMouseEvent& event) override;
    void release(const QGraphicsSceneMouseEvent& event) override;
    void cancel() override;
    QVector<QGraphicsItem*> shown() const override { return guides_.shown(); }

private:
    void selectGrabbed();

    CanvasSurface& canvas_;
    const QGraphicsItem* grabbed_;
    MovedSelection moved_;
    AlignmentGuides guides_;
    QPointF press_, grabbedAt_;
    QPointF step_; ///< offset of all moved items from their original positions
    bool begun_ = false;
};

} // namespace headroom::widgets
