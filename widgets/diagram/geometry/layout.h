// Automatic arrangement: where boxes lie when nobody has placed them.
#pragma once

#include "widgets/document/document_model.h"

#include <QSizeF>
#include <QVector>

namespace headroom::widgets {

struct LayoutBox
{
    QString id;
    QSizeF size;
};

/// Edges are given by index of box; those of one box in the order of its ways out.
struct LayoutEdge
{
    int from = 0;
    int to = 0;
};

/// Layers from left to right by the longest way from an entry. What follows first stays in the same row, every
/// further way takes a row below; edges that go back are left aside.
Positions layeredLayout(const QVector<LayoutBox>& boxes, const QVector<LayoutEdge>& edges);

/// Node groups in a row in the order of `groups` (wrapped when there are many), the switches in rows above them: those
/// that groups hang on nearest, the ones that join switches on top, each above what it joins. Edges are indices: groups
/// first, then switches.
Positions fabricLayout(const QVector<LayoutBox>& groups, const QVector<LayoutBox>& switches,
                       const QVector<LayoutEdge>& links);

} // namespace headroom::widgets
