// The other boxes of the topology besides node groups (group_item.h): switches, and the tiers of generated fabrics.
#pragma once

#include "widgets/diagram/canvas/items/canvas_items.h"
#include "widgets/diagram/topology/boxes/group_item.h"

namespace headroom::widgets {

/// The box of a switch.
class SwitchItem : public BoxItem
{
public:
    SwitchItem(const QString& id, QString title, QString summary);

    const QString& title() const { return title_; }
    QString spokenName() const override { return title_; }
    QString spokenDetails() const override { return summary_; }

protected:
    void paintContent(QPainter* painter, const Colours& colours) const override;

private:
    QString title_, summary_;
};

/// All switches of one tier of a generated fabric as one box.
class TierItem : public BoxItem
{
public:
    TierItem(const QString& id, QString title, QStringList lines);

    const QString& title() const { return title_; }
    const QStringList& lines() const { return lines_; }
    QString spokenName() const override { return title_; }
    QString spokenDetails() const override { return lines_.join(QStringLiteral(", ")); }

protected:
    void paintContent(QPainter* painter, const Colours& colours) const override;

private:
    QString title_;
    QStringList lines_;
};

/// The node group whose box contains a point.
GroupItem* groupAt(const CanvasItems& drawn, const QPointF& point);
/// Highlights the group that accepts the dragged item; null: none does.
void markTarget(const CanvasItems& drawn, const GroupItem* target);

} // namespace headroom::widgets
