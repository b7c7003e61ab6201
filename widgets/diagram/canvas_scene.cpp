#include "widgets/diagram/canvas_scene.h"

#include "widgets/diagram/note_item.h"
#include "widgets/diagram/wire_bends.h"

#include <QEvent>
#include <QGraphicsView>
#include <algorithm>

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
    quiet_ = true;
    endNoteEditing();
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
    for (const QGraphicsItem* item : selectedItems()) {
        const auto* wire = qgraphicsitem_cast<const WireItem*>(item);
        if (const auto element = wire ? linkElement(*wire) : std::nullopt)
            elements.append(*element);
    }
    return elements;
}

QStringList CanvasScene::selectedNotes() const
{
    QStringList ids;
    for (const NoteItem* item : notes_) {
        if (item->isSelected())
            ids.append(item->id());
    }
    return ids;
}

QVector<WireItem*> CanvasScene::selectedWires() const
{
    QVector<WireItem*> wires;
    for (QGraphicsItem* item : selectedItems()) {
        if (auto* wire = qgraphicsitem_cast<WireItem*>(item))
            wires.append(wire);
    }
    return wires;
}

NoteItem* CanvasScene::note(const QString& id) const
{
    const auto found =
        std::find_if(notes_.begin(), notes_.end(), [&](const NoteItem* item) { return item->id() == id; });
    return found == notes_.end() ? nullptr : *found;
}

void CanvasScene::select(const QStringList& boxes, const QStringList& notes)
{
    quiet_ = true;
    clearSelection();
    for (const QString& id : boxes) {
        if (BoxItem* item = box(id))
            item->setSelected(true);
    }
    for (const QString& id : notes) {
        if (NoteItem* item = note(id))
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
    for (const NoteItem* item : notes_)
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
    endNoteEditing();
    const QStringList selected = selectedBoxes(), selectedTexts = selectedNotes();
    quiet_ = true;
    boxes_.clear();
    wires_.clear();
    notes_.clear();
    clear();
    build();
    showNotes();
    for (const QString& id : selected) {
        if (BoxItem* item = box(id))
            item->setSelected(true);
    }
    for (const QString& id : selectedTexts) {
        if (NoteItem* item = note(id))
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
    showView();
    routeAll();
    setSceneRect(contentRect().adjusted(-freeRoom, -freeRoom, freeRoom, freeRoom));
    emit contentChanged();
}

void CanvasScene::showView()
{
    const auto bends = allBends(model_.project(), path_);
    for (WireItem* wire : wires_)
        wire->setBends(bends.isEmpty() ? Bends() : bends.value(wire->key()));
    const auto colours = allColours(model_.project(), path_);
    for (BoxItem* item : boxes_)
        item->setColour(colours.value(item->id()));
    QVector<Note> shown;
    for (const NoteItem* item : notes_)
        shown.append(item->note());
    if (shown == notesOf(model_.project(), path_))
        return;
    const QStringList selected = selectedNotes();
    endNoteEditing();
    quiet_ = true;
    qDeleteAll(std::exchange(notes_, {}));
    showNotes();
    for (const QString& id : selected) {
        if (NoteItem* item = note(id))
            item->setSelected(true);
    }
    quiet_ = false;
    if (selectedNotes() != selected)
        announceSelection();
}

void CanvasScene::showNotes()
{
    for (const Note& each : notesOf(model_.project(), path_)) {
        auto* item = new NoteItem(each);
        addItem(item);
        notes_.append(item);
        connect(item, &NoteItem::edited, this,
                [this, item] { setNote(model_, path_, item->note(), tr("Write note")); });
    }
}

bool CanvasScene::isWriting() const
{
    return std::any_of(notes_.begin(), notes_.end(), [](const NoteItem* item) { return item->isEditing(); });
}

void CanvasScene::endNoteEditing()
{
    for (NoteItem* item : notes_)
        item->endEditing(false);
}

QPointF CanvasScene::pointer() const
{
    if (pointer_)
        return *pointer_;
    const auto shown = views();
    return shown.isEmpty() ? contentRect().center()
                           : shown.first()->mapToScene(shown.first()->viewport()->rect().center());
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

QVector<QPointF> CanvasScene::bentCornersOf(const WireItem& wire) const
{
    if (wire.bends().isEmpty())
        return {};
    const auto [from, to] = endsOf(wire);
    return bentWay(from, to, wire.bends(), box(wire.from().box)->sceneFrame(), box(wire.to().box)->sceneFrame());
}

void CanvasScene::route(WireItem* wire)
{
    if (!box(wire->from().box) || !box(wire->to().box))
        return;
    if (const auto bent = bentCornersOf(*wire); !bent.isEmpty()) {
        wire->setCorners(bent);
        return;
    }
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

void CanvasScene::arrange()
{
    model_.moveItems(path_, automaticPositions(), -1, tr("Arrange"));
}

bool CanvasScene::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        update();
    if (event->type() == QEvent::GraphicsSceneLeave)
        pointer_.reset();
    return QGraphicsScene::event(event);
}

} // namespace headroom::widgets
