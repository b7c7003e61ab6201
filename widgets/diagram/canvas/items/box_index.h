// Finds the boxes near a place without looking at all of them.
#pragma once

#include "widgets/diagram/canvas/items/box_item.h"

#include <QHash>
#include <QSet>

namespace headroom::widgets {

class BoxIndex
{
public:
    void clear();
    /// Puts a box where it lies now, also if it was put elsewhere before.
    void put(const BoxItem* box);
    /// Frames of the boxes that may touch a rectangle: all that do, and others nearby.
    QVector<QRectF> near(const QRectF& rect) const;
    bool isEmptyAt(const QRectF& rect) const;

    /// Since `forgetChanges`: whether the box has been put elsewhere, and whether any has come or gone near a
    /// rectangle, so that `near` may answer differently.
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
