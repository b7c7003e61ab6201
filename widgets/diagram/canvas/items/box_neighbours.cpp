#include "widgets/diagram/canvas/items/box_neighbours.h"

#include <limits>

namespace headroom::widgets {

bool isArrow(int key)
{
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

QPointF directionOf(int arrow)
{
    return arrow == Qt::Key_Left    ? QPointF(-1, 0)
           : arrow == Qt::Key_Right ? QPointF(1, 0)
           : arrow == Qt::Key_Up    ? QPointF(0, -1)
                                    : QPointF(0, 1);
}

BoxItem* nearestBox(const CanvasItems& items, const QRectF& from, int arrow, const QSet<QString>& candidates)
{
    const QPointF ahead = directionOf(arrow);
    const QPointF across(ahead.y(), ahead.x());
    BoxItem* nearest = nullptr;
    qreal best = std::numeric_limits<qreal>::infinity();
    for (const QString& id : candidates) {
        BoxItem* item = items.box(id);
        const QPointF way = item->sceneFrame().center() - from.center();
        const qreal forward = QPointF::dotProduct(way, ahead);
        const qreal cost = forward + 3 * std::abs(QPointF::dotProduct(way, across));
        if (forward > 1 && (cost < best || (cost == best && nearest && id < nearest->id()))) {
            best = cost;
            nearest = item;
        }
    }
    return nearest;
}

} // namespace headroom::widgets
