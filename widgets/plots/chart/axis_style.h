// Shared style of the axes of all charts: readable numbers and thin, pale lines.
#pragma once

#include "widgets/theme/theme.h"

#include <QSharedPointer>
#include <qcustomplot.h>

#include <functional>

namespace headroom::widgets {

/// Below the choices of its view a chart is seen whole in the lowest panel of results.
inline constexpr int leastChartHeight = 72; // pixels

/// Empties the labels of an axis that there is no room for. Both lists are in ascending order.
using ThinLabels = std::function<void(const QVector<double>& ticks, QVector<QString>& labels)>;

/// How many labels fit beside the left axis of a rect, for quantityTicker(); it follows the height of the rect.
std::function<double()> labelsBeside(const QCPAxisRect& rect);

/// Ticks of a quantity in readable units ("12 ms", "4.5 k"), linear or logarithmic. `fitting`: how many labels fit on
/// the axis at the moment; there are so few that they do not overlap. Without it there is always room.
QSharedPointer<QCPAxisTicker> quantityTicker(const QString& unit, bool logarithmic, int ticks,
                                             std::function<double()> fitting = {}, ThinLabels thin = {});

/// The name of a quantity and, unless its ticks have one or the name says it ("per_s"), its unit: "price, USD".
QString axisTitle(const QString& name, const QString& unit);

/// Ticks of the time since `origin`, in the same readable units.
QSharedPointer<QCPAxisTicker> timeSinceTicker(double origin);

/// Ticks of simulated time, at steps of 1, 2 or 5 of a decimal place of s, ms, µs or ns.
QSharedPointer<QCPAxisTicker> timeTicker();

/// Pale grid lines and labels; an axis line only at the bottom.
void styleAxes(QCPAxisRect& rect, const Colours& colours);

/// Creates an axis rect with only a left and a bottom axis in the plot's layout.
QCPAxisRect* plainAxisRect(QCustomPlot& plot, int row, int column);

/// Creates the plot's only axis rect, for rows drawn over simulated time. The time axis can be dragged and zoomed.
QCPAxisRect* timeAxisRect(QCustomPlot& plot, const QMargins& margins);

/// The range `wanted`, limited to the time between `begin` and `end`. It is at least `shortest` long. The range is
/// moved before it is shortened.
QCPRange visibleTime(const QCPRange& wanted, double begin, double end, double shortest);

/// Draws a graph as steps from each point to the next, e.g. the outline of a histogram.
void setSteps(QCPGraph& graph, const QVector<double>& x, const QVector<double>& y);

} // namespace headroom::widgets
