// The nodes of a group as small cells, rack by rack: their positions, hit tests and load colours. One object paints all
// cells, so that hundreds of nodes cost as little as one box.
#pragma once

#include <QPalette>
#include <QRectF>
#include <QString>
#include <QVector>

#include <optional>

class QPainter;

namespace headroom::widgets {

/// Utilisation of a node's parts, 0 … 1 each; nullopt for a part that it does not have.
struct NodeLoad
{
    std::optional<double> processor;
    std::optional<double> disk; ///< the busiest disk
    std::optional<double> network;
    QString facts = {}; ///< figures for the tool tip, some lines; may be empty
    std::optional<double> busiest() const;
};

/// Nodes of a group in the same rack.
struct NodeBlock
{
    QString label; ///< the rack's name; empty: none
    int first = 0;
    int count = 0;
};

/// "processor 34 %, disk 91 %, network 12 %"; empty if nothing is known.
QString loadText(const NodeLoad& load);

/// Places the cells of a group's nodes and paints them.
class NodeCells
{
public:
    NodeCells() = default;
    NodeCells(QVector<NodeBlock> blocks, qreal width);

    QSizeF size() const { return size_; }
    bool isEmpty() const { return blocks_.isEmpty(); }
    /// Number of nodes per cell: one, except for groups of many thousands.
    int nodesPerCell() const { return nodesPerCell_; }
    /// The node at a point, or the first node of its cell; −1: none.
    int nodeAt(const QPointF& point) const;
    QRectF cellOf(int node) const;
    /// `loads` by node; empty if not known. Numbers are written if `readable` and the cells are large enough.
    void paint(QPainter* painter, const QPalette& palette, const QVector<NodeLoad>& loads, bool readable) const;

private:
    struct Placed
    {
        NodeBlock block;
        QRectF frame; ///< around its cells
    };
    int cellsOf(const NodeBlock& block) const;
    QRectF cellIn(const Placed& placed, int cell) const;
    void paintBlock(QPainter* painter, const QPalette& palette, const Placed& placed, const QVector<NodeLoad>& loads,
                    bool readable) const;

    QVector<Placed> blocks_;
    QSizeF size_;
    QSizeF pitch_; ///< distance between cells
    int nodesPerCell_ = 1;
};

} // namespace headroom::widgets
