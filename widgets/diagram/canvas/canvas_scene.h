// The base class of the scenes of behaviour diagrams and of the topology. A scene is a view of the document. Its boxes
// are selected, moved on a grid, wired and deleted by mouse and keyboard. All changes go through the document.
//
// The parts of a canvas: its items (items/), interactions by mouse and keys (gestures/), single keys (CanvasKeys), the
// context menus (CanvasMenu), edits of the selection (selection_edits.h), adding boxes (box_adding.h).
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"
#include "widgets/diagram/canvas/quick_add.h"
#include "widgets/document/model/element_ref.h"

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
    /// The document elements of the selected boxes.
    QList<ElementRef> selectedElements() const;
    bool hasSelection() const { return !selectedItems().isEmpty(); }
    void selectBoxes(const QStringList& ids) { select(ids, {}); }
    void select(const QStringList& boxes, const QStringList& notes);
    /// A number that changes with each selection. Moves by keys of the same selection are one undoable step.
    int selectionNumber() const { return selectionNumber_; }

    /// True while a note is being edited; it then gets the keys.
    bool isWriting() const { return drawn_.isWriting(); }
    /// The position of the pointer, or the centre of the visible part if the pointer is elsewhere.
    QPointF pointer() const;
    /// Items shown besides boxes and wires, e.g. a wire that is being drawn.
    QVector<QGraphicsItem*> extras() const;
    /// The text of an empty canvas.
    virtual QString emptyText() const = 0;
    /// True if loads are shown, which need a legend.
    bool showsLoads() const { return showsLoads_; }
    /// Sets the traffic of wires by their keys. Wires without an entry are drawn normally.
    void setTraffic(const QHash<QString, WireTraffic>& traffic);

    /// Starts the automatic layout of all boxes, which is one undoable step. A large drawing is laid out in another
    /// thread.
    void arrange();
    /// Starts a wire at the selected box. The arrow keys choose where it ends, Enter creates it.
    void beginWireByKeys();
    void cancelGesture();

    void openQuickAdd(const AddPlace& place, const QPoint& global, const QString& typed = {}) override;
    void refuse(const QString& why) override { emit refused(why); }

    // The functions that depend on the kind of drawing.

    virtual ElementRef elementOf(const BoxItem& box) const = 0;
    /// The document element of a wire that has fields of its own.
    virtual std::optional<ElementRef> linkElement(const WireItem&) const { return {}; }
    virtual void deleteItems(const QStringList& boxes, const QVector<WireItem*>& wires) = 0;
    /// canDisable(): some selected element can be disabled. Then: whether all of those are disabled, and the function
    /// that disables or enables them.
    virtual bool canDisable() const { return false; }
    virtual bool isSelectionDisabled() const { return false; }
    virtual void toggleDisabled() {}
    /// The selected boxes whose width the user can choose.
    QStringList selectedResizable() const { return drawn_.selectedResizable(); }
    /// The entries that can be added at a place, and the function that adds one and returns the new box's id.
    virtual QVector<QuickEntry> entriesFor(const AddPlace& place) const = 0;
    virtual QString addEntry(const QString& key, const AddPlace& place) = 0;
    bool canAddAt(const AddPlace& place) const override { return !entriesFor(place).isEmpty(); }
    /// The fabric that pasted switches are added to.
    virtual QString clipFabric() const { return {}; }
    QHash<QString, QStringList> endsFor(const PortAddress& from) const override;
    bool isFree(const Port& port) const override { return !port.wired; }
    QSizeF usualSize() const override { return {BlockWidth::usual, 48}; }
    Positions settled(const Positions& moved) const override;

signals:
    /// The selection has changed.
    void selectionEdited(const QList<headroom::widgets::ElementRef>& elements);
    /// The user pressed on a box that was selected already.
    void selectionPressed(const QList<headroom::widgets::ElementRef>& elements);
    /// The user double-clicked a box or pressed Return on it.
    void activated(const headroom::widgets::ElementRef& element);
    /// The user pressed F2 on a box.
    void renameRequested(const headroom::widgets::ElementRef& element);
    /// The user wants to go to the drawing that contains this one.
    void leaveRequested();
    /// An action was refused; `why` is a sentence.
    void refused(const QString& why);
    /// Boxes were added, removed or moved.
    void contentChanged();
    /// A context menu for the selection is about to open; receivers may add entries.
    void menuOpening(QMenu* menu);

protected:
    /// Creates the items with addBox() and addWire().
    virtual void build() = 0;
    virtual Positions automaticPositions() const = 0;
    /// Returns a function that computes a layout. It may run in another thread, so it holds copies of its input.
    virtual std::function<Positions()> arrangement() const;
    /// The two ends of a wire; by default at its ports.
    virtual std::pair<WireEnd, WireEnd> endsOf(const WireItem& wire) const { return portEnds(drawn_, wire); }
    /// Called when the way or the label of any wire may have changed.
    void arrangeLabels();

    void addBox(BoxItem* box) { drawn_.add(box); }
    void addWire(WireItem* wire);
    /// Creates all items again. Keeps the selection and automatic positions.
    void rebuild();
    void setShowsLoads(bool shown);
    /// Starts a gesture. The previous one must be cancelled before the new one is created. Null: no gesture starts.
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
    void tellMoved() override;
    void forgetContentRect() override { drawn_.forgetContentRect(); }
    void holdSelection(bool held) override;

    void listenTo(const DocumentModel& model);
    void announceSelection();
    void placeBoxes();
    void completeAutomatic(const Positions& placed);
    QSet<WireItem*> showBends();
    void showColours();
    void showWidths();
    void showNotes();
    void addNotes();
    bool pressGestureKey(QKeyEvent& event);

    DocumentModel& model_;
    QString path_;
    CanvasItems drawn_{*this};
    WireRouting routing_{drawn_, [this](const WireItem& wire) { return endsOf(wire); }};
    QVector<const BoxItem*> unplaced_; ///< boxes without a position in the document
    Positions automatic_;              ///< automatic positions of boxes that have none in the document
    bool quiet_ = false;               ///< the selection is changing in several steps
    int selectionNumber_ = 0;
    bool showsLoads_ = false;
    QHash<QString, WireTraffic> traffic_;
    AutomaticLayout* layout_;
    std::optional<QPointF> pointer_;
    std::unique_ptr<Gesture> gesture_;
};

} // namespace headroom::widgets
