#include "widgets/diagram/canvas/gestures/resize_gesture.h"

#include "widgets/document/model/drawing_view.h"

#include <QCoreApplication>
#include <QGraphicsSceneMouseEvent>

namespace headroom::widgets {

ResizeGesture::ResizeGesture(CanvasSurface& canvas, NoteItem& note)
    : canvas_(canvas), note_(note), before_(note.note().rect.size())
{
}

void ResizeGesture::show(const QSizeF& size)
{
    note_.setSize(size);
    canvas_.forgetContentRect();
}

bool ResizeGesture::follow(const QGraphicsSceneMouseEvent& event)
{
    const QPointF size = snapped(event.scenePos() - note_.pos());
    show({size.x(), size.y()});
    return true;
}

void ResizeGesture::release(const QGraphicsSceneMouseEvent&)
{
    setNote(canvas_.model(), canvas_.path(), note_.note(), QCoreApplication::translate("ResizeGesture", "Resize note"));
}

void ResizeGesture::cancel()
{
    show(before_);
}

} // namespace headroom::widgets
