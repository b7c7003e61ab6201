// Mouse and key events of a canvas: they start, continue and end gestures.
#include "widgets/diagram/canvas/canvas_keys.h"
#include "widgets/diagram/canvas/canvas_menu.h"
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/canvas/gestures/gesture_choice.h"
#include "widgets/diagram/canvas/gestures/key_wire_gesture.h"
#include "widgets/diagram/canvas/selection_edits.h"
#include "widgets/document/model/drawing_view.h"

#include <QEvent>
#include <QGraphicsSceneMouseEvent>
#include <QKeyEvent>

namespace headroom::widgets {

void CanvasScene::beginGesture(std::unique_ptr<Gesture> gesture)
{
    gesture_ = std::move(gesture);
}

void CanvasScene::cancelGesture()
{
    if (const auto cancelled = std::move(gesture_))
        cancelled->cancel();
}

void CanvasScene::beginWireByKeys()
{
    cancelGesture();
    beginGesture(wireFromSelection(*this));
}

void CanvasScene::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    if (isWriting()) {
        const NoteItem* note = drawn_.noteAt(event->scenePos());
        if (note && note->isEditing())
            return QGraphicsScene::mousePressEvent(event);
        drawn_.endWriting(true);
    }
    cancelGesture();
    event->accept();
    if (const BoxItem* hit = drawn_.boxAt(event->scenePos()); hit && hit->isSelected())
        emit selectionPressed(selectedElements());
    beginGesture(gestureAt(*this, event->scenePos(), event->modifiers()));
}

void CanvasScene::mouseMoveEvent(QGraphicsSceneMouseEvent* event)
{
    pointer_ = event->scenePos();
    if (!gesture_ || !gesture_->follow(*event))
        QGraphicsScene::mouseMoveEvent(event);
}

void CanvasScene::mouseReleaseEvent(QGraphicsSceneMouseEvent* event)
{
    if (!gesture_ || event->button() != Qt::LeftButton)
        return QGraphicsScene::mouseReleaseEvent(event);
    if (gesture_->outlastsRelease())
        return;
    const auto ended = std::move(gesture_); // its own changes of the document must not cancel it
    ended->release(*event);
}

void CanvasScene::mouseDoubleClickEvent(QGraphicsSceneMouseEvent* event)
{
    const QPointF point = event->scenePos();
    if (const BoxItem* hit = drawn_.boxAt(point); hit && hit->isAtHandle(hit->mapFromScene(point)))
        fitSelection(*this);
    else if (hit)
        emit activated(elementOf(*hit));
    else if (const WireItem* wire = drawn_.wireAt(point))
        setBends(model_, path_, wire->key(), {});
    else if (NoteItem* text = drawn_.noteAt(point))
        text->isEditing() ? QGraphicsScene::mouseDoubleClickEvent(event) : text->beginEditing();
    else if (event->button() == Qt::LeftButton)
        openQuickAdd({point, {}, -1}, event->screenPos());
}

void CanvasScene::keyPressEvent(QKeyEvent* event)
{
    if (isWriting())
        return QGraphicsScene::keyPressEvent(event);
    event->setAccepted(pressGestureKey(*event) || CanvasKeys(*this).press(*event));
}

bool CanvasScene::pressGestureKey(QKeyEvent& event)
{
    if (!gesture_)
        return false;
    if (event.key() == Qt::Key_Escape) {
        cancelGesture();
        return true;
    }
    const Gesture::KeyUse use = gesture_->press(event);
    if (use == Gesture::KeyUse::confirms) {
        const auto ended = std::move(gesture_);
        ended->confirm();
    }
    return use != Gesture::KeyUse::none;
}

void CanvasScene::contextMenuEvent(QGraphicsSceneContextMenuEvent* event)
{
    cancelGesture();
    CanvasMenu(*this).open(*event);
    event->accept();
}

bool CanvasScene::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        update();
    if (event->type() == QEvent::GraphicsSceneLeave)
        pointer_.reset();
    return QGraphicsScene::event(event);
}

} // namespace headroom::widgets
