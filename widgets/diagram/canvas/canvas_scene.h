// What the scenes of behaviour diagrams and of the topology have in common: a projection of the document with boxes
// that are selected, moved on a grid, wired and deleted by mouse and keyboard. The document alone decides what is
// there.
#pragma once

#include "widgets/diagram/canvas/box_index.h"
#include "widgets/diagram/canvas/quick_add.h"
#include "widgets/diagram/canvas/wire_item.h"
#include "widgets/diagram/geometry/alignment.h"
#include "widgets/document/drawing_view.h"

#include <QGraphicsScene>
#include <QHash>
#include <QIcon>
#include <QSet>
#include <functional>
#include <optional>

class QGraphicsLineItem;
class QGraphicsRectItem;
class QMenu;
class QMimeData;

namespace headroom::widgets {

class NoteItem;
class PointerLabel;

/// Where something is added: its middle; what it is wired to, or the wire that it is put into.
struct AddPlace
{
    QPointF middle;
    std::optional<PortAddress> from;
    int wire = -1;
};

class CanvasScene : public QGraphicsScene
{
    Q_OBJECT

public:
    CanvasScene(DocumentModel& model, QString path, QObject* parent);
    ~CanvasScene() override;

    DocumentModel& model() const { return model_; }
    const QString& path() const { return path_; }
    BoxItem* box(const QString& id) const { return boxes_.value(id); }
    const QHash<QString, BoxItem*>& boxes() const { return boxes_; }
    const QVector<WireItem*>& wires() const { return wires_; }
    QStringList selectedBoxes() const;
    /// What the document's panels call the selected boxes.
    QList<ElementRef> selectedElements() const;
    void selectBoxes(const QStringList& ids) { select(ids, {}); }
    void select(const QStringList& boxes, const QStringList& notes);
    NoteItem* note(const QString& id) const;
    const QVector<NoteItem*>& notes() const { return notes_; }
    QStringList selectedNotes() const;
    /// Whether a note is being written, which gets the keys then.
    bool isWriting() const;
    QVector<WireItem*> selectedWires() const;
    bool hasSelection() const { return !selectedItems().isEmpty(); }
    /// Where the pointer is; the middle of what is seen if it is elsewhere.
    QPointF pointer() const;
    /// What the selection may be coloured, disabled, pasted over ...: the entries of the menus that make sense now.
    bool canPaste() const;
    virtual bool canDisable() const { return false; }
    virtual bool isSelectionDisabled() const { return false; }
    /// Opens the search for something to add.
    void openQuickAdd(const AddPlace& place, const QPoint& global, const QString& typed = {});
    /// The rectangle around all boxes and notes; empty if there are none.
    QRectF contentRect() const;
    /// A box or a note has another place or size; contentChanged() says so too.
    void forgetContentRect() { contentRect_.reset(); }
    /// What is shown besides boxes and wires, e.g. a wire that is being drawn.
    QVector<QGraphicsItem*> extras() const;
    /// Said where there is nothing to show.
    virtual QString emptyText() const = 0;
    /// Whether loads are shown, so that their scale is wanted.
    bool showsLoads() const { return showsLoads_; }
    /// What goes over the wires, by their keys; those without an entry are drawn as always.
    void setTraffic(const QHash<QString, WireTraffic>& traffic);

public slots:
    /// Lays all boxes out automatically, as one undoable step; those of a large drawing a while later.
    void arrange();
    void deleteSelection();
    void selectAll();
    void copySelection();
    void cutSelection();
    /// At the pointer.
    void paste() { pasteAt(pointer()); }
    void pasteAt(const QPointF& middle);
    /// A copy of the selection, a step aside; the clipboard keeps what it holds.
    void duplicateSelection();
    void alignSelection(headroom::widgets::Alignment alignment);
    void distributeSelection(Qt::Orientation direction);
    /// Without a name boxes have the usual colour again.
    void colourSelection(const QString& colour);
    /// Takes the bends of the selected wires away, of those at the selected boxes if none is.
    void straightenSelection();
    /// Disables what is selected, or enables it if all of it is disabled.
    virtual void toggleDisabled() {}
    void addNoteAt(const QPointF& middle);
    /// What follows the selected box, else something at the pointer.
    void quickAdd() { quickAddTyped({}); }
    /// Begins a wire at the selected box; arrows choose where it ends, Enter draws it.
    void beginWireByKeys();

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
    /// The nearest place below that point where a box of the usual size lies on no other.
    QPointF freeMiddle(QPointF wanted) const;
    /// Creates the items with addBox() and addWire().
    virtual void build() = 0;
    virtual Positions automaticPositions() const = 0;
    /// Finds where boxes are best put; may be done in another thread, so it holds all that it needs.
    virtual std::function<Positions()> arrangement() const;
    virtual ElementRef elementOf(const BoxItem& box) const = 0;
    /// Of a wire that has fields of its own.
    virtual std::optional<ElementRef> linkElement(const WireItem&) const { return {}; }
    /// Why no wire may lead from one port to another; empty if it may.
    virtual QString refusal(const PortAddress& from, const PortAddress& to) const = 0;
    virtual void connectPorts(const PortAddress& from, const PortAddress& to) = 0;
    virtual void deleteItems(const QStringList& boxes, const QVector<WireItem*>& wires) = 0;
    /// Ports, by box, at which a wire from this one may end.
    virtual QHash<QString, QStringList> endsFor(const PortAddress& from) const;
    /// What can be added at a place, and adding it; the new box's id.
    virtual QVector<QuickEntry> entriesFor(const AddPlace& place) const = 0;
    virtual QString addEntry(const QString& key, const AddPlace& place) = 0;
    /// Whether another wire may begin at a port.
    virtual bool isFree(const Port& port) const { return !port.wired; }
    /// Size of what is usually added, to find room for it.
    virtual QSizeF usualSize() const { return {144, 48}; }
    /// Fabric that pasted switches go to.
    virtual QString clipFabric() const { return {}; }
    /// Where a wire leaves and enters; by default at its ports.
    virtual std::pair<WireEnd, WireEnd> endsOf(const WireItem& wire) const;

    BoxItem* boxAt(const QPointF& point) const;
    WireItem* wireAt(const QPointF& point) const;
    void addBox(BoxItem* box);
    void addWire(WireItem* wire);
    /// Shows the document anew; selection and what was arranged automatically stay.
    void rebuild();
    void setShowsLoads(bool shown);

    void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseMoveEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseReleaseEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseDoubleClickEvent(QGraphicsSceneMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QGraphicsSceneContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Gesture
    {
        none,
        pressed, ///< on a box or note, not yet moved
        moving,
        wiring,
        keyWiring,   ///< a wire whose end is chosen by keys
        bendPressed, ///< on a wire, not yet moved
        bending,
        resizing, ///< a note
        banding   ///< a rubber band
    };
    /// What a rubber band does to what was selected before.
    enum class BandMode
    {
        replace,
        add,
        remove
    };

    void placeBoxes();
    void takeArrangement(const Positions& positions);
    /// Notes, bends and colours as the document has them.
    QSet<WireItem*> showView();
    void showNotes();
    void endNoteEditing();
    void routeAll();
    void routeChanged(const QSet<WireItem*>& others);
    /// While boxes move: the wires at them, and those that they get in the way of.
    void routeAround(const QSet<QString>& moved);
    bool shift(WireItem* wire);
    void route(WireItem* wire);
    /// Empty if the wire has no bends of its own, or none that fit where its boxes lie now.
    QVector<QPointF> bentCornersOf(const WireItem& wire) const;
    NoteItem* noteAt(const QPointF& point) const;
    void pressItem(QGraphicsItem* item, QGraphicsSceneMouseEvent* event);
    void pressNote(NoteItem* note, QGraphicsSceneMouseEvent* event);
    void pressWire(WireItem* wire, QGraphicsSceneMouseEvent* event);
    void beginMove(QGraphicsItem* grabbed);
    void moveBoxes(const QPointF& offset, bool guided);
    QPointF guidedStep(const QPointF& step, const QPointF& offset);
    void showGuides(const QVector<QLineF>& lines);
    void finishMove();
    void commitMove(const QPointF& step, int mergeGroup, const QString& text);
    /// Moves boxes as one step that is told by this name.
    void placeSelection(const QVector<QPointF>& places, const QStringList& ids, const QString& text);
    void bendTo(const QPointF& point);
    void finishBend();
    void resizeNote(const QPointF& corner);
    void beginBand(QGraphicsSceneMouseEvent* event);
    void stretchBand(const QPointF& point);
    QString selectionText(const QString& one, const QString& several) const;
    void pasted(const QMimeData& data, std::optional<QPointF> middle, const QString& text);
    void quickAddTyped(const QString& typed);
    const WireItem* onlyWireFrom(const QString& id) const;
    const Port* freePort(const BoxItem& box, bool output) const;
    void fillBoxMenu(QMenu& menu);
    void fillWireMenu(QMenu& menu, WireItem& wire, const QPointF& point, const QPoint& global);
    void fillCanvasMenu(QMenu& menu, const QPointF& point, const QPoint& global);
    void addColourMenu(QMenu& menu);
    void addArrangeMenu(QMenu& menu);
    void selectNeighbour(Qt::Key direction, bool extend);
    BoxItem* neighbour(const QRectF& from, Qt::Key direction, const QSet<QString>& candidates) const;
    bool wiringKey(QKeyEvent* event);
    bool editKey(QKeyEvent* event);
    void takeNextPort();
    void leadWireTo(const PortAddress& target);
    void nudge(const QPointF& offset);
    void beginWire(BoxItem* box, const Port& port);
    void updateDraft(const QPointF& point);
    void drawDraft(const std::optional<PortAddress>& target, const QPointF& point);
    void finishWire(QGraphicsSceneMouseEvent* event);
    bool isAccepted(const PortAddress& target) const;
    std::optional<PortAddress> draftTarget(const QPointF& point) const;
    std::pair<PortAddress, PortAddress> draftEnds(const PortAddress& target) const;
    void cancelGesture();
    /// The positions given, and those of boxes that the document has no position for yet: whoever moves one box
    /// settles the arrangement they see.
    Positions settled(const Positions& moved) const;
    void announceSelection();

    DocumentModel& model_;
    QString path_;
    QHash<QString, BoxItem*> boxes_;
    BoxIndex boxIndex_;
    mutable std::optional<QRectF> contentRect_; ///< several ask for it in each frame
    QVector<WireItem*> wires_;
    QVector<const BoxItem*> unplaced_; ///< that have no position in the document
    Positions automatic_;              ///< where boxes without a position in the document were put
    bool quiet_ = false;               ///< while the selection changes in several steps
    bool showsLoads_ = false;
    QHash<QString, WireTraffic> traffic_;
    bool arranging_ = false; ///< in another thread

    Gesture gesture_ = Gesture::none;
    QPointF pressPoint_;
    std::optional<QPointF> pointer_;
    QPointF grabOrigin_;                 ///< where the box under the mouse was, which snaps to the grid
    Positions moveOrigin_;               ///< where the moved boxes were
    Positions noteOrigin_;               ///< and the moved notes
    QHash<WireItem*, Bends> bendOrigin_; ///< of wires that move with both their boxes
    QVector<QRectF> neighbours_;         ///< boxes that moved ones may be brought in line with
    QVector<QGraphicsLineItem*> guides_;
    QVector<NoteItem*> notes_;
    PortAddress draftFrom_;
    QHash<QString, QStringList> draftEnds_; ///< where the wire that is drawn may end
    bool draftMayAdd_ = false;              ///< whether something new may be added at its end
    std::optional<PortAddress> keyTarget_;  ///< where keys have led its end
    QGraphicsPathItem* draft_ = nullptr;
    PointerLabel* label_ = nullptr;
    WireItem* bent_ = nullptr; ///< the wire whose stretch is dragged
    int stretch_ = -1;
    QVector<QPointF> bentCorners_; ///< as they were
    NoteItem* resized_ = nullptr;
    QGraphicsRectItem* band_ = nullptr;
    BandMode bandMode_ = BandMode::replace;
    QSet<QGraphicsItem*> bandBase_; ///< what was selected before
    int nudgeGroup_ = 0;
};

/// The ways to align, as menus show them.
struct AlignmentEntry
{
    Alignment alignment;
    QString icon, text;
};
const QVector<AlignmentEntry>& alignments();

/// A little square of a colour that people can choose.
QIcon colourSwatch(const QString& name, const QPalette& palette);

} // namespace headroom::widgets
