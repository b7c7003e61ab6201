#include "widgets/diagram/geometry/layout.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

namespace headroom::widgets {

namespace {

constexpr qreal columnGap = 40;
constexpr qreal rowGap = 32;
constexpr qreal layoutMargin = 40;

using Successors = std::vector<std::vector<int>>;

/// The edges without those that close a cycle. Cycles are found by depth-first search from the boxes in their order.
class Unlooped
{
public:
    Unlooped(int count, const QVector<LayoutEdge>& edges) : next_(count), kept_(count), state_(count, fresh)
    {
        std::vector<bool> entered(count, false);
        for (const LayoutEdge& edge : edges) {
            next_[edge.from].push_back(edge.to);
            entered[edge.to] = true;
        }
        for (int i = 0; i < count; ++i)
            if (!entered[i])
                visit(i);
        for (int i = 0; i < count; ++i)
            visit(i);
    }

    const Successors& successors() const { return kept_; }
    /// Topological order: each box follows all its predecessors.
    std::vector<int> order() const { return {finished_.rbegin(), finished_.rend()}; }

private:
    enum State
    {
        fresh,
        open,
        done
    };

    void visit(int root)
    {
        // An explicit stack, because chains of blocks may be long.
        std::vector<std::pair<int, std::size_t>> stack;
        const auto enter = [&](int box) {
            state_[box] = open;
            stack.emplace_back(box, 0);
        };
        if (state_[root] == fresh)
            enter(root);
        while (!stack.empty()) {
            const int box = stack.back().first;
            if (stack.back().second == next_[box].size()) {
                state_[box] = done;
                finished_.push_back(box);
                stack.pop_back();
                continue;
            }
            const int successor = next_[box][stack.back().second++];
            if (state_[successor] == open)
                continue;
            kept_[box].push_back(successor);
            if (state_[successor] == fresh)
                enter(successor);
        }
    }

    Successors next_, kept_;
    std::vector<State> state_;
    std::vector<int> finished_;
};

std::vector<int> layersOf(const Unlooped& graph, int count)
{
    std::vector<int> layer(count, 0);
    for (const int box : graph.order())
        for (const int successor : graph.successors()[box])
            layer[successor] = std::max(layer[successor], layer[box] + 1);
    return layer;
}

/// Assigns a row to every box so that no two boxes share a place and no straight wire crosses a box.
class Rows
{
public:
    Rows(const Unlooped& graph, const std::vector<int>& layer) : graph_(graph), layer_(layer), row_(layer.size(), -1)
    {
        std::vector<bool> entered(layer.size(), false);
        for (const auto& successors : graph.successors())
            for (const int successor : successors)
                entered[successor] = true;
        for (int box = 0; box < static_cast<int>(layer.size()); ++box)
            if (!entered[box])
                placeTree(box);
    }

    const std::vector<int>& rows() const { return row_; }

private:
    struct Open
    {
        int box, wanted, firstLayer;
    };

    void placeTree(int root)
    {
        std::vector<Open> open{{root, root == 0 ? 0 : highest_ + 1, layer_[root]}};
        while (!open.empty()) {
            const Open next = open.back();
            open.pop_back();
            if (row_[next.box] >= 0)
                continue;
            const int row = freeRow(next.wanted, next.firstLayer, layer_[next.box]);
            take(next.box, row, next.firstLayer);
            const auto& successors = graph_.successors()[next.box];
            for (std::size_t i = successors.size(); i-- > 0;)
                open.push_back({successors[i], row + (i > 0 ? 1 : 0), layer_[next.box] + 1});
        }
    }

    int freeRow(int row, int firstLayer, int lastLayer) const
    {
        const auto blocked = [&](int candidate) {
            for (int layer = firstLayer; layer <= lastLayer; ++layer)
                if (taken_.contains({layer, candidate}))
                    return true;
            return false;
        };
        while (blocked(row))
            ++row;
        return row;
    }

    void take(int box, int row, int firstLayer)
    {
        row_[box] = row;
        highest_ = std::max(highest_, row);
        for (int layer = firstLayer; layer <= layer_[box]; ++layer)
            taken_.insert({layer, row});
    }

    const Unlooped& graph_;
    const std::vector<int>& layer_;
    std::vector<int> row_;
    std::set<std::pair<int, int>> taken_;
    int highest_ = -1;
};

/// Start of each column or row, from the sizes of the boxes in it.
std::vector<qreal> starts(const std::vector<int>& places, const std::vector<qreal>& sizes, qreal gap)
{
    const int count = places.empty() ? 0 : *std::max_element(places.begin(), places.end()) + 1;
    std::vector<qreal> extent(count, 0), start(count + 1, layoutMargin);
    for (std::size_t i = 0; i < places.size(); ++i)
        extent[places[i]] = std::max(extent[places[i]], sizes[i]);
    for (int i = 0; i < count; ++i)
        start[i + 1] = start[i] + extent[i] + gap;
    return start;
}

/// Tier 0 has the switches that groups are linked to; each further tier joins the one below.
std::vector<int> tiersOf(int groupCount, int switchCount, const QVector<LayoutEdge>& links)
{
    std::vector<int> tier(switchCount, switchCount);
    for (const LayoutEdge& link : links) {
        for (const auto& [a, b] : {std::pair(link.from, link.to), std::pair(link.to, link.from)})
            if (a < groupCount && b >= groupCount)
                tier[b - groupCount] = 0;
    }
    for (int round = 0; round < switchCount; ++round) {
        for (const LayoutEdge& link : links) {
            if (link.from < groupCount || link.to < groupCount)
                continue;
            int& a = tier[link.from - groupCount];
            int& b = tier[link.to - groupCount];
            a = std::min(a, b + 1);
            b = std::min(b, a + 1);
        }
    }
    for (int& t : tier)
        t = t == switchCount ? 0 : t;
    return tier;
}

/// The switches of one tier from left to right. Each is placed at the mean position of what it joins below, so that few
/// links cross; without links, the given order is kept. `centre` has the positions of groups and lower tiers.
std::vector<int> orderInTier(int t, const std::vector<int>& tier, const std::vector<qreal>& centre,
                             const QVector<LayoutEdge>& links)
{
    const int switchCount = static_cast<int>(tier.size());
    const int groupCount = static_cast<int>(centre.size()) - switchCount;
    std::vector<qreal> sum(switchCount, 0);
    std::vector<int> count(switchCount, 0);
    for (const LayoutEdge& link : links) {
        for (const auto& [a, b] : {std::pair(link.from, link.to), std::pair(link.to, link.from)}) {
            const bool above = b >= groupCount && tier[b - groupCount] == t;
            if (above && (a < groupCount || tier[a - groupCount] < t)) {
                sum[b - groupCount] += centre[a];
                ++count[b - groupCount];
            }
        }
    }
    std::vector<int> order;
    for (int i = 0; i < switchCount; ++i)
        if (tier[i] == t)
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return sum[a] / std::max(1, count[a]) < sum[b] / std::max(1, count[b]); });
    return order;
}

} // namespace

QVector<LayoutEdge> withoutLoops(int boxes, const QVector<LayoutEdge>& edges)
{
    QVector<LayoutEdge> kept;
    const Unlooped graph(boxes, edges);
    for (int box = 0; box < boxes; ++box)
        for (const int successor : graph.successors()[box])
            kept.append({box, successor});
    return kept;
}

Positions layeredLayout(const QVector<LayoutBox>& boxes, const QVector<LayoutEdge>& edges)
{
    const int count = static_cast<int>(boxes.size());
    const Unlooped graph(count, edges);
    const std::vector<int> layer = layersOf(graph, count);
    const std::vector<int> row = Rows(graph, layer).rows();

    std::vector<qreal> widths, heights;
    for (const LayoutBox& box : boxes) {
        widths.push_back(box.size.width());
        heights.push_back(box.size.height());
    }
    const auto x = starts(layer, widths, columnGap);
    const auto y = starts(row, heights, rowGap);
    Positions positions;
    for (int i = 0; i < count; ++i) {
        const qreal rowHeight = y[row[i] + 1] - y[row[i]] - rowGap;
        const qreal space = y[row[i]] + (rowHeight - heights[i]) / 2;
        positions[boxes[i].id] = snapped({x[layer[i]], space}) + QPointF(0, boxes[i].top);
    }
    return positions;
}

Positions fabricLayout(const QVector<LayoutBox>& groups, const QVector<LayoutBox>& switches,
                       const QVector<LayoutEdge>& links)
{
    const int groupCount = static_cast<int>(groups.size());
    const int switchCount = static_cast<int>(switches.size());
    const std::vector<int> tier = tiersOf(groupCount, switchCount, links);
    const int tiers = tier.empty() ? 0 : *std::max_element(tier.begin(), tier.end()) + 1;

    Positions positions;
    const qreal gap = 2 * columnGap;
    const int perRow = std::max(6, static_cast<int>(std::ceil(std::sqrt(groupCount) * 1.6)));
    qreal tallest = 48;
    for (const LayoutBox& box : switches)
        tallest = std::max(tallest, box.size.height());
    const qreal switchRow = tallest + 2 * rowGap;
    const qreal top = layoutMargin + tiers * switchRow;
    qreal x = layoutMargin, y = top, rowHeight = 0, width = 0;
    std::vector<qreal> centre(groupCount + switchCount, 0);
    for (int i = 0; i < groupCount; ++i) {
        if (i > 0 && i % perRow == 0) {
            x = layoutMargin;
            y += rowHeight + 2 * rowGap;
            rowHeight = 0;
        }
        positions[groups[i].id] = snapped({x, y});
        centre[i] = x + groups[i].size.width() / 2;
        x += groups[i].size.width() + gap;
        rowHeight = std::max(rowHeight, groups[i].size.height());
        width = std::max(width, x - gap - layoutMargin);
    }
    for (int t = 0; t < tiers; ++t) {
        const std::vector<int> order = orderInTier(t, tier, centre, links);
        const auto inTier = static_cast<qreal>(order.size());
        int index = 0;
        for (const int i : order) {
            const QSizeF size = switches[i].size;
            const qreal share = std::max(width, inTier * (size.width() + columnGap)) / inTier;
            qreal& middle = centre[groupCount + i];
            middle = layoutMargin + share * (index++ + 0.5);
            positions[switches[i].id] =
                snapped({middle - size.width() / 2, layoutMargin + (tiers - 1 - t) * switchRow});
        }
    }
    return positions;
}

Positions clearOf(const Positions& placed, const QVector<LayoutBox>& boxes, Positions layout)
{
    QVector<QRectF> taken;
    QVector<LayoutBox> open;
    for (const LayoutBox& box : boxes)
        if (placed.contains(box.id))
            taken.append(QRectF(placed[box.id], box.size));
        else if (layout.contains(box.id))
            open.append(box);
    const auto wanted = [&](const LayoutBox& box) {
        const QPointF corner = layout[box.id];
        return std::tuple(corner.y(), corner.x(), box.id);
    };
    std::sort(open.begin(), open.end(), [&](const auto& a, const auto& b) { return wanted(a) < wanted(b); });
    for (const LayoutBox& box : std::as_const(open)) {
        QRectF place(layout[box.id], box.size);
        const auto blocker = [&] {
            return std::find_if(taken.begin(), taken.end(), [&](const QRectF& other) {
                return other.adjusted(-gridSize, -gridSize, gridSize, gridSize).intersects(place);
            });
        };
        for (auto found = blocker(); found != taken.end(); found = blocker())
            place.moveTopLeft(snapped({found->right() + columnGap, place.y()}));
        layout[box.id] = place.topLeft();
        taken.append(place);
    }
    return layout;
}

} // namespace headroom::widgets
