// A wire while it is drawn: its curve, the hint at the pointer, and the ports at which it may end.
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"

#include <memory>

namespace headroom::widgets {

class PointerLabel;

class WireDraft
{
public:
    /// Marks the boxes at which a wire from this port may end, for as long as the draft lives.
    WireDraft(CanvasSurface& canvas, const PortAddress& from);
    ~WireDraft();
    WireDraft(const WireDraft&) = delete;
    WireDraft& operator=(const WireDraft&) = delete;

    const PortAddress& from() const { return from_; }
    const Port& fromPort() const;
    /// Ports, by box, at which it may end.
    const QHash<QString, QStringList>& ends() const { return ends_; }
    bool mayEndAt(const PortAddress& target) const;
    /// The port that the wire leads from and the one it leads to.
    std::pair<PortAddress, PortAddress> wireTo(const PortAddress& target) const;

    /// Draws the curve to a port that takes the wire, else to the point.
    void leadTo(const std::optional<PortAddress>& target, const QPointF& point);
    /// Shows a hint; an empty text hides it. `refusal`: it says why the wire may not end here.
    void tell(const QPointF& at, const QString& text, bool refusal);
    QVector<QGraphicsItem*> shown() const;

private:
    void markBoxes();

    CanvasSurface& canvas_;
    PortAddress from_;
    QHash<QString, QStringList> ends_;
    std::unique_ptr<QGraphicsPathItem> curve_;
    std::unique_ptr<PointerLabel> label_;
};

} // namespace headroom::widgets
