#include "resources/memory/page_extents.h"

#include <iterator>

namespace headroom::resources {

std::uint32_t PageExtents::findFile(std::uint64_t id) const
{
    return index_.find(files_, id);
}

std::uint32_t PageExtents::findOrAddFile(std::uint64_t id)
{
    if (const std::uint32_t known = index_.find(files_, id); known != none)
        return known;
    const std::uint32_t added = files_.take({.id = id});
    index_.add(files_, added);
    return added;
}

std::uint32_t PageExtents::at(std::uint32_t file, std::uint64_t page) const
{
    const File& f = files_[file];
    if (f.count == 0 || extents_[f.first].end > page)
        return f.first;
    if (f.count == 1)
        return none;
    const std::uint32_t before = std::prev(places_.upper_bound(address(file, page)))->second;
    return extents_[before].end > page ? before : extents_[before].after;
}

std::uint32_t PageExtents::lastBefore(std::uint32_t file, std::uint64_t page) const
{
    const File& f = files_[file];
    if (f.count == 0 || extents_[f.first].begin >= page)
        return none;
    return f.count == 1 ? f.first : std::prev(places_.lower_bound(address(file, page)))->second;
}

std::uint32_t PageExtents::addRecord(std::uint32_t file, PageRange pages, std::uint32_t next)
{
    File& f = files_[file];
    std::uint32_t before = none;
    if (next != none)
        before = extents_[next].before;
    else if (f.count > 0)
        before = lastBefore(file, pages.first);
    const std::uint32_t added =
        extents_.take({.file = file, .before = before, .after = next, .begin = pages.first, .end = pages.end()});
    (before == none ? f.first : extents_[before].after) = added;
    if (next != none)
        extents_[next].before = added;
    if (++f.count == 2) {
        const std::uint32_t other = before == none ? next : before;
        places_.emplace(address(file, extents_[other].begin), other);
    }
    if (f.count > 1)
        places_.emplace(address(file, pages.first), added);
    return added;
}

std::uint32_t PageExtents::add(std::uint32_t file, PageRange pages, std::uint32_t next)
{
    const std::uint32_t added = addRecord(file, pages, next);
    link(added, newest_);
    return added;
}

void PageExtents::addOldest(std::uint32_t file, PageRange pages)
{
    link(addRecord(file, pages, none), none);
}

/// Puts the extent into the order of use, directly after an older one.
void PageExtents::link(std::uint32_t extent, std::uint32_t olderOne)
{
    Extent& e = extents_[extent];
    e.older = olderOne;
    e.newer = olderOne == none ? oldest_ : extents_[olderOne].newer;
    (e.older == none ? oldest_ : extents_[e.older].newer) = extent;
    (e.newer == none ? newest_ : extents_[e.newer].older) = extent;
}

void PageExtents::unlink(std::uint32_t extent)
{
    const Extent& e = extents_[extent];
    (e.newer == none ? newest_ : extents_[e.newer].older) = e.older;
    (e.older == none ? oldest_ : extents_[e.older].newer) = e.newer;
}

void PageExtents::touch(std::uint32_t extent)
{
    if (extent == newest_)
        return;
    unlink(extent);
    link(extent, newest_);
}

/// Takes the extent out of its file and of the order of use. The file remains.
void PageExtents::takeOut(std::uint32_t extent)
{
    const Extent& e = extents_[extent];
    File& f = files_[e.file];
    unlink(extent);
    (e.before == none ? f.first : extents_[e.before].after) = e.after;
    if (e.after != none)
        extents_[e.after].before = e.before;
    if (f.count > 1)
        places_.erase(address(e.file, e.begin));
    if (--f.count == 1)
        places_.erase(address(e.file, extents_[f.first].begin));
    extents_.give(extent);
}

void PageExtents::remove(std::uint32_t extent)
{
    const std::uint32_t file = extents_[extent].file;
    takeOut(extent);
    if (files_[file].count > 0)
        return;
    index_.remove(files_, file);
    files_.give(file);
}

void PageExtents::moveBegin(std::uint32_t extent, std::uint64_t begin)
{
    Extent& e = extents_[extent];
    if (files_[e.file].count > 1) {
        auto node = places_.extract(address(e.file, e.begin));
        node.key() = address(e.file, begin);
        places_.insert(std::move(node));
    }
    e.begin = begin;
}

void PageExtents::removeFront(std::uint32_t extent, std::uint64_t pages)
{
    if (pages >= extents_[extent].pages())
        remove(extent);
    else
        moveBegin(extent, extents_[extent].begin + pages);
}

std::uint32_t PageExtents::cut(std::uint32_t extent, std::uint64_t page)
{
    const Extent whole = extents_[extent];
    extents_[extent].end = page;
    const std::uint32_t second = addRecord(whole.file, {page, whole.end - page}, whole.after);
    // Without a neighbour after it, addRecord has found the first part as the one before.
    extents_[second].writes = whole.writes;
    extents_[second].read = whole.read;
    link(second, extent);
    return second;
}

bool PageExtents::canJoin(std::uint32_t left, std::uint32_t right, std::uint64_t most) const
{
    if (left == none || right == none)
        return false;
    const Extent &l = extents_[left], &r = extents_[right];
    return l.end == r.begin && l.writes == r.writes && l.read == r.read && r.end - l.begin <= most;
}

/// The extent takes the place of both.
void PageExtents::absorb(std::uint32_t extent, std::uint32_t neighbour)
{
    const std::uint64_t begin = extents_[neighbour].begin, end = extents_[neighbour].end;
    takeOut(neighbour);
    Extent& e = extents_[extent];
    if (begin < e.begin)
        moveBegin(extent, begin);
    else
        e.end = end;
}

std::uint32_t PageExtents::join(std::uint32_t extent, std::uint64_t most)
{
    if (const std::uint32_t left = extents_[extent].before; canJoin(left, extent, most))
        absorb(extent, left);
    if (const std::uint32_t right = extents_[extent].after; canJoin(extent, right, most))
        absorb(extent, right);
    return extent;
}

} // namespace headroom::resources
