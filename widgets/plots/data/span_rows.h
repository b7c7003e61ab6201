// Arranges spans in rows: one for each lane of each node.
#pragma once

#include "widgets/plots/data/request_spans.h"

#include <array>
#include <optional>

namespace headroom::widgets {

/// A row: the spans of a lane of a node.
struct SpanRow
{
    std::uint32_t node = 0, lane = 0;
    bool firstOfNode = false;
    /// Indices of requests, blocks and waits, each ordered by time. Spans of the same kind in a lane do not overlap.
    std::array<std::vector<std::uint32_t>, 3> entries;

    const std::vector<std::uint32_t>& of(RequestSpans::Kind kind) const
    {
        return entries[static_cast<std::size_t>(kind)];
    }
};

/// Ordered by node name (numbers in names compare as numbers) and lane. With `trace`: only one request and the requests
/// that it called.
std::vector<SpanRow> spanRows(const RequestSpans& spans, std::optional<std::uint32_t> trace);

/// The entry of a row and kind that contains a time.
std::optional<std::uint32_t> entryAt(const RequestSpans& spans, const SpanRow& row, RequestSpans::Kind kind,
                                     double time, double reach);

} // namespace headroom::widgets
