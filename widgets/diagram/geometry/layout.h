// Automatic layout: positions for boxes that the user has not placed.
#pragma once

#include "widgets/document/model/document_model.h"

#include <QSizeF>
#include <QVector>

namespace headroom::widgets {

/// A box to place, in scene units.
struct LayoutBox
{
    QString id;
    QSizeF size;   ///< of the space that it gets
    qreal top = 0; ///< of the box in that space: what is in line with other boxes is the middle of the space
};

/// The box indices of an edge. Edges of the same box are in the order of its output ports.
struct LayoutEdge
{
    int from = 0;
    int to = 0;
};

/// The edges without those that lead back, as that from the end of a loop's body to the loop. Cycles are found by
/// depth-first search from the boxes in their order. The edges of a box keep their order.
QVector<LayoutEdge> withoutLoops(int boxes, const QVector<LayoutEdge>& edges);

/// Layers from left to right, by the longest path from an entry. The first successor of a box stays in the same row,
/// and each further successor gets a row below. Back edges are ignored.
Positions layeredLayout(const QVector<LayoutBox>& boxes, const QVector<LayoutEdge>& edges);

/// Node groups in a row in the order of `groups` (wrapped if there are many), and switches in rows above them. Switches
/// linked to groups are nearest; switches that join others are above those. Edges are indices: groups first, then
/// switches.
Positions fabricLayout(const QVector<LayoutBox>& groups, const QVector<LayoutBox>& switches,
                       const QVector<LayoutEdge>& links);

/// The layout with each box that is not placed moved to the right until it lies on none that is, and on no other.
Positions clearOf(const Positions& placed, const QVector<LayoutBox>& boxes, Positions layout);

} // namespace headroom::widgets
