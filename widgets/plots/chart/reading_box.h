// The box beside the pointer that shows the values under it.
#pragma once

#include "widgets/theme/theme.h"

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QVector>

class QPainter;

namespace headroom::widgets {

/// A line of the box.
struct ReadingRow
{
    QColor colour; ///< of the mark; invalid: no mark
    QString name, value;
};

/// Draws the box within `area`, to the right of `at`, or to the left if there is no room.
void drawReadingBox(QPainter& painter, const Colours& colours, const QPointF& at, const QRectF& area,
                    const QString& title, const QVector<ReadingRow>& rows);

} // namespace headroom::widgets
