// The box of a node group: what its nodes are made of, as parts that can be picked one by one, and, when it is opened,
// its nodes.
#pragma once

#include "widgets/diagram/canvas/items/box_item.h"
#include "widgets/diagram/topology/node_cells.h"
#include "widgets/document/element_ref.h"

#include <QHash>
#include <QStringList>

namespace headroom::widgets {

/// How busy the nodes of a group are, 0 … 1 each; nothing where it is not known.
struct GroupLoads
{
    std::optional<double> processor;
    std::optional<double> disk;
    std::optional<double> network;
    std::optional<double> diskQueue; ///< I/Os at each disk, waiting or in service, of the longest queue
    QHash<QString, double> devices;  ///< by device group
    QVector<NodeLoad> nodes;         ///< by node; empty while they are not known one by one
};

/// Something inside a node group's box that can be picked by itself.
struct GroupPart
{
    enum class Kind
    {
        controller,
        device,
        volume,  ///< lies on the devices above it
        unbound, ///< a volume that a role of the group needs and that lies on no device
        role
    };
    Kind kind = Kind::device;
    QString id;   ///< of the controller, device group, volume or role
    QString text; ///< "14 × SSD DC S3700 800 GB"
    QString icon;
    int depth = 0; ///< what it hangs on: 0: nothing
    bool operator==(const GroupPart& other) const { return kind == other.kind && id == other.id; }

    /// What the panels call it; a role is shown with its parameters, an unbound volume with its group.
    ElementRef element(const QString& group) const;
    /// Devices and controllers are lines of their own, the others small labels.
    bool isLine() const { return kind == Kind::controller || kind == Kind::device; }
};

/// A part together with the group that it lies in.
struct PartOfGroup
{
    QString group;
    GroupPart part;
    bool operator==(const PartOfGroup&) const = default;

    ElementRef element() const { return part.element(group); }
};

/// What a node group's box says, ready to be painted.
struct GroupTexts
{
    QString title;                                 ///< "storage × 4"
    QString processor;                             ///< "2 × Xeon E5-2695 v3"
    QString memory;                                ///< "128 GiB memory"
    QVector<GroupPart> parts;                      ///< in the order in which they are shown
    QStringList shown(GroupPart::Kind kind) const; ///< the texts of the parts of a kind
};

class GroupItem : public BoxItem
{
public:
    /// `blocks` are the group's nodes by rack; empty: it is closed.
    GroupItem(const QString& id, GroupTexts texts, bool roomForLoads, const QVector<NodeBlock>& blocks);

    const GroupTexts& texts() const { return texts_; }
    void setLoads(const GroupLoads& loads);
    bool isOpened() const { return !cells_.isEmpty(); }
    /// The triangle that opens and closes it.
    static QRectF disclosure();
    std::optional<GroupPart> partAt(const QPointF& point) const;
    /// Where a part is shown, in the box's coordinates; empty if it has none such.
    QRectF placeOf(const GroupPart& part) const;
    /// The node under a point; −1: none.
    int nodeAt(const QPointF& point) const;
    QRectF placeOfNode(int node) const { return cells_.cellOf(node).translated(cellsAt_); }
    void setChosenPart(const std::optional<GroupPart>& part);
    /// Where what is being dragged would go.
    void setDropPart(const std::optional<GroupPart>& part);
    void setDropTarget(bool target);

protected:
    void paintContent(QPainter* painter, const Colours& colours) const override;
    void hoverMoveEvent(QGraphicsSceneHoverEvent* event) override;

private:
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
