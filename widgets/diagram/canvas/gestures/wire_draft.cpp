#include "widgets/diagram/canvas/gestures/wire_draft.h"

#include "widgets/diagram/canvas/items/pointer_label.h"
#include "widgets/theme/theme.h"

#include <QGraphicsPathItem>

namespace headroom::widgets {

WireDraft::WireDraft(CanvasSurface& canvas, const PortAddress& from)
    : canvas_(canvas), from_(from), ends_(canvas.endsFor(from)), curve_(std::make_unique<QGraphicsPathItem>()),
      label_(std::make_unique<PointerLabel>())
{
    curve_->setZValue(7);
    canvas.drawn().scene().addItem(curve_.get());
    canvas.drawn().scene().addItem(label_.get());
    markBoxes();
    leadTo({}, canvas.drawn().box(from.box)->pos() + fromPort().place);
}

WireDraft::~WireDraft()
{
    for (BoxItem* item : canvas_.drawn().boxes())
        item->setDraft(BoxItem::DraftRole::none);
}

void WireDraft::markBoxes()
{
    for (BoxItem* item : canvas_.drawn().boxes()) {
        const auto ends = ends_.constFind(item->id());
        const bool accepted = ends != ends_.constEnd();
        item->setDraft(accepted ? BoxItem::DraftRole::target : BoxItem::DraftRole::refused,
                       accepted ? *ends : QStringList());
    }
    canvas_.drawn().box(from_.box)->setDraft(BoxItem::DraftRole::source, {from_.port});
}

const Port& WireDraft::fromPort() const
{
    return *canvas_.drawn().box(from_.box)->findPort(from_.port, from_.output);
}

bool WireDraft::mayEndAt(const PortAddress& target) const
{
    return ends_.value(target.box).contains(target.port);
}

std::pair<PortAddress, PortAddress> WireDraft::wireTo(const PortAddress& target) const
{
    return from_.output ? std::pair(from_, target) : std::pair(target, from_);
}

void WireDraft::leadTo(const std::optional<PortAddress>& target, const QPointF& point)
{
    const BoxItem* end = target ? canvas_.drawn().box(target->box) : nullptr;
    const Port* endPort = end ? end->findPort(target->port, target->output) : nullptr;
    const bool refused = target && !mayEndAt(*target);
    const QPointF tip = endPort && !refused ? end->pos() + endPort->place : point;
    QPainterPath path(canvas_.drawn().box(from_.box)->pos() + fromPort().place);
    const QPointF pull = outward(fromPort().side) * 40;
    path.cubicTo(path.currentPosition() + pull, tip - pull, tip);
    curve_->setPath(path);
    const Colours& palette = colours(canvas_.drawn().scene().palette());
    curve_->setPen(QPen(refused ? palette.bad : palette.accent, 1.8, Qt::DashLine));
}

void WireDraft::tell(const QPointF& at, const QString& text, bool refusal)
{
    label_->tell(at, text, refusal);
}

QVector<QGraphicsItem*> WireDraft::shown() const
{
    return {curve_.get(), label_.get()};
}

} // namespace headroom::widgets
