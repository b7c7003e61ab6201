#include "resources/memory/page_cache.h"

#include "resources/memory/page_extents.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace headroom::resources {

struct PageCache::State
{
    static constexpr std::uint32_t none = PageExtents::none;

    explicit State(std::uint64_t bytes) : capacity(bytes) {}

    std::uint64_t available() const { return capacity - std::min(held, capacity); }

    /// Evicts clean pages, the least recently used extent first.
    void makeRoom()
    {
        const std::uint64_t room = available() / pageBytes;
        while (cached > room && cached > pinned) {
            if (!warm.empty()) { // nothing else was used less recently
                cached -= warm.evict(cached - room);
                continue;
            }
            const std::uint32_t extent = extents.oldest();
            if (extents[extent].clean())
                removeFront(extent, cached - room);
            else
                extents.touch(extent);
        }
    }

    void removeFront(std::uint32_t extent, std::uint64_t most)
    {
        const std::uint64_t pages = std::min(most, extents[extent].pages());
        cached -= pages;
        extents.removeFront(extent, pages);
    }

    /// A file of the start gets an extent, because it may be used or change. Files of the start have no other extents.
    void wake(std::uint64_t id)
    {
        if (warm.empty())
            return;
        if (const PageRange pages = warm.take(id); pages.count > 0)
            extents.addOldest(extents.findOrAddFile(id), pages);
    }

    /// The part of a present extent that lies in the range is used; the rest of a long extent is not.
    void use(std::uint32_t extent, PageRange pages)
    {
        if (extents[extent].pages() > largestGrown && extents[extent].clean())
            extent = cutAround(extent, pages);
        extents.touch(extent);
    }

    std::uint32_t cutAround(std::uint32_t extent, PageRange pages)
    {
        const std::uint64_t begin = pages.first / largestGrown * largestGrown;
        const std::uint64_t end = (pages.end() + largestGrown - 1) / largestGrown * largestGrown;
        if (extents[extent].begin < begin)
            extent = extents.cut(extent, begin);
        if (extents[extent].end > end)
            extents.cut(extent, end);
        return extent;
    }

    /// The extent, cut to what of it lies in the range.
    std::uint32_t inside(std::uint32_t extent, PageRange pages)
    {
        if (extents[extent].begin < pages.first)
            extent = extents.cut(extent, pages.first);
        if (extents[extent].end > pages.end())
            extents.cut(extent, pages.end());
        return extent;
    }

    /// The pages of the range from one of them on.
    static PageRange from(std::uint64_t page, PageRange pages) { return {page, pages.end() - page}; }

    /// Calls `change(extent)` for each extent in the range, cut to it, that satisfies `wanted(extent)`. It may remove
    /// the extent, or join it with its neighbours.
    template <typename Wanted, typename Change>
    void forEach(std::uint64_t id, PageRange pages, const Wanted& wanted, const Change& change)
    {
        const std::uint32_t file = extents.findFile(id);
        if (file == none)
            return;
        PageRange rest = pages;
        for (std::uint32_t extent = extents.at(file, rest.first);
             extent != none && rest.count > 0 && extents[extent].begin < rest.end();) {
            if (!wanted(extents[extent])) {
                extent = extents[extent].after;
                continue;
            }
            extent = inside(extent, rest);
            rest = from(extents[extent].end, pages);
            const bool isLast = extents[extent].after == none; // and may have taken its file along
            change(extent);
            extent = isLast ? none : extents.at(file, rest.first);
        }
    }

    /// Adds extents where the range has none and calls `added(extent)` for each; calls `existing(extent, rest)` for
    /// those that are there, with the rest of the range, of which they contain the first page. Both may divide and join
    /// extents but not remove them.
    template <typename Added, typename Existing>
    void fill(std::uint64_t id, PageRange pages, const Added& added, const Existing& existing)
    {
        wake(id);
        const std::uint32_t file = extents.findOrAddFile(id);
        std::uint64_t at = pages.first;
        while (at < pages.end()) {
            const std::uint32_t next = extents.at(file, at);
            if (next != none && extents[next].begin <= at) {
                const PageRange rest = from(at, pages);
                at = std::min(pages.end(), extents[next].end);
                existing(next, rest);
                continue;
            }
            const std::uint64_t end = next == none ? pages.end() : std::min(pages.end(), extents[next].begin);
            cached += end - at;
            added(extents.add(file, {at, end - at}, next));
            at = end;
        }
    }

    /// A page that was dirty or on its way is neither any more.
    void release(std::uint32_t extent)
    {
        if (extents[extent].clean())
            pinned -= extents[extent].pages();
    }

    void pin(std::uint32_t extent)
    {
        if (extents[extent].clean())
            pinned += extents[extent].pages();
    }

    std::uint64_t capacity; ///< bytes
    std::uint64_t held = 0; ///< bytes
    std::uint64_t cached = 0, dirty = 0;
    std::uint64_t pinned = 0; ///< dirty or on their way
    PageExtents extents;
    WarmFiles warm; ///< used less recently than all extents
};

PageCache::PageCache(std::uint64_t capacityBytes) : state_(std::make_unique<State>(capacityBytes)) {}

PageCache::~PageCache() = default;

void PageCache::startWith(WarmFiles files)
{
    state_->warm = std::move(files);
    state_->cached += state_->warm.pages();
    state_->makeRoom();
}

PageCache::Stretch PageCache::use(std::uint64_t file, PageRange pages)
{
    PageExtents& extents = state_->extents;
    if (const PageRange warm = state_->warm.find(file); warm.count > 0) {
        if (pages.first < warm.first)
            return {Stretch::absent, std::min(pages.count, warm.first - pages.first)};
        if (pages.first >= warm.end())
            return {Stretch::absent, pages.count};
        state_->wake(file);
    }
    const std::uint32_t f = extents.findFile(file);
    const std::uint32_t first = f == State::none ? State::none : extents.at(f, pages.first);
    if (first == State::none || extents[first].begin >= pages.end())
        return {Stretch::absent, pages.count};
    if (extents[first].begin > pages.first)
        return {Stretch::absent, extents[first].begin - pages.first};
    std::uint64_t end = std::min(pages.end(), extents[first].end);
    const std::uint32_t read = extents[first].read;
    if (read != PageExtents::present)
        return {Stretch::onTheWay, end - pages.first, read};
    state_->use(first, pages);
    for (std::uint32_t next = extents.at(f, end); end < pages.end() && next != State::none; next = extents.at(f, end)) {
        if (extents[next].begin > end || extents[next].read != PageExtents::present)
            break;
        end = std::min(pages.end(), extents[next].end);
        state_->use(next, pages);
    }
    return {Stretch::present, end - pages.first};
}

std::uint64_t PageCache::countBefore(std::uint64_t file, std::uint64_t page, std::uint64_t most) const
{
    const PageExtents& extents = state_->extents;
    if (const PageRange warm = state_->warm.find(file); warm.count > 0)
        return warm.first < page && page <= warm.end() ? std::min(most, page - warm.first) : 0;
    const std::uint32_t f = extents.findFile(file);
    if (f == State::none)
        return 0;
    std::uint64_t begin = page;
    for (std::uint32_t before = extents.lastBefore(f, page); before != State::none && page - begin < most;
         before = extents[before].before) {
        if (extents[before].end < begin)
            break;
        begin = extents[before].begin;
    }
    return std::min(most, page - begin);
}

void PageCache::insert(std::uint64_t file, PageRange pages)
{
    if (pages.count == 0)
        return;
    State& s = *state_;
    s.fill(
        file, pages, [&](std::uint32_t added) { s.extents.join(added, largestGrown); },
        [&](std::uint32_t extent, PageRange) { s.extents.touch(extent); });
    s.makeRoom();
}

void PageCache::expect(std::uint64_t file, PageRange pages, std::uint32_t read)
{
    if (pages.count == 0)
        return;
    State& s = *state_;
    s.fill(
        file, pages,
        [&](std::uint32_t added) {
            s.pin(added);
            s.extents[added].read = read;
        },
        [](std::uint32_t, PageRange) {});
    s.makeRoom();
}

void PageCache::arrive(std::uint64_t file, PageRange pages, std::uint32_t read)
{
    State& s = *state_;
    s.forEach(
        file, pages, [&](const PageExtents::Extent& extent) { return extent.read == read; },
        [&](std::uint32_t extent) {
            s.extents[extent].read = PageExtents::present;
            s.release(extent);
            s.extents.touch(extent);
            s.extents.join(extent, largestGrown);
        });
    s.makeRoom();
}

void PageCache::giveUp(std::uint64_t file, PageRange pages, std::uint32_t read)
{
    State& s = *state_;
    s.forEach(
        file, pages, [&](const PageExtents::Extent& extent) { return extent.read == read; },
        [&](std::uint32_t extent) {
            s.extents[extent].read = PageExtents::present;
            s.release(extent);
            s.removeFront(extent, std::numeric_limits<std::uint64_t>::max());
        });
}

void PageCache::dirty(std::uint64_t file, PageRange pages)
{
    if (pages.count == 0)
        return;
    State& s = *state_;
    const auto mark = [&](std::uint32_t extent) {
        s.pin(extent);
        s.extents[extent].read = PageExtents::present;
        ++s.extents[extent].writes;
        s.extents.touch(extent);
        s.extents.join(extent, largestGrown);
    };
    s.fill(file, pages, mark, [&](std::uint32_t extent, PageRange rest) { mark(s.inside(extent, rest)); });
    s.dirty += pages.count;
    s.makeRoom();
}

void PageCache::clean(std::uint64_t file, PageRange pages)
{
    State& s = *state_;
    s.forEach(
        file, pages, [](const PageExtents::Extent& extent) { return extent.writes > 0; },
        [&](std::uint32_t extent) {
            s.dirty -= s.extents[extent].pages();
            --s.extents[extent].writes;
            s.release(extent);
            s.extents.join(extent, largestGrown);
        });
    s.makeRoom();
}

void PageCache::drop(std::uint64_t file, PageRange pages)
{
    State& s = *state_;
    s.wake(file);
    s.forEach(
        file, pages, [](const PageExtents::Extent& extent) { return extent.clean(); },
        [&](std::uint32_t extent) { s.removeFront(extent, std::numeric_limits<std::uint64_t>::max()); });
}

void PageCache::drop(std::uint64_t file)
{
    drop(file, {0, std::numeric_limits<std::uint64_t>::max()});
}

void PageCache::dropAll()
{
    State& s = *state_;
    s.cached -= s.warm.pages();
    s.warm.clear();
    for (std::uint32_t extent = s.extents.oldest(); extent != State::none;) {
        const std::uint32_t next = s.extents[extent].newer;
        if (s.extents[extent].clean())
            s.removeFront(extent, std::numeric_limits<std::uint64_t>::max());
        extent = next;
    }
}

void PageCache::hold(std::uint64_t bytes)
{
    state_->held += bytes;
    state_->makeRoom();
}

void PageCache::giveBack(std::uint64_t bytes)
{
    state_->held -= std::min(bytes, state_->held);
}

std::uint64_t PageCache::cachedBytes() const
{
    return state_->cached * pageBytes;
}

std::uint64_t PageCache::dirtyBytes() const
{
    return state_->dirty * pageBytes;
}

std::uint64_t PageCache::capacityBytes() const
{
    return state_->capacity;
}

std::uint64_t PageCache::heldBytes() const
{
    return state_->held;
}

std::uint64_t PageCache::availableBytes() const
{
    return state_->available();
}

} // namespace headroom::resources
