#include "widgets/diagram/canvas/gestures/gesture.h"

#include <QApplication>
#include <QGraphicsSceneMouseEvent>

namespace headroom::widgets {

bool isDragged(const QGraphicsSceneMouseEvent& event)
{
    const auto distance = (event.screenPos() - event.buttonDownScreenPos(Qt::LeftButton)).manhattanLength();
    return distance >= QApplication::startDragDistance();
}

} // namespace headroom::widgets
