// What the axes of all charts share: readable numbers and quiet lines.
#pragma once

#include "widgets/theme/theme.h"

#include <QSharedPointer>
#include <qcustomplot.h>

namespace headroom::widgets {

/// Ticks of a quantity in readable units ("12 ms", "4.5 k"), linear or logarithmic.
QSharedPointer<QCPAxisTicker> quantityTicker(const QString& unit, bool logarithmic, int ticks);

/// Ticks of simulated time in seconds, with as many digits as their distance needs, down to nanoseconds.
QSharedPointer<QCPAxisTicker> timeTicker();

/// Quiet grids and labels; a line only beneath.
void styleAxes(QCPAxisRect& rect, const Colours& colours);

/// An axis rect with only the axes at its left and bottom, in the plot's layout.
QCPAxisRect* plainAxisRect(QCustomPlot& plot, int row, int column);

/// The plot's only axis rect: rows that are drawn over simulated time, which is dragged and zoomed.
QCPAxisRect* timeAxisRect(QCustomPlot& plot, const QMargins& margins);

/// What of `wanted` can be shown of the time between `begin` and `end`, no shorter than `shortest`: moved before it is
/// cut.
QCPRange visibleTime(const QCPRange& wanted, double begin, double end, double shortest);

/// A graph that is a step from each point to the next: a histogram's outline.
void setSteps(QCPGraph& graph, const QVector<double>& x, const QVector<double>& y);

} // namespace headroom::widgets
