// What is done to a selection: clipboard, deleting, colours; and adding to the drawing.
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/canvas/note_item.h"
#include "widgets/document/edit_step.h"
#include "widgets/document/edits/clipboard.h"

#include <QClipboard>
#include <QGraphicsView>
#include <QGuiApplication>
#include <algorithm>

namespace headroom::widgets {

namespace {

Positions placesOf(const QHash<QString, BoxItem*>& boxes)
{
    Positions places;
    for (auto entry = boxes.begin(); entry != boxes.end(); ++entry)
        places[entry.key()] = entry.value()->pos();
    return places;
}

} // namespace

void CanvasScene::selectAll()
{
    QStringList texts;
    for (const NoteItem* item : notes_)
        texts.append(item->id());
    select(boxes_.keys(), texts);
}

QString CanvasScene::selectionText(const QString& one, const QString& several) const
{
    const QStringList boxes = selectedBoxes(), texts = selectedNotes();
    const auto count = boxes.size() + texts.size();
    return count == 1 ? one.arg(boxes.isEmpty() ? tr("note") : boxes.first()) : several.arg(count);
}

void CanvasScene::deleteSelection()
{
    const QVector<WireItem*> wires = selectedWires();
    const QStringList boxes = selectedBoxes(), texts = selectedNotes();
    if (boxes.isEmpty() && wires.isEmpty()) {
        deleteNotes(model_, path_, texts);
    } else if (texts.isEmpty()) {
        deleteItems(boxes, wires);
    } else {
        const EditStep edit(model_, selectionText(tr("Delete %1"), tr("Delete %1 boxes and notes")));
        deleteNotes(model_, path_, texts);
        deleteItems(boxes, wires);
    }
}

void CanvasScene::copySelection()
{
    const QStringList boxes = selectedBoxes(), texts = selectedNotes();
    if (boxes.isEmpty() && texts.isEmpty()) {
        emit refused(tr("Select what is to be copied."));
        return;
    }
    QGuiApplication::clipboard()->setMimeData(copyDrawing(model_, path_, boxes, texts, placesOf(boxes_)).release());
}

void CanvasScene::cutSelection()
{
    if (selectedBoxes().isEmpty() && selectedNotes().isEmpty()) {
        emit refused(tr("Select what is to be cut."));
        return;
    }
    copySelection();
    const EditStep edit(model_, selectionText(tr("Cut %1"), tr("Cut %1 boxes")));
    deleteSelection();
}

bool CanvasScene::canPaste() const
{
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    return data && data->hasFormat(drawingMimeType);
}

void CanvasScene::pasteAt(const QPointF& middle)
{
    if (!canPaste()) {
        emit refused(tr("There is nothing of a drawing on the clipboard."));
        return;
    }
    pasted(*QGuiApplication::clipboard()->mimeData(), middle, tr("Paste"));
}

void CanvasScene::duplicateSelection()
{
    const QStringList boxes = selectedBoxes(), texts = selectedNotes();
    if (boxes.isEmpty() && texts.isEmpty()) {
        emit refused(tr("Select what is to be duplicated."));
        return;
    }
    const auto data = copyDrawing(model_, path_, boxes, texts, placesOf(boxes_));
    pasted(*data, {}, selectionText(tr("Duplicate %1"), tr("Duplicate %1 boxes")));
}

void CanvasScene::pasted(const QMimeData& data, std::optional<QPointF> middle, const QString& text)
{
    const Pasted result = pasteDrawing(model_, path_, clipFabric(), data, middle, text);
    if (!result.refusal.isEmpty())
        emit refused(result.refusal);
    if (!result.boxes.isEmpty() || !result.notes.isEmpty())
        select(result.boxes, result.notes);
}

void CanvasScene::colourSelection(const QString& colour)
{
    const QStringList boxes = selectedBoxes(), texts = selectedNotes();
    if (boxes.isEmpty() && texts.isEmpty())
        emit refused(tr("Select what is to be coloured."));
    else
        setColour(model_, path_, boxes, texts, colour);
}

void CanvasScene::addNoteAt(const QPointF& middle)
{
    const QRectF rect(middle - QPointF(NoteItem::usualSize.width(), NoteItem::usualSize.height()) / 2,
                      NoteItem::usualSize);
    const QString id = addNote(model_, path_, rect);
    select({}, {id});
    if (NoteItem* item = note(id))
        item->beginEditing();
}

const Port* CanvasScene::freePort(const BoxItem& box, bool output) const
{
    for (const Port& port : box.ports())
        if (port.output == output && isFree(port))
            return &port;
    return nullptr;
}

QPointF CanvasScene::freeMiddle(QPointF wanted) const
{
    const QSizeF size = usualSize();
    for (int tries = 0; tries < 20; ++tries) {
        const QRectF place(wanted - QPointF(size.width(), size.height()) / 2, size);
        const bool taken = std::any_of(boxes_.begin(), boxes_.end(), [&](const BoxItem* item) {
            return item->sceneFrame().adjusted(-gridSize, -gridSize, gridSize, gridSize).intersects(place);
        });
        if (!taken)
            return wanted;
        wanted.ry() += size.height() + 3 * gridSize;
    }
    return wanted;
}

/// The wire that leaves a box, if there is just one.
const WireItem* CanvasScene::onlyWireFrom(const QString& id) const
{
    const WireItem* only = nullptr;
    for (const WireItem* wire : wires_) {
        if (wire->from().box != id)
            continue;
        if (only)
            return nullptr;
        only = wire;
    }
    return only;
}

void CanvasScene::quickAddTyped(const QString& typed)
{
    AddPlace place{pointer(), {}, -1};
    const QStringList ids = selectedBoxes();
    const auto wires = selectedWires();
    if (ids.size() == 1) {
        const BoxItem* item = box(ids.first());
        const Port* port = freePort(*item, true);
        // What a switch is for hangs below it.
        if (const Port* below = freePort(*item, false); port && below && port->side == Side::top)
            port = below;
        if (port) {
            place.from = PortAddress{item->id(), port->name, port->output};
            const QPointF way = outward(port->side);
            place.middle =
                freeMiddle(item->sceneFrame().center() +
                           QPointF(way.x() * (usualSize().width() + 6 * gridSize),
                                   way.y() * (item->size().height() + usualSize().height() + 12 * gridSize) / 2));
        } else if (const WireItem* wire = onlyWireFrom(item->id())) {
            place.wire = wire->index();
            place.middle = freeMiddle(wire->middle());
        }
    } else if (ids.isEmpty() && wires.size() == 1) {
        place.wire = wires.first()->index();
        place.middle = wires.first()->middle();
    }
    QPoint global = QCursor::pos();
    if (!views().isEmpty()) {
        const QGraphicsView* view = views().first();
        global =
            view->viewport()->mapToGlobal(view->mapFromScene(place.from || place.wire >= 0 ? place.middle : pointer()));
    }
    openQuickAdd(place, global, typed);
}

void CanvasScene::openQuickAdd(const AddPlace& place, const QPoint& global, const QString& typed)
{
    const auto entries = entriesFor(place);
    if (entries.isEmpty()) {
        emit refused(tr("Nothing can be added here."));
        return;
    }
    const QString title = place.wire >= 0 ? tr("Put into the wire …")
                          : place.from    ? tr("What follows %1 …").arg(place.from->box)
                                          : tr("Add …");
    auto* search = new QuickAdd(title, entries, views().isEmpty() ? nullptr : views().first());
    connect(search, &QuickAdd::chosen, this, [this, place](const QString& key) {
        if (const QString id = addEntry(key, place); !id.isEmpty()) {
            selectBoxes({id});
            for (QGraphicsView* view : views())
                view->ensureVisible(box(id)->sceneBoundingRect());
        }
    });
    search->popupAt(global, typed);
}

} // namespace headroom::widgets
