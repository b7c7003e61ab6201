// The canvas of one behaviour diagram: blocks, their ports and the wires between them.
#pragma once

#include "widgets/diagram/behaviour/block_item.h"
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/geometry/layout.h"

namespace headroom::widgets {

/// Mime type of a block type's name (UTF-8), as the palette gives it to drag and drop.
inline const QString blockMimeType = QStringLiteral("application/x-headroom-block");

class DiagramScene : public CanvasScene
{
    Q_OBJECT

public:
    /// `path` is a diagram path of the project ("proxy-server/PUT/full").
    DiagramScene(DocumentModel& model, const QString& path, QObject* parent = nullptr);

    /// Shares (0 … 1) by block id; blocks without one keep their colour. Empty: no loads are shown.
    void setLoads(const QHash<QString, double>& loads);
    /// Requests at a time by block id, as numbers in the blocks.
    void setPresent(const QHash<QString, double>& requests);
    /// Adds a block with its middle at this point and selects it; its id, empty if there is no such type. On a wire it
    /// is put into it.
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
    /// What an arrangement looks at.
    struct Graph
    {
        QVector<LayoutBox> boxes;
        QVector<LayoutEdge> edges;
    };

    const project::Diagram* diagram() const;
    Graph graph() const;
    void elementChanged(const ElementRef& element);
    QStringList disablable() const;

    QHash<QString, double> loads_, present_;
};

} // namespace headroom::widgets
