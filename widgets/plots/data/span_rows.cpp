#include "widgets/plots/data/span_rows.h"

#include <algorithm>
#include <map>

namespace headroom::widgets {

namespace {

using Entry = RequestSpans::Entry;

/// Splits "storage-10" into "storage-" and 10, for sorting.
std::pair<QString, qulonglong> numbered(const QString& node)
{
    qsizetype digits = node.size();
    while (digits > 0 && node[digits - 1].isDigit())
        --digits;
    return {node.left(digits), node.mid(digits).toULongLong()};
}

/// Rank of each node's text in the order of names.
std::map<std::uint32_t, std::size_t> nodeOrder(const RequestSpans& spans)
{
    std::map<std::uint32_t, std::size_t> order;
    for (const Entry& entry : spans.entries())
        order[entry.node] = 0;
    std::vector<std::uint32_t> nodes;
    for (const auto& [node, place] : order)
        nodes.push_back(node);
    std::sort(nodes.begin(), nodes.end(), [&](std::uint32_t one, std::uint32_t other) {
        return numbered(spans.text(one)) < numbered(spans.text(other));
    });
    for (std::size_t i = 0; i < nodes.size(); ++i)
        order[nodes[i]] = i;
    return order;
}

} // namespace

std::vector<SpanRow> spanRows(const RequestSpans& spans, std::optional<std::uint32_t> trace)
{
    const auto order = nodeOrder(spans);
    std::map<std::pair<std::size_t, std::uint32_t>, SpanRow> rows;
    const auto& entries = spans.entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Entry& entry = entries[i];
        if (trace && entry.trace != *trace)
            continue;
        SpanRow& row = rows[{order.at(entry.node), entry.lane}];
        row.node = entry.node;
        row.lane = entry.lane;
        row.entries[static_cast<std::size_t>(entry.kind)].push_back(static_cast<std::uint32_t>(i));
    }
    std::vector<SpanRow> result;
    for (auto& [place, row] : rows) {
        for (auto& list : row.entries)
            std::sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) {
                return std::pair(entries[a].begin, entries[a].end) < std::pair(entries[b].begin, entries[b].end);
            });
        row.firstOfNode = result.empty() || result.back().node != row.node;
        result.push_back(std::move(row));
    }
    return result;
}

std::optional<std::uint32_t> entryAt(const RequestSpans& spans, const SpanRow& row, RequestSpans::Kind kind,
                                     double time, double reach)
{
    const auto& list = row.of(kind);
    const auto& entries = spans.entries();
    auto after = std::upper_bound(list.begin(), list.end(), time + reach,
                                  [&](double t, std::uint32_t index) { return t < entries[index].begin; });
    if (after == list.begin())
        return {};
    --after;
    return entries[*after].end + reach >= time ? std::optional(*after) : std::nullopt;
}

} // namespace headroom::widgets
