// Drags the handle at the right edge of a selected box: all selected boxes get the same width, and those to their
// right make room.
#pragma once

#include "widgets/diagram/canvas/gestures/gesture.h"
#include "widgets/diagram/canvas/gestures/widened_selection.h"

namespace headroom::widgets {

class WidthGesture : public Gesture
{
public:
    /// `press` is the point on the handle of `grabbed`.
    WidthGesture(CanvasSurface& canvas, const BoxItem& grabbed, const QPointF& press);

    bool follow(const QGraphicsSceneMouseEvent& event) override;
    void release(const QGraphicsSceneMouseEvent& event) override;
    void cancel() override;

private:
    WidenedSelection widened_;
    Widths now_;
    qreal offset_; ///< from the pointer to the width
    bool begun_ = false;
};

} // namespace headroom::widgets
