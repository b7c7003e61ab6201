// Rows of horizontal bars: a name, a bar on a scale that all rows share, and a number.
#pragma once

#include "widgets/theme/theme.h"

#include <QRectF>
#include <QString>

class QCPPainter;

namespace headroom::widgets {

/// Where values lie on the way from the names to the numbers.
struct BarScale
{
    double left = 0, width = 1; ///< pixels
    double least = 0, most = 1; ///< values at both ends

    bool has(double value) const { return value >= least && value <= most; }
    /// In pixels; of a value beyond the scale, the nearest end.
    double at(double value) const;
};

class HorizontalBars
{
public:
    /// `thickness` of the bars in pixels.
    HorizontalBars(QCPPainter& painter, const Colours& colours, const BarScale& scale, double thickness)
        : painter_(painter), colours_(colours), scale_(scale), thickness_(thickness)
    {
    }

    /// The end of the scale in pixels.
    double right() const { return scale_.left + scale_.width; }
    /// The rectangle from one value to another, with its middle at the height `y`.
    QRectF barOf(double y, double from, double to) const;
    void bar(double y, double from, double to, const QColor& colour) const;
    /// A stroke across the bar, which it exceeds on both sides by `beyond` pixels.
    void mark(double y, double value, double beyond, const QColor& colour) const;
    /// The part of the line at 0 that belongs to the row.
    void zero(const QRectF& row) const;
    /// An interval, with strokes of twice `reach` pixels across its ends. An end beyond the scale has none.
    void whisker(double y, double low, double high, double reach) const;
    /// A text of one line in the current font, shortened to the width of the box.
    void name(const QRectF& box, const QString& text, const QColor& colour,
              Qt::TextElideMode elide = Qt::ElideMiddle) const;
    void number(const QRectF& box, const QString& text, Qt::Alignment alignment = Qt::AlignRight) const;
    /// A sample of a colour at the left of the box, and what it stands for, in the current font.
    void legend(const QRectF& box, double sampleHeight, const QColor& colour, const QString& text) const;

    static constexpr double legendSample = 12, legendGap = 5; ///< pixels before the text of a legend

private:
    QCPPainter& painter_;
    const Colours& colours_;
    BarScale scale_;
    double thickness_;
};

} // namespace headroom::widgets
