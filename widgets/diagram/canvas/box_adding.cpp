#include "widgets/diagram/canvas/box_adding.h"

#include "widgets/diagram/canvas/gestures/key_wire_gesture.h"
#include "widgets/document/drawing_view.h"

#include <QGraphicsView>
#include <algorithm>

namespace headroom::widgets {

namespace {

/// The wire that leaves a box, if there is exactly one.
const WireItem* onlyWireFrom(const CanvasScene& scene, const QString& id)
{
    const WireItem* only = nullptr;
    for (const WireItem* wire : scene.wires()) {
        if (wire->from().box != id)
            continue;
        if (only)
            return nullptr;
        only = wire;
    }
    return only;
}

/// The port from which a wire leads to the next box.
const Port* portToFollow(const CanvasScene& scene, const BoxItem& box)
{
    const Port* port = freePort(scene, box, true);
    // The boxes that use a switch are placed below it.
    if (const Port* below = freePort(scene, box, false); port && below && port->side == Side::top)
        port = below;
    return port;
}

AddPlace placeAfter(const CanvasScene& scene, const BoxItem& box)
{
    AddPlace place{scene.pointer(), {}, -1};
    if (const Port* port = portToFollow(scene, box)) {
        const QSizeF size = scene.usualSize();
        const QPointF way = outward(port->side);
        const QPointF step(way.x() * (size.width() + 6 * gridSize),
                           way.y() * (box.size().height() + size.height() + 12 * gridSize) / 2);
        place.from = PortAddress{box.id(), port->name, port->output};
        place.middle = freeMiddle(scene, box.sceneFrame().center() + step);
    } else if (const WireItem* wire = onlyWireFrom(scene, box.id())) {
        place.wire = wire->index();
        place.middle = freeMiddle(scene, wire->middle());
    }
    return place;
}

AddPlace placeBySelection(const CanvasScene& scene)
{
    const QStringList ids = scene.selectedBoxes();
    const auto wires = scene.drawn().selectedWires();
    if (ids.size() == 1)
        return placeAfter(scene, *scene.box(ids.first()));
    if (ids.isEmpty() && wires.size() == 1)
        return {wires.first()->middle(), {}, wires.first()->index()};
    return {scene.pointer(), {}, -1};
}

} // namespace

void quickAdd(CanvasScene& scene, const QString& typed)
{
    const AddPlace place = placeBySelection(scene);
    QPoint global = QCursor::pos();
    if (!scene.views().isEmpty()) {
        const QGraphicsView* view = scene.views().first();
        global = view->viewport()->mapToGlobal(view->mapFromScene(place.middle));
    }
    scene.openQuickAdd(place, global, typed);
}

void addNoteAt(CanvasScene& scene, const QPointF& middle)
{
    const QRectF rect(middle - QPointF(NoteItem::usualSize.width(), NoteItem::usualSize.height()) / 2,
                      NoteItem::usualSize);
    const QString id = addNote(scene.model(), scene.path(), rect);
    scene.select({}, {id});
    if (NoteItem* item = scene.drawn().note(id))
        item->beginEditing();
}

QPointF freeMiddle(const CanvasScene& scene, QPointF wanted)
{
    const QSizeF size = scene.usualSize();
    for (int tries = 0; tries < 20; ++tries) {
        const QRectF place(wanted - QPointF(size.width(), size.height()) / 2, size);
        const bool taken = std::any_of(scene.boxes().begin(), scene.boxes().end(), [&](const BoxItem* item) {
            return item->sceneFrame().adjusted(-gridSize, -gridSize, gridSize, gridSize).intersects(place);
        });
        if (!taken)
            return wanted;
        wanted.ry() += size.height() + 3 * gridSize;
    }
    return wanted;
}

} // namespace headroom::widgets
