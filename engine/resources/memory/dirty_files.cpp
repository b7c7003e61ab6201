#include "resources/memory/dirty_files.h"

#include <algorithm>
#include <utility>

namespace headroom::resources {

std::uint32_t DirtyFiles::find(std::uint64_t id) const
{
    return index_.find(files_, id);
}

std::uint32_t DirtyFiles::findOrAdd(std::uint64_t id, std::uint64_t place)
{
    if (const std::uint32_t known = index_.find(files_, id); known != none)
        return known;
    const std::uint32_t added = files_.take({.id = id, .place = place});
    index_.add(files_, added);
    return added;
}

PageRange DirtyFiles::placed(std::uint32_t file, PageRange pages) const
{
    pages.count = std::min(pages.count, mostPages);
    pages.first = std::min(pages.first, mostPages - pages.count);
    if (extents_.count() < mostRanges)
        return pages;
    const std::uint32_t last = extents_.lastBefore(address(file, mostPages - 1) + 1);
    if (last == DirtyExtents::none || extents_[last].begin < address(file, 0))
        return pages;
    const std::uint64_t end = extents_[last].end - address(file, 0);
    if (pages.first > end && end + pages.count <= mostPages)
        pages.first = end;
    return pages;
}

std::uint64_t DirtyFiles::markPlaced(std::uint32_t file, PageRange range, kernel::Time now)
{
    const std::uint64_t begin = address(file, range.first);
    const std::uint64_t added = extents_.insert(begin, begin + range.count, 0);
    File& f = files_[file];
    f.dirtyPages += added;
    if (f.list == unlisted && f.dirtyPages > 0) {
        f.dirtySince = now;
        f.roundPages = 0;
        append(file, fresh);
    }
    return added;
}

/// The one that contains the page, or the first behind it, of whichever file.
std::uint32_t DirtyFiles::extentAt(std::uint32_t file, std::uint64_t page) const
{
    const std::uint64_t at = address(file, page);
    const std::uint32_t before = extents_.lastBefore(at + 1);
    return before != DirtyExtents::none && extents_[before].end > at ? before : extents_.firstFrom(at);
}

bool DirtyFiles::anyDirty(std::uint32_t file, PageRange pages) const
{
    const std::uint32_t extent = extentAt(file, pages.first);
    return extent != DirtyExtents::none && extents_[extent].begin < address(file, pages.first) + pages.count;
}

PageRange DirtyFiles::take(std::uint32_t file, std::uint64_t most, std::uint64_t stripe, std::uint64_t from)
{
    const std::uint32_t extent = extentAt(file, from);
    const std::uint64_t begin = extents_[extent].begin;
    File& f = files_[file];
    std::uint64_t count = extents_[extent].end - begin;
    if (count > most) {
        const std::uint64_t beyond = (f.place / pageBytes + begin - address(file, 0) + most) % stripe;
        count = beyond < most ? most - beyond : most;
    }
    extents_.takeFront(extent, count);
    f.dirtyPages -= count;
    f.roundPages += count;
    if (f.dirtyPages == 0)
        remove(file);
    return {begin - address(file, 0), count};
}

std::uint32_t DirtyFiles::next(kernel::Time before)
{
    if (ends_[thisRound].first == none) {
        std::swap(ends_[thisRound], ends_[nextRound]);
        for (std::uint32_t file = ends_[thisRound].first; file != none; file = files_[file].following)
            files_[file].list = thisRound;
        while (ends_[fresh].first != none && files_[ends_[fresh].first].dirtySince <= before) {
            const std::uint32_t file = ends_[fresh].first;
            remove(file);
            append(file, thisRound);
        }
    }
    return ends_[thisRound].first;
}

void DirtyFiles::endTurn(std::uint32_t file)
{
    files_[file].roundPages = 0;
    remove(file);
    append(file, nextRound);
}

void DirtyFiles::forgetIfDone(std::uint32_t file)
{
    File& f = files_[file];
    if (f.dirtyPages > 0 || f.writes > 0 || f.firstWaiter != none)
        return;
    index_.remove(files_, file);
    files_.give(file);
}

std::vector<std::uint64_t> DirtyFiles::idsByPlace() const
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> placed;
    index_.forEach(files_, [&](const File& file) { placed.emplace_back(file.place, file.id); });
    std::ranges::sort(placed);
    std::vector<std::uint64_t> ids;
    for (const auto& [place, id] : placed)
        ids.push_back(id);
    return ids;
}

void DirtyFiles::append(std::uint32_t file, List list)
{
    Ends& ends = ends_[list];
    File& f = files_[file];
    f.list = list;
    f.previous = ends.last;
    f.following = none;
    (ends.last == none ? ends.first : files_[ends.last].following) = file;
    ends.last = file;
}

void DirtyFiles::remove(std::uint32_t file)
{
    File& f = files_[file];
    Ends& ends = ends_[f.list];
    (f.previous == none ? ends.first : files_[f.previous].following) = f.following;
    (f.following == none ? ends.last : files_[f.following].previous) = f.previous;
    f.list = unlisted;
}

} // namespace headroom::resources
