#include "widgets/diagram/canvas/canvas_scene.h"

#include "widgets/diagram/canvas/automatic_layout.h"
#include "widgets/diagram/canvas/gestures/gesture.h"
#include "widgets/diagram/canvas/items/wire_labels.h"
#include "widgets/document/model/drawing_view.h"

#include <QGraphicsView>
#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr qreal freeRoom = 600; // margin around the boxes, so that a drawing can be scrolled aside and can grow

} // namespace

CanvasScene::CanvasScene(DocumentModel& model, QString path, QObject* parent)
    : QGraphicsScene(parent), model_(model), path_(std::move(path)), layout_(new AutomaticLayout(*this))
{
    // Connected first, so that other receivers get the new rectangle.
    connect(this, &CanvasScene::contentChanged, this, [this] { drawn_.forgetContentRect(); });
    listenTo(model);
    connect(this, &QGraphicsScene::selectionChanged, this, &CanvasScene::announceSelection);
}

void CanvasScene::listenTo(const DocumentModel& model)
{
    connect(&model, &DocumentModel::replaced, this, [this] {
        automatic_.clear();
        rebuild();
    });
    connect(&model, &DocumentModel::structureChanged, this, [this](const QString& changed) {
        if (changed == path_)
            rebuild();
    });
    connect(&model, &DocumentModel::positionsChanged, this, [this](const QString& changed) {
        if (changed != path_)
            return;
        cancelGesture();
        placeBoxes();
    });
}

CanvasScene::~CanvasScene()
{
    // QGraphicsScene deletes the selected items and emits this signal when the members of this class are already gone.
    disconnect(this, &QGraphicsScene::selectionChanged, this, nullptr);
    quiet_ = true;
    gesture_.reset();
    drawn_.endWriting(false);
}

QList<ElementRef> CanvasScene::selectedElements() const
{
    QList<ElementRef> elements;
    for (const QString& id : selectedBoxes())
        elements.append(elementOf(*box(id)));
    for (const WireItem* wire : drawn_.selectedWires())
        if (const auto element = linkElement(*wire))
            elements.append(*element);
    return elements;
}

void CanvasScene::select(const QStringList& boxes, const QStringList& notes)
{
    quiet_ = true;
    clearSelection();
    drawn_.setSelected(boxes, notes);
    quiet_ = false;
    announceSelection();
}

void CanvasScene::holdSelection(bool held)
{
    quiet_ = held;
    announceSelection();
}

void CanvasScene::announceSelection()
{
    if (quiet_)
        return;
    ++selectionNumber_;
    emit selectionEdited(selectedElements());
}

QVector<QGraphicsItem*> CanvasScene::extras() const
{
    QVector<QGraphicsItem*> items;
    for (NoteItem* each : notes())
        items.append(each);
    if (gesture_)
        items += gesture_->shown();
    return items;
}

void CanvasScene::addWire(WireItem* wire)
{
    drawn_.add(wire);
    if (const auto traffic = traffic_.constFind(wire->key()); traffic != traffic_.constEnd())
        wire->setTraffic(*traffic);
}

void CanvasScene::setTraffic(const QHash<QString, WireTraffic>& traffic)
{
    traffic_ = traffic;
    for (WireItem* wire : wires()) {
        const auto known = traffic_.constFind(wire->key());
        if (known != traffic_.constEnd())
            wire->setTraffic(*known);
        else if (wire->traffic())
            wire->setTraffic({});
    }
    arrangeLabels();
}

/// The labels of a drawing with very many wires stay in their usual places: each is compared with all others.
void CanvasScene::arrangeLabels()
{
    constexpr int most = 400;
    if (wires().size() > most)
        return;
    QVector<QRectF> frames;
    for (const BoxItem* item : boxes())
        frames.append(item->sceneFrame());
    placeLabels(wires(), frames);
}

void CanvasScene::tellMoved()
{
    arrangeLabels();
    emit contentChanged();
}

QHash<QString, QStringList> CanvasScene::endsFor(const PortAddress& start) const
{
    QHash<QString, QStringList> ends;
    for (const BoxItem* item : boxes()) {
        for (const Port& port : item->ports()) {
            const PortAddress end{item->id(), port.name, port.output};
            if (port.output != start.output && (start.output ? refusal(start, end) : refusal(end, start)).isEmpty())
                ends[item->id()].append(port.name);
        }
    }
    return ends;
}

void CanvasScene::rebuild()
{
    cancelGesture();
    drawn_.endWriting(false);
    const QStringList selected = selectedBoxes(), selectedTexts = selectedNotes();
    quiet_ = true;
    routing_.clear();
    drawn_.clear();
    build();
    addNotes();
    drawn_.setSelected(selected, selectedTexts);
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

std::function<Positions()> CanvasScene::arrangement() const
{
    return [positions = automaticPositions()] { return positions; };
}

void CanvasScene::arrange()
{
    layout_->arrange(arrangement());
}

void CanvasScene::placeBoxes()
{
    const Positions placed = positionsOf(model_.project(), path_);
    showWidths(); // an automatic layout uses them
    completeAutomatic(placed);
    unplaced_.clear();
    for (BoxItem* item : boxes()) {
        const auto position = placed.constFind(item->id());
        const bool known = position != placed.constEnd();
        item->setPos(known ? *position
                           : model_.fallbackPosition(path_, item->id()).value_or(automatic_.value(item->id())));
        if (!known)
            unplaced_.append(item);
    }
    const QSet<WireItem*> bent = showBends();
    showColours();
    showNotes();
    routing_.routeChanged(bent);
    arrangeLabels();
    drawn_.forgetContentRect();
    setSceneRect(contentRect().adjusted(-freeRoom, -freeRoom, freeRoom, freeRoom));
    emit contentChanged();
}

/// Finds positions for the boxes that have none in the document or from an earlier layout.
void CanvasScene::completeAutomatic(const Positions& placed)
{
    const auto boxes = drawn_.boxes();
    const bool missing = std::any_of(boxes.begin(), boxes.end(), [&](const BoxItem* item) {
        const QString& id = item->id();
        return !placed.contains(id) && !automatic_.contains(id) && !model_.fallbackPosition(path_, id);
    });
    if (!missing)
        return;
    const Positions fresh = automaticPositions();
    for (auto entry = fresh.begin(); entry != fresh.end(); ++entry)
        if (!automatic_.contains(entry.key()))
            automatic_.insert(entry.key(), entry.value());
}

Positions CanvasScene::settled(const Positions& moved) const
{
    Positions all = moved;
    for (const BoxItem* item : unplaced_)
        if (!all.contains(item->id()))
            all[item->id()] = item->pos();
    return all;
}

/// The wires whose bends have changed.
QSet<WireItem*> CanvasScene::showBends()
{
    QSet<WireItem*> bent;
    const auto bends = allBends(model_.project(), path_);
    for (WireItem* wire : wires()) {
        const Bends now = bends.isEmpty() ? Bends() : bends.value(wire->key());
        if (now == wire->bends())
            continue;
        wire->setBends(now);
        bent.insert(wire);
    }
    return bent;
}

void CanvasScene::showColours()
{
    const auto colours = allColours(model_.project(), path_);
    for (BoxItem* item : boxes())
        item->setColour(colours.value(item->id()));
}

void CanvasScene::showWidths()
{
    const auto widths = allWidths(model_.project(), path_);
    for (BoxItem* item : boxes())
        if (item->isResizable())
            item->setWidth(widths.value(item->id(), BlockWidth::usual));
}

void CanvasScene::showNotes()
{
    QVector<Note> shown;
    for (const NoteItem* item : notes())
        shown.append(item->note());
    if (shown == notesOf(model_.project(), path_))
        return;
    const QStringList selected = selectedNotes();
    drawn_.endWriting(false);
    quiet_ = true;
    drawn_.deleteNotes();
    addNotes();
    drawn_.setSelected({}, selected);
    quiet_ = false;
    if (selectedNotes() != selected)
        announceSelection();
}

void CanvasScene::addNotes()
{
    for (const Note& each : notesOf(model_.project(), path_)) {
        auto* item = new NoteItem(each);
        drawn_.add(item);
        connect(item, &NoteItem::edited, this,
                [this, item] { setNote(model_, path_, item->note(), tr("Write note")); });
    }
}

QPointF CanvasScene::pointer() const
{
    if (pointer_)
        return *pointer_;
    const auto shown = views();
    return shown.isEmpty() ? contentRect().center()
                           : shown.first()->mapToScene(shown.first()->viewport()->rect().center());
}

void CanvasScene::openQuickAdd(const AddPlace& place, const QPoint& global, const QString& typed)
{
    const auto entries = entriesFor(place);
    if (entries.isEmpty()) {
        emit refused(tr("Nothing can be added here."));
        return;
    }
    const QString title = place.wire >= 0 ? tr("Insert into the wire …")
                          : place.from    ? tr("Connect to %1 …").arg(place.from->box)
                                          : tr("Add …");
    auto* search = new QuickAdd(title, entries, views().isEmpty() ? nullptr : views().first());
    connect(search, &QuickAdd::chosen, this, [this, place](const QString& key) {
        if (const QString id = addEntry(key, place); !id.isEmpty()) {
            selectBoxes({id});
            drawn_.reveal(*box(id));
        }
    });
    search->popupAt(global, typed);
}

} // namespace headroom::widgets
