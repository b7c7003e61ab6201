#include "widgets/diagram/topology_items.h"

#include "widgets/look/look.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QPainter>
#include <array>

namespace headroom::widgets {

namespace {

constexpr qreal groupWidth = 216;
constexpr qreal switchWidth = 168;
constexpr qreal switchHeight = 48;
constexpr qreal inset = 12;
constexpr qreal headHeight = 32;
constexpr qreal lineHeight = 18;
constexpr qreal loadHeight = 16;
constexpr qreal chipHeight = 18;
constexpr qreal chipGap = 4;

QString tr(const char* text)
{
    return QCoreApplication::translate("headroom::widgets::GroupItem", text);
}

/// Links may leave a box on any side; the handle to draw one from is at the top, a switch's also below.
QVector<Port> linkPorts(const QSizeF& size, bool isSwitch)
{
    const QString meaning = tr("drag to a switch to link the two");
    QVector<Port> ports{{"link", tr("link"), meaning, {size.width() / 2, 0}, Side::top, true, true}};
    if (isSwitch)
        ports.append({"link", tr("link"), meaning, {size.width() / 2, size.height()}, Side::bottom, false, true});
    return ports;
}

void drawElided(QPainter* painter, const QRectF& rect, const QFont& font, const QString& text)
{
    painter->setFont(font);
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetricsF(font).elidedText(text, Qt::ElideRight, rect.width()));
}

} // namespace

GroupItem::GroupItem(const QString& id, GroupTexts texts, bool roomForLoads)
    : BoxItem(id), texts_(std::move(texts)), roomForLoads_(roomForLoads)
{
    qreal height = headHeight + lineHeight * static_cast<qreal>(lines().size());
    if (roomForLoads_)
        height += 3 * loadHeight + 8;
    if (const auto chips = chipRects(); !chips.isEmpty())
        height += chips.last().bottom() + 8;
    height = std::ceil((height + 10) / gridSize) * gridSize;
    const QSizeF size(groupWidth, height);
    setGeometry(size, linkPorts(size, false));
}

QStringList GroupItem::lines() const
{
    QStringList lines;
    for (const QString& line : QStringList{texts_.processor, texts_.memory} + texts_.devices) {
        if (!line.isEmpty())
            lines.append(line);
    }
    return lines;
}

QVector<QRectF> GroupItem::chipRects() const
{
    QVector<QRectF> rects;
    const QFontMetricsF metrics(labelFont());
    QPointF corner;
    for (const QString& role : texts_.roles) {
        const qreal width = std::min(metrics.horizontalAdvance(role) + 14, groupWidth - 2 * inset);
        if (corner.x() > 0 && corner.x() + width > groupWidth - 2 * inset)
            corner = {0, corner.y() + chipHeight + chipGap};
        rects.append({corner, QSizeF(width, chipHeight)});
        corner.rx() += width + chipGap;
    }
    return rects;
}

void GroupItem::setLoads(const GroupLoads& loads)
{
    loads_ = loads;
    update();
}

void GroupItem::paintContent(QPainter* painter, const Colours& colours) const
{
    icon("network-server").paint(painter, QRect(static_cast<int>(inset), 9, 16, 16));
    painter->setPen(colours.text);
    drawElided(painter, {inset + 22, 7, groupWidth - 2 * inset - 22, 20}, titleFont(), texts_.title);
    qreal y = headHeight;
    paintLines(painter, colours, y);
    if (roomForLoads_)
        paintLoads(painter, colours, y);
    paintChips(painter, colours, y + 6);
}

void GroupItem::paintLines(QPainter* painter, const Colours& colours, qreal& y) const
{
    painter->setPen(colours.dimText);
    for (const QString& line : lines()) {
        drawElided(painter, {inset, y, groupWidth - 2 * inset, lineHeight}, summaryFont(), line);
        y += lineHeight;
    }
}

void GroupItem::paintLoads(QPainter* painter, const Colours& colours, qreal& y) const
{
    constexpr qreal nameWidth = 58, numberWidth = 34, thickness = 5;
    const std::array<std::pair<QString, std::optional<double>>, 3> bars{
        {{tr("Processor"), loads_.processor}, {tr("Disk"), loads_.disk}, {tr("Network"), loads_.network}}};
    y += 6;
    painter->setFont(labelFont());
    for (const auto& [name, load] : bars) {
        painter->setPen(colours.dimText);
        painter->drawText(QRectF(inset, y, nameWidth, loadHeight), Qt::AlignLeft | Qt::AlignVCenter, name);
        const QRectF track(inset + nameWidth, y + (loadHeight - thickness) / 2,
                           groupWidth - 2 * inset - nameWidth - numberWidth, thickness);
        painter->setPen(Qt::NoPen);
        painter->setBrush(colours.track);
        painter->drawRoundedRect(track, 2, 2);
        if (load) {
            QRectF filled = track;
            filled.setWidth(track.width() * std::clamp(*load, 0.0, 1.0));
            painter->setBrush(loadColour(0.35 + 0.65 * *load, scene()->palette()));
            painter->drawRoundedRect(filled, 2, 2);
        }
        painter->setPen(colours.text);
        painter->drawText(QRectF(groupWidth - inset - numberWidth, y, numberWidth, loadHeight),
                          Qt::AlignRight | Qt::AlignVCenter, load ? percentText(*load) : QStringLiteral("–"));
        y += loadHeight;
    }
    y += 2;
}

void GroupItem::paintChips(QPainter* painter, const Colours& colours, qreal y) const
{
    const auto rects = chipRects();
    for (int i = 0; i < rects.size(); ++i) {
        const QRectF rect = rects[i].translated(inset, y);
        painter->setPen(Qt::NoPen);
        painter->setBrush(colours.selection);
        painter->drawRoundedRect(rect, chipHeight / 2, chipHeight / 2);
        painter->setPen(colours.text);
        drawElided(painter, rect.adjusted(7, 0, -6, 0), labelFont(), texts_.roles[i]);
    }
}

SwitchItem::SwitchItem(const QString& id, QString title, QString summary)
    : BoxItem(id), title_(std::move(title)), summary_(std::move(summary))
{
    const QSizeF size(switchWidth, switchHeight);
    setGeometry(size, linkPorts(size, true));
}

void SwitchItem::paintContent(QPainter* painter, const Colours& colours) const
{
    icon("network-wired").paint(painter, QRect(static_cast<int>(inset) - 1, 8, 16, 16));
    painter->setPen(colours.text);
    drawElided(painter, {inset + 21, 7, switchWidth - 2 * inset - 21, 18}, titleFont(), title_);
    painter->setPen(colours.dimText);
    drawElided(painter, {inset, 25, switchWidth - 2 * inset, 16}, summaryFont(), summary_);
}

} // namespace headroom::widgets
