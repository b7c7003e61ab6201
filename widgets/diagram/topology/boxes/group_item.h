// The box of a node group. It shows the parts of its nodes, which can be selected individually. When it is open, it
// also shows the nodes.
#pragma once

#include "widgets/diagram/canvas/items/box_item.h"
#include "widgets/diagram/topology/boxes/node_cells.h"
#include "widgets/document/model/element_ref.h"

#include <QHash>
#include <QStringList>

namespace headroom::widgets {

/// Utilisation of the nodes of a group, 0 … 1 each; nullopt if it is not known.
struct GroupLoads
{
    std::optional<double> processor;
    std::optional<double> disk;
    std::optional<double> network;
    std::optional<double> diskQueue; ///< I/Os at each disk, waiting or in service; the longest queue of the group
    QHash<QString, double> devices;  ///< by device group
    QString facts = {};              ///< figures of all nodes for the tool tip, some lines; may be empty
    QHash<QString, QString> deviceFacts = {}; ///< by device group
    QVector<NodeLoad> nodes;                  ///< by node; empty if the values of single nodes are not known
};

/// A part in a node group's box that can be selected by itself.
struct GroupPart
{
    enum class Kind
    {
        controller,
        device,
        volume,  ///< on the devices listed above it
        unbound, ///< a volume that a role of the group needs but that has no device
        role
    };
    Kind kind = Kind::device;
    QString id;   ///< of the controller, device group, volume or role
    QString text; ///< "14 × SSD DC S3700 800 GB"
    QString icon;
    int depth = 0; ///< indentation: 0 for parts that are attached to no other part
    bool operator==(const GroupPart& other) const { return kind == other.kind && id == other.id; }

    /// Its document element. A role is represented by its parameters, an unbound volume by its group.
    ElementRef element(const QString& group) const;
    /// Devices and controllers have a line of their own, other parts a small label.
    bool isLine() const { return kind == Kind::controller || kind == Kind::device; }
};

/// A part and the group that contains it.
struct PartOfGroup
{
    QString group;
    GroupPart part;
    bool operator==(const PartOfGroup&) const = default;

    ElementRef element() const { return part.element(group); }
};

/// The texts of a node group's box.
struct GroupTexts
{
    QString title;                                 ///< "storage × 4"
    QString processor;                             ///< "2 × Xeon E5-2695 v3"
    QString memory;                                ///< "128 GiB memory"
    QVector<GroupPart> parts;                      ///< in the order of display
    QStringList shown(GroupPart::Kind kind) const; ///< the texts of all parts of a kind
};

class GroupItem : public BoxItem
{
public:
    /// `blocks` are the group's nodes by rack; empty if the box is closed.
    GroupItem(const QString& id, GroupTexts texts, bool roomForLoads, const QVector<NodeBlock>& blocks);

    const GroupTexts& texts() const { return texts_; }
    QString spokenName() const override { return texts_.title; }
    QString spokenDetails() const override;
    void setLoads(const GroupLoads& loads);
    bool isOpened() const { return !cells_.isEmpty(); }
    /// The triangle that opens and closes the box.
    static QRectF disclosure();
    std::optional<GroupPart> partAt(const QPointF& point) const;
    /// The place of a part in the box's coordinates; empty if the box does not have it.
    QRectF placeOf(const GroupPart& part) const;
    /// The node under a point; −1: none.
    int nodeAt(const QPointF& point) const;
    QRectF placeOfNode(int node) const { return cells_.cellOf(node).translated(cellsAt_); }
    void setChosenPart(const std::optional<GroupPart>& part);
    /// Marks the part on which the dragged item would be dropped.
    void setDropPart(const std::optional<GroupPart>& part);
    void setDropTarget(bool target);

protected:
    void paintContent(QPainter* painter, const Colours& colours) const override;
    void hoverMoveEvent(QGraphicsSceneHoverEvent* event) override;

private:
    QString tipAt(const QPointF& point) const;
    QString factsOf(const GroupPart& part) const;
    qreal placeParts(qreal y);
    void paintHead(QPainter* painter, const Colours& colours) const;
    void paintPart(QPainter* painter, const Colours& colours, const GroupPart& part, const QRectF& rect) const;
    void paintLabel(QPainter* painter, const Colours& colours, const GroupPart& part, const QRectF& rect) const;
    void paintLoads(QPainter* painter, const Colours& colours) const;

    GroupTexts texts_;
    QVector<QRectF> places_; ///< of each part
    bool roomForLoads_;
    qreal loadsTop_ = 0;
    NodeCells cells_;
    QPointF cellsAt_;
    GroupLoads loads_;
    std::optional<GroupPart> chosen_, drop_;
    bool dropTarget_ = false;
};

} // namespace headroom::widgets
