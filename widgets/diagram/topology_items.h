// The boxes of the topology.
#pragma once

#include "widgets/diagram/box_item.h"
#include "widgets/diagram/topology_scene.h"

#include <QStringList>

namespace headroom::widgets {

/// What a node group's box says, ready to be painted.
struct GroupTexts
{
    QString title;       ///< "storage × 4"
    QString processor;   ///< "2 × Xeon E5-2695 v3"
    QString memory;      ///< "128 GiB"
    QStringList devices; ///< "14 × SSD DC S3700 800 GB"
    QStringList roles;
};

class GroupItem : public BoxItem
{
public:
    GroupItem(const QString& id, GroupTexts texts, bool roomForLoads);

    const GroupTexts& texts() const { return texts_; }
    void setLoads(const GroupLoads& loads);

protected:
    void paintContent(QPainter* painter, const Colours& colours) const override;

private:
    void paintLines(QPainter* painter, const Colours& colours, qreal& y) const;
    void paintLoads(QPainter* painter, const Colours& colours, qreal& y) const;
    void paintChips(QPainter* painter, const Colours& colours, qreal y) const;
    QStringList lines() const;
    QVector<QRectF> chipRects() const;

    GroupTexts texts_;
    bool roomForLoads_;
    GroupLoads loads_;
};

class SwitchItem : public BoxItem
{
public:
    SwitchItem(const QString& id, QString title, QString summary);

    const QString& title() const { return title_; }

protected:
    void paintContent(QPainter* painter, const Colours& colours) const override;

private:
    QString title_, summary_;
};

} // namespace headroom::widgets
