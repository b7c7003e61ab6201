#include "widgets/diagram/canvas/box_adding.h"

#include "widgets/diagram/canvas/gestures/key_wire_gesture.h"
#include "widgets/document/model/drawing_view.h"

#include <QGraphicsView>
#include <algorithm>

namespace headroom::widgets {

namespace {

/// The wire along the main way out of a box, its first output; null if there is none.
const WireItem* mainWireFrom(const CanvasScene& scene, const BoxItem& box)
{
    const auto& ports = box.ports();
    const auto main = std::find_if(ports.begin(), ports.end(), [](const Port& port) { return port.output; });
    if (main == ports.end() || scene.isFree(*main)) // a port that may have more wires is always free
        return nullptr;
    for (const WireItem* wire : scene.wires())
        if (wire->from().box == box.id() && wire->from().port == main->name)
            return wire;
    return nullptr;
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
    const Port* port = portToFollow(scene, box);
    const WireItem* main = mainWireFrom(scene, box);
    if (main && (!port || port->output)) { // else the flow would go on along an error or another way aside
        place.wire = main->index();
        place.middle = freeMiddle(scene, main->middle());
    } else if (port) {
        const QSizeF size = scene.usualSize();
        const QPointF way = outward(port->side);
        const QSizeF apart = (box.size() + size) / 2 + QSizeF(6 * gridSize, 6 * gridSize);
        const QRectF beside = way.x() == 0 ? box.sceneFrame() : box.frameAroundLine(); // the wire is to run straight
        place.from = PortAddress{box.id(), port->name, port->output};
        place.middle = freeMiddle(scene, beside.center() + QPointF(way.x() * apart.width(), way.y() * apart.height()));
    }
    return place;
}

} // namespace

AddPlace placeBySelection(const CanvasScene& scene)
{
    const QStringList ids = scene.selectedBoxes();
    const auto wires = scene.drawn().selectedWires();
    if (ids.size() == 1)
        return placeAfter(scene, *scene.box(ids.first()));
    if (ids.isEmpty() && wires.size() == 1)
        return {wires.first()->middle(), {}, wires.first()->index()};
    if (ids.isEmpty() && scene.wires().size() == 1) { // as in a new drawing
        const WireItem* only = scene.wires().first();
        return {freeMiddle(scene, only->middle()), {}, only->index()};
    }
    return {scene.pointer(), {}, -1};
}

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
    QRectF rect(QPointF(), NoteItem::usualSize);
    rect.moveCenter(freeMiddle(scene, middle, rect.size())); // boxes would hide it
    const QString id = addNote(scene.model(), scene.path(), rect);
    scene.select({}, {id});
    if (NoteItem* item = scene.drawn().note(id))
        item->beginEditing();
}

QPointF freeMiddle(const CanvasScene& scene, QPointF wanted)
{
    return freeMiddle(scene, wanted, scene.usualSize());
}

QPointF freeMiddle(const CanvasScene& scene, QPointF wanted, const QSizeF& size)
{
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
