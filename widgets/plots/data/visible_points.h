// Selects what of a curve to draw: one column for each pixel at most, however many samples there are.
#pragma once

#include "widgets/plots/data/curve_data.h"

#include <qcustomplot.h>

#include <vector>

namespace headroom::widgets {

/// A curve as it is drawn: a line through the means of the columns, and where a column has several samples, a band from
/// the lowest to the highest of them. So no peak is lost at any scale.
struct VisibleCurve
{
    /// The samples that share a pixel, or one point of the curve if it has a pixel for itself.
    struct Column
    {
        double begin = 0, end = 0; ///< `end` is the time of the last sample
        double lowest = 0, mean = 0, highest = 0;
    };

    std::vector<Column> columns; ///< by time
    bool hasBand = false;        ///< a column has samples that differ

    QVector<QCPGraphData> line() const;
    /// The column that `time` lies in; null without one.
    const Column* at(double time) const;
};

/// The columns within `range` and one on either side.
VisibleCurve visibleCurve(const CurveData& data, const QCPRange& range, int pixels);

} // namespace headroom::widgets
