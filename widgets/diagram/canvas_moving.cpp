// Moving boxes with mouse and keys.
#include "widgets/diagram/canvas_scene.h"

namespace headroom::widgets {

void CanvasScene::moveBoxes(const QPointF& offset)
{
    const QPointF origin = moveOrigin_.value(grabbed_);
    const QPointF step = snapped(origin + offset) - origin;
    QSet<QString> moved;
    QRectF region;
    for (auto entry = moveOrigin_.begin(); entry != moveOrigin_.end(); ++entry) {
        BoxItem* item = box(entry.key());
        region |= item->sceneFrame();
        item->setPos(entry.value() + step);
        region |= item->sceneFrame();
        moved.insert(entry.key());
    }
    routeAround(moved, region);
    emit contentChanged();
}

Positions CanvasScene::settled(const Positions& moved) const
{
    Positions all = moved;
    for (const BoxItem* item : boxes_) {
        if (!all.contains(item->id()) && !model_.position(path_, item->id()))
            all[item->id()] = item->pos();
    }
    return all;
}

void CanvasScene::finishMove()
{
    Positions moved;
    for (auto entry = moveOrigin_.begin(); entry != moveOrigin_.end(); ++entry)
        moved[entry.key()] = box(entry.key())->pos();
    const bool anywhere = moved != moveOrigin_;
    const QString text =
        moved.size() == 1 ? tr("Move %1").arg(moved.firstKey()) : tr("Move %1 boxes").arg(moved.size());
    gesture_ = Gesture::none;
    moveOrigin_.clear();
    if (anywhere)
        model_.moveItems(path_, settled(moved), -1, text);
}

void CanvasScene::nudge(const QPointF& offset)
{
    Positions moved;
    for (const QString& id : selectedBoxes())
        moved[id] = box(id)->pos() + offset;
    if (!moved.isEmpty())
        model_.moveItems(path_, settled(moved), nudgeGroup_, tr("Move by keys"));
}

} // namespace headroom::widgets
