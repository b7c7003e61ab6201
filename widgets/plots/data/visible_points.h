// What of a curve is drawn: never more than a few points for each pixel, however many there are.
#pragma once

#include "widgets/plots/data/curve_data.h"

#include <qcustomplot.h>

namespace headroom::widgets {

/// The points within `range` and one to either side. Where several share a pixel, their lowest and highest value: peaks
/// are seen at any scale.
QVector<QCPGraphData> visiblePoints(const CurveData& data, const QCPRange& range, int pixels);

} // namespace headroom::widgets
