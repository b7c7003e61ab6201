// A wire that is being drawn: its curve, the hint at the pointer, and the ports at which it may end.
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"

#include <memory>

namespace headroom::widgets {

class PointerLabel;

class WireDraft
{
public:
    /// Highlights the boxes at which a wire from this port may end, during its lifetime.
    WireDraft(CanvasSurface& canvas, const PortAddress& from);
    ~WireDraft();
    WireDraft(const WireDraft&) = delete;
    WireDraft& operator=(const WireDraft&) = delete;

    const PortAddress& from() const { return from_; }
    const Port& fromPort() const;
    /// The ports, by box, at which the wire may end.
    const QHash<QString, QStringList>& ends() const { return ends_; }
    bool mayEndAt(const PortAddress& target) const;
    /// The source port and the target port of the wire.
    std::pair<PortAddress, PortAddress> wireTo(const PortAddress& target) const;

    /// Draws the curve to the target port if there is one, or else to the point.
    void leadTo(const std::optional<PortAddress>& target, const QPointF& point);
    /// Shows a hint; an empty text hides it. `refusal`: the hint says why the wire may not end here.
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
