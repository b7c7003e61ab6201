// Dragging a stretch of a wire aside, so that the wire runs through bends of its own.
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
    QVector<QPointF> corners_; ///< as they were
    int stretch_;              ///< from this corner to the next
    bool begun_ = false;
};

} // namespace headroom::widgets
