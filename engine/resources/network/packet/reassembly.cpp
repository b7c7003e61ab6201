#include "resources/network/packet/reassembly.h"

#include <algorithm>

namespace headroom::resources {

void Reassembly::start()
{
    inOrder_ = 0;
    waiting_ = 0;
    beyond_.clear();
}

bool Reassembly::take(std::uint64_t first, std::uint32_t bytes, bool asks)
{
    const std::uint64_t end = first + bytes;
    const bool inSequence = first <= inOrder_ && end > inOrder_;
    const bool gaps = !beyond_.empty();
    if (inSequence) {
        inOrder_ = end;
        joinStretches();
    } else if (end > inOrder_) {
        keep(first, end);
    }
    constexpr std::uint32_t segmentsPerAcknowledgement = 2;
    if (!asks && inSequence && !gaps && ++waiting_ < segmentsPerAcknowledgement)
        return false;
    waiting_ = 0;
    return true;
}

void Reassembly::keep(std::uint64_t first, std::uint64_t end)
{
    // The first range that touches the new one or comes after it; then all ranges that touch it are merged.
    const auto from = std::lower_bound(beyond_.begin(), beyond_.end(), first,
                                       [](const Stretch& stretch, std::uint64_t value) { return stretch.end < value; });
    auto to = from;
    for (; to != beyond_.end() && to->first <= end; ++to) {
        first = std::min(first, to->first);
        end = std::max(end, to->end);
    }
    if (from == to) {
        beyond_.insert(from, {first, end});
        return;
    }
    *from = {first, end};
    beyond_.erase(from + 1, to);
}

void Reassembly::joinStretches()
{
    auto to = beyond_.begin();
    for (; to != beyond_.end() && to->first <= inOrder_; ++to)
        inOrder_ = std::max(inOrder_, to->end);
    beyond_.erase(beyond_.begin(), to);
}

} // namespace headroom::resources
