#include "widgets/diagram/canvas/gestures/gesture_choice.h"

#include "widgets/diagram/canvas/gestures/bend_gesture.h"
#include "widgets/diagram/canvas/gestures/move_gesture.h"
#include "widgets/diagram/canvas/gestures/resize_gesture.h"
#include "widgets/diagram/canvas/gestures/rubber_band_gesture.h"
#include "widgets/diagram/canvas/gestures/width_gesture.h"
#include "widgets/diagram/canvas/gestures/wire_gesture.h"

namespace headroom::widgets {

namespace {

bool addsToSelection(Qt::KeyboardModifiers modifiers)
{
    return modifiers & (Qt::ControlModifier | Qt::ShiftModifier);
}

void selectOnly(const CanvasItems& drawn, QGraphicsItem& item)
{
    drawn.scene().clearSelection();
    item.setSelected(true);
}

std::unique_ptr<Gesture> moveFrom(CanvasSurface& canvas, QGraphicsItem& item, const QPointF& point,
                                  Qt::KeyboardModifiers modifiers)
{
    if (addsToSelection(modifiers)) {
        item.setSelected(!item.isSelected());
        return nullptr;
    }
    if (!item.isSelected())
        selectOnly(canvas.drawn(), item);
    return std::make_unique<MoveGesture>(canvas, item, point);
}

std::unique_ptr<Gesture> bendFrom(CanvasSurface& canvas, WireItem& wire, const QPointF& point,
                                  Qt::KeyboardModifiers modifiers)
{
    if (addsToSelection(modifiers)) {
        wire.setSelected(!wire.isSelected());
        return nullptr;
    }
    if (!wire.isSelected() || canvas.drawn().scene().selectedItems().size() > 1)
        selectOnly(canvas.drawn(), wire);
    return std::make_unique<BendGesture>(canvas, wire, point);
}

} // namespace

std::unique_ptr<Gesture> gestureAt(CanvasSurface& canvas, const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    const CanvasItems& drawn = canvas.drawn();
    if (BoxItem* box = drawn.boxAt(point)) {
        if (const Port* port = box->portAt(box->mapFromScene(point)))
            return std::make_unique<WireGesture>(canvas, PortAddress{box->id(), port->name, port->output}, point);
        if (box->isAtHandle(box->mapFromScene(point)) && !addsToSelection(modifiers))
            return std::make_unique<WidthGesture>(canvas, *box, point);
        return moveFrom(canvas, *box, point, modifiers);
    }
    if (WireItem* wire = drawn.wireAt(point))
        return bendFrom(canvas, *wire, point, modifiers);
    if (NoteItem* note = drawn.noteAt(point)) {
        if (note->isSelected() && note->isAtCorner(note->mapFromScene(point)))
            return std::make_unique<ResizeGesture>(canvas, *note);
        return moveFrom(canvas, *note, point, modifiers);
    }
    return std::make_unique<RubberBandGesture>(canvas, point, modifiers);
}

} // namespace headroom::widgets
