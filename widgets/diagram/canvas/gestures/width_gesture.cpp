#include "widgets/diagram/canvas/gestures/width_gesture.h"

#include <QGraphicsSceneMouseEvent>

namespace headroom::widgets {

WidthGesture::WidthGesture(CanvasSurface& canvas, const BoxItem& grabbed, const QPointF& press)
    : widened_(canvas), offset_(grabbed.size().width() - press.x())
{
}

bool WidthGesture::follow(const QGraphicsSceneMouseEvent& event)
{
    begun_ |= isDragged(event);
    if (!begun_)
        return false;
    const int width = BlockWidth::nearest(event.scenePos().x() + offset_);
    Widths wanted = widened_.before();
    for (int& each : wanted)
        each = width;
    if (wanted != now_)
        widened_.show(now_ = wanted);
    return true;
}

void WidthGesture::release(const QGraphicsSceneMouseEvent&)
{
    if (now_ == widened_.before())
        cancel(); // it is as before, and routed so
    else if (begun_)
        widened_.commit(now_);
}

void WidthGesture::cancel()
{
    if (begun_)
        widened_.restore();
}

} // namespace headroom::widgets
