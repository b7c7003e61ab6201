#include "widgets/diagram/canvas/items/canvas_text.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>
#include <cmath>

namespace headroom::widgets {

namespace {

/// Number of characters of a text that stand on a line of this width.
qsizetype lengthOfLine(const QString& text, const QFont& font, qreal room)
{
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(room);
    layout.endLayout();
    return line.textLength();
}

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

const QStringList& WrappedText::fit(const QString& text, const QFont& font, const QVector<qreal>& rooms)
{
    if (text == text_ && rooms == rooms_)
        return lines_;
    text_ = text;
    rooms_ = rooms;
    lines_.clear();
    QString rest = text;
    for (qsizetype i = 0; i + 1 < rooms.size() && !rest.isEmpty(); ++i) {
        const qsizetype length = lengthOfLine(rest, font, rooms[i]);
        lines_.append(rest.left(length).trimmed());
        rest = rest.mid(length).trimmed();
    }
    const QString last = QFontMetricsF(font).elidedText(rest, Qt::ElideRight, rooms.last());
    if (!last.isEmpty())
        lines_.append(last);
    cut_ = last != rest;
    return lines_;
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
