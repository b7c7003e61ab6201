// The canvas of one behaviour diagram: blocks, their ports and the wires between them.
#pragma once

#include "project/library/components.h"
#include "widgets/diagram/behaviour/block_item.h"
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/geometry/layout.h"

#include <memory>

namespace headroom::widgets {

/// MIME type of a dragged block type: its name in UTF-8.
inline const QString blockMimeType = QStringLiteral("application/x-headroom-block");

class DiagramScene : public CanvasScene
{
    Q_OBJECT

public:
    /// `path` is a diagram path of the project ("proxy-server/PUT/full").
    DiagramScene(DocumentModel& model, const QString& path, QObject* parent = nullptr);

    /// The components that the project may name: expressions that disable blocks may compare with them.
    using Library = std::shared_ptr<const project::ComponentLibrary>;
    void setLibrary(Library library);
    /// Sets load shares (0 … 1) by block id. Blocks without an entry keep their colour; an empty hash shows no loads.
    void setLoads(const QHash<QString, double>& loads);
    /// Sets the mean number of requests by block id, which the blocks show.
    void setPresent(const QHash<QString, double>& requests);
    /// Adds a block centred at this point and selects it. If the point is on a wire, the block is inserted into the
    /// wire. Returns its id; empty if there is no such type.
    QString addBlockAt(const QString& type, const QPointF& middle);
    QString emptyText() const override;
    bool canDisable() const override;
    bool isSelectionDisabled() const override;
    void toggleDisabled() override;

protected:
    void build() override;
    Positions automaticPositions() const override;
    std::function<Positions()> arrangement() const override;
    ElementRef elementOf(const BoxItem& box) const override;
    QString refusal(const PortAddress& from, const PortAddress& to) const override;
    void connectPorts(const PortAddress& from, const PortAddress& to) override;
    void deleteItems(const QStringList& boxes, const QVector<WireItem*>& wires) override;

    QHash<QString, QStringList> endsFor(const PortAddress& from) const override;
    QVector<QuickEntry> entriesFor(const AddPlace& place) const override;
    QString addEntry(const QString& type, const AddPlace& place) override;

    void dragEnterEvent(QGraphicsSceneDragDropEvent* event) override;
    void dragMoveEvent(QGraphicsSceneDragDropEvent* event) override;
    void dropEvent(QGraphicsSceneDragDropEvent* event) override;

private:
    /// The input of the automatic layout.
    struct Graph
    {
        QVector<LayoutBox> boxes;
        QVector<LayoutEdge> edges;
    };

    const project::Diagram* diagram() const;
    Graph graph() const;
    void elementChanged(const ElementRef& element);
    QStringList disablable() const;

    bool hasDisabledByExpression() const;

    Library library_ = std::make_shared<project::ComponentLibrary>();
    QHash<QString, double> loads_, present_;
};

} // namespace headroom::widgets
