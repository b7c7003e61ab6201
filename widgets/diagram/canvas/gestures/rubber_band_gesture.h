// Selects items with a rubber band. Shift or Ctrl adds to the selection; both together, or Alt, remove from it.
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"
#include "widgets/diagram/canvas/gestures/gesture.h"

#include <memory>

class QGraphicsRectItem;

namespace headroom::widgets {

class RubberBandGesture : public Gesture
{
public:
    RubberBandGesture(CanvasSurface& canvas, const QPointF& press, Qt::KeyboardModifiers modifiers);
    ~RubberBandGesture() override;

    bool follow(const QGraphicsSceneMouseEvent& event) override;
    void release(const QGraphicsSceneMouseEvent& event) override;
    void cancel() override;
    QVector<QGraphicsItem*> shown() const override;

private:
    /// Effect of the band on the previous selection.
    enum class Mode
    {
        replace,
        add,
        remove
    };

    static Mode modeOf(Qt::KeyboardModifiers modifiers);
    QSet<QGraphicsItem*> touched(const QRectF& rect) const;
    void select(const QSet<QGraphicsItem*>& wanted) const;

    CanvasSurface& canvas_;
    QPointF press_;
    Mode mode_;
    QSet<QGraphicsItem*> before_; ///< the previous selection
    std::unique_ptr<QGraphicsRectItem> band_;
};

} // namespace headroom::widgets
