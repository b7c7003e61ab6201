#include "resources/network/packet/stretches.h"

#include <algorithm>

namespace headroom::resources {

Stretch Stretches::add(Stretch added)
{
    // The first stretch that touches the new one or comes after it; then all that touch it are merged.
    const auto from = std::lower_bound(list_.begin(), list_.end(), added.first,
                                       [](const Stretch& stretch, std::uint64_t value) { return stretch.end < value; });
    auto to = from;
    for (; to != list_.end() && to->first <= added.end; ++to) {
        added.first = std::min(added.first, to->first);
        added.end = std::max(added.end, to->end);
        bytes_ -= to->bytes();
    }
    bytes_ += added.bytes();
    if (from == to) {
        list_.insert(from, added);
    } else {
        *from = added;
        list_.erase(from + 1, to);
    }
    return added;
}

std::uint64_t Stretches::join(std::uint64_t position)
{
    auto to = list_.begin();
    for (; to != list_.end() && to->first <= position; ++to) {
        position = std::max(position, to->end);
        bytes_ -= to->bytes();
    }
    list_.erase(list_.begin(), to);
    return position;
}

void Stretches::remove(const Stretch& range)
{
    const auto from = std::upper_bound(list_.begin(), list_.end(), range.first,
                                       [](std::uint64_t value, const Stretch& stretch) { return value < stretch.end; });
    if (from == list_.end() || from->first >= range.end)
        return;
    if (from->first < range.first && range.end < from->end) {
        const Stretch rest{range.end, from->end};
        from->end = range.first;
        bytes_ -= range.bytes();
        list_.insert(from + 1, rest);
        return;
    }
    auto to = from;
    for (; to != list_.end() && to->first < range.end; ++to) {
        const Stretch taken{std::max(to->first, range.first), std::min(to->end, range.end)};
        bytes_ -= taken.bytes();
        (taken.first == to->first ? to->first : to->end) = taken.first == to->first ? taken.end : taken.first;
    }
    list_.erase(std::remove_if(from, to, [](const Stretch& stretch) { return stretch.bytes() == 0; }), to);
}

void Stretches::clear()
{
    list_.clear();
    bytes_ = 0;
}

std::uint64_t Stretches::bytesIn(const Stretch& range) const
{
    if (range.first == 0 && range.end >= end())
        return bytes_;
    std::uint64_t sum = 0;
    for (const Stretch& stretch : list_)
        if (const std::uint64_t first = std::max(stretch.first, range.first), last = std::min(stretch.end, range.end);
            first < last)
            sum += last - first;
    return sum;
}

Stretch Stretches::gapFrom(std::uint64_t position) const
{
    for (const Stretch& stretch : list_) {
        if (position < stretch.first)
            return {position, stretch.first};
        position = std::max(position, stretch.end);
    }
    return {position, position};
}

} // namespace headroom::resources
