// Automatic layout by Graphviz (dot: layers with few crossings; Gansner, Koutsofios, North, Vo: A Technique for Drawing
// Directed Graphs, IEEE Transactions on Software Engineering 19 (3), 1993).
#pragma once

#include "widgets/diagram/geometry/layout.h"

namespace headroom::widgets {

/// With more boxes than this, dot may take too long (a dense graph of 600 boxes: eight seconds).
inline constexpr qsizetype mostForGraphviz = 400;
/// A drawing with at most this many boxes is laid out directly in the window's thread.
inline constexpr qsizetype mostAtOnce = 80;

/// The flow goes from left to right. Positions are on the grid and start near the origin; empty if Graphviz fails. May
/// be called from any thread; concurrent calls wait for each other.
Positions graphvizLayout(const QVector<LayoutBox>& boxes, const QVector<LayoutEdge>& edges);

} // namespace headroom::widgets
