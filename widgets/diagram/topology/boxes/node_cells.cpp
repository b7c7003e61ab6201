#include "widgets/diagram/topology/boxes/node_cells.h"

#include "widgets/diagram/canvas/items/box_item.h"
#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr qreal cellGap = 2;
constexpr qreal blockGap = 8;
constexpr qreal cellLabelHeight = 14;
constexpr int mostCells = 4096;  // more cells cannot be distinguished
constexpr int mostBlocks = 512;  // with more racks, names are not useful
constexpr int fewNodes = 16;     // up to this number of nodes, cells show number and load
constexpr int severalNodes = 96; // up to this number, cells show the number

struct Cells
{
    Q_DECLARE_TR_FUNCTIONS(NodeCells)
};

QSizeF pitchFor(int nodes)
{
    if (nodes <= fewNodes)
        return {48, 22};
    return nodes <= severalNodes ? QSizeF(24, 18) : QSizeF(10, 10);
}

} // namespace

std::optional<double> NodeLoad::busiest() const
{
    std::optional<double> most;
    for (const auto& share : {processor, disk, network})
        if (share)
            most = std::max(most.value_or(0), *share);
    return most;
}

QString loadText(const NodeLoad& load)
{
    QStringList parts;
    if (load.processor)
        parts.append(Cells::tr("processor %1").arg(percentText(*load.processor)));
    if (load.disk)
        parts.append(Cells::tr("disk %1").arg(percentText(*load.disk)));
    if (load.network)
        parts.append(Cells::tr("network %1").arg(percentText(*load.network)));
    return parts.join(", ");
}

NodeCells::NodeCells(QVector<NodeBlock> blocks, qreal width)
{
    int nodes = 0;
    for (const NodeBlock& block : blocks)
        nodes += block.count;
    if (blocks.size() > mostBlocks)
        blocks = {{{}, 0, nodes}};
    nodesPerCell_ = std::max(1, (nodes + mostCells - 1) / mostCells);
    pitch_ = pitchFor(nodes);
    const bool labelled = std::any_of(blocks.begin(), blocks.end(), [](const auto& b) { return !b.label.isEmpty(); });
    const int across = nodes > severalNodes && blocks.size() > 1 ? 2 : 1;
    const qreal blockWidth = (width - (across - 1) * blockGap) / across;
    const int columns = std::max(1, static_cast<int>((blockWidth + cellGap) / pitch_.width()));
    qreal y = 0, rowHeight = 0;
    for (int i = 0; i < blocks.size(); ++i) {
        if (i % across == 0 && i > 0) {
            y += rowHeight + blockGap / 2;
            rowHeight = 0;
        }
        const int rows = (cellsOf(blocks[i]) + columns - 1) / columns;
        const qreal top = y + (labelled ? cellLabelHeight : 0);
        const QRectF frame(i % across * (blockWidth + blockGap), top, columns * pitch_.width() - cellGap,
                           rows * pitch_.height() - cellGap);
        blocks_.append({blocks[i], frame});
        rowHeight = std::max(rowHeight, frame.bottom() - y);
    }
    size_ = {width, y + rowHeight};
}

int NodeCells::cellsOf(const NodeBlock& block) const
{
    return (block.count + nodesPerCell_ - 1) / nodesPerCell_;
}

QRectF NodeCells::cellIn(const Placed& placed, int cell) const
{
    const int columns = static_cast<int>(std::lround((placed.frame.width() + cellGap) / pitch_.width()));
    return {placed.frame.left() + cell % columns * pitch_.width(),
            placed.frame.top() + static_cast<qreal>(cell / columns) * pitch_.height(), pitch_.width() - cellGap,
            pitch_.height() - cellGap};
}

int NodeCells::nodeAt(const QPointF& point) const
{
    for (const Placed& placed : blocks_) {
        if (!placed.frame.contains(point))
            continue;
        const QPointF inside = point - placed.frame.topLeft();
        const int columns = static_cast<int>(std::lround((placed.frame.width() + cellGap) / pitch_.width()));
        const int cell =
            static_cast<int>(inside.y() / pitch_.height()) * columns + static_cast<int>(inside.x() / pitch_.width());
        return cell < cellsOf(placed.block) ? placed.block.first + cell * nodesPerCell_ : -1;
    }
    return -1;
}

QRectF NodeCells::cellOf(int node) const
{
    for (const Placed& placed : blocks_)
        if (node >= placed.block.first && node < placed.block.first + placed.block.count)
            return cellIn(placed, (node - placed.block.first) / nodesPerCell_);
    return {};
}

void NodeCells::paint(QPainter* painter, const QPalette& palette, const QVector<NodeLoad>& loads, bool readable) const
{
    for (const Placed& placed : blocks_)
        paintBlock(painter, palette, placed, loads, readable);
}

void NodeCells::paintBlock(QPainter* painter, const QPalette& palette, const Placed& placed,
                           const QVector<NodeLoad>& loads, bool readable) const
{
    const Colours& colours = widgets::colours(palette);
    painter->setFont(labelFont());
    if (readable && !placed.block.label.isEmpty()) {
        painter->setPen(colours.dimText);
        const QRectF line(placed.frame.left(), placed.frame.top() - cellLabelHeight, placed.frame.width(),
                          cellLabelHeight);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetricsF(labelFont()).elidedText(placed.block.label, Qt::ElideMiddle, line.width()));
    }
    const bool numbered = readable && pitch_.width() > 20 && nodesPerCell_ == 1;
    const bool loadWritten = pitch_.width() > 40;
    const int cells = cellsOf(placed.block);
    for (int cell = 0; cell < cells; ++cell) {
        const int node = placed.block.first + cell * nodesPerCell_;
        std::optional<double> load;
        for (int i = node; i < std::min<qsizetype>(node + nodesPerCell_, loads.size()); ++i)
            if (const auto busiest = loads[i].busiest())
                load = std::max(load.value_or(0), *busiest);
        const QRectF rect = cellIn(placed, cell);
        painter->fillRect(rect, load ? loadColour(*load, palette) : colours.fieldBorder);
        if (!numbered)
            continue;
        painter->setPen(colours.text);
        const QRectF text = rect.adjusted(4, 0, -3, 0);
        if (load && loadWritten) {
            painter->drawText(text, Qt::AlignRight | Qt::AlignVCenter, percentText(*load));
            painter->setPen(colours.dimText);
        }
        painter->drawText(loadWritten ? text : rect,
                          (loadWritten ? Qt::AlignLeft : Qt::AlignHCenter) | Qt::AlignVCenter,
                          QString::number(node + 1));
    }
}

} // namespace headroom::widgets
