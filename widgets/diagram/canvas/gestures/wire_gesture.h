// Draws a wire with the mouse from the pressed port. If it is released over an empty place, the search for a box to add
// opens there.
#pragma once

#include "widgets/diagram/canvas/gestures/gesture.h"
#include "widgets/diagram/canvas/gestures/wire_draft.h"

namespace headroom::widgets {

class WireGesture : public Gesture
{
public:
    WireGesture(CanvasSurface& canvas, const PortAddress& from, const QPointF& press);

    bool follow(const QGraphicsSceneMouseEvent& event) override;
    void release(const QGraphicsSceneMouseEvent& event) override;
    void cancel() override { draft_.reset(); }
    QVector<QGraphicsItem*> shown() const override { return draft_->shown(); }

private:
    std::optional<PortAddress> targetAt(const QPointF& point) const;
    bool isOverEmptyPlace(const QPointF& point) const;
    void tellAt(const QPointF& point, const PortAddress& target);
    void connectTo(const PortAddress& target, const QGraphicsSceneMouseEvent& event);
    void addAt(const QGraphicsSceneMouseEvent& event);

    CanvasSurface& canvas_;
    QPointF press_;
    std::unique_ptr<WireDraft> draft_;
    bool mayAdd_; ///< a new box may be added at the end of the wire
};

} // namespace headroom::widgets
