#include "widgets/diagram/canvas/items/wire_item.h"

#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/diagram/geometry/wire_bends.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/theme/theme.h"

#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QGraphicsSceneHoverEvent>
#include <QPainter>
#include <QPainterPathStroker>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr qreal cornerRadius = 6;
constexpr qreal arrowLength = 7;
constexpr qreal usualLabel = 140;   // pixels: a label that is not longer stays whole
constexpr qreal shortestLabel = 60; // of a label beside its traffic
constexpr qreal grip = 8;           // width of a wire for mouse hits
constexpr qreal thinnest = 1.4;
constexpr qreal widestWire = 4; // additional width of a wire with a traffic share of 1

} // namespace

WireItem::WireItem(int index, PortAddress from, PortAddress to, bool arrow)
    : index_(index), from_(std::move(from)), to_(std::move(to)), arrow_(arrow)
{
    setFlag(ItemIsSelectable);
    setAcceptHoverEvents(true);
    setZValue(0);
}

QString WireItem::key() const
{
    return wireKey(from_.box, from_.port, to_.box, to_.port);
}

void WireItem::setCorners(const QVector<QPointF>& corners)
{
    if (corners == corners_)
        return;
    prepareGeometryChange();
    corners_ = corners;
    path_ = roundedPath(corners_, cornerRadius);
}

void WireItem::setLabel(const QString& label)
{
    prepareGeometryChange();
    label_ = label;
    setToolTip(shownLabel());
    update();
}

void WireItem::setTraffic(const std::optional<WireTraffic>& traffic)
{
    prepareGeometryChange();
    traffic_ = traffic;
    setToolTip(traffic && !traffic->facts.isEmpty() ? (label_.isEmpty() ? QString() : label_ + '\n') + traffic->facts
                                                    : shownLabel());
    update();
}

qreal WireItem::width() const
{
    return thinnest + (traffic_ ? widestWire * std::clamp(traffic_->share, 0.0, 1.0) : 0.0);
}

bool WireItem::runsThrough(const QRectF& rect) const
{
    const qreal half = width() / 2;
    for (qsizetype i = 1; i < corners_.size(); ++i)
        if (QRectF(corners_[i - 1], corners_[i]).normalized().adjusted(-half, -half, half, half).intersects(rect))
            return true;
    return false;
}

QString WireItem::shownLabel() const
{
    if (!traffic_ || traffic_->text.isEmpty())
        return label_;
    return label_.isEmpty() ? traffic_->text : label_ + QStringLiteral(" · ") + traffic_->text;
}

/// The label without its middle, if it is too long; the traffic stays whole. The tool tip has all of it.
QString WireItem::shortLabel(qreal room) const
{
    const QFontMetricsF metrics(labelFont());
    const QString traffic = shownLabel().mid(label_.size());
    const qreal rest = std::max(shortestLabel, room - metrics.horizontalAdvance(traffic));
    return metrics.elidedText(label_, Qt::ElideMiddle, rest) + traffic;
}

void WireItem::setStrands(int strands)
{
    strands_ = strands;
    update();
}

WireItem::LabelPlace WireItem::placeAt(const QLineF& segment, qreal share, bool upright) const
{
    const QFontMetricsF metrics(labelFont());
    const bool across = segment.y1() == segment.y2();
    const qreal along = segment.length() - 2 * arrowLength - 8;
    const qreal room = across ? std::max(along, usualLabel) : upright ? std::min(along, usualLabel) : usualLabel;
    const QString text = shortLabel(room);
    QSizeF size = metrics.size(Qt::TextSingleLine, text) + QSizeF(8, 2);
    // The boxes at the ends of a short gap would cover it. A rate is then left out; a label stands upright in the gap.
    const bool isShort = across && segment.length() < size.width() + 2 * arrowLength;
    if (isShort && label_.isEmpty())
        return {};
    upright = upright || (isShort && segment.length() >= size.height());
    if (upright)
        size.transpose();
    QRectF rect(QPointF(), size);
    rect.moveCenter(segment.pointAt(share));
    return {rect, upright, text};
}

/// On the longest segment, where it covers least.
WireItem::LabelPlace WireItem::usualPlace() const
{
    if (corners_.size() < 2 || shownLabel().isEmpty())
        return {};
    QLineF longest(corners_[0], corners_[1]);
    for (int i = 2; i < corners_.size(); ++i)
        if (const QLineF segment(corners_[i - 1], corners_[i]); segment.length() > longest.length() + 1)
            longest = segment;
    return placeAt(longest, 0.5, false);
}

QVector<WireItem::LabelPlace> WireItem::labelPlaces() const
{
    const LabelPlace usual = usualPlace();
    if (usual.rect.isEmpty())
        return {};
    QVector<LabelPlace> places{usual};
    for (const bool turned : {false, true})
        for (int i = 1; i < corners_.size(); ++i)
            for (const qreal share : {0.5, 0.35, 0.65, 0.2, 0.8}) {
                const QLineF segment(corners_[i - 1], corners_[i]);
                const bool across = segment.y1() == segment.y2();
                if (turned && across)
                    continue;
                const LabelPlace place = placeAt(segment, share, turned);
                const qreal along = across ? place.rect.width() : place.rect.height();
                const qreal rest = segment.length() * std::min(share, 1 - share) - arrowLength;
                if (!place.rect.isEmpty() && along / 2 <= rest)
                    places.append(place);
            }
    return places;
}

void WireItem::setLabelPlace(int index)
{
    if (labelPlace_ == index)
        return;
    prepareGeometryChange();
    labelPlace_ = index;
    update();
}

WireItem::LabelPlace WireItem::labelPlace() const
{
    const LabelPlace usual = usualPlace();
    return labelPlace_ == 0 || usual.rect.isEmpty() ? usual : labelPlaces().value(labelPlace_, usual);
}

QRectF WireItem::boundingRect() const
{
    return path_.boundingRect().adjusted(-grip, -grip, grip, grip).united(labelPlace().rect);
}

QPainterPath WireItem::shape() const
{
    QPainterPathStroker stroker;
    stroker.setWidth(grip);
    return stroker.createStroke(path_);
}

void WireItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const Colours& colours = widgets::colours(scene()->palette());
    const bool accented = hovered_ || isSelected();
    const QColor colour = accented ? colours.accent : colours.wire;
    const qreal scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const qreal thin = std::max(isSelected() ? 2.2 : thinnest, scale < readableScale ? 1 / scale : 0); // a pixel
    painter->setPen(QPen(colour, width() - thinnest + thin, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(path_);
    if (strands_ > 1)
        paintStrands(painter, colours);
    if (scale < readableScale)
        return;
    if (arrow_) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour);
        paintArrow(painter);
    }
    if (isSelected())
        paintGrips(painter, colours);
    if (const LabelPlace place = labelPlace(); !place.rect.isEmpty())
        paintLabel(painter, place, colours);
}

void WireItem::paintLabel(QPainter* painter, const LabelPlace& place, const Colours& colours) const
{
    painter->setPen(Qt::NoPen);
    painter->setBrush(colours.canvas);
    painter->drawRoundedRect(place.rect, 3, 3);
    painter->setFont(labelFont());
    painter->setPen(hovered_ || isSelected() ? colours.accent : colours.dimText);
    if (!place.upright) {
        painter->drawText(place.rect, Qt::AlignCenter, place.text);
        return;
    }
    painter->save();
    painter->translate(place.rect.center());
    painter->rotate(-90); // read from below to above, as the axis of a chart
    QRectF along(QPointF(), place.rect.size().transposed());
    along.moveCenter({});
    painter->drawText(along, Qt::AlignCenter, place.text);
    painter->restore();
}

/// At the centre of each segment that can be dragged.
void WireItem::paintGrips(QPainter* painter, const Colours& colours) const
{
    painter->setPen(QPen(colours.accent, 1.2));
    painter->setBrush(colours.canvas);
    for (int i = 1; i < corners_.size(); ++i) {
        if (QLineF(corners_[i - 1], corners_[i]).length() < 3 * grip)
            continue;
        const QPointF middle = (corners_[i - 1] + corners_[i]) / 2;
        painter->drawRect(QRectF(middle - QPointF(3, 3), QSizeF(6, 6)));
    }
}

/// A wide line with narrower lines in the canvas colour on top looks like parallel lines, also at corners.
void WireItem::paintStrands(QPainter* painter, const Colours& colours) const
{
    const QPen line = painter->pen();
    qreal width = (2 * strands_ - 1) * line.widthF() * 1.2;
    for (bool drawn = true; width > 0; drawn = !drawn, width -= 2 * line.widthF() * 1.2) {
        painter->setPen(QPen(drawn ? line.color() : colours.canvas, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter->drawPath(path_);
    }
    painter->setPen(line);
}

void WireItem::paintArrow(QPainter* painter) const
{
    if (corners_.size() < 2)
        return;
    const QPointF tip = corners_.last();
    const QLineF last(corners_[corners_.size() - 2], tip);
    if (last.length() < 1)
        return;
    const QPointF along = QPointF(last.dx(), last.dy()) / last.length();
    const QPointF across(-along.y(), along.x());
    const QPointF foot = tip - along * arrowLength;
    painter->drawPolygon(QPolygonF{tip, foot + across * arrowLength / 2, foot - across * arrowLength / 2});
}

void WireItem::hoverEnterEvent(QGraphicsSceneHoverEvent*)
{
    hovered_ = true;
    setZValue(0.5);
    update();
}

void WireItem::hoverMoveEvent(QGraphicsSceneHoverEvent* event)
{
    const int stretch = stretchAt(corners_, event->pos());
    if (stretch < 0)
        return;
    const QPointF along = corners_[stretch + 1] - corners_[stretch];
    setCursor(std::abs(along.x()) > std::abs(along.y()) ? Qt::SizeVerCursor : Qt::SizeHorCursor);
}

void WireItem::hoverLeaveEvent(QGraphicsSceneHoverEvent*)
{
    hovered_ = false;
    setZValue(0);
    update();
}

} // namespace headroom::widgets
