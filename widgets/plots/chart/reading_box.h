// The box beside the pointer that says what lies under it.
#pragma once

#include "widgets/theme/theme.h"

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QVector>

class QPainter;

namespace headroom::widgets {

struct ReadingRow
{
    QColor colour; ///< of its mark; invalid: none
    QString name, value;
};

/// Draws the box beside `at` (to its right, or left where there is no room), within `area`.
void drawReadingBox(QPainter& painter, const Colours& colours, const QPointF& at, const QRectF& area,
                    const QString& title, const QVector<ReadingRow>& rows);

} // namespace headroom::widgets
