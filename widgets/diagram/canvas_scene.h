// What the scenes of behaviour diagrams and of the topology have in common: a projection of the document with boxes
// that are selected, moved on a grid, wired and deleted by mouse and keyboard. The document alone decides what is
// there.
#pragma once

#include "widgets/diagram/document_model.h"
#include "widgets/diagram/wire_item.h"

#include <QGraphicsScene>
#include <QHash>

namespace headroom::widgets {

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
    void selectBoxes(const QStringList& ids);
    /// The rectangle around all boxes; empty if there are none.
    QRectF contentRect() const;
    /// Said where there is nothing to show.
    virtual QString emptyText() const = 0;
    /// Whether loads are shown, so that their scale is wanted.
    bool showsLoads() const { return showsLoads_; }

public slots:
    /// Lays all boxes out automatically, as one undoable step.
    void arrange();
    void deleteSelection();
    void selectAll();

signals:
    /// The selection is another one.
    void selectionEdited(const QList<headroom::widgets::ElementRef>& elements);
    /// A box was double-clicked.
    void activated(const headroom::widgets::ElementRef& element);
    /// Something was not done; why, in a sentence.
    void refused(const QString& why);
    /// Boxes came, went or moved.
    void contentChanged();

protected:
    /// Creates the items with addBox() and addWire().
    virtual void build() = 0;
    virtual Positions automaticPositions() const = 0;
    virtual ElementRef elementOf(const BoxItem& box) const = 0;
    /// Why no wire may lead from one port to another; empty if it may.
    virtual QString refusal(const PortAddress& from, const PortAddress& to) const = 0;
    virtual void connectPorts(const PortAddress& from, const PortAddress& to) = 0;
    virtual void deleteItems(const QStringList& boxes, const QVector<WireItem*>& wires) = 0;
    /// Where a wire leaves and enters; by default at its ports.
    virtual std::pair<WireEnd, WireEnd> endsOf(const WireItem& wire) const;

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
    bool event(QEvent* event) override;

private:
    enum class Gesture
    {
        none,
        pressed, ///< on a box, not yet moved
        moving,
        wiring
    };

    void placeBoxes();
    void routeAll();
    void routeAround(const QSet<QString>& moved, const QRectF& region);
    void route(WireItem* wire);
    BoxItem* boxAt(const QPointF& point) const;
    void pressBox(BoxItem* box, QGraphicsSceneMouseEvent* event);
    void moveBoxes(const QPointF& offset);
    void finishMove();
    void nudge(const QPointF& offset);
    void beginWire(BoxItem* box, const Port& port);
    void updateDraft(const QPointF& point);
    void finishWire(QGraphicsSceneMouseEvent* event);
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
    QVector<WireItem*> wires_;
    Positions automatic_; ///< where boxes without a position in the document were put
    bool quiet_ = false;  ///< while the selection changes in several steps
    bool showsLoads_ = false;

    Gesture gesture_ = Gesture::none;
    QPointF pressPoint_;
    QString grabbed_;      ///< box under the mouse, which snaps to the grid
    Positions moveOrigin_; ///< where the moved boxes were
    PortAddress draftFrom_;
    QGraphicsPathItem* draft_ = nullptr;
    int nudgeGroup_ = 0;
};

} // namespace headroom::widgets
