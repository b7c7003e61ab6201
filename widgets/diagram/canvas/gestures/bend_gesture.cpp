#include "widgets/diagram/canvas/gestures/bend_gesture.h"

#include "widgets/diagram/geometry/wire_bends.h"
#include "widgets/document/model/drawing_view.h"

#include <QGraphicsSceneMouseEvent>

namespace headroom::widgets {

BendGesture::BendGesture(CanvasSurface& canvas, WireItem& wire, const QPointF& press)
    : canvas_(canvas), wire_(wire), corners_(wire.corners()), stretch_(stretchAt(corners_, press))
{
}

bool BendGesture::follow(const QGraphicsSceneMouseEvent& event)
{
    begun_ |= isDragged(event);
    if (!begun_)
        return false;
    wire_.setBends(draggedStretch(corners_, stretch_, snapped(event.scenePos())));
    canvas_.routing().route(wire_);
    return true;
}

void BendGesture::release(const QGraphicsSceneMouseEvent&)
{
    if (!begun_)
        return;
    const Bends bends = wire_.bends();
    // Bends that do not fit between the wire's boxes are not used.
    if (bends.isEmpty() || !canvas_.routing().bentCornersOf(wire_).isEmpty())
        setBends(canvas_.model(), canvas_.path(), wire_.key(), bends);
    showAsSaved();
}

void BendGesture::cancel()
{
    if (begun_)
        showAsSaved();
}

void BendGesture::showAsSaved()
{
    wire_.setBends(bendsOf(canvas_.model().project(), canvas_.path(), wire_.key()));
    canvas_.routing().route(wire_);
}

} // namespace headroom::widgets
