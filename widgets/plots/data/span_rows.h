// Spans laid out in rows: one for each lane of each node.
#pragma once

#include "widgets/plots/data/request_spans.h"

#include <array>
#include <optional>

namespace headroom::widgets {

struct SpanRow
{
    std::uint32_t node = 0, lane = 0;
    bool firstOfNode = false;
    /// Indices of requests, blocks and waits, each in order of time: within a kind the spans of a lane do not overlap.
    std::array<std::vector<std::uint32_t>, 3> entries;

    const std::vector<std::uint32_t>& of(RequestSpans::Kind kind) const
    {
        return entries[static_cast<std::size_t>(kind)];
    }
};

/// By node (in the order of their names, numbers as numbers) and lane; of one request and what it called, or of all.
std::vector<SpanRow> spanRows(const RequestSpans& spans, std::optional<std::uint32_t> trace);

/// The entry of a row and kind that a time lies in.
std::optional<std::uint32_t> entryAt(const RequestSpans& spans, const SpanRow& row, RequestSpans::Kind kind,
                                     double time, double reach);

} // namespace headroom::widgets
