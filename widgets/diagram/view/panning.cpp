#include "widgets/diagram/view/panning.h"

#include <QGraphicsView>
#include <QMouseEvent>
#include <QScrollBar>

namespace headroom::widgets {

bool Panning::press(const QMouseEvent& event)
{
    if (event.button() != Qt::MiddleButton && !(event.button() == Qt::LeftButton && spaceHeld_))
        return false;
    panning_ = true;
    from_ = event.pos();
    showCursor();
    return true;
}

bool Panning::move(const QMouseEvent& event)
{
    if (!panning_)
        return false;
    const QPoint step = event.pos() - from_;
    from_ = event.pos();
    view_.horizontalScrollBar()->setValue(view_.horizontalScrollBar()->value() - step.x());
    view_.verticalScrollBar()->setValue(view_.verticalScrollBar()->value() - step.y());
    return true;
}

bool Panning::release()
{
    if (!panning_)
        return false;
    panning_ = false;
    showCursor();
    return true;
}

void Panning::holdSpace(bool held)
{
    spaceHeld_ = held;
    if (held || !panning_)
        view_.viewport()->setCursor(held ? Qt::OpenHandCursor : Qt::ArrowCursor);
}

void Panning::showCursor() const
{
    view_.viewport()->setCursor(panning_ ? Qt::ClosedHandCursor : spaceHeld_ ? Qt::OpenHandCursor : Qt::ArrowCursor);
}

} // namespace headroom::widgets
