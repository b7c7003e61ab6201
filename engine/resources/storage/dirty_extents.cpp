#include "resources/storage/dirty_extents.h"

#include <algorithm>
#include <iterator>

namespace headroom::resources {

std::uint64_t DirtyExtents::insert(std::uint64_t begin, std::uint64_t end, std::uint64_t epoch)
{
    std::uint64_t added = 0;
    std::uint64_t at = begin;
    while (at < end) {
        auto next = places_.upper_bound(at);
        if (next != places_.begin()) {
            const Extent& before = extents_[std::prev(next)->second];
            if (before.end > at) {
                at = before.end;
                continue;
            }
        }
        const std::uint64_t gapEnd = next == places_.end() ? end : std::min(end, next->first);
        addGap(at, gapEnd, epoch);
        added += gapEnd - at;
        at = gapEnd;
    }
    return added;
}

void DirtyExtents::addGap(std::uint64_t begin, std::uint64_t end, std::uint64_t epoch)
{
    const auto next = places_.lower_bound(begin);
    std::uint32_t left = none;
    if (next != places_.begin()) {
        const std::uint32_t before = std::prev(next)->second;
        if (extents_[before].end == begin && extents_[before].epoch == epoch)
            left = before;
    }
    std::uint32_t right = none;
    if (next != places_.end() && next->first == end && extents_[next->second].epoch == epoch)
        right = next->second;

    if (left != none) {
        extents_[left].end = right != none ? extents_[right].end : end;
        if (right != none)
            erase(right);
    } else if (right != none) {
        moveBegin(right, begin);
    } else {
        append(begin, end, epoch);
    }
}

void DirtyExtents::takeFront(std::uint32_t extent, std::uint64_t bytes)
{
    const std::uint64_t begin = extents_[extent].begin + bytes;
    if (begin >= extents_[extent].end)
        erase(extent);
    else
        moveBegin(extent, begin);
}

bool DirtyExtents::covers(std::uint64_t begin, std::uint64_t end) const
{
    while (begin < end) {
        const auto next = places_.upper_bound(begin);
        if (next == places_.begin())
            return false;
        const Extent& extent = extents_[std::prev(next)->second];
        if (extent.end <= begin)
            return false;
        begin = extent.end;
    }
    return true;
}

std::uint32_t DirtyExtents::firstFrom(std::uint64_t place) const
{
    const auto found = places_.lower_bound(place);
    return found == places_.end() ? none : found->second;
}

std::uint32_t DirtyExtents::lastBefore(std::uint64_t place) const
{
    const auto behind = places_.lower_bound(place);
    return behind == places_.begin() ? none : std::prev(behind)->second;
}

void DirtyExtents::moveBegin(std::uint32_t extent, std::uint64_t begin)
{
    auto node = places_.extract(extents_[extent].begin);
    node.key() = begin;
    places_.insert(std::move(node));
    extents_[extent].begin = begin;
}

void DirtyExtents::erase(std::uint32_t extent)
{
    const Extent& gone = extents_[extent];
    places_.erase(gone.begin);
    (gone.older == none ? oldest_ : extents_[gone.older].younger) = gone.younger;
    (gone.younger == none ? youngest_ : extents_[gone.younger].older) = gone.older;
    extents_.give(extent);
}

std::uint32_t DirtyExtents::append(std::uint64_t begin, std::uint64_t end, std::uint64_t epoch)
{
    const std::uint32_t extent = extents_.take({begin, end, epoch, youngest_, none});
    (youngest_ == none ? oldest_ : extents_[youngest_].younger) = extent;
    youngest_ = extent;
    places_.emplace(begin, extent);
    return extent;
}

} // namespace headroom::resources
