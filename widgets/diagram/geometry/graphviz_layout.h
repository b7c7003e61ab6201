// Automatic arrangement by Graphviz (dot: layers with few crossings; Gansner, Koutsofios, North, Vo: A Technique for
// Drawing Directed Graphs, IEEE Transactions on Software Engineering 19 (3), 1993).
#pragma once

#include "widgets/diagram/geometry/layout.h"

namespace headroom::widgets {

/// Beyond this many boxes dot may take longer than anybody waits (a tangle of 600: eight seconds).
inline constexpr qsizetype mostForGraphviz = 400;
/// What it does with up to this many is done within a step of the window's thread.
inline constexpr qsizetype mostAtOnce = 80;

/// What follows lies to the right. Boxes on the grid, beginning near the origin; empty if Graphviz cannot do it. May be
/// called from any thread, one call at a time goes on.
Positions graphvizLayout(const QVector<LayoutBox>& boxes, const QVector<LayoutEdge>& edges);

} // namespace headroom::widgets
