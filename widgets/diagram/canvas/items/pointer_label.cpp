#include "widgets/diagram/canvas/items/pointer_label.h"

#include "widgets/diagram/canvas/items/box_item.h"
#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/theme/theme.h"

#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QPainter>

namespace headroom::widgets {

namespace {

constexpr qreal widestLabel = 280;
constexpr QPointF offset{14, 16}; // from the pointer, in screen pixels

} // namespace

PointerLabel::PointerLabel()
{
    setFlag(ItemIgnoresTransformations);
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(10);
    setVisible(false);
}

void PointerLabel::tell(const QPointF& at, const QString& text, bool refusal)
{
    prepareGeometryChange();
    setPos(at);
    text_ = text;
    refusal_ = refusal;
    setVisible(!text.isEmpty());
    update();
}

QRectF PointerLabel::boundingRect() const
{
    const QRectF text =
        QFontMetricsF(summaryFont()).boundingRect(QRectF(0, 0, widestLabel, 400), Qt::TextWordWrap, text_);
    return QRectF(offset, text.size() + QSizeF(16, 10)).adjusted(-1, -1, 1, 1);
}

void PointerLabel::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const Colours& colours = widgets::colours(scene()->palette());
    const QRectF frame = boundingRect().adjusted(1, 1, -1, -1);
    painter->setBrush(colours.surface);
    painter->setPen(QPen(refusal_ ? colours.bad : colours.accent, 1));
    painter->drawRoundedRect(frame, 4, 4);
    painter->setFont(summaryFont());
    painter->setPen(refusal_ ? colours.bad : colours.text);
    painter->drawText(frame.adjusted(8, 4, -8, -4), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, text_);
}

} // namespace headroom::widgets
