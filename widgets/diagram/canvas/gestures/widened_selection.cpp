#include "widgets/diagram/canvas/gestures/widened_selection.h"

#include "widgets/diagram/geometry/pushing.h"

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr qreal leastGap = 2 * gridSize; ///< so that a wire is still seen

} // namespace

WidenedSelection::WidenedSelection(CanvasSurface& canvas) : canvas_(canvas)
{
    const CanvasItems& drawn = canvas.drawn();
    for (const QString& id : drawn.selectedResizable())
        widths_[id] = static_cast<int>(drawn.box(id)->size().width());
    for (const BoxItem* box : drawn.boxes())
        frames_[box->id()] = box->sceneFrame();
    for (WireItem* wire : drawn.wires())
        if (!wire->bends().isEmpty())
            bends_[wire] = wire->bends();
}

QHash<QString, qreal> WidenedSelection::stepsFor(const Widths& widths) const
{
    QStringList ids;
    QVector<Widened> boxes;
    for (auto box = frames_.begin(); box != frames_.end(); ++box) {
        ids.append(box.key());
        boxes.append({box.value(), qreal(widths.value(box.key(), static_cast<int>(box.value().width())))});
    }
    const QVector<qreal> steps = pushedRight(boxes, leastGap, gridSize);
    QHash<QString, qreal> moved;
    for (qsizetype i = 0; i < ids.size(); ++i)
        if (steps[i] > 0)
            moved[ids[i]] = steps[i];
    return moved;
}

/// The bends of a wire move as far as both of its ends do.
Bends WidenedSelection::bendsAfter(const WireItem& wire, const Bends& bends, const Widths& widths,
                                   const QHash<QString, qreal>& steps) const
{
    const QString& from = wire.from().box;
    const qreal grown = widths.value(from, widths_.value(from)) - widths_.value(from);
    const qreal step = std::max(0.0, std::min(steps.value(from) + grown, steps.value(wire.to().box)));
    Bends moved = bends;
    for (QPointF& bend : moved)
        bend.rx() += step;
    return moved;
}

void WidenedSelection::display(const Widths& widths, const QHash<QString, qreal>& steps)
{
    QSet<QString> changed = displaced_;
    displaced_.clear();
    for (auto step = steps.begin(); step != steps.end(); ++step)
        displaced_.insert(step.key());
    changed |= displaced_;
    for (const QString& id : changed)
        canvas_.drawn().box(id)->setPos(frames_[id].topLeft() + QPointF(steps.value(id), 0));
    for (auto entry = widths.begin(); entry != widths.end(); ++entry) {
        canvas_.drawn().box(entry.key())->setWidth(entry.value());
        changed.insert(entry.key());
    }
    for (auto entry = bends_.begin(); entry != bends_.end(); ++entry)
        entry.key()->setBends(bendsAfter(*entry.key(), entry.value(), widths, steps));
    canvas_.routing().routeAround(changed);
}

void WidenedSelection::show(const Widths& widths)
{
    display(widths, stepsFor(widths));
    canvas_.tellMoved();
}

void WidenedSelection::restore()
{
    display(widths_, {});
    canvas_.routing().routeAll();
    canvas_.tellMoved();
}

void WidenedSelection::commit(const Widths& widths, int mergeGroup) const
{
    const QHash<QString, qreal> steps = stepsFor(widths);
    MadeRoom room;
    for (auto step = steps.begin(); step != steps.end(); ++step)
        room.moved[step.key()] = frames_[step.key()].topLeft() + QPointF(step.value(), 0);
    if (!room.moved.isEmpty())
        room.moved = canvas_.settled(room.moved);
    for (auto entry = bends_.begin(); entry != bends_.end(); ++entry)
        if (const Bends bends = bendsAfter(*entry.key(), entry.value(), widths, steps); bends != entry.value())
            room.bends[entry.key()->key()] = bends;
    setWidths(canvas_.model(), canvas_.path(), widths, mergeGroup, room);
}

} // namespace headroom::widgets
