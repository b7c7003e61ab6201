// The nodes of a group as small cells, rack by rack: where each lies, which one is under the mouse, and how busy it is.
// One object paints them all, so that hundreds of nodes cost as little as one box.
#pragma once

#include <QPalette>
#include <QRectF>
#include <QString>
#include <QVector>

#include <optional>

class QPainter;

namespace headroom::widgets {

/// How busy a node was, 0 … 1 each; nothing where it has no such part.
struct NodeLoad
{
    std::optional<double> processor;
    std::optional<double> disk; ///< the busiest one
    std::optional<double> network;
    std::optional<double> busiest() const;
};

/// Nodes that stand together: some in a row of a group's.
struct NodeBlock
{
    QString label; ///< the rack's name; empty: none
    int first = 0;
    int count = 0;
};

/// "processor 34 %, disk 91 %, network 12 %"; empty if nothing is known.
QString loadText(const NodeLoad& load);

class NodeCells
{
public:
    NodeCells() = default;
    NodeCells(QVector<NodeBlock> blocks, qreal width);

    QSizeF size() const { return size_; }
    bool isEmpty() const { return blocks_.isEmpty(); }
    /// How many nodes a cell stands for: one, but for groups of many thousands.
    int nodesPerCell() const { return nodesPerCell_; }
    /// The node under a point, the first of its cell; −1: none.
    int nodeAt(const QPointF& point) const;
    QRectF cellOf(int node) const;
    /// `loads` by node, empty if nothing is known; numbers are written where there is room and `readable`.
    void paint(QPainter* painter, const QPalette& palette, const QVector<NodeLoad>& loads, bool readable) const;

private:
    struct Placed
    {
        NodeBlock block;
        QRectF frame; ///< of its cells
    };
    int cellsOf(const NodeBlock& block) const;
    QRectF cellIn(const Placed& placed, int cell) const;
    void paintBlock(QPainter* painter, const QPalette& palette, const Placed& placed, const QVector<NodeLoad>& loads,
                    bool readable) const;

    QVector<Placed> blocks_;
    QSizeF size_;
    QSizeF pitch_; ///< from cell to cell
    int nodesPerCell_ = 1;
};

} // namespace headroom::widgets
