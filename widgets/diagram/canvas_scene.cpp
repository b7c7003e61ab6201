#include "widgets/diagram/canvas_scene.h"

#include "widgets/look/look.h"

#include <QApplication>
#include <QGraphicsPathItem>
#include <QGraphicsSceneMouseEvent>

namespace headroom::widgets {

namespace {

constexpr qreal freeRoom = 600; // around the boxes, so that a drawing can be moved aside and grow

WireEnd endAt(const BoxItem& box, const Port& port)
{
    return {box.pos() + port.place, port.side};
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

CanvasScene::~CanvasScene()
{
    // QGraphicsScene deletes the selected items, and says so, when nothing else of this scene is left.
    disconnect(this, &QGraphicsScene::selectionChanged, this, nullptr);
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
        rect |= item->sceneFrame();
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
    const WireEnd start = out    ? endAt(*from, *out)
                          : from ? WireEnd{from->sceneFrame().center(), Side::right}
                                 : WireEnd{};
    const WireEnd end = in ? endAt(*to, *in) : to ? WireEnd{to->sceneFrame().center(), Side::left} : WireEnd{};
    return {start, end};
}

void CanvasScene::route(WireItem* wire)
{
    if (!box(wire->from().box) || !box(wire->to().box))
        return;
    QVector<QRectF> obstacles;
    obstacles.reserve(boxes_.size());
    for (const BoxItem* item : boxes_)
        obstacles.append(item->sceneFrame());
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
