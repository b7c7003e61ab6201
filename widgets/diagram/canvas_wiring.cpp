// Drawing a wire from port to port with the mouse.
#include "widgets/diagram/canvas_scene.h"
#include "widgets/look/look.h"

#include <QGraphicsPathItem>
#include <QGraphicsSceneMouseEvent>
#include <QToolTip>

namespace headroom::widgets {

void CanvasScene::beginWire(BoxItem* hit, const Port& port)
{
    gesture_ = Gesture::wiring;
    draftFrom_ = {hit->id(), port.name, port.output};
    draft_ = new QGraphicsPathItem;
    draft_->setPen(QPen(colours(palette()).accent, 1.6, Qt::DashLine));
    draft_->setZValue(3);
    addItem(draft_);
    for (BoxItem* item : boxes_) {
        bool accepted = false;
        for (const Port& candidate : item->ports()) {
            if (candidate.output == draftFrom_.output)
                continue;
            const auto [from, to] = draftEnds({item->id(), candidate.name, candidate.output});
            accepted |= refusal(from, to).isEmpty();
        }
        item->setDraftRole(accepted ? BoxItem::DraftRole::target : BoxItem::DraftRole::refused);
    }
    hit->setDraftRole(BoxItem::DraftRole::none);
    updateDraft(hit->pos() + port.place);
}

std::pair<PortAddress, PortAddress> CanvasScene::draftEnds(const PortAddress& target) const
{
    return draftFrom_.output ? std::pair(draftFrom_, target) : std::pair(target, draftFrom_);
}

std::optional<PortAddress> CanvasScene::draftTarget(const QPointF& point) const
{
    const BoxItem* hit = boxAt(point);
    if (!hit || hit->id() == draftFrom_.box)
        return {};
    if (const Port* port = hit->portAt(hit->mapFromScene(point)); port && port->output != draftFrom_.output)
        return PortAddress{hit->id(), port->name, port->output};
    // Anywhere else on a box: its first port that takes the wire.
    std::optional<PortAddress> first;
    for (const Port& port : hit->ports()) {
        if (port.output == draftFrom_.output)
            continue;
        const PortAddress address{hit->id(), port.name, port.output};
        const auto [from, to] = draftEnds(address);
        if (refusal(from, to).isEmpty())
            return address;
        if (!first)
            first = address;
    }
    return first ? first : PortAddress{hit->id(), {}, !draftFrom_.output};
}

void CanvasScene::updateDraft(const QPointF& point)
{
    const BoxItem* start = box(draftFrom_.box);
    const Port* port = start->findPort(draftFrom_.port, draftFrom_.output);
    QPointF end = point;
    QPainterPath path(start->pos() + port->place);
    const auto target = draftTarget(point);
    if (target) {
        const auto [from, to] = draftEnds(*target);
        const Port* in = box(target->box)->findPort(target->port, target->output);
        const bool accepted = refusal(from, to).isEmpty();
        if (accepted && in)
            end = box(target->box)->pos() + in->place;
        draft_->setPen(QPen(accepted ? colours(palette()).accent : colours(palette()).bad, 1.6, Qt::DashLine));
    } else {
        draft_->setPen(QPen(colours(palette()).accent, 1.6, Qt::DashLine));
    }
    const QPointF pull = outward(port->side) * 40;
    path.cubicTo(path.currentPosition() + pull, end - pull, end);
    draft_->setPath(path);
}

void CanvasScene::finishWire(QGraphicsSceneMouseEvent* event)
{
    const auto target = draftTarget(event->scenePos());
    std::pair<PortAddress, PortAddress> ends;
    QString why;
    if (target) {
        ends = draftEnds(*target);
        why = refusal(ends.first, ends.second);
    }
    cancelGesture();
    if (!target)
        return;
    if (why.isEmpty()) {
        connectPorts(ends.first, ends.second);
        return;
    }
    QToolTip::showText(event->screenPos(), why, event->widget());
    emit refused(why);
}

} // namespace headroom::widgets
