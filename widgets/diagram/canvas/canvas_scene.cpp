#include "widgets/diagram/canvas/canvas_scene.h"

#include "widgets/diagram/canvas/note_item.h"
#include "widgets/diagram/canvas/pointer_label.h"

#include <QEvent>
#include <QGraphicsLineItem>
#include <QGraphicsRectItem>
#include <QGraphicsView>
#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr qreal freeRoom = 600; // around the boxes, so that a drawing can be moved aside and grow

} // namespace

CanvasScene::CanvasScene(DocumentModel& model, QString path, QObject* parent)
    : QGraphicsScene(parent), model_(model), path_(std::move(path))
{
    connect(this, &CanvasScene::contentChanged, this, &CanvasScene::forgetContentRect); // before anybody else is told
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
    for (const QGraphicsItem* item : selectedItems())
        if (const auto* box = qgraphicsitem_cast<const BoxItem*>(item))
            ids.append(box->id());
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
    for (const NoteItem* item : notes_)
        if (item->isSelected())
            ids.append(item->id());
    return ids;
}

QVector<WireItem*> CanvasScene::selectedWires() const
{
    QVector<WireItem*> wires;
    for (QGraphicsItem* item : selectedItems())
        if (auto* wire = qgraphicsitem_cast<WireItem*>(item))
            wires.append(wire);
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
    for (const QString& id : boxes)
        if (BoxItem* item = box(id))
            item->setSelected(true);
    for (const QString& id : notes)
        if (NoteItem* item = note(id))
            item->setSelected(true);
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
    if (!contentRect_) {
        contentRect_.emplace();
        for (const BoxItem* item : boxes_)
            *contentRect_ |= item->sceneFrame();
        for (const NoteItem* item : notes_)
            *contentRect_ |= item->sceneFrame();
    }
    return *contentRect_;
}

QVector<QGraphicsItem*> CanvasScene::extras() const
{
    QVector<QGraphicsItem*> items;
    for (NoteItem* each : notes_)
        items.append(each);
    for (QGraphicsLineItem* guide : guides_)
        items.append(guide);
    for (QGraphicsItem* each : std::initializer_list<QGraphicsItem*>{draft_, band_, label_})
        if (each)
            items.append(each);
    return items;
}

void CanvasScene::addBox(BoxItem* box)
{
    box->setZValue(1);
    addItem(box);
    boxes_.insert(box->id(), box);
    forgetContentRect();
}

void CanvasScene::addWire(WireItem* wire)
{
    addItem(wire);
    wires_.append(wire);
    if (const auto traffic = traffic_.constFind(wire->key()); traffic != traffic_.constEnd())
        wire->setTraffic(*traffic);
}

void CanvasScene::setTraffic(const QHash<QString, WireTraffic>& traffic)
{
    traffic_ = traffic;
    for (WireItem* wire : wires_) {
        const auto known = traffic_.constFind(wire->key());
        if (known != traffic_.constEnd())
            wire->setTraffic(*known);
        else if (wire->traffic())
            wire->setTraffic({});
    }
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
    boxIndex_.clear();
    forgetContentRect();
    clear();
    build();
    showNotes();
    for (const QString& id : selected)
        if (BoxItem* item = box(id))
            item->setSelected(true);
    for (const QString& id : selectedTexts)
        if (NoteItem* item = note(id))
            item->setSelected(true);
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
    const Positions placed = positionsOf(model_.project(), path_);
    const auto known = [&](const QString& id) {
        const auto position = placed.constFind(id);
        return position != placed.constEnd() ? std::optional(*position) : model_.fallbackPosition(path_, id);
    };
    bool missing = false;
    for (const BoxItem* item : boxes_)
        missing |= !known(item->id()) && !automatic_.contains(item->id());
    if (missing) {
        const Positions fresh = automaticPositions();
        for (auto entry = fresh.begin(); entry != fresh.end(); ++entry)
            if (!automatic_.contains(entry.key()))
                automatic_.insert(entry.key(), entry.value());
    }
    unplaced_.clear();
    for (BoxItem* item : boxes_) {
        item->setPos(known(item->id()).value_or(automatic_.value(item->id())));
        if (!placed.contains(item->id()))
            unplaced_.append(item);
    }
    routeChanged(showView());
    forgetContentRect();
    setSceneRect(contentRect().adjusted(-freeRoom, -freeRoom, freeRoom, freeRoom));
    emit contentChanged();
}

/// What the document says of wires, boxes and notes besides their places. Answers with the wires that are bent
/// otherwise than before.
QSet<WireItem*> CanvasScene::showView()
{
    QSet<WireItem*> bent;
    const auto bends = allBends(model_.project(), path_);
    for (WireItem* wire : wires_) {
        const Bends now = bends.isEmpty() ? Bends() : bends.value(wire->key());
        if (now == wire->bends())
            continue;
        wire->setBends(now);
        bent.insert(wire);
    }
    const auto colours = allColours(model_.project(), path_);
    for (BoxItem* item : boxes_)
        item->setColour(colours.value(item->id()));
    QVector<Note> shown;
    for (const NoteItem* item : notes_)
        shown.append(item->note());
    if (shown == notesOf(model_.project(), path_))
        return bent;
    const QStringList selected = selectedNotes();
    endNoteEditing();
    quiet_ = true;
    qDeleteAll(std::exchange(notes_, {}));
    showNotes();
    for (const QString& id : selected)
        if (NoteItem* item = note(id))
            item->setSelected(true);
    quiet_ = false;
    if (selectedNotes() != selected)
        announceSelection();
    return bent;
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

bool CanvasScene::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange)
        update();
    if (event->type() == QEvent::GraphicsSceneLeave)
        pointer_.reset();
    return QGraphicsScene::event(event);
}

} // namespace headroom::widgets
