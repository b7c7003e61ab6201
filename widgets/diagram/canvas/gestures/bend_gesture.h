// Drags a segment of a wire sideways. The wire then runs through bends that are stored in the document.
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"
#include "widgets/diagram/canvas/gestures/gesture.h"

namespace headroom::widgets {

class BendGesture : public Gesture
{
public:
    BendGesture(CanvasSurface& canvas, WireItem& wire, const QPointF& press);

    bool follow(const QGraphicsSceneMouseEvent& event) override;
    void release(const QGraphicsSceneMouseEvent& event) override;
    void cancel() override;

private:
    void showAsSaved();

    CanvasSurface& canvas_;
    WireItem& wire_;
    QVector<QPointF> corners_; ///< the corners before the gesture
    int stretch_;              ///< index of the corner where the segment starts
    bool begun_ = false;
};

} // namespace headroom::widgets
