#include "widgets/diagram/topology/boxes/topology_items.h"

#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <utility>

namespace headroom::widgets {

namespace {

constexpr qreal switchWidth = 168;
constexpr qreal switchHeight = 48;
constexpr qreal tierWidth = 248;
constexpr qreal tierInset = 12;
constexpr qreal tierLineHeight = 16;

struct Switches
{
    Q_DECLARE_TR_FUNCTIONS(SwitchItem)
};

/// Links may leave a box on any side; the ports to draw one from are at the top and bottom.
QVector<Port> linkPorts(const QSizeF& size)
{
    const QString meaning = Switches::tr("drag to a switch to link the two");
    return {{"link", Switches::tr("link"), meaning, {size.width() / 2, 0}, Side::top, true, true},
            {"link", Switches::tr("link"), meaning, {size.width() / 2, size.height()}, Side::bottom, false, true}};
}

} // namespace

SwitchItem::SwitchItem(const QString& id, QString title, QString summary)
    : BoxItem(id), title_(std::move(title)), summary_(std::move(summary))
{
    const QSizeF size(switchWidth, switchHeight);
    setGeometry(size, linkPorts(size));
}

void SwitchItem::paintContent(QPainter* painter, const Colours& colours) const
{
    paintIcon(*painter, "network-wired", QRect(static_cast<int>(tierInset) - 1, 8, 16, 16), colours);
    painter->setPen(colours.text);
    drawElided(painter, {tierInset + 21, 7, switchWidth - 2 * tierInset - 21, 18}, titleFont(), title_);
    painter->setPen(colours.dimText);
    drawElided(painter, {tierInset, 25, switchWidth - 2 * tierInset, 16}, summaryFont(), summary_);
}

TierItem::TierItem(const QString& id, QString title, QStringList lines)
    : BoxItem(id), title_(std::move(title)), lines_(std::move(lines))
{
    setGeometry({tierWidth, 32 + tierLineHeight * static_cast<qreal>(lines_.size())}, {});
}

void TierItem::paintContent(QPainter* painter, const Colours& colours) const
{
    // A second edge behind the first shows that the box represents several switches.
    painter->setPen(QPen(colours.fieldBorder, 1.2));
    painter->drawLine(QLineF(6, -3, size().width() - 6, -3));
    paintIcon(*painter, "network-wired", QRect(static_cast<int>(tierInset) - 1, 7, 16, 16), colours);
    painter->setPen(colours.text);
    drawElided(painter, {tierInset + 21, 6, tierWidth - 2 * tierInset - 21, 18}, titleFont(), title_);
    painter->setPen(colours.dimText);
    qreal y = 25;
    for (const QString& line : lines_) {
        drawElided(painter, {tierInset, y, tierWidth - 2 * tierInset, tierLineHeight}, summaryFont(), line);
        y += tierLineHeight;
    }
}

GroupItem* groupAt(const CanvasItems& drawn, const QPointF& point)
{
    for (QGraphicsItem* item : drawn.scene().items(point))
        if (auto* group = dynamic_cast<GroupItem*>(item); group && group->frame().contains(group->mapFromScene(point)))
            return group;
    return nullptr;
}

void markTarget(const CanvasItems& drawn, const GroupItem* target)
{
    for (BoxItem* item : drawn.boxes())
        if (auto* group = dynamic_cast<GroupItem*>(item))
            group->setDropTarget(group == target);
}

} // namespace headroom::widgets
