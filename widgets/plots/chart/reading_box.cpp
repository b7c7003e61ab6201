#include "widgets/plots/chart/reading_box.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

void drawReadingBox(QPainter& painter, const Colours& colours, const QPointF& at, const QRectF& area,
                    const QString& title, const QVector<ReadingRow>& rows)
{
    const QFont font = smallFont();
    const QFontMetricsF metrics(font);
    const double height = std::ceil(metrics.height()) + 1;
    double names = 0, values = 0;
    for (const ReadingRow& row : rows) {
        names = std::max(names, metrics.horizontalAdvance(row.name));
        values = std::max(values, metrics.horizontalAdvance(row.value));
    }
    const double width =
        std::min(std::max(names + values + 42, metrics.horizontalAdvance(title) + 20), area.width() - 8);
    QRectF box(at + QPointF(10, 2), QSizeF(width, height * static_cast<double>(rows.size() + 1) + 10));
    if (box.right() > area.right() - 4)
        box.moveRight(at.x() - 10);
    if (box.left() < area.left() + 4) // there is no room on either side
        box.moveLeft(std::clamp(at.x() + 10, area.left() + 4, area.right() - 4 - width));
    box.moveTop(std::max(area.top() + 2, std::min(box.top(), area.bottom() - 4 - box.height())));
    painter.setPen(QPen(colours.fieldBorder, 1));
    painter.setBrush(colours.surface);
    painter.drawRoundedRect(box, rhythm::radius, rhythm::radius);
    painter.setFont(font);
    double y = box.top() + 5 + metrics.ascent();
    painter.setPen(colours.dimText);
    painter.drawText(QPointF(box.left() + 10, y), metrics.elidedText(title, Qt::ElideMiddle, width - 18));
    for (const ReadingRow& row : rows) {
        y += height;
        if (row.colour.isValid())
            painter.fillRect(QRectF(box.left() + 10, y - metrics.ascent() / 2, 10, 2), row.colour);
        painter.setPen(colours.text);
        painter.drawText(QPointF(box.left() + 26, y), row.name);
        painter.drawText(QPointF(box.right() - 8 - metrics.horizontalAdvance(row.value), y), row.value);
    }
}

} // namespace headroom::widgets
