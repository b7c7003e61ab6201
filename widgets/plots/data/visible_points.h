// Selects the points of a curve to draw: a few for each pixel, however many there are.
#pragma once

#include "widgets/plots/data/curve_data.h"

#include <qcustomplot.h>

namespace headroom::widgets {

/// The points within `range` and one on either side. If several share a pixel, these are its lowest and highest value,
/// so that peaks are visible at any scale.
QVector<QCPGraphData> visiblePoints(const CurveData& data, const QCPRange& range, int pixels);

} // namespace headroom::widgets
