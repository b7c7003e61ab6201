// Pans a view with the middle button, or with the left button while Space is held.
#pragma once

#include <QPoint>

class QGraphicsView;
class QMouseEvent;

namespace headroom::widgets {

class Panning
{
public:
    explicit Panning(QGraphicsView& view) : view_(view) {}

    /// Each returns false if the event is not meant for panning.
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release();

    void holdSpace(bool held);

private:
    void showCursor() const;

    QGraphicsView& view_;
    QPoint from_;
    bool panning_ = false;
    bool spaceHeld_ = false;
};

} // namespace headroom::widgets
