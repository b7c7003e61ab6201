// What the mouse does on a canvas: which gesture a press begins, and who goes on with it.
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/canvas/note_item.h"
#include "widgets/diagram/canvas/pointer_label.h"
#include "widgets/diagram/geometry/wire_bends.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QGraphicsLineItem>
#include <QGraphicsPathItem>
#include <QGraphicsRectItem>
#include <QGraphicsSceneMouseEvent>

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

/// Whether a wire runs through a rectangle; its shape would be far dearer to ask.
bool touches(const WireItem& wire, const QRectF& rect)
{
    const auto& corners = wire.corners();
    for (qsizetype i = 1; i < corners.size(); ++i)
        if (QRectF(corners[i - 1], corners[i]).normalized().adjusted(-1, -1, 1, 1).intersects(rect))
            return true;
    return false;
}

bool addsToSelection(const QGraphicsSceneMouseEvent& event)
{
    return event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
}

} // namespace

BoxItem* CanvasScene::boxAt(const QPointF& point) const
{
    return topmost<BoxItem>(items(point));
}

/// Not the wires that follow from numbers and stand in no list of the document: there is nothing to change in them.
WireItem* CanvasScene::wireAt(const QPointF& point) const
{
    WireItem* wire = topmost<WireItem>(items(point));
    return wire && wire->index() >= 0 ? wire : nullptr;
}

NoteItem* CanvasScene::noteAt(const QPointF& point) const
{
    return topmost<NoteItem>(items(point));
}

void CanvasScene::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    const QPointF point = event->scenePos();
    NoteItem* onNote = noteAt(point);
    if (isWriting()) {
        if (onNote && onNote->isEditing())
            return QGraphicsScene::mousePressEvent(event);
        for (NoteItem* written : QVector<NoteItem*>(notes_))
            written->endEditing(true);
        onNote = noteAt(point);
    }
    if (gesture_ == Gesture::keyWiring)
        cancelGesture();
    pressPoint_ = point;
    event->accept();
    if (BoxItem* hit = boxAt(point))
        if (const Port* port = hit->portAt(hit->mapFromScene(point)))
            beginWire(hit, *port);
        else
            pressItem(hit, event);
    else if (WireItem* wire = wireAt(point))
        pressWire(wire, event);
    else if (onNote)
        pressNote(onNote, event);
    else
        beginBand(event);
}

void CanvasScene::pressItem(QGraphicsItem* item, QGraphicsSceneMouseEvent* event)
{
    if (addsToSelection(*event)) {
        item->setSelected(!item->isSelected());
        return;
    }
    if (!item->isSelected()) {
        clearSelection();
        item->setSelected(true);
    }
    beginMove(item);
}

void CanvasScene::pressNote(NoteItem* hit, QGraphicsSceneMouseEvent* event)
{
    if (hit->isSelected() && hit->isAtCorner(hit->mapFromScene(event->scenePos()))) {
        gesture_ = Gesture::resizing;
        resized_ = hit;
        return;
    }
    pressItem(hit, event);
}

void CanvasScene::pressWire(WireItem* wire, QGraphicsSceneMouseEvent* event)
{
    if (addsToSelection(*event)) {
        wire->setSelected(!wire->isSelected());
        return;
    }
    if (!wire->isSelected() || selectedItems().size() > 1) {
        clearSelection();
        wire->setSelected(true);
    }
    gesture_ = Gesture::bendPressed;
    bent_ = wire;
    bentCorners_ = wire->corners();
    stretch_ = stretchAt(bentCorners_, event->scenePos());
}

void CanvasScene::mouseMoveEvent(QGraphicsSceneMouseEvent* event)
{
    pointer_ = event->scenePos();
    const auto distance = (event->screenPos() - event->buttonDownScreenPos(Qt::LeftButton)).manhattanLength();
    const bool dragged = distance >= QApplication::startDragDistance();
    if (gesture_ == Gesture::pressed && dragged)
        gesture_ = Gesture::moving;
    else if (gesture_ == Gesture::bendPressed && dragged)
        gesture_ = Gesture::bending;
    switch (gesture_) {
    case Gesture::moving:
        moveBoxes(event->scenePos() - pressPoint_, !(event->modifiers() & Qt::AltModifier));
        break;
    case Gesture::wiring:
        updateDraft(event->scenePos());
        break;
    case Gesture::bending:
        bendTo(event->scenePos());
        break;
    case Gesture::resizing:
        resizeNote(event->scenePos());
        break;
    case Gesture::banding:
        stretchBand(event->scenePos());
        break;
    default:
        QGraphicsScene::mouseMoveEvent(event);
    }
}

void CanvasScene::mouseReleaseEvent(QGraphicsSceneMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QGraphicsScene::mouseReleaseEvent(event);
    switch (gesture_) {
    case Gesture::moving:
        finishMove();
        break;
    case Gesture::wiring:
        finishWire(event);
        break;
    case Gesture::bending:
        finishBend();
        break;
    case Gesture::resizing:
        if (NoteItem* sized = std::exchange(resized_, nullptr))
            setNote(model_, path_, sized->note(), tr("Resize note"));
        break;
    case Gesture::banding:
        delete std::exchange(band_, nullptr);
        quiet_ = false;
        announceSelection();
        break;
    case Gesture::keyWiring:
        return;
    default:
        QGraphicsScene::mouseReleaseEvent(event);
    }
    showGuides({});
    gesture_ = Gesture::none;
}

void CanvasScene::mouseDoubleClickEvent(QGraphicsSceneMouseEvent* event)
{
    const QPointF point = event->scenePos();
    if (const BoxItem* hit = boxAt(point))
        emit activated(elementOf(*hit));
    else if (WireItem* wire = wireAt(point))
        setBends(model_, path_, wire->key(), {});
    else if (NoteItem* text = noteAt(point))
        text->isEditing() ? QGraphicsScene::mouseDoubleClickEvent(event) : text->beginEditing();
    else if (event->button() == Qt::LeftButton)
        openQuickAdd({point, {}, -1}, event->screenPos());
}

void CanvasScene::beginBand(QGraphicsSceneMouseEvent* event)
{
    gesture_ = Gesture::banding;
    const bool adds = event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier);
    const bool removes = event->modifiers() & Qt::AltModifier ||
                         (event->modifiers() & Qt::ControlModifier && event->modifiers() & Qt::ShiftModifier);
    bandMode_ = removes ? BandMode::remove : adds ? BandMode::add : BandMode::replace;
    if (bandMode_ == BandMode::replace)
        clearSelection();
    const auto selected = selectedItems();
    bandBase_ = {selected.begin(), selected.end()};
    const QColor accent = colours(palette()).accent;
    QColor inside = accent;
    inside.setAlphaF(0.12F);
    QPen edge(accent, 1);
    edge.setCosmetic(true);
    band_ = addRect(QRectF(event->scenePos(), QSizeF()), edge, inside);
    band_->setZValue(9);
    quiet_ = true; // the panels hear of it on release
}

void CanvasScene::stretchBand(const QPointF& point)
{
    const QRectF rect = QRectF(pressPoint_, point).normalized();
    band_->setRect(rect);
    QSet<QGraphicsItem*> caught;
    for (BoxItem* item : boxes_)
        if (item->sceneFrame().intersects(rect))
            caught.insert(item);
    for (NoteItem* item : notes_)
        if (item->sceneFrame().intersects(rect))
            caught.insert(item);
    for (WireItem* wire : wires_)
        if (touches(*wire, rect))
            caught.insert(wire);
    QSet<QGraphicsItem*> wanted = bandBase_;
    if (bandMode_ == BandMode::remove)
        wanted.subtract(caught);
    else
        wanted.unite(caught);
    for (QGraphicsItem* item : selectedItems())
        if (!wanted.contains(item))
            item->setSelected(false);
    for (QGraphicsItem* item : wanted)
        item->setSelected(true);
}

void CanvasScene::cancelGesture()
{
    if (gesture_ == Gesture::moving) {
        for (auto entry = moveOrigin_.begin(); entry != moveOrigin_.end(); ++entry)
            if (BoxItem* item = box(entry.key()))
                item->setPos(entry.value());
        for (auto entry = noteOrigin_.begin(); entry != noteOrigin_.end(); ++entry)
            if (NoteItem* item = note(entry.key()))
                item->setPos(entry.value());
        for (auto entry = bendOrigin_.begin(); entry != bendOrigin_.end(); ++entry)
            entry.key()->setBends(entry.value());
        routeAll();
        emit contentChanged();
    } else if (gesture_ == Gesture::bending) {
        bent_->setBends(bendsOf(model_.project(), path_, bent_->key()));
        route(bent_);
    } else if (gesture_ == Gesture::resizing) {
        for (const Note& saved : notesOf(model_.project(), path_))
            if (saved.id == resized_->id())
                resized_->setSize(saved.rect.size());
    }
    gesture_ = Gesture::none;
    moveOrigin_.clear();
    noteOrigin_.clear();
    bendOrigin_.clear();
    keyTarget_.reset();
    showGuides({});
    bent_ = nullptr;
    resized_ = nullptr;
    delete std::exchange(draft_, nullptr);
    delete std::exchange(label_, nullptr);
    if (band_) {
        delete std::exchange(band_, nullptr);
        quiet_ = false;
        announceSelection();
    }
    for (BoxItem* item : boxes_)
        item->setDraft(BoxItem::DraftRole::none);
}

} // namespace headroom::widgets
