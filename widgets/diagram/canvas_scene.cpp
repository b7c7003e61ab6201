#include "widgets/diagram/canvas_scene.h"

#include "widgets/look/look.h"

#include <QApplication>
#include <QGraphicsPathItem>
#include <QGraphicsSceneMouseEvent>
#include <QKeyEvent>
#include <QToolTip>

namespace headroom::widgets {

namespace {

constexpr qreal freeRoom = 600; // around the boxes, so that a drawing can be moved aside and grow

WireEnd endAt(const BoxItem& box, const Port& port)
{
    return {box.pos() + port.place, port.side};
}

QRectF frameOf(const BoxItem& box)
{
    return box.frame().translated(box.pos());
}

} // namespace

CanvasScene::CanvasScene(DocumentModel& model, QString path, QObject* parent)
    : QGraphicsScene(parent), model_(model), path_(std::move(path))
{
    connect(&model_, &DocumentModel::replaced, this, [this] {
        automatic_.clear();
        rebuild();
    });
    connect(&model_, &DocumentModel::structureChanged, this, [this](const QString& changed) {
        if (changed == path_)
            rebuild();
    });
    connect(&model_, &DocumentModel::positionsChanged, this, [this](const QString& changed) {
        if (changed == path_)
            placeBoxes();
    });
    connect(this, &QGraphicsScene::selectionChanged, this, &CanvasScene::announceSelection);
}

QStringList CanvasScene::selectedBoxes() const
{
    QStringList ids;
    for (const QGraphicsItem* item : selectedItems()) {
        if (const auto* box = qgraphicsitem_cast<const BoxItem*>(item))
            ids.append(box->id());
    }
    ids.sort();
    return ids;
}

QList<ElementRef> CanvasScene::selectedElements() const
{
    QList<ElementRef> elements;
    for (const QString& id : selectedBoxes())
        elements.append(elementOf(*box(id)));
    return elements;
}

void CanvasScene::selectBoxes(const QStringList& ids)
{
    quiet_ = true;
    clearSelection();
    for (const QString& id : ids) {
        if (BoxItem* item = box(id))
            item->setSelected(true);
    }
    quiet_ = false;
    announceSelection();
}

void CanvasScene::announceSelection()
{
    if (quiet_)
        return;
    ++nudgeGroup_;
    emit selectionEdited(selectedElements());
}

QRectF CanvasScene::contentRect() const
{
    QRectF rect;
    for (const BoxItem* item : boxes_)
        rect |= frameOf(*item);
    return rect;
}

void CanvasScene::addBox(BoxItem* box)
{
    box->setZValue(1);
    addItem(box);
    boxes_.insert(box->id(), box);
}

void CanvasScene::addWire(WireItem* wire)
{
    addItem(wire);
    wires_.append(wire);
}

void CanvasScene::rebuild()
{
    cancelGesture();
    const QStringList selected = selectedBoxes();
    quiet_ = true;
    boxes_.clear();
    wires_.clear();
    clear();
    build();
    for (const QString& id : selected) {
        if (BoxItem* item = box(id))
            item->setSelected(true);
    }
    quiet_ = false;
    placeBoxes();
    if (selectedBoxes() != selected)
        announceSelection();
}

void CanvasScene::setShowsLoads(bool shown)
{
    showsLoads_ = shown;
    emit contentChanged();
}

void CanvasScene::placeBoxes()
{
    const auto known = [this](const QString& id) {
        const auto position = model_.position(path_, id);
        return position ? position : model_.fallbackPosition(path_, id);
    };
    bool missing = false;
    for (const BoxItem* item : boxes_)
        missing |= !known(item->id()) && !automatic_.contains(item->id());
    if (missing) {
        const Positions fresh = automaticPositions();
        for (auto entry = fresh.begin(); entry != fresh.end(); ++entry) {
            if (!automatic_.contains(entry.key()))
                automatic_.insert(entry.key(), entry.value());
        }
    }
    for (BoxItem* item : boxes_)
        item->setPos(known(item->id()).value_or(automatic_.value(item->id())));
    routeAll();
    setSceneRect(contentRect().adjusted(-freeRoom, -freeRoom, freeRoom, freeRoom));
    emit contentChanged();
}

std::pair<WireEnd, WireEnd> CanvasScene::endsOf(const WireItem& wire) const
{
    const BoxItem* from = box(wire.from().box);
    const BoxItem* to = box(wire.to().box);
    const Port* out = from ? from->findPort(wire.from().port, true) : nullptr;
    const Port* in = to ? to->findPort(wire.to().port, false) : nullptr;
    // A wire that names a port which is not there still shows between its boxes, for the checks to point at.
    const WireEnd start = out ? endAt(*from, *out) : from ? WireEnd{frameOf(*from).center(), Side::right} : WireEnd{};
    const WireEnd end = in ? endAt(*to, *in) : to ? WireEnd{frameOf(*to).center(), Side::left} : WireEnd{};
    return {start, end};
}

void CanvasScene::route(WireItem* wire)
{
    if (!box(wire->from().box) || !box(wire->to().box))
        return;
    QVector<QRectF> obstacles;
    obstacles.reserve(boxes_.size());
    for (const BoxItem* item : boxes_)
        obstacles.append(frameOf(*item));
    const auto [from, to] = endsOf(*wire);
    wire->setCorners(routeWire(from, to, obstacles));
}

void CanvasScene::routeAll()
{
    for (WireItem* wire : wires_)
        route(wire);
}

void CanvasScene::routeAround(const QSet<QString>& moved, const QRectF& region)
{
    for (WireItem* wire : wires_) {
        if (moved.contains(wire->from().box) || moved.contains(wire->to().box) ||
            wire->boundingRect().intersects(region))
            route(wire);
    }
}

BoxItem* CanvasScene::boxAt(const QPointF& point) const
{
    for (QGraphicsItem* item : items(point)) {
        if (auto* found = qgraphicsitem_cast<BoxItem*>(item))
            return found;
    }
    return nullptr;
}

void CanvasScene::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    pressPoint_ = event->scenePos();
    if (BoxItem* hit = boxAt(event->scenePos())) {
        const Port* port = hit->portAt(hit->mapFromScene(event->scenePos()));
        if (port)
            beginWire(hit, *port);
        else
            pressBox(hit, event);
        event->accept();
        return;
    }
    for (QGraphicsItem* item : items(event->scenePos())) {
        if (auto* wire = qgraphicsitem_cast<WireItem*>(item)) {
            if (!(event->modifiers() & Qt::ControlModifier))
                clearSelection();
            wire->setSelected(true);
            event->accept();
            return;
        }
    }
    event->ignore(); // the view draws a rubber band
}

void CanvasScene::pressBox(BoxItem* hit, QGraphicsSceneMouseEvent* event)
{
    if (event->modifiers() & Qt::ControlModifier) {
        hit->setSelected(!hit->isSelected());
        return;
    }
    if (!hit->isSelected()) {
        clearSelection();
        hit->setSelected(true);
    }
    gesture_ = Gesture::pressed;
    grabbed_ = hit->id();
    moveOrigin_.clear();
    for (const QString& id : selectedBoxes())
        moveOrigin_[id] = box(id)->pos();
}

void CanvasScene::mouseMoveEvent(QGraphicsSceneMouseEvent* event)
{
    const auto distance = (event->screenPos() - event->buttonDownScreenPos(Qt::LeftButton)).manhattanLength();
    if (gesture_ == Gesture::pressed && distance >= QApplication::startDragDistance())
        gesture_ = Gesture::moving;
    if (gesture_ == Gesture::moving)
        moveBoxes(event->scenePos() - pressPoint_);
    else if (gesture_ == Gesture::wiring)
        updateDraft(event->scenePos());
    else
        QGraphicsScene::mouseMoveEvent(event);
}

void CanvasScene::moveBoxes(const QPointF& offset)
{
    const QPointF origin = moveOrigin_.value(grabbed_);
    const QPointF step = snapped(origin + offset) - origin;
    QSet<QString> moved;
    QRectF region;
    for (auto entry = moveOrigin_.begin(); entry != moveOrigin_.end(); ++entry) {
        BoxItem* item = box(entry.key());
        region |= frameOf(*item);
        item->setPos(entry.value() + step);
        region |= frameOf(*item);
        moved.insert(entry.key());
    }
    routeAround(moved, region);
    emit contentChanged();
}

Positions CanvasScene::settled(const Positions& moved) const
{
    Positions all = moved;
    for (const BoxItem* item : boxes_) {
        if (!all.contains(item->id()) && !model_.position(path_, item->id()))
            all[item->id()] = item->pos();
    }
    return all;
}

void CanvasScene::finishMove()
{
    Positions moved;
    for (auto entry = moveOrigin_.begin(); entry != moveOrigin_.end(); ++entry)
        moved[entry.key()] = box(entry.key())->pos();
    const bool anywhere = moved != moveOrigin_;
    const QString text =
        moved.size() == 1 ? tr("Move %1").arg(moved.firstKey()) : tr("Move %1 boxes").arg(moved.size());
    gesture_ = Gesture::none;
    moveOrigin_.clear();
    if (anywhere)
        model_.moveItems(path_, settled(moved), -1, text);
}

void CanvasScene::nudge(const QPointF& offset)
{
    Positions moved;
    for (const QString& id : selectedBoxes())
        moved[id] = box(id)->pos() + offset;
    if (!moved.isEmpty())
        model_.moveItems(path_, settled(moved), nudgeGroup_, tr("Move by keys"));
}

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

void CanvasScene::cancelGesture()
{
    if (gesture_ == Gesture::moving) {
        for (auto entry = moveOrigin_.begin(); entry != moveOrigin_.end(); ++entry) {
            if (BoxItem* item = box(entry.key()))
                item->setPos(entry.value());
        }
        routeAll();
        emit contentChanged();
    }
    moveOrigin_.clear();
    gesture_ = Gesture::none;
    delete draft_;
    draft_ = nullptr;
    for (BoxItem* item : boxes_)
        item->setDraftRole(BoxItem::DraftRole::none);
}

void CanvasScene::mouseReleaseEvent(QGraphicsSceneMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && gesture_ == Gesture::moving)
        finishMove();
    else if (event->button() == Qt::LeftButton && gesture_ == Gesture::wiring)
        finishWire(event);
    else
        QGraphicsScene::mouseReleaseEvent(event);
    gesture_ = Gesture::none;
}

void CanvasScene::mouseDoubleClickEvent(QGraphicsSceneMouseEvent* event)
{
    if (const BoxItem* hit = boxAt(event->scenePos()))
        emit activated(elementOf(*hit));
}

void CanvasScene::keyPressEvent(QKeyEvent* event)
{
    static const QHash<int, QPointF> directions{{Qt::Key_Left, {-gridSize, 0}},
                                                {Qt::Key_Right, {gridSize, 0}},
                                                {Qt::Key_Up, {0, -gridSize}},
                                                {Qt::Key_Down, {0, gridSize}}};
    if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)
        deleteSelection();
    else if (event->key() == Qt::Key_Escape)
        gesture_ == Gesture::none ? clearSelection() : cancelGesture();
    else if (directions.contains(event->key()) && !selectedBoxes().isEmpty())
        nudge(directions.value(event->key()) * (event->modifiers() & Qt::ShiftModifier ? 4 : 1));
    else
        return event->ignore();
    event->accept();
}

void CanvasScene::arrange()
{
    model_.moveItems(path_, automaticPositions(), -1, tr("Arrange"));
}

void CanvasScene::selectAll()
{
    selectBoxes(boxes_.keys());
}

void CanvasScene::deleteSelection()
{
    QVector<WireItem*> wires;
    for (QGraphicsItem* item : selectedItems()) {
        if (auto* wire = qgraphicsitem_cast<WireItem*>(item))
            wires.append(wire);
    }
    const QStringList boxes = selectedBoxes();
    if (!boxes.isEmpty() || !wires.isEmpty())
        deleteItems(boxes, wires);
}

bool CanvasScene::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        update();
    return QGraphicsScene::event(event);
}

} // namespace headroom::widgets
