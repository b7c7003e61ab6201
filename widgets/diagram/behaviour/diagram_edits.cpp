// Edits on the canvas of a behaviour diagram besides drawing: adding and disabling blocks.
#include "widgets/document/edits/diagram_edits.h"
#include "project/vocabulary/declarations.h"
#include "project/vocabulary/disabled_blocks.h"
#include "widgets/diagram/behaviour/block_adding.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/canvas/box_adding.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/model/edit_step.h"
#include "widgets/document/wires/wire_choice.h"

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr qreal gapInWire = 5 * gridSize; ///< between a block that is put into a wire and its neighbours

/// Where a block is put into a wire, and the boxes that make room for it.
struct Room
{
    QPointF middle;
    Positions moved;
};

/// In a wire that leads to the right, the block stands between both ends, and everything from the far end on moves to
/// the right as far as needed. In any other wire, or where another box would be in the way, nothing moves.
Room roomIn(const CanvasScene& scene, const project::Wire& wire, const QPointF& wanted)
{
    const QSizeF size = scene.usualSize();
    const auto placeAt = [&](const QPointF& middle) {
        return QRectF(middle - QPointF(size.width(), size.height()) / 2, size);
    };
    const BoxItem* from = scene.box(QString::fromStdString(wire.fromBlock));
    const BoxItem* to = scene.box(QString::fromStdString(wire.toBlock));
    if (!from || !to)
        return {wanted, {}};
    const QRectF before = from->frameAroundLine(), after = to->frameAroundLine();
    if (after.left() <= before.right())
        return {wanted, {}};
    const bool sameRow = std::abs(after.center().y() - before.center().y()) < size.height();
    Room room{
        QPointF(before.right() + gapInWire + size.width() / 2, sameRow ? before.center().y() : after.center().y()), {}};
    // Where there is room enough, the block stays where it was wanted, if that is between both.
    const QRectF asked = placeAt(wanted);
    if (asked.left() >= before.right() + gridSize && asked.right() <= after.left() - gridSize &&
        freeMiddle(scene, wanted) == wanted)
        return {wanted, {}};
    const QRectF place = placeAt(room.middle);
    const qreal shift = std::max(0.0, place.right() + gapInWire - after.left());
    const QRectF around = place.adjusted(-gridSize, -gridSize, gridSize, gridSize);
    for (const BoxItem* box : scene.boxes())
        if (shift > 0 && box->sceneFrame().left() >= after.left() - gridSize)
            room.moved.insert(box->id(), box->pos() + QPointF(shift, 0));
        else if (box->sceneFrame().intersects(around))
            return {freeMiddle(scene, wanted), {}};
    return room;
}

} // namespace

QHash<QString, QStringList> DiagramScene::endsFor(const PortAddress& from) const
{
    QHash<QString, QStringList> ends;
    const auto* shown = diagram();
    const BoxItem* start = box(from.box);
    const Port* port = start ? start->findPort(from.port, from.output) : nullptr;
    if (!shown || !port || (from.output && port->wired))
        return ends;
    const project::BlockCatalogue& types = project::blockTypesOf(model().project());
    const WireChoice choice(*shown, from.box.toStdString(), from.port.toStdString(), from.output);
    for (const auto& block : shown->blocks) {
        const QString id = QString::fromStdString(block.id);
        for (const auto& end : from.output ? types.inputsOf(block) : types.outputsOf(block))
            if (choice.mayEnd(block, end.name))
                ends[id].append(QString::fromStdString(end.name));
    }
    return ends;
}

QVector<QuickEntry> DiagramScene::entriesFor(const AddPlace& place) const
{
    const auto* shown = diagram();
    if (!shown)
        return {};
    // An output can have only one wire.
    if (place.from && place.from->output) {
        const BoxItem* start = box(place.from->box);
        const Port* port = start ? start->findPort(place.from->port, true) : nullptr;
        if (!port || port->wired)
            return {};
    }
    return blockEntries(project::blockTypesOf(model().project()), *shown, path(), place.from,
                        place.wire < 0 ? nullptr : &shown->wires.at(static_cast<std::size_t>(place.wire)));
}

QString DiagramScene::addEntry(const QString& type, const AddPlace& place)
{
    const auto* shown = diagram();
    if (!shown)
        return {};
    std::optional<project::Wire> into;
    if (place.wire >= 0 && static_cast<std::size_t>(place.wire) < shown->wires.size())
        into = shown->wires[static_cast<std::size_t>(place.wire)];
    const QPointF half(usualSize().width() / 2, usualSize().height() / 2);
    const auto* known = project::blockTypesOf(model().project()).find(type.toStdString());
    const Room room = into ? roomIn(*this, *into, place.middle) : Room{place.middle, {}};
    if (room.moved.isEmpty() || !known)
        return addWired(model(), path(), type, room.middle - half, place.from, into);
    const EditStep edit(model(), tr("Add %1").arg(QString::fromStdString(known->label)));
    moveItems(model(), path(), settled(room.moved));
    return addWired(model(), path(), type, room.middle - half, place.from, into);
}

QStringList DiagramScene::disablable() const
{
    QStringList ids;
    const auto* shown = diagram();
    for (const QString& id : selectedBoxes()) {
        const auto* block = shown ? project::findBlock(*shown, id.toStdString()) : nullptr;
        const auto* type = block ? project::blockTypesOf(model().project()).find(block->type) : nullptr;
        if (type && project::canBeDisabled(*type))
            ids.append(id);
    }
    return ids;
}

bool DiagramScene::canDisable() const
{
    return !disablable().isEmpty();
}

bool DiagramScene::isSelectionDisabled() const
{
    const QStringList ids = disablable();
    return !ids.isEmpty() &&
           std::all_of(ids.begin(), ids.end(), [this](const QString& id) { return box(id)->isDimmed(); });
}

void DiagramScene::toggleDisabled()
{
    const QStringList ids = disablable();
    if (ids.isEmpty()) {
        emit refused(selectedBoxes().isEmpty()
                         ? tr("Select the blocks to disable.")
                         : tr("This block cannot be disabled: paths start, end, fork, join or loop here."));
        return;
    }
    const bool disable = !isSelectionDisabled();
    const EditStep edit(model(), (disable ? tr("Disable %1") : tr("Enable %1"))
                                     .arg(ids.size() == 1 ? ids.first() : tr("%1 blocks").arg(ids.size())));
    for (const QString& id : ids)
        setField(model(), ElementRef::block(path(), id), "disabled", disable ? project::Json(true) : project::Json());
}

} // namespace headroom::widgets
