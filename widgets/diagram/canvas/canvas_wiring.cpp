// Drawing a wire from port to port with the mouse, or with the keys.
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/canvas/pointer_label.h"
#include "widgets/theme/theme.h"

#include <QGraphicsPathItem>
#include <QGraphicsSceneMouseEvent>
#include <QGraphicsView>
#include <QKeyEvent>
#include <QToolTip>

namespace headroom::widgets {

void CanvasScene::beginWire(BoxItem* hit, const Port& port)
{
    gesture_ = Gesture::wiring;
    draftFrom_ = {hit->id(), port.name, port.output};
    draft_ = new QGraphicsPathItem;
    draft_->setZValue(7);
    addItem(draft_);
    label_ = new PointerLabel;
    addItem(label_);
    draftEnds_ = endsFor(draftFrom_);
    draftMayAdd_ = !entriesFor({pressPoint_, draftFrom_, -1}).isEmpty();
    for (BoxItem* item : boxes_) {
        const auto ends = draftEnds_.constFind(item->id());
        const bool accepted = ends != draftEnds_.constEnd();
        item->setDraft(accepted ? BoxItem::DraftRole::target : BoxItem::DraftRole::refused,
                       accepted ? *ends : QStringList());
    }
    hit->setDraft(BoxItem::DraftRole::source, {port.name});
    drawDraft({}, hit->pos() + port.place);
}

QHash<QString, QStringList> CanvasScene::endsFor(const PortAddress& start) const
{
    QHash<QString, QStringList> ends;
    for (const BoxItem* item : boxes_) {
        for (const Port& port : item->ports()) {
            const PortAddress end{item->id(), port.name, port.output};
            if (port.output != start.output && (start.output ? refusal(start, end) : refusal(end, start)).isEmpty())
                ends[item->id()].append(port.name);
        }
    }
    return ends;
}

std::pair<PortAddress, PortAddress> CanvasScene::draftEnds(const PortAddress& target) const
{
    return draftFrom_.output ? std::pair(draftFrom_, target) : std::pair(target, draftFrom_);
}

bool CanvasScene::isAccepted(const PortAddress& target) const
{
    return draftEnds_.value(target.box).contains(target.port);
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
        if (isAccepted(address))
            return address;
        if (!first)
            first = address;
    }
    return first ? first : PortAddress{hit->id(), {}, !draftFrom_.output};
}

void CanvasScene::updateDraft(const QPointF& point)
{
    const auto target = draftTarget(point);
    drawDraft(target, point);
    if (!target) {
        const bool far = QLineF(pressPoint_, point).length() > 40;
        label_->tell(point,
                     !far || boxAt(point) ? QString()
                     : draftMayAdd_       ? tr("Release to choose what comes here")
                                          : tr("No other wire can begin here."),
                     !draftMayAdd_);
        return;
    }
    const auto [from, to] = draftEnds(*target);
    const Port* port = box(target->box)->findPort(target->port, target->output);
    if (isAccepted(*target))
        label_->tell(point, port && box(target->box)->ports().size() > 2 ? port->label : QString(), false);
    else
        label_->tell(point, refusal(from, to), true);
}

void CanvasScene::drawDraft(const std::optional<PortAddress>& target, const QPointF& point)
{
    const BoxItem* start = box(draftFrom_.box);
    const Port* port = start->findPort(draftFrom_.port, draftFrom_.output);
    const Port* end = target ? box(target->box)->findPort(target->port, target->output) : nullptr;
    const bool refused = target && !isAccepted(*target);
    const QPointF tip = end && !refused ? box(target->box)->pos() + end->place : point;
    QPainterPath path(start->pos() + port->place);
    const QPointF pull = outward(port->side) * 40;
    path.cubicTo(path.currentPosition() + pull, tip - pull, tip);
    draft_->setPath(path);
    draft_->setPen(QPen(refused ? colours(palette()).bad : colours(palette()).accent, 1.8, Qt::DashLine));
}

void CanvasScene::finishWire(QGraphicsSceneMouseEvent* event)
{
    const QPointF point = event->scenePos();
    const auto target = draftTarget(point);
    const PortAddress start = draftFrom_;
    const bool far = QLineF(pressPoint_, point).length() > 40 && !boxAt(point);
    std::pair<PortAddress, PortAddress> ends;
    QString why;
    if (target) {
        ends = draftEnds(*target);
        why = refusal(ends.first, ends.second);
    }
    cancelGesture();
    if (!target) {
        if (far && !draftMayAdd_) {
            emit refused(tr("No other wire can begin here."));
        } else if (far) {
            const QPointF aside(usualSize().width() / 2, 0);
            openQuickAdd({start.output ? point + aside : point - aside, start, -1}, event->screenPos());
        }
        return;
    }
    if (why.isEmpty()) {
        connectPorts(ends.first, ends.second);
        return;
    }
    QToolTip::showText(event->screenPos(), why, event->widget());
    emit refused(why);
}

void CanvasScene::beginWireByKeys()
{
    const QStringList ids = selectedBoxes();
    BoxItem* start = ids.size() == 1 ? box(ids.first()) : nullptr;
    const Port* port = start ? freePort(*start, true) : nullptr;
    if (start && !port)
        port = freePort(*start, false);
    if (!port) {
        emit refused(start ? tr("Every port of this box has its wire already.")
                           : tr("Select the box that the wire is to begin at."));
        return;
    }
    cancelGesture();
    const Port begin = *port;
    beginWire(start, begin);
    gesture_ = Gesture::keyWiring;
    label_->tell(start->pos() + begin.place,
                 tr("Arrows choose where the wire ends, > takes another port, Enter draws it"), false);
}

void CanvasScene::leadWireTo(const PortAddress& target)
{
    keyTarget_ = target;
    const BoxItem* item = box(target.box);
    const Port* port = item->findPort(target.port, target.output);
    drawDraft(target, item->pos() + port->place);
    const BoxItem* start = box(draftFrom_.box);
    const Port* from = start->findPort(draftFrom_.port, draftFrom_.output);
    label_->tell(item->pos() + port->place,
                 draftFrom_.output ? tr("%1 to %2").arg(from->label, port->label)
                                   : tr("%1 to %2").arg(port->label, from->label),
                 false);
    for (QGraphicsView* view : views())
        view->ensureVisible(item->sceneBoundingRect());
}

/// The next port of a list after one of this name.
static const Port* portAfter(const QVector<const Port*>& ports, const QString& name)
{
    for (qsizetype i = 0; i < ports.size(); ++i)
        if (ports[i]->name == name)
            return ports[(i + 1) % ports.size()];
    return ports.isEmpty() ? nullptr : ports.first();
}

/// The next port of the box that the wire ends at, or as long as it ends nowhere, of the one it begins at.
void CanvasScene::takeNextPort()
{
    BoxItem* start = box(draftFrom_.box);
    QVector<const Port*> ports;
    const BoxItem* of = keyTarget_ ? box(keyTarget_->box) : start;
    for (const Port& port : of->ports()) {
        const bool ends = port.output != draftFrom_.output && draftEnds_.value(of->id()).contains(port.name);
        const bool begins = port.output == draftFrom_.output && (!port.output || isFree(port));
        if (keyTarget_ ? ends : begins)
            ports.append(&port);
    }
    const Port* next = portAfter(ports, keyTarget_ ? keyTarget_->port : draftFrom_.port);
    if (next && keyTarget_) {
        leadWireTo({of->id(), next->name, next->output});
    } else if (next) {
        const Port begin = *next;
        cancelGesture();
        beginWire(start, begin);
        gesture_ = Gesture::keyWiring;
        label_->tell(start->pos() + begin.place, begin.label, false);
    }
}

bool CanvasScene::wiringKey(QKeyEvent* event)
{
    if (event->text() == ">") {
        takeNextPort();
        return true;
    }
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const auto ids = draftEnds_.keys();
        QSet<QString> candidates(ids.begin(), ids.end());
        const QString at = keyTarget_ ? keyTarget_->box : draftFrom_.box;
        candidates.remove(at);
        if (const BoxItem* next = neighbour(box(at)->sceneFrame(), static_cast<Qt::Key>(event->key()), candidates))
            leadWireTo({next->id(), draftEnds_.value(next->id()).first(), !draftFrom_.output});
        return true;
    }
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        const auto target = keyTarget_;
        if (!target)
            return true;
        const auto ends = draftEnds(*target);
        cancelGesture();
        connectPorts(ends.first, ends.second);
        return true;
    }
    case Qt::Key_Escape:
        cancelGesture();
        return true;
    default:
        return false;
    }
}

} // namespace headroom::widgets
