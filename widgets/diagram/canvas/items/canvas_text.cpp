#include "widgets/diagram/canvas/items/canvas_text.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <cmath>

namespace headroom::widgets {

namespace {

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

const QString& FittedText::fit(const QString& text, const QFont& font, qreal room)
{
    if (text != text_ || room != room_) {
        text_ = text;
        room_ = room;
        fitted_ = QFontMetricsF(font).elidedText(text, Qt::ElideRight, room);
    }
    return fitted_;
}

QString percentText(double share)
{
    return QStringLiteral("%1 %").arg(std::lround(share * 100));
}

QString meanText(double number)
{
    return QString::number(number, 'f', number < 9.95 ? 1 : 0);
}

void drawElided(QPainter* painter, const QRectF& rect, const QFont& font, const QString& text)
{
    painter->setFont(font);
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetricsF(font).elidedText(text, Qt::ElideRight, rect.width()));
}

} // namespace headroom::widgets
