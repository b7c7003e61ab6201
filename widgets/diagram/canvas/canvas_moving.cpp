// Moving boxes and notes with mouse and keys, bringing them in line, and bending wires.
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/canvas/note_item.h"
#include "widgets/diagram/geometry/wire_bends.h"
#include "widgets/document/edit_step.h"
#include "widgets/theme/theme.h"

#include <QGraphicsLineItem>
#include <QGraphicsView>
#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr qreal snapReach = 5;            // pixels of the screen from which a box is drawn into line with another
constexpr qreal neighbourRange = 1200;    // boxes further away than this guide nothing
constexpr qsizetype mostNeighbours = 400; // in a drawing of thousands the nearest are enough

Bends translated(Bends bends, const QPointF& step)
{
    for (QPointF& point : bends)
        point += step;
    return bends;
}

} // namespace

void CanvasScene::beginMove(QGraphicsItem* grabbed)
{
    gesture_ = Gesture::pressed;
    grabOrigin_ = grabbed->pos();
    moveOrigin_.clear();
    noteOrigin_.clear();
    bendOrigin_.clear();
    neighbours_.clear();
    for (const QString& id : selectedBoxes())
        moveOrigin_[id] = box(id)->pos();
    for (const QString& id : selectedNotes())
        noteOrigin_[id] = note(id)->pos();
    for (WireItem* wire : wires_)
        if (!wire->bends().isEmpty() && moveOrigin_.contains(wire->from().box) && moveOrigin_.contains(wire->to().box))
            bendOrigin_[wire] = wire->bends();
    const QRectF near =
        grabbed->sceneBoundingRect().adjusted(-neighbourRange, -neighbourRange, neighbourRange, neighbourRange);
    for (const BoxItem* item : boxes_)
        if (neighbours_.size() < mostNeighbours && !moveOrigin_.contains(item->id()) &&
            near.intersects(item->sceneFrame()))
            neighbours_.append(item->sceneFrame());
}

void CanvasScene::moveBoxes(const QPointF& offset, bool guided)
{
    QPointF step = snapped(grabOrigin_ + offset) - grabOrigin_;
    showGuides({});
    if (guided)
        step = guidedStep(step, offset);
    QSet<QString> moved;
    for (auto entry = moveOrigin_.begin(); entry != moveOrigin_.end(); ++entry) {
        BoxItem* item = box(entry.key());
        item->setPos(entry.value() + step);
        moved.insert(entry.key());
    }
    for (auto entry = noteOrigin_.begin(); entry != noteOrigin_.end(); ++entry)
        note(entry.key())->setPos(entry.value() + step);
    for (auto entry = bendOrigin_.begin(); entry != bendOrigin_.end(); ++entry)
        entry.key()->setBends(translated(entry.value(), step));
    routeAround(moved);
    emit contentChanged();
}

/// A step that brings the grabbed boxes in line with their neighbours, if such a line is near.
QPointF CanvasScene::guidedStep(const QPointF& step, const QPointF& offset)
{
    QRectF area;
    for (auto entry = moveOrigin_.begin(); entry != moveOrigin_.end(); ++entry)
        area |= QRectF(entry.value() + step, box(entry.key())->size());
    if (area.isNull())
        return step;
    const qreal scale = views().isEmpty() ? 1 : views().first()->transform().m11();
    const qreal reach = std::max(snapReach, snapReach / scale);
    const Snap snap = snapToNeighbours(area, neighbours_, offset - step, reach, gridSize);
    showGuides(snap.guides);
    return step + snap.shift;
}

void CanvasScene::showGuides(const QVector<QLineF>& lines)
{
    qDeleteAll(std::exchange(guides_, {}));
    QPen pen(colours(palette()).warning, 1, Qt::DashLine);
    pen.setCosmetic(true);
    for (const QLineF& line : lines) {
        guides_.append(addLine(line, pen));
        guides_.last()->setZValue(8);
    }
}

Positions CanvasScene::settled(const Positions& moved) const
{
    Positions all = moved;
    for (const BoxItem* item : unplaced_)
        if (!all.contains(item->id()))
            all[item->id()] = item->pos();
    return all;
}

void CanvasScene::finishMove()
{
    QPointF step;
    if (!moveOrigin_.isEmpty())
        step = box(moveOrigin_.firstKey())->pos() - moveOrigin_.first();
    else if (!noteOrigin_.isEmpty())
        step = note(noteOrigin_.firstKey())->pos() - noteOrigin_.first();
    gesture_ = Gesture::none;
    const auto count = moveOrigin_.size() + noteOrigin_.size();
    if (!step.isNull())
        commitMove(step, -1,
                   count > 1               ? tr("Move %1 boxes").arg(count)
                   : moveOrigin_.isEmpty() ? tr("Move note")
                                           : tr("Move %1").arg(moveOrigin_.firstKey()));
    moveOrigin_.clear();
    noteOrigin_.clear();
    bendOrigin_.clear();
}

void CanvasScene::commitMove(const QPointF& step, int mergeGroup, const QString& text)
{
    Positions moved;
    for (auto entry = moveOrigin_.begin(); entry != moveOrigin_.end(); ++entry)
        moved[entry.key()] = entry.value() + step;
    // The document changes under these lists.
    const auto texts = std::exchange(noteOrigin_, {});
    QMap<QString, Bends> bends;
    for (auto entry = bendOrigin_.begin(); entry != bendOrigin_.end(); ++entry)
        bends[entry.key()->key()] = translated(entry.value(), step);
    bendOrigin_.clear();
    if (texts.isEmpty() && bends.isEmpty()) {
        model_.moveItems(path_, settled(moved), mergeGroup, text);
        return;
    }
    const auto notes = notesOf(model_.project(), path_);
    const EditStep edit(model_, text);
    if (!moved.isEmpty())
        model_.moveItems(path_, settled(moved), -1, text);
    for (auto entry = bends.begin(); entry != bends.end(); ++entry)
        setBends(model_, path_, entry.key(), entry.value());
    for (Note each : notes) {
        if (!texts.contains(each.id))
            continue;
        each.rect.translate(step);
        setNote(model_, path_, each, text);
    }
}

void CanvasScene::nudge(const QPointF& offset)
{
    moveOrigin_.clear();
    const auto selected = selectedItems();
    if (selected.isEmpty())
        return;
    beginMove(selected.first());
    gesture_ = Gesture::none;
    if (!moveOrigin_.isEmpty() || !noteOrigin_.isEmpty())
        commitMove(offset, nudgeGroup_, tr("Move by keys"));
    moveOrigin_.clear();
}

void CanvasScene::placeSelection(const QVector<QPointF>& places, const QStringList& ids, const QString& text)
{
    Positions moved;
    for (qsizetype i = 0; i < ids.size(); ++i)
        moved[ids[i]] = places[i];
    model_.moveItems(path_, settled(moved), -1, text);
}

void CanvasScene::alignSelection(Alignment alignment)
{
    const QStringList ids = selectedBoxes();
    if (ids.size() < 2) {
        emit refused(tr("Select the boxes that are to be aligned: two at least."));
        return;
    }
    QVector<QRectF> frames;
    for (const QString& id : ids)
        frames.append(box(id)->sceneFrame());
    placeSelection(aligned(frames, alignment), ids, tr("Align %1 boxes").arg(ids.size()));
}

void CanvasScene::distributeSelection(Qt::Orientation direction)
{
    const QStringList ids = selectedBoxes();
    if (ids.size() < 3) {
        emit refused(tr("Select the boxes that are to be distributed: three at least."));
        return;
    }
    QVector<QRectF> frames;
    for (const QString& id : ids)
        frames.append(box(id)->sceneFrame());
    placeSelection(distributed(frames, direction), ids, tr("Distribute %1 boxes").arg(ids.size()));
}

void CanvasScene::bendTo(const QPointF& point)
{
    const Bends bends = draggedStretch(bentCorners_, stretch_, snapped(point));
    bent_->setBends(bends);
    route(bent_);
}

void CanvasScene::finishBend()
{
    gesture_ = Gesture::none;
    WireItem* wire = std::exchange(bent_, nullptr);
    const Bends bends = wire->bends();
    // Bends that the wire's boxes leave no room for are none.
    if (bends.isEmpty() || !bentCornersOf(*wire).isEmpty())
        setBends(model_, path_, wire->key(), bends);
    wire->setBends(bendsOf(model_.project(), path_, wire->key()));
    route(wire);
}

void CanvasScene::straightenSelection()
{
    QStringList keys;
    const QStringList boxes = selectedBoxes();
    const auto selected = selectedWires();
    for (const WireItem* wire : selected.isEmpty() ? wires_ : selected) {
        const bool meant = !selected.isEmpty() || boxes.contains(wire->from().box) || boxes.contains(wire->to().box);
        if (meant && !wire->bends().isEmpty())
            keys.append(wire->key());
    }
    if (keys.isEmpty()) {
        emit refused(tr("No selected wire has bends of its own."));
        return;
    }
    const EditStep edit(model_, keys.size() == 1 ? tr("Straighten wire") : tr("Straighten %1 wires").arg(keys.size()));
    for (const QString& key : keys)
        setBends(model_, path_, key, {});
}

void CanvasScene::resizeNote(const QPointF& corner)
{
    const QPointF size = snapped(corner - resized_->pos());
    resized_->setSize({size.x(), size.y()});
}

} // namespace headroom::widgets
