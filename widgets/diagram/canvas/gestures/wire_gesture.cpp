#include "widgets/diagram/canvas/gestures/wire_gesture.h"

#include <QCoreApplication>
#include <QGraphicsSceneMouseEvent>
#include <QToolTip>

namespace headroom::widgets {

namespace {

struct WireTexts
{
    Q_DECLARE_TR_FUNCTIONS(WireTexts)
};

constexpr qreal farFromPress = 40; // a wire released nearer than this opens no search

} // namespace

WireGesture::WireGesture(CanvasSurface& canvas, const PortAddress& from, const QPointF& press)
    : canvas_(canvas), press_(press), draft_(std::make_unique<WireDraft>(canvas, from)),
      mayAdd_(canvas.canAddAt({press, from, -1}))
{
}

std::optional<PortAddress> WireGesture::targetAt(const QPointF& point) const
{
    const BoxItem* hit = canvas_.drawn().boxAt(point);
    const PortAddress& from = draft_->from();
    if (!hit || hit->id() == from.box)
        return {};
    if (const Port* port = hit->portAt(hit->mapFromScene(point)); port && port->output != from.output)
        return PortAddress{hit->id(), port->name, port->output};
    // Elsewhere on a box: its first port that accepts the wire.
    std::optional<PortAddress> first;
    for (const Port& port : hit->ports()) {
        if (port.output == from.output)
            continue;
        const PortAddress address{hit->id(), port.name, port.output};
        if (draft_->mayEndAt(address))
            return address;
        if (!first)
            first = address;
    }
    return first ? first : PortAddress{hit->id(), {}, !from.output};
}

bool WireGesture::isOverEmptyPlace(const QPointF& point) const
{
    return QLineF(press_, point).length() > farFromPress && !canvas_.drawn().boxAt(point);
}

bool WireGesture::follow(const QGraphicsSceneMouseEvent& event)
{
    const QPointF point = event.scenePos();
    const auto target = targetAt(point);
    draft_->leadTo(target, point);
    if (target)
        tellAt(point, *target);
    else
        draft_->tell(point,
                     !isOverEmptyPlace(point) ? QString()
                     : mayAdd_                ? WireTexts::tr("Release to choose what to add here")
                                              : WireTexts::tr("No other wire can start here."),
                     !mayAdd_);
    return true;
}

void WireGesture::tellAt(const QPointF& point, const PortAddress& target)
{
    const BoxItem* hit = canvas_.drawn().box(target.box);
    const Port* port = hit->findPort(target.port, target.output);
    const auto [from, to] = draft_->wireTo(target);
    if (draft_->mayEndAt(target))
        draft_->tell(point, port && hit->ports().size() > 2 ? port->label : QString(), false);
    else
        draft_->tell(point, canvas_.refusal(from, to), true);
}

void WireGesture::release(const QGraphicsSceneMouseEvent& event)
{
    if (const auto target = targetAt(event.scenePos()))
        connectTo(*target, event);
    else if (isOverEmptyPlace(event.scenePos()))
        addAt(event);
}

void WireGesture::connectTo(const PortAddress& target, const QGraphicsSceneMouseEvent& event)
{
    const auto [from, to] = draft_->wireTo(target);
    const QString why = canvas_.refusal(from, to);
    draft_.reset();
    if (why.isEmpty()) {
        canvas_.connectPorts(from, to);
        return;
    }
    QToolTip::showText(event.screenPos(), why, event.widget());
    canvas_.refuse(why);
}

void WireGesture::addAt(const QGraphicsSceneMouseEvent& event)
{
    const PortAddress from = draft_->from();
    draft_.reset();
    if (!mayAdd_) {
        canvas_.refuse(WireTexts::tr("No other wire can start here."));
        return;
    }
    const QPointF aside(canvas_.usualSize().width() / 2, 0);
    const QPointF point = event.scenePos();
    canvas_.openQuickAdd({from.output ? point + aside : point - aside, from, -1}, event.screenPos());
}

} // namespace headroom::widgets
