#include "widgets/diagram/canvas/gestures/width_gesture.h"

#include <QGraphicsSceneMouseEvent>

namespace headroom::widgets {

WidthGesture::WidthGesture(CanvasSurface& canvas, const BoxItem& grabbed, const QPointF& press)
    : canvas_(canvas), offset_(grabbed.size().width() - press.x())
{
    for (const QString& id : canvas.drawn().selectedResizable())
        before_[id] = static_cast<int>(canvas.drawn().box(id)->size().width());
}

void WidthGesture::show(const Widths& widths)
{
    QSet<QString> changed;
    for (auto entry = widths.begin(); entry != widths.end(); ++entry) {
        canvas_.drawn().box(entry.key())->setWidth(entry.value());
        changed.insert(entry.key());
    }
    canvas_.routing().routeAround(changed);
    canvas_.tellMoved();
}

bool WidthGesture::follow(const QGraphicsSceneMouseEvent& event)
{
    begun_ |= isDragged(event);
    if (!begun_)
        return false;
    const int width = BlockWidth::nearest(event.scenePos().x() + offset_);
    Widths wanted = before_;
    for (int& each : wanted)
        each = width;
    if (wanted != now_)
        show(now_ = wanted);
    return true;
}

void WidthGesture::release(const QGraphicsSceneMouseEvent&)
{
    if (now_ == before_)
        cancel(); // it is as before, and routed so
    else if (begun_)
        setWidths(canvas_.model(), canvas_.path(), now_);
}

void WidthGesture::cancel()
{
    if (!begun_)
        return;
    show(before_);
    canvas_.routing().routeAll();
    canvas_.tellMoved();
}

} // namespace headroom::widgets
