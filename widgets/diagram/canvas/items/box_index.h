// A spatial index of the boxes of a canvas.
#pragma once

#include "widgets/diagram/canvas/items/box_item.h"

#include <QHash>
#include <QSet>

namespace headroom::widgets {

class BoxIndex
{
public:
    void clear();
    /// Inserts a box at its current position, or moves its entry there.
    void put(const BoxItem* box);
    /// The frames of all boxes that touch a rectangle, and of some others nearby.
    QVector<QRectF> near(const QRectF& rect) const;
    bool isEmptyAt(const QRectF& rect) const;

    /// Changes since the last `forgetChanges`: whether the box has been moved, and whether a box has come or gone near
    /// a rectangle, so that `near` may return another result.
    bool hasMoved(const BoxItem* box) const { return moved_.contains(box); }
    bool hasChangedNear(const QRectF& rect) const;
    void forgetChanges();
    bool isEmpty() const { return frames_.isEmpty(); }

private:
    template <typename See>
    static void forEachCell(const QRectF& rect, const See& see);

    QHash<qint64, QVector<const BoxItem*>> cells_;
    QHash<const BoxItem*, QRectF> frames_;
    QSet<const BoxItem*> moved_;
    QSet<qint64> changedCells_;
};

} // namespace headroom::widgets
