#include "widgets/diagram/canvas/gestures/move_gesture.h"

#include <QGraphicsScene>
#include <QGraphicsSceneMouseEvent>

#include <algorithm>

namespace headroom::widgets {

MoveGesture::MoveGesture(CanvasSurface& canvas, const QGraphicsItem& grabbed, const QPointF& press)
    : canvas_(canvas), grabbed_(&grabbed), moved_(canvas), guides_(canvas.drawn(), moved_, grabbed), press_(press),
      grabbedAt_(grabbed.pos())
{
}

bool MoveGesture::follow(const QGraphicsSceneMouseEvent& event)
{
    begun_ |= isDragged(event);
    if (!begun_)
        return false;
    const QPointF pointer = event.scenePos() - press_;
    step_ = snapped(grabbedAt_ + pointer) - grabbedAt_;
    guides_.clear();
    if (!(event.modifiers() & Qt::AltModifier))
        step_ = guides_.guided(step_, pointer);
    moved_.show(step_);
    return true;
}

void MoveGesture::release(const QGraphicsSceneMouseEvent&)
{
    guides_.clear();
    if (!step_.isNull())
        moved_.commit(step_, -1, moved_.moveText());
    else if (!begun_)
        selectGrabbed();
}

/// A click without a drag on one of several selected items selects it alone.
void MoveGesture::selectGrabbed()
{
    const QList<QGraphicsItem*> selected = canvas_.drawn().scene().selectedItems();
    const auto found = std::find(selected.begin(), selected.end(), grabbed_);
    if (found == selected.end() || selected.size() < 2)
        return;
    canvas_.holdSelection(true);
    canvas_.drawn().scene().clearSelection();
    (*found)->setSelected(true);
    canvas_.holdSelection(false);
}

void MoveGesture::cancel()
{
    guides_.clear();
    if (begun_)
        moved_.restore();
}

} // namespace headroom::widgets
