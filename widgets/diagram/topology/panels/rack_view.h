// The racks of the topology in front view: the switch on top, then a unit for each node, coloured by load after a run.
// One widget paints the visible part, however many racks there are.
#pragma once

#include "widgets/diagram/topology/boxes/group_item.h"
#include "widgets/document/topology/topology_plan.h"

#include <QAbstractScrollArea>
#include <QHash>

namespace headroom::widgets {

class LoadLegend;

class RackView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit RackView(QWidget* parent = nullptr);

    /// `groups` are the topology's, in its order.
    void setRacks(const TopologyPlan& plan, const std::vector<project::NodeGroup>& groups);
    void setLoads(const QHash<QString, GroupLoads>& loads);
    /// The selected node; group −1: none.
    struct Node
    {
        int rack = -1;
        int unit = 0; ///< from the top
        bool operator==(const Node&) const = default;
    };
    /// The rectangle of a node in the viewport; empty if it is not in a rack.
    QRect placeOf(int group, int node) const;
    /// Height of a node, in pixels.
    int unitHeight() const { return unitHeight_; }
    void setUnitHeight(int height);
    /// Sizes the racks so that all are seen at once, as large as the view allows. A unit height that the user chooses
    /// ends it.
    void setShowsAll(bool all);
    bool showsAll() const { return showsAll_; }
    /// "storage-3" for the selected node; empty: none.
    QString currentName() const;

signals:
    /// The user selected a node of this group.
    void groupChosen(const QString& group);
    void showsAllChanged(bool all);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    /// The content of a unit.
    struct Unit
    {
        int group = -1, node = 0;
    };
    void arrange();
    void fitAll();
    void chooseUnitHeight(int height);
    std::optional<Unit> unitOf(const Node& node) const;
    Node nodeAt(const QPoint& point) const;
    QRect unitRect(const Node& node) const;
    void setCurrent(const Node& node);
    void paintRack(QPainter& painter, int rack, const QRect& exposed) const;
    void paintUnit(QPainter& painter, const Node& node, const QRect& rect) const;
    QString nameOf(const Unit& unit) const;
    std::optional<NodeLoad> loadOf(const Unit& unit) const;

    TopologyPlan plan_;
    QStringList groups_;
    QHash<QString, GroupLoads> loads_;
    QVector<QRect> frames_; ///< of each rack, in the coordinates of the scrolled area
    int unitHeight_ = 18;
    int rackWidth_ = 0; ///< in pixels
    int perRow_ = 1;
    int contentHeight_ = 0;
    bool showsAll_ = false;
    LoadLegend* legend_;
    Node current_;
};

} // namespace headroom::widgets
