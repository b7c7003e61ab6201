// What the scenes of behaviour diagrams and of the topology have in common: a projection of the document with boxes
// that are selected, moved on a grid, wired and deleted by mouse and keyboard. The document alone decides what is
// there.
//
// The parts of a canvas: its items (items/), interactions by mouse and keys (gestures/), single keys (CanvasKeys), the
// context menus (CanvasMenu), what is done to the selection (selection_edits.h), adding (box_adding.h).
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"
#include "widgets/diagram/canvas/quick_add.h"
#include "widgets/document/element_ref.h"

#include <QGraphicsScene>
#include <QSet>
#include <functional>
#include <memory>
#include <optional>

class QMenu;

namespace headroom::widgets {

class AutomaticLayout;
class Gesture;

class CanvasScene : public QGraphicsScene, public CanvasSurface
{
    Q_OBJECT

public:
    CanvasScene(DocumentModel& model, QString path, QObject* parent);
    ~CanvasScene() override;

    DocumentModel& model() const override { return model_; }
    const QString& path() const override { return path_; }
    const CanvasItems& drawn() const override { return drawn_; }
    BoxItem* box(const QString& id) const { return drawn_.box(id); }
    const QHash<QString, BoxItem*>& boxes() const { return drawn_.boxes(); }
    const QVector<WireItem*>& wires() const { return drawn_.wires(); }
    const QVector<NoteItem*>& notes() const { return drawn_.notes(); }
    QRectF contentRect() const { return drawn_.contentRect(); }

    QStringList selectedBoxes() const { return drawn_.selectedBoxes(); }
    QStringList selectedNotes() const { return drawn_.selectedNotes(); }
    /// What the document's panels call the selected boxes.
    QList<ElementRef> selectedElements() const;
    bool hasSelection() const { return !selectedItems().isEmpty(); }
    void selectBoxes(const QStringList& ids) { select(ids, {}); }
    void select(const QStringList& boxes, const QStringList& notes);
    /// Another number for each selection; moves by keys of the same selection are one undoable step.
    int selectionNumber() const { return selectionNumber_; }

    /// Whether a note is being written, which gets the keys then.
    bool isWriting() const { return drawn_.isWriting(); }
    /// Where the pointer is; the middle of what is seen if it is elsewhere.
    QPointF pointer() const;
    /// What is shown besides boxes and wires, e.g. a wire that is being drawn.
    QVector<QGraphicsItem*> extras() const;
    /// Said where there is nothing to show.
    virtual QString emptyText() const = 0;
    /// Whether loads are shown, so that their scale is wanted.
    bool showsLoads() const { return showsLoads_; }
    /// What goes over the wires, by their keys; those without an entry are drawn as always.
    void setTraffic(const QHash<QString, WireTraffic>& traffic);

    /// Lays all boxes out automatically, as one undoable step; those of a large drawing a while later.
    void arrange();
    /// Begins a wire at the selected box; arrows choose where it ends, Enter draws it.
    void beginWireByKeys();
    void cancelGesture();

    void openQuickAdd(const AddPlace& place, const QPoint& global, const QString& typed = {}) override;
    void refuse(const QString& why) override { emit refused(why); }

    // What the kinds of drawings differ in.

    virtual ElementRef elementOf(const BoxItem& box) const = 0;
    /// Of a wire that has fields of its own.
    virtual std::optional<ElementRef> linkElement(const WireItem&) const { return {}; }
    virtual void deleteItems(const QStringList& boxes, const QVector<WireItem*>& wires) = 0;
    /// Whether some of the selection can be disabled, whether all of that is, and disabling or enabling it.
    virtual bool canDisable() const { return false; }
    virtual bool isSelectionDisabled() const { return false; }
    virtual void toggleDisabled() {}
    /// What can be added at a place, and adding it; the new box's id.
    virtual QVector<QuickEntry> entriesFor(const AddPlace& place) const = 0;
    virtual QString addEntry(const QString& key, const AddPlace& place) = 0;
    bool canAddAt(const AddPlace& place) const override { return !entriesFor(place).isEmpty(); }
    /// Fabric that pasted switches go to.
    virtual QString clipFabric() const { return {}; }
    QHash<QString, QStringList> endsFor(const PortAddress& from) const override;
    bool isFree(const Port& port) const override { return !port.wired; }
    QSizeF usualSize() const override { return {144, 48}; }
    Positions settled(const Positions& moved) const override;

signals:
    /// The selection is another one.
    void selectionEdited(const QList<headroom::widgets::ElementRef>& elements);
    /// A box was double-clicked, or Return pressed on it.
    void activated(const headroom::widgets::ElementRef& element);
    /// Someone wants to see what this drawing is a part of.
    void leaveRequested();
    /// Something was not done; why, in a sentence.
    void refused(const QString& why);
    /// Boxes came, went or moved.
    void contentChanged();
    /// A context menu is about to open on the selection; others may add to it.
    void menuOpening(QMenu* menu);

protected:
    /// Creates the items with addBox() and addWire().
    virtual void build() = 0;
    virtual Positions automaticPositions() const = 0;
    /// Finds where boxes are best put; may be done in another thread, so it holds all that it needs.
    virtual std::function<Positions()> arrangement() const;
    /// Where a wire leaves and enters; by default at its ports.
    virtual std::pair<WireEnd, WireEnd> endsOf(const WireItem& wire) const { return portEnds(drawn_, wire); }

    void addBox(BoxItem* box) { drawn_.add(box); }
    void addWire(WireItem* wire);
    /// Shows the document anew; selection and what was arranged automatically stay.
    void rebuild();
    void setShowsLoads(bool shown);
    /// The former gesture must have been cancelled before this one was made. Null: none begins.
    void beginGesture(std::unique_ptr<Gesture> gesture);
    bool hasGesture() const { return gesture_ != nullptr; }

    void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseMoveEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseReleaseEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseDoubleClickEvent(QGraphicsSceneMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QGraphicsSceneContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    WireRouting& routing() override { return routing_; }
    void tellMoved() override { emit contentChanged(); }
    void forgetContentRect() override { drawn_.forgetContentRect(); }
    void holdSelection(bool held) override;

    void listenTo(const DocumentModel& model);
    void announceSelection();
    void placeBoxes();
    void completeAutomatic(const Positions& placed);
    QSet<WireItem*> showBends();
    void showColours();
    void showNotes();
    void addNotes();
    bool pressGestureKey(QKeyEvent& event);

    DocumentModel& model_;
    QString path_;
    CanvasItems drawn_{*this};
    WireRouting routing_{drawn_, [this](const WireItem& wire) { return endsOf(wire); }};
    QVector<const BoxItem*> unplaced_; ///< that have no position in the document
    Positions automatic_;              ///< where boxes without a position in the document were put
    bool quiet_ = false;               ///< while the selection changes in several steps
    int selectionNumber_ = 0;
    bool showsLoads_ = false;
    QHash<QString, WireTraffic> traffic_;
    AutomaticLayout* layout_;
    std::optional<QPointF> pointer_;
    std::unique_ptr<Gesture> gesture_;
};

} // namespace headroom::widgets
