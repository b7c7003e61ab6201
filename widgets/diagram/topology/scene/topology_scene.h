// The canvas of the topology: node groups, and the switches and links of the active fabric.
#pragma once

#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/topology/boxes/group_item.h"
#include "widgets/document/topology/topology_plan.h"

#include <functional>
#include <memory>

namespace headroom::widgets {

class TopologyScene : public CanvasScene
{
    Q_OBJECT

public:
    /// Returns the displayed text of a field's value: parameters are resolved, components shown by their model name.
    using Display = std::function<QString(const project::Json&)>;
    using Library = std::shared_ptr<const project::ComponentLibrary>;

    /// Without a display, values are shown as written.
    explicit TopologyScene(DocumentModel& model, Display display = {}, QObject* parent = nullptr);

    /// Id of the fabric that the project names, or else of the first one.
    QString fabric() const;
    const project::Fabric* shownFabric() const;
    bool isGroup(const QString& id) const;
    /// Calls the functions again, e.g. after a parameter has changed.
    void refresh() { rebuild(); }
    /// Sets the library that is used to compute the numbers of fabrics and racks.
    void setLibrary(Library library);
    const TopologyPlan& plan() const { return plan_; }
    /// Sets loads by node group; an empty hash shows no loads.
    void setLoads(const QHash<QString, GroupLoads>& loads);
    const QHash<QString, GroupLoads>& loads() const { return loads_; }
    /// Shows the nodes of a group, or only its box.
    void setOpened(const QString& group, bool opened);
    bool isOpened(const QString& group) const { return opened_.contains(group); }
    /// Selects a node group, a switch, or a part inside a group.
    void selectElement(const ElementRef& element);
    /// The selected part inside a group, if a part is selected instead of the group.
    const std::optional<PartOfGroup>& chosenPart() const { return chosen_; }
    QString emptyText() const override;

signals:
    /// The user wants to see the numbers of a fabric.
    void fabricRequested(const QString& fabric);

protected:
    void build() override;
    Positions automaticPositions() const override;
    std::function<Positions()> arrangement() const override;
    ElementRef elementOf(const BoxItem& box) const override;
    std::optional<ElementRef> linkElement(const WireItem& wire) const override;
    QString refusal(const PortAddress& from, const PortAddress& to) const override;
    void connectPorts(const PortAddress& from, const PortAddress& to) override;
    void deleteItems(const QStringList& boxes, const QVector<WireItem*>& wires) override;
    std::pair<WireEnd, WireEnd> endsOf(const WireItem& wire) const override;
    QVector<QuickEntry> entriesFor(const AddPlace& place) const override;
    QString addEntry(const QString& key, const AddPlace& place) override;
    bool isFree(const Port&) const override { return true; }
    QSizeF usualSize() const override { return {208, 112}; }
    QString clipFabric() const override { return fabric(); }

    void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseDoubleClickEvent(QGraphicsSceneMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QGraphicsSceneContextMenuEvent* event) override;
    void dragEnterEvent(QGraphicsSceneDragDropEvent* event) override;
    void dragMoveEvent(QGraphicsSceneDragDropEvent* event) override;
    void dragLeaveEvent(QGraphicsSceneDragDropEvent* event) override;
    void dropEvent(QGraphicsSceneDragDropEvent* event) override;

private:
    void elementChanged(const ElementRef& element);
    QString shown(const project::Json& value) const;
    void addGroups();
    void addDrawn(const project::Fabric& fabric);
    void addGenerated(const project::Fabric& fabric);
    QVector<NodeBlock> blocksOf(int group) const;
    Positions layout() const;
    Positions beside(Positions layout) const;

    void choosePart(const std::optional<PartOfGroup>& part);
    void walkParts(int step);
    void deleteChosen();

    Display display_;
    Library library_ = std::make_shared<project::ComponentLibrary>();
    TopologyPlan plan_;
    QHash<QString, GroupLoads> loads_;
    QSet<QString> opened_;
    std::optional<PartOfGroup> chosen_;
};

} // namespace headroom::widgets
