#include "widgets/diagram/canvas/items/box_item.h"

#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/theme/drawing_colours.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QGraphicsSceneHoverEvent>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::widgets {

namespace {

struct BoxWords
{
    Q_DECLARE_TR_FUNCTIONS(BoxItem)
};

constexpr qreal boxRadius = 6;
constexpr qreal portRadius = 4;
constexpr qreal portReach = 8; // distance from its centre at which a port can be clicked
constexpr qreal overhang = 12; // space for what is painted outside the frame: ports, selection
constexpr qreal nameRoom = 56; // and for the names of ports
constexpr qreal nameHeight = 14, nameStep = 12;
constexpr qreal nameGap = 6, nameGapBelow = 5;       // from a port on the right side, and on the lower one
constexpr int lowestName = 3;                        // the lowest step for a name that fits in nameRoom
constexpr qreal handleInside = 6, handleOutside = 4; // distance from the right edge at which the handle can be grabbed
constexpr QSizeF handleMark{4, 10}, hoveredMark{6, 10};
constexpr qreal markRoom = 8; // from the middle of the mark to a port or a corner
constexpr qreal refusedOpacity = 0.35;
constexpr qreal dimmedOpacity = 0.5;

} // namespace

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

qreal BoxItem::line() const
{
    const auto beside = std::find_if(ports_.begin(), ports_.end(), [](const Port& port) {
        return port.side == Side::left || port.side == Side::right;
    });
    return beside == ports_.end() ? size_.height() / 2 : beside->place.y();
}

const Port* BoxItem::findPort(const QString& name, bool output) const
{
    for (const Port& port : ports_)
        if (port.name == name && port.output == output)
            return &port;
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

QRectF BoxItem::handle() const
{
    return {size_.width() - handleInside, 0, handleInside + handleOutside, size_.height()};
}

bool BoxItem::isAtHandle(const QPointF& point) const
{
    return isResizable() && isSelected() && handle().contains(point) && !portAt(point);
}

void BoxItem::markWired(const QString& name, bool output)
{
    for (Port& port : ports_)
        port.wired |= port.name == name && port.output == output;
}

void BoxItem::placeName(const QString& name, const QVector<QPointF>& wire, const QVector<QRectF>& boxes)
{
    const auto found =
        std::find_if(ports_.begin(), ports_.end(), [&](const Port& port) { return port.output && port.name == name; });
    if (!namesPorts() || found == ports_.end() || found->side != Side::right || wire.size() < 2)
        return;
    const NamePlace before = found->namePlace;
    found->namePlace = NamePlace::above;
    const qreal width = nameRect(*found).width();
    // A wire that turns up before the end of the name would strike it.
    if (wire.size() > 2 && wire[2].y() < wire[1].y() && wire[1].x() - wire[0].x() < nameGap + width)
        found->namePlace = NamePlace::below;
    const QRectF rect = nameRect(*found).translated(pos());
    for (const QRectF& box : boxes)
        if (box != sceneFrame() && box.intersects(rect))
            found->namePlace = NamePlace::hidden;
    if (found->namePlace != before)
        update();
}

/// The text of a port's name, in the box's coordinates.
QRectF BoxItem::nameRect(const Port& port) const
{
    const qreal width = QFontMetricsF(labelFont()).horizontalAdvance(port.label) + 3;
    const QSizeF size(std::min(width, nameRoom - nameGap), nameHeight);
    if (port.side == Side::bottom)
        return {port.place + QPointF(nameGapBelow, 0.5), size};
    return {port.place + QPointF(nameGap, port.namePlace == NamePlace::below ? 1.5 : -nameHeight - 1), size};
}

void BoxItem::setDraft(DraftRole role, const QStringList& ports)
{
    if (draftRole_ != role || draftPorts_ != ports) {
        draftRole_ = role;
        draftPorts_ = ports;
        update();
    }
}

void BoxItem::setColour(const QString& name)
{
    if (colour_ != name) {
        colour_ = name;
        update();
    }
}

void BoxItem::setDimmed(bool dimmed)
{
    if (dimmed_ != dimmed) {
        dimmed_ = dimmed;
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
    if (!namesPorts())
        return frame().adjusted(-overhang, -overhang, overhang, overhang);
    const auto below = std::count_if(ports_.begin(), ports_.end(),
                                     [](const Port& port) { return port.output && port.side == Side::bottom; });
    const int steps = std::clamp(static_cast<int>(below) - 1, 0, lowestName);
    return frame().adjusted(-overhang, -overhang, nameRoom, 2 * overhang + steps * nameStep);
}

QPainterPath BoxItem::shape() const
{
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    path.addRect(frame());
    if (isResizable() && isSelected())
        path.addRect(handle());
    for (const Port& port : ports_)
        path.addEllipse(port.place, portReach, portReach);
    return path;
}

void BoxItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const Colours& colours = widgets::colours(scene()->palette());
    const qreal scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const bool readable = scale >= readableScale;

    if (draftRole_ == DraftRole::refused || dimmed_) { // the canvas colour hides what is behind the box
        painter->setPen(Qt::NoPen);
        painter->setBrush(colours.canvas);
        painter->drawRoundedRect(frame(), boxRadius, boxRadius);
    }
    if (draftRole_ == DraftRole::refused)
        painter->setOpacity(refusedOpacity);
    else if (dimmed_)
        painter->setOpacity(dimmedOpacity);
    paintFrame(painter, colours, scale);
    if (readable) {
        paintContent(painter, colours);
        if (namesPorts() && scale >= 2 * readableScale)
            paintPortNames(painter, colours);
        if (isResizable() && isSelected() && draftRole_ == DraftRole::none)
            paintHandle(painter, colours);
        if (showsPorts())
            paintPorts(painter, colours);
    }
}

void BoxItem::paintFrame(QPainter* painter, const Colours& colours, qreal scale) const
{
    const bool readable = scale >= readableScale;
    const QPalette palette = scene()->palette();
    const bool accented = isSelected() || draftRole_ == DraftRole::target || draftRole_ == DraftRole::source;
    const QColor border = accented             ? colours.accent
                          : hovered_           ? colours.wire
                          : !colour_.isEmpty() ? drawingColour(colour_, palette)
                          : readable           ? colours.fieldBorder
                                               : colours.wire; // without its text the frame is all that is seen
    painter->setBrush(load_               ? loadColour(*load_, palette)
                      : colour_.isEmpty() ? colours.box
                                          : drawingTint(colour_, palette));
    const qreal width = std::max(isSelected() ? 2 : 1.2, readable ? 0 : 1 / scale); // never below a pixel
    painter->setPen(QPen(border, width, dimmed_ ? Qt::DashLine : Qt::SolidLine));
    if (!readable) {
        painter->drawRect(frame());
        return;
    }
    painter->drawRoundedRect(frame(), boxRadius, boxRadius);
    if (!colour_.isEmpty()) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(drawingColour(colour_, palette));
        painter->drawRoundedRect(QRectF(1, 6, 3, size_.height() - 12), 1.5, 1.5);
    }
}

bool BoxItem::showsPorts() const
{
    return hovered_ || isSelected() || draftRole_ == DraftRole::target || draftRole_ == DraftRole::source;
}

void BoxItem::paintPorts(QPainter* painter, const Colours& colours) const
{
    for (const Port& port : ports_) {
        const bool meant = draftPorts_.contains(port.name);
        // While a wire is drawn, only its possible targets are highlighted.
        if (draftRole_ != DraftRole::none && !meant)
            continue;
        if (draftRole_ == DraftRole::target) {
            QColor halo = colours.accent;
            halo.setAlphaF(0.25F);
            painter->setPen(Qt::NoPen);
            painter->setBrush(halo);
            painter->drawEllipse(port.place, portReach, portReach);
        }
        painter->setPen(QPen(colours.accent, 1.4));
        painter->setBrush(port.wired || draftRole_ == DraftRole::target ? colours.accent : colours.box);
        painter->drawEllipse(port.place, portRadius, portRadius);
    }
}

void BoxItem::paintPortNames(QPainter* painter, const Colours& colours) const
{
    painter->setFont(labelFont());
    painter->setPen(colours.dimText);
    // Names below the box are placed from right to left. A name that would overlap the next one is one step lower.
    qreal nextName = std::numeric_limits<qreal>::infinity();
    int lower = 0;
    for (auto port = ports_.rbegin(); port != ports_.rend(); ++port) {
        if (!port->output || (!showsPorts() && (!port->wired || port->namePlace == NamePlace::hidden)))
            continue;
        QRectF place = nameRect(*port);
        if (port->side == Side::bottom) {
            lower = place.right() > nextName ? std::min(lower + 1, lowestName) : 0;
            nextName = place.left();
            place.translate(0, lower * nameStep);
        }
        if (port->side != Side::bottom || lower > 0)
            painter->fillRect(place, colours.canvas); // other wires pass behind the name
        painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter, port->label);
    }
}

/// A mark on the right edge, at the lowest place where no port is.
void BoxItem::paintHandle(QPainter* painter, const Colours& colours) const
{
    qreal y = size_.height() - markRoom;
    const auto isNearPort = [&](const Port& port) {
        const QPointF offset = port.place - QPointF(size_.width(), y);
        return std::hypot(offset.x(), offset.y()) < markRoom;
    };
    while (y > markRoom && std::any_of(ports_.begin(), ports_.end(), isNearPort))
        --y;
    QRectF mark(QPointF(), handleHovered_ ? hoveredMark : handleMark);
    mark.moveCenter({size_.width(), y});
    painter->fillRect(mark, colours.accent);
}

void BoxItem::setHandleHovered(bool hovered)
{
    if (handleHovered_ != hovered) {
        handleHovered_ = hovered;
        update();
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
    const bool atHandle = isAtHandle(event->pos());
    setHandleHovered(atHandle);
    setCursor(port ? Qt::CrossCursor : atHandle ? Qt::SizeHorCursor : Qt::ArrowCursor);
    setToolTip(port       ? QStringLiteral("%1: %2").arg(port->label, port->meaning)
               : atHandle ? BoxWords::tr("Drag to change the width. A double click fits it to the title.")
                          : cutText());
}

void BoxItem::hoverLeaveEvent(QGraphicsSceneHoverEvent*)
{
    hovered_ = handleHovered_ = false;
    update();
}

QVariant BoxItem::itemChange(GraphicsItemChange change, const QVariant& value)
{
    if (change == ItemSelectedHasChanged)
        setZValue(isSelected() ? 2 : 1);
    return QGraphicsItem::itemChange(change, value);
}

} // namespace headroom::widgets
