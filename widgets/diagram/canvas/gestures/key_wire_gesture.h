// Draws a wire with the keys: the arrows choose the box at which it ends, > chooses another port, Enter creates it.
#pragma once

#include "widgets/diagram/canvas/gestures/gesture.h"
#include "widgets/diagram/canvas/gestures/wire_draft.h"

namespace headroom::widgets {

class KeyWireGesture : public Gesture
{
public:
    KeyWireGesture(CanvasSurface& canvas, const PortAddress& from);

    bool follow(const QGraphicsSceneMouseEvent&) override { return false; }
    void release(const QGraphicsSceneMouseEvent&) override {}
    bool outlastsRelease() const override { return true; }
    KeyUse press(const QKeyEvent& event) override;
    void confirm() override;
    void cancel() override { draft_.reset(); }
    QVector<QGraphicsItem*> shown() const override { return draft_->shown(); }

private:
    QPointF startPoint() const;
    void takeNextBox(int arrow);
    void takeNextPort();
    QVector<const Port*> portsToChoose(const BoxItem& box) const;
    void leadTo(const PortAddress& target);

    CanvasSurface& canvas_;
    std::unique_ptr<WireDraft> draft_;
    std::optional<PortAddress> target_; ///< the port at which the wire ends; empty until one is chosen
};

/// The first port of a box at which another wire may start; null if there is none.
const Port* freePort(const CanvasSurface& canvas, const BoxItem& box, bool output);

/// Starts at the selected box. Null if that is not possible; the user is shown the reason.
std::unique_ptr<Gesture> wireFromSelection(CanvasSurface& canvas);

} // namespace headroom::widgets
