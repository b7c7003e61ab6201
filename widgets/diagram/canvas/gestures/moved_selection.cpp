#include "widgets/diagram/canvas/gestures/moved_selection.h"

#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/model/edit_step.h"

#include <QCoreApplication>

namespace headroom::widgets {

namespace {

struct Moving
{
    Q_DECLARE_TR_FUNCTIONS(Moving)
};

Bends translated(Bends bends, const QPointF& step)
{
    for (QPointF& point : bends)
        point += step;
    return bends;
}

} // namespace

MovedSelection::MovedSelection(CanvasSurface& canvas) : canvas_(canvas)
{
    const CanvasItems& drawn = canvas.drawn();
    for (const QString& id : drawn.selectedBoxes())
        boxes_[id] = drawn.box(id)->pos();
    for (const QString& id : drawn.selectedNotes())
        notes_[id] = drawn.note(id)->pos();
    for (WireItem* wire : drawn.wires())
        if (!wire->bends().isEmpty() && boxes_.contains(wire->from().box) && boxes_.contains(wire->to().box))
            bends_[wire] = wire->bends();
}

QRectF MovedSelection::areaAfter(const QPointF& step) const
{
    QRectF area;
    for (auto entry = boxes_.begin(); entry != boxes_.end(); ++entry)
        area |= QRectF(entry.value() + step, canvas_.drawn().box(entry.key())->frameAroundLine().size());
    return area;
}

void MovedSelection::show(const QPointF& step)
{
    QSet<QString> moved;
    for (auto entry = boxes_.begin(); entry != boxes_.end(); ++entry) {
        canvas_.drawn().box(entry.key())->setPos(entry.value() + step);
        moved.insert(entry.key());
    }
    for (auto entry = notes_.begin(); entry != notes_.end(); ++entry)
        canvas_.drawn().note(entry.key())->setPos(entry.value() + step);
    for (auto entry = bends_.begin(); entry != bends_.end(); ++entry)
        entry.key()->setBends(translated(entry.value(), step));
    canvas_.routing().routeAround(moved);
    canvas_.tellMoved();
}

void MovedSelection::restore()
{
    for (auto entry = boxes_.begin(); entry != boxes_.end(); ++entry)
        canvas_.drawn().box(entry.key())->setPos(entry.value());
    for (auto entry = notes_.begin(); entry != notes_.end(); ++entry)
        canvas_.drawn().note(entry.key())->setPos(entry.value());
    for (auto entry = bends_.begin(); entry != bends_.end(); ++entry)
        entry.key()->setBends(entry.value());
    canvas_.routing().routeAll();
    canvas_.tellMoved();
}

void MovedSelection::commit(const QPointF& step, int mergeGroup, const QString& text) const
{
    if (!notes_.isEmpty() || !bends_.isEmpty()) {
        commitAll(step, text);
        return;
    }
    Positions moved = boxes_;
    for (QPointF& place : moved)
        place += step;
    moveItems(canvas_.model(), canvas_.path(), canvas_.settled(moved), mergeGroup, text);
}

void MovedSelection::commitAll(const QPointF& step, const QString& text) const
{
    DocumentModel& model = canvas_.model();
    const QString path = canvas_.path();
    Positions moved = boxes_;
    for (QPointF& place : moved)
        place += step;
    QMap<QString, Bends> bends; // the wires may be deleted when the document changes
    for (auto entry = bends_.begin(); entry != bends_.end(); ++entry)
        bends[entry.key()->key()] = translated(entry.value(), step);
    const auto notes = notesOf(model.project(), path);
    const EditStep edit(model, text);
    if (!moved.isEmpty())
        moveItems(model, path, canvas_.settled(moved), -1, text);
    for (auto entry = bends.begin(); entry != bends.end(); ++entry)
        setBends(model, path, entry.key(), entry.value());
    for (Note each : notes) {
        if (!notes_.contains(each.id))
            continue;
        each.rect.translate(step);
        setNote(model, path, each, text);
    }
}

QString MovedSelection::moveText() const
{
    const auto count = boxes_.size() + notes_.size();
    return count > 1          ? Moving::tr("Move %1 boxes").arg(count)
           : boxes_.isEmpty() ? Moving::tr("Move note")
                              : Moving::tr("Move %1").arg(boxes_.firstKey());
}

} // namespace headroom::widgets
