#include "widgets/diagram/box_item.h"

#include "widgets/look/look.h"

#include <QApplication>
#include <QGraphicsScene>
#include <QGraphicsSceneHoverEvent>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr qreal radius = 6;
constexpr qreal portRadius = 4;
constexpr qreal portReach = 8; // how far from its middle a port can be caught
constexpr qreal overhang = 12; // what is painted outside of the frame: ports, selection
constexpr qreal nameRoom = 56; // and the names of ports

QFont canvasFont(int pixels, QFont::Weight weight)
{
    QFont font = QApplication::font();
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

} // namespace

QFont titleFont()
{
    return canvasFont(13, QFont::DemiBold);
}

QFont summaryFont()
{
    return canvasFont(11, QFont::Normal);
}

QFont labelFont()
{
    return canvasFont(10, QFont::Normal);
}

QString percentText(double share)
{
    return QStringLiteral("%1 %").arg(std::lround(share * 100));
}

BoxItem::BoxItem(QString id) : id_(std::move(id))
{
    setFlag(ItemIsSelectable);
    setAcceptHoverEvents(true);
}

void BoxItem::setGeometry(const QSizeF& size, const QVector<Port>& ports)
{
    prepareGeometryChange();
    size_ = size;
    ports_ = ports;
}

const Port* BoxItem::findPort(const QString& name, bool output) const
{
    for (const Port& port : ports_) {
        if (port.name == name && port.output == output)
            return &port;
    }
    return nullptr;
}

const Port* BoxItem::portAt(const QPointF& point) const
{
    const Port* nearest = nullptr;
    qreal best = portReach;
    for (const Port& port : ports_) {
        const QPointF offset = port.place - point;
        const qreal distance = std::hypot(offset.x(), offset.y());
        if (distance <= best) {
            best = distance;
            nearest = &port;
        }
    }
    return nearest;
}

void BoxItem::setDraftRole(DraftRole role)
{
    if (draftRole_ != role) {
        draftRole_ = role;
        update();
    }
}

void BoxItem::setLoad(std::optional<double> load)
{
    if (load_ != load) {
        load_ = load;
        update();
    }
}

QRectF BoxItem::boundingRect() const
{
    const qreal room = namesPorts() ? nameRoom : overhang;
    return frame().adjusted(-overhang, -overhang, room, namesPorts() ? 2 * overhang : overhang);
}

QPainterPath BoxItem::shape() const
{
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    path.addRect(frame());
    for (const Port& port : ports_)
        path.addEllipse(port.place, portReach, portReach);
    return path;
}

void BoxItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const Colours& colours = widgets::colours(scene()->palette());
    const qreal scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const bool readable = scale >= readableScale;

    const bool accented = isSelected() || draftRole_ == DraftRole::target;
    QColor border = accented ? colours.accent : hovered_ ? colours.wire : colours.fieldBorder;
    if (draftRole_ == DraftRole::refused)
        painter->setOpacity(0.55);
    painter->setBrush(load_ ? loadColour(*load_, scene()->palette()) : colours.box);
    painter->setPen(QPen(border, isSelected() ? 2 : 1.2));
    if (readable)
        painter->drawRoundedRect(frame(), radius, radius);
    else
        painter->drawRect(frame());
    if (readable) {
        paintContent(painter, colours);
        if (namesPorts() && scale >= 2 * readableScale)
            paintPortNames(painter, colours);
        if (showsPorts())
            paintPorts(painter, colours);
    }
}

bool BoxItem::showsPorts() const
{
    return hovered_ || isSelected() || draftRole_ == DraftRole::target;
}

void BoxItem::paintPorts(QPainter* painter, const Colours& colours) const
{
    for (const Port& port : ports_) {
        // While a wire is drawn only the ways in are of interest.
        if (draftRole_ == DraftRole::target && port.output && !hovered_)
            continue;
        painter->setPen(QPen(colours.accent, 1.4));
        painter->setBrush(port.wired ? colours.accent : colours.box);
        painter->drawEllipse(port.place, portRadius, portRadius);
    }
}

void BoxItem::paintPortNames(QPainter* painter, const Colours& colours) const
{
    painter->setFont(labelFont());
    painter->setPen(colours.dimText);
    for (const Port& port : ports_) {
        if (!port.output || (!port.wired && !showsPorts()))
            continue;
        const QPointF corner = port.side == Side::bottom ? port.place + QPointF(5, 4) : port.place + QPointF(6, -15);
        painter->drawText(QRectF(corner, QSizeF(nameRoom, 14)), Qt::AlignLeft | Qt::AlignVCenter, port.label);
    }
}

void BoxItem::hoverEnterEvent(QGraphicsSceneHoverEvent*)
{
    hovered_ = true;
    update();
}

void BoxItem::hoverMoveEvent(QGraphicsSceneHoverEvent* event)
{
    const Port* port = portAt(event->pos());
    setCursor(port ? Qt::CrossCursor : Qt::ArrowCursor);
    setToolTip(port ? QStringLiteral("%1: %2").arg(port->label, port->meaning) : QString());
}

void BoxItem::hoverLeaveEvent(QGraphicsSceneHoverEvent*)
{
    hovered_ = false;
    update();
}

QVariant BoxItem::itemChange(GraphicsItemChange change, const QVariant& value)
{
    if (change == ItemSelectedHasChanged)
        setZValue(isSelected() ? 2 : 1);
    return QGraphicsItem::itemChange(change, value);
}

} // namespace headroom::widgets
