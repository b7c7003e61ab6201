#include "widgets/diagram/topology/boxes/group_item.h"

#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QGraphicsSceneHoverEvent>
#include <QPainter>
#include <array>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr qreal groupWidth = 216;
constexpr qreal groupInset = 12;
constexpr qreal headHeight = 32;
constexpr qreal groupLineHeight = 18;
constexpr qreal loadHeight = 16;
constexpr double worthSaying = 0.05; // I/Os at a disk: fewer are displayed as none
constexpr qreal labelHeight = 18;
constexpr qreal labelGap = 4;
constexpr qreal groupIconSize = 14;
constexpr qreal indent = 14;
constexpr qreal room = groupWidth - 2 * groupInset;

struct Group
{
    Q_DECLARE_TR_FUNCTIONS(GroupItem)
};

QString tipOf(const GroupPart& part)
{
    switch (part.kind) {
    case GroupPart::Kind::controller:
        return Group::tr("%1: a controller of each node").arg(part.id);
    case GroupPart::Kind::device:
        return Group::tr("%1: %2 in each node").arg(part.id, part.text);
    case GroupPart::Kind::volume:
        return Group::tr("Volume %1, which lies on these devices. Drag it to others.").arg(part.id);
    case GroupPart::Kind::unbound:
        return Group::tr("Volume %1 lies on no device yet. Drag it to some.").arg(part.id);
    case GroupPart::Kind::role:
        return Group::tr("Role %1, which each node carries. Drag it to another group.").arg(part.id);
    }
    return {};
}

/// The bars of a group's box and what they say.
std::array<std::pair<QString, std::optional<double>>, 3> barsOf(const GroupLoads& loads)
{
    return {{{Group::tr("Processor"), loads.processor},
             {Group::tr("Disk"), loads.disk},
             {Group::tr("Network"), loads.network}}};
}

} // namespace

ElementRef GroupPart::element(const QString& group) const
{
    switch (kind) {
    case Kind::controller:
        return {ElementKind::controller, {group, id}};
    case Kind::device:
        return ElementRef::device(group, id);
    case Kind::volume:
        return {ElementKind::volume, {group, id}};
    case Kind::role:
        return {ElementKind::binding, {id}};
    case Kind::unbound:
        break;
    }
    return ElementRef::nodeGroup(group);
}

QStringList GroupTexts::shown(GroupPart::Kind kind) const
{
    QStringList texts;
    for (const GroupPart& part : parts)
        if (part.kind == kind)
            texts.append(part.text);
    return texts;
}

GroupItem::GroupItem(const QString& id, GroupTexts texts, bool roomForLoads, const QVector<NodeBlock>& blocks)
    : BoxItem(id), texts_(std::move(texts)), roomForLoads_(roomForLoads), cells_(blocks, room)
{
    qreal y = headHeight;
    for (const QString& line : {texts_.processor, texts_.memory})
        y += line.isEmpty() ? 0 : groupLineHeight;
    y = placeParts(y);
    if (roomForLoads_) {
        loadsTop_ = y + 6;
        y = loadsTop_ + 3 * loadHeight + 2;
    }
    if (isOpened()) {
        cellsAt_ = {groupInset, y + 6};
        y = cellsAt_.y() + cells_.size().height();
    }
    const QSizeF size(groupWidth, std::ceil((y + 10) / 8) * 8);
    const QString meaning = Group::tr("drag to a switch to link the two");
    setGeometry(size, {{"link", Group::tr("link"), meaning, {size.width() / 2, 0}, Side::top, true, true}});
}

/// Devices and controllers in lines, volumes as labels below theirs, roles as labels at the end.
qreal GroupItem::placeParts(qreal y)
{
    const QFontMetricsF metrics(labelFont());
    qreal x = -1; // in a row of labels: the x position of the next one
    GroupPart::Kind row = GroupPart::Kind::device;
    for (const GroupPart& part : texts_.parts) {
        const bool newRow = part.isLine() || part.kind != row;
        if (newRow && x >= 0) {
            y += labelHeight + labelGap;
            x = -1;
        }
        row = part.kind;
        if (part.isLine()) {
            places_.append({groupInset / 2, y, groupWidth - groupInset, groupLineHeight});
            y += groupLineHeight;
            continue;
        }
        const qreal left = groupInset + (part.kind == GroupPart::Kind::volume ? (part.depth + 1) * indent + 4 : 0);
        const qreal sign = part.kind == GroupPart::Kind::unbound ? 14 : 0;
        const qreal width = std::min(metrics.horizontalAdvance(part.text) + 14 + sign, groupWidth - groupInset - left);
        if (x < 0) {
            x = left;
            y += part.kind == GroupPart::Kind::volume ? 1 : labelGap + 1;
        } else if (x + width > groupWidth - groupInset) {
            x = left;
            y += labelHeight + labelGap;
        }
        places_.append({x, y, width, labelHeight});
        x += width + labelGap;
    }
    return x >= 0 ? y + labelHeight : y;
}

QRectF GroupItem::disclosure()
{
    return {4, 6, 20, 20};
}

std::optional<GroupPart> GroupItem::partAt(const QPointF& point) const
{
    for (int i = 0; i < places_.size(); ++i)
        if (places_[i].contains(point))
            return texts_.parts[i];
    return {};
}

QRectF GroupItem::placeOf(const GroupPart& part) const
{
    const auto index = texts_.parts.indexOf(part);
    return index < 0 ? QRectF() : places_[index];
}

int GroupItem::nodeAt(const QPointF& point) const
{
    return cells_.nodeAt(point - cellsAt_);
}

void GroupItem::setLoads(const GroupLoads& loads)
{
    loads_ = loads;
    update();
}

void GroupItem::setChosenPart(const std::optional<GroupPart>& part)
{
    chosen_ = part;
    update();
}

void GroupItem::setDropPart(const std::optional<GroupPart>& part)
{
    if (drop_ != part) {
        drop_ = part;
        update();
    }
}

void GroupItem::setDropTarget(bool target)
{
    if (std::exchange(dropTarget_, target) != target)
        update();
}

void GroupItem::paintContent(QPainter* painter, const Colours& colours) const
{
    paintHead(painter, colours);
    for (int i = 0; i < places_.size(); ++i)
        paintPart(painter, colours, texts_.parts[i], places_[i]);
    if (roomForLoads_)
        paintLoads(painter, colours);
    if (isOpened()) {
        painter->save();
        painter->translate(cellsAt_);
        cells_.paint(painter, scene()->palette(), loads_.nodes, true);
        painter->restore();
    }
    if (dropTarget_) {
        painter->setPen(QPen(colours.accent, 2, Qt::DashLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(frame().adjusted(3, 3, -3, -3), 4, 4);
    }
}

void GroupItem::paintHead(QPainter* painter, const Colours& colours) const
{
    const QPointF middle = disclosure().center();
    const QPolygonF triangle =
        isOpened() ? QPolygonF{middle + QPointF(-4, -2), middle + QPointF(4, -2), middle + QPointF(0, 3)}
                   : QPolygonF{middle + QPointF(-2, -4), middle + QPointF(3, 0), middle + QPointF(-2, 4)};
    painter->setPen(Qt::NoPen);
    painter->setBrush(colours.dimText);
    painter->drawPolygon(triangle);
    paintIcon(*painter, "network-server", QRect(26, 8, 16, 16), colours);
    painter->setPen(colours.text);
    drawElided(painter, {47, 6, groupWidth - 47 - groupInset, 20}, titleFont(), texts_.title);
    painter->setPen(colours.dimText);
    qreal y = headHeight;
    for (const QString& line : {texts_.processor, texts_.memory}) {
        if (line.isEmpty())
            continue;
        drawElided(painter, {groupInset, y, room, groupLineHeight}, summaryFont(), line);
        y += groupLineHeight;
    }
}

void GroupItem::paintPart(QPainter* painter, const Colours& colours, const GroupPart& part, const QRectF& rect) const
{
    const bool chosen = chosen_ == part;
    const bool drop = drop_ == part;
    if (!part.isLine())
        return paintLabel(painter, colours, part, rect);
    if (chosen || drop) {
        painter->setPen(drop ? QPen(colours.accent, 1.4) : Qt::NoPen);
        painter->setBrush(colours.selection);
        painter->drawRoundedRect(rect, 3, 3);
    }
    const auto load =
        part.kind == GroupPart::Kind::device ? loads_.devices.constFind(part.id) : loads_.devices.constEnd();
    if (load != loads_.devices.constEnd() && !chosen && !drop) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(loadColour(*load, scene()->palette()));
        painter->drawRoundedRect(rect, 3, 3);
    }
    const qreal left = groupInset + part.depth * indent;
    paintIcon(*painter, part.icon, QRectF(left, rect.top() + 2, groupIconSize, groupIconSize).toRect(), colours);
    painter->setPen(chosen || load != loads_.devices.constEnd() ? colours.text : colours.dimText);
    drawElided(
        painter,
        {left + groupIconSize + 5, rect.top(), groupWidth - groupInset - left - groupIconSize - 5, groupLineHeight},
        summaryFont(), part.text);
}

void GroupItem::paintLabel(QPainter* painter, const Colours& colours, const GroupPart& part, const QRectF& rect) const
{
    const bool role = part.kind == GroupPart::Kind::role;
    const bool unbound = part.kind == GroupPart::Kind::unbound;
    const QColor border = chosen_ == part ? colours.accent : unbound ? colours.warning : colours.fieldBorder;
    painter->setPen(role && chosen_ != part ? QPen(Qt::NoPen) : QPen(border, chosen_ == part ? 1.8 : 1));
    painter->setBrush(role ? QBrush(colours.selection) : QBrush(Qt::NoBrush));
    const qreal radius = role ? labelHeight / 2 : 3;
    painter->drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    QRectF text = rect.adjusted(7, 0, -6, 0);
    if (unbound) {
        paintIcon(*painter, "dialog-warning", QRectF(rect.left() + 4, rect.top() + 3, 12, 12).toRect(), colours);
        text.setLeft(rect.left() + 20);
    }
    painter->setPen(role ? colours.text : colours.dimText);
    drawElided(painter, text, labelFont(), part.text);
}

QString GroupItem::spokenDetails() const
{
    QStringList lines{texts_.processor, texts_.memory};
    for (const GroupPart& part : texts_.parts)
        lines += part.text;
    for (const auto& [name, load] : barsOf(loads_))
        if (load)
            lines += Group::tr("%1 %2").arg(name, percentText(*load));
    lines.removeAll(QString());
    return lines.join(QStringLiteral(", "));
}

void GroupItem::paintLoads(QPainter* painter, const Colours& colours) const
{
    constexpr qreal nameWidth = 58, numberWidth = 34, thickness = 5;
    const auto bars = barsOf(loads_);
    qreal y = loadsTop_;
    painter->setFont(labelFont());
    for (const auto& [name, load] : bars) {
        painter->setPen(colours.dimText);
        const bool queue = &load == &bars[1].second && loads_.diskQueue.value_or(0) >= worthSaying;
        painter->drawText(QRectF(groupInset, y, nameWidth, loadHeight), Qt::AlignLeft | Qt::AlignVCenter,
                          queue ? Group::tr("%1 (%2)").arg(name, meanText(*loads_.diskQueue)) : name);
        const QRectF track(groupInset + nameWidth, y + (loadHeight - thickness) / 2, room - nameWidth - numberWidth,
                           thickness);
        painter->setPen(Qt::NoPen);
        painter->setBrush(colours.track);
        painter->drawRoundedRect(track, 2, 2);
        if (load) {
            QRectF filled = track;
            filled.setWidth(track.width() * std::clamp(*load, 0.0, 1.0));
            // No text lies on a bar: in the dark theme it is as strong as a cell of a heat map.
            const double shown = 0.35 + 0.65 * *load;
            painter->setBrush(colours.dark ? heatColour(shown, scene()->palette())
                                           : loadColour(shown, scene()->palette()));
            painter->drawRoundedRect(filled, 2, 2);
        }
        painter->setPen(colours.text);
        painter->drawText(QRectF(groupWidth - groupInset - numberWidth, y, numberWidth, loadHeight),
                          Qt::AlignRight | Qt::AlignVCenter, load ? percentText(*load) : QStringLiteral("–"));
        y += loadHeight;
    }
}

void GroupItem::hoverMoveEvent(QGraphicsSceneHoverEvent* event)
{
    BoxItem::hoverMoveEvent(event);
    if (portAt(event->pos()))
        return;
    setToolTip(tipAt(event->pos()));
}

QString GroupItem::tipAt(const QPointF& point) const
{
    if (disclosure().contains(point))
        return isOpened() ? Group::tr("Close the group") : Group::tr("Show the group's nodes");
    if (const auto part = partAt(point)) {
        const QString facts = factsOf(*part);
        return facts.isEmpty() ? tipOf(*part) : tipOf(*part) + '\n' + facts;
    }
    const int node = nodeAt(point);
    if (node < 0)
        return loads_.facts;
    const bool known = node < loads_.nodes.size();
    if (cells_.nodesPerCell() == 1 && known && !loads_.nodes[node].facts.isEmpty())
        return Group::tr("Node %1").arg(node + 1) + '\n' + loads_.nodes[node].facts;
    const QString name = cells_.nodesPerCell() > 1
                             ? Group::tr("Nodes %1 to %2").arg(node + 1).arg(node + cells_.nodesPerCell())
                             : Group::tr("Node %1").arg(node + 1);
    return known && loads_.nodes[node].busiest() ? name + ": " + loadText(loads_.nodes[node]) : name;
}

/// A volume has the figures of the devices above it.
QString GroupItem::factsOf(const GroupPart& part) const
{
    if (part.kind == GroupPart::Kind::device)
        return loads_.deviceFacts.value(part.id);
    if (part.kind != GroupPart::Kind::volume)
        return {};
    QString device;
    for (const GroupPart& each : texts_.parts) {
        if (each == part)
            break;
        if (each.kind == GroupPart::Kind::device)
            device = each.id;
    }
    return loads_.deviceFacts.value(device);
}

} // namespace headroom::widgets
