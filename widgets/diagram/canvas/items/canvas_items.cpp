#include "widgets/diagram/canvas/items/canvas_items.h"

#include <QGraphicsView>
#include <algorithm>

namespace headroom::widgets {

namespace {

template <typename Item>
Item* topmost(const QList<QGraphicsItem*>& items)
{
    for (QGraphicsItem* item : items)
        if (auto* found = qgraphicsitem_cast<Item*>(item))
            return found;
    return nullptr;
}

WireEnd endAt(const BoxItem& box, const Port& port)
{
    return {box.pos() + port.place, port.side, port.straight};
}

} // namespace

NoteItem* CanvasItems::note(const QString& id) const
{
    const auto found =
        std::find_if(notes_.begin(), notes_.end(), [&](const NoteItem* item) { return item->id() == id; });
    return found == notes_.end() ? nullptr : *found;
}

BoxItem* CanvasItems::boxAt(const QPointF& point) const
{
    return topmost<BoxItem>(scene_.items(point));
}

WireItem* CanvasItems::wireAt(const QPointF& point) const
{
    WireItem* wire = topmost<WireItem>(scene_.items(point));
    return wire && wire->index() >= 0 ? wire : nullptr;
}

NoteItem* CanvasItems::noteAt(const QPointF& point) const
{
    return topmost<NoteItem>(scene_.items(point));
}

QStringList CanvasItems::selectedBoxes() const
{
    QStringList ids;
    for (const QGraphicsItem* item : scene_.selectedItems())
        if (const auto* box = qgraphicsitem_cast<const BoxItem*>(item))
            ids.append(box->id());
    ids.sort();
    return ids;
}

QStringList CanvasItems::selectedNotes() const
{
    QStringList ids;
    for (const NoteItem* item : notes_)
        if (item->isSelected())
            ids.append(item->id());
    return ids;
}

QStringList CanvasItems::selectedResizable() const
{
    QStringList ids = selectedBoxes();
    ids.removeIf([this](const QString& id) { return !box(id)->isResizable(); });
    return ids;
}

QVector<WireItem*> CanvasItems::selectedWires() const
{
    QVector<WireItem*> wires;
    for (QGraphicsItem* item : scene_.selectedItems())
        if (auto* wire = qgraphicsitem_cast<WireItem*>(item))
            wires.append(wire);
    return wires;
}

void CanvasItems::setSelected(const QStringList& boxes, const QStringList& notes) const
{
    for (const QString& id : boxes)
        if (BoxItem* item = box(id))
            item->setSelected(true);
    for (const QString& id : notes)
        if (NoteItem* item = note(id))
            item->setSelected(true);
}

bool CanvasItems::isWriting() const
{
    return std::any_of(notes_.begin(), notes_.end(), [](const NoteItem* item) { return item->isEditing(); });
}

void CanvasItems::endWriting(bool keep) const
{
    for (NoteItem* item : QVector<NoteItem*>(notes_)) // ending with `keep` changes the document, and so notes_
        item->endEditing(keep);
}

QRectF CanvasItems::contentRect() const
{
    if (!contentRect_) {
        contentRect_.emplace();
        for (const BoxItem* item : boxes_)
            *contentRect_ |= item->sceneFrame();
        for (const NoteItem* item : notes_)
            *contentRect_ |= item->sceneFrame();
    }
    return *contentRect_;
}

void CanvasItems::reveal(const BoxItem& box) const
{
    for (QGraphicsView* view : scene_.views())
        view->ensureVisible(box.sceneBoundingRect());
}

void CanvasItems::add(BoxItem* box)
{
    box->setZValue(1);
    scene_.addItem(box);
    boxes_.insert(box->id(), box);
    forgetContentRect();
}

void CanvasItems::add(WireItem* wire)
{
    scene_.addItem(wire);
    wires_.append(wire);
}

void CanvasItems::add(NoteItem* note)
{
    scene_.addItem(note);
    notes_.append(note);
}

void CanvasItems::deleteNotes()
{
    qDeleteAll(std::exchange(notes_, {}));
}

void CanvasItems::clear()
{
    boxes_.clear();
    wires_.clear();
    notes_.clear();
    forgetContentRect();
    scene_.clear();
}

std::pair<WireEnd, WireEnd> portEnds(const CanvasItems& items, const WireItem& wire)
{
    const BoxItem* from = items.box(wire.from().box);
    const BoxItem* to = items.box(wire.to().box);
    const Port* out = from ? from->findPort(wire.from().port, true) : nullptr;
    const Port* in = to ? to->findPort(wire.to().port, false) : nullptr;
    // A wire to a missing port is still shown between its boxes, so that its problem has a place.
    const WireEnd start = out    ? endAt(*from, *out)
                          : from ? WireEnd{from->sceneFrame().center(), Side::right}
                                 : WireEnd{};
    const WireEnd end = in ? endAt(*to, *in) : to ? WireEnd{to->sceneFrame().center(), Side::left} : WireEnd{};
    return {start, end};
}

} // namespace headroom::widgets
