// Pages in memory, and their eviction.
#include "kernel/random.h"
#include "resources/memory/page_cache.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

using namespace headroom::resources;
using headroom::kernel::KeyedRandom;

namespace {

using Stretch = PageCache::Stretch;

/// A cache of so many pages.
struct Pages
{
    explicit Pages(std::uint64_t capacity) : cache(capacity * pageBytes) {}
    /// Present pages at the beginning of the range.
    std::uint64_t present(std::uint64_t file, PageRange pages)
    {
        const Stretch stretch = cache.use(file, pages);
        return stretch.state == Stretch::present ? stretch.count : 0;
    }
    std::uint64_t cached() const { return cache.cachedBytes() / pageBytes; }
    std::uint64_t dirty() const { return cache.dirtyBytes() / pageBytes; }

    PageCache cache;
};

} // namespace

TEST_CASE("a range of a file that was inserted is present, what lies around it is not")
{
    Pages pages(1000);
    CHECK(pages.present(1, {0, 10}) == 0);
    pages.cache.insert(1, {100, 50});
    CHECK(pages.present(1, {100, 50}) == 50);
    CHECK(pages.present(1, {120, 50}) == 30);
    CHECK(pages.present(1, {90, 20}) == 0);
    CHECK(pages.cache.use(1, {90, 20}).count == 10); // so many are absent
    CHECK(pages.present(1, {150, 1}) == 0);
    CHECK(pages.present(2, {100, 50}) == 0);
    pages.cache.insert(1, {140, 20}); // partly there already
    CHECK(pages.present(1, {100, 100}) == 60);
    CHECK(pages.cached() == 60);
}

TEST_CASE("pages before a page are counted without a gap")
{
    Pages pages(1000);
    pages.cache.insert(1, {0, 10});
    pages.cache.insert(1, {20, 10});
    pages.cache.insert(1, {30, 5});
    CHECK(pages.cache.countBefore(1, 35, 100) == 15);
    CHECK(pages.cache.countBefore(1, 33, 100) == 13);
    CHECK(pages.cache.countBefore(1, 35, 7) == 7);
    CHECK(pages.cache.countBefore(1, 36, 100) == 0);
    CHECK(pages.cache.countBefore(1, 10, 100) == 10);
}

TEST_CASE("the pages unused for longest make room, only as many as are needed")
{
    Pages pages(1000);
    pages.cache.insert(1, {0, 400});
    pages.cache.insert(2, {0, 400});
    CHECK(pages.present(1, {0, 400}) == 400); // now 2 is the oldest
    pages.cache.insert(3, {0, 300});
    CHECK(pages.present(2, {100, 300}) == 300); // its front has gone
    CHECK(pages.present(2, {0, 1}) == 0);
    CHECK(pages.present(1, {0, 400}) == 400);
    CHECK(pages.cached() == 1000);
}

TEST_CASE("ranges of one file are evicted in the order of their use")
{
    Pages pages(100);
    for (std::uint64_t i = 0; i < 10; ++i)
        pages.cache.insert(1, {i * 20, 10});
    pages.present(1, {0, 10});
    pages.cache.insert(2, {0, 10});
    CHECK(pages.present(1, {0, 10}) == 10);
    CHECK(pages.present(1, {20, 10}) == 0);
    CHECK(pages.present(1, {40, 10}) == 10);
}

TEST_CASE("only the used part of a long range becomes recent, with its surroundings")
{
    constexpr std::uint64_t part = PageCache::largestGrown;
    Pages pages(10 * part);
    pages.cache.insert(1, {0, 10 * part});
    pages.present(1, {10, 1}); // the first part
    pages.cache.insert(2, {0, 9 * part});
    CHECK(pages.present(1, {0, part}) == part);
    CHECK(pages.present(1, {part, 1}) == 0);
    CHECK(pages.present(1, {9 * part, 1}) == 0);
}

TEST_CASE("a file larger than the cache keeps its last pages")
{
    Pages pages(1000);
    pages.cache.insert(1, {0, 400});
    pages.cache.insert(2, {0, 5000});
    CHECK(pages.present(2, {4000, 1000}) == 1000);
    CHECK(pages.present(1, {399, 1}) == 0);
    Pages none(0);
    none.cache.insert(1, {0, 10});
    CHECK(none.cached() == 0);
}

TEST_CASE("pages on their way are neither absent nor present, stay, and are present when they arrive")
{
    Pages pages(100);
    pages.cache.insert(1, {10, 5});
    pages.cache.expect(1, {0, 20}, 7);
    CHECK(pages.cache.use(1, {0, 20}).state == Stretch::onTheWay);
    CHECK(pages.cache.use(1, {0, 20}).count == 10);
    CHECK(pages.cache.use(1, {0, 20}).read == 7);
    CHECK(pages.present(1, {10, 5}) == 5);
    pages.cache.insert(2, {0, 100});
    CHECK(pages.cache.use(1, {0, 20}).state == Stretch::onTheWay);
    pages.cache.arrive(1, {0, 20}, 8); // another read
    CHECK(pages.cache.use(1, {0, 20}).state == Stretch::onTheWay);
    pages.cache.arrive(1, {0, 20}, 7);
    CHECK(pages.present(1, {0, 10}) == 10);
    CHECK(pages.cached() == 100);
    pages.cache.expect(3, {0, 10}, 9);
    pages.cache.giveUp(3, {0, 10}, 9);
    CHECK(pages.cache.use(3, {0, 10}).state == Stretch::absent);
}

TEST_CASE("dirty pages are present and stay until they are written")
{
    Pages pages(1000);
    pages.cache.dirty(1, {256, 600});
    CHECK(pages.present(1, {256, 600}) == 600);
    CHECK(pages.present(1, {0, 1}) == 0);
    pages.cache.insert(2, {0, 300});
    pages.cache.insert(3, {0, 500});
    CHECK(pages.present(1, {256, 600}) == 600);
    CHECK(pages.present(2, {299, 1}) == 0);
    CHECK(pages.dirty() == 600);
    pages.cache.clean(1, {256, 500});
    CHECK(pages.dirty() == 100);
    pages.cache.insert(4, {0, 900});
    CHECK(pages.present(1, {756, 100}) == 100);
    CHECK(pages.present(1, {700, 1}) == 0);
    CHECK(pages.cached() == 1000);
}

TEST_CASE("a page written to while it is being written needs another write")
{
    Pages pages(10);
    pages.cache.dirty(1, {0, 10});
    pages.cache.dirty(1, {4, 2});
    CHECK(pages.dirty() == 12);
    CHECK(pages.cached() == 10);
    pages.cache.clean(1, {0, 10});
    CHECK(pages.dirty() == 2);
    pages.cache.insert(2, {0, 10});
    CHECK(pages.present(1, {4, 2}) == 2);
    pages.cache.clean(1, {4, 2});
    CHECK(pages.dirty() == 0);
}

TEST_CASE("memory that software holds is not there for pages")
{
    PageCache cache(1000 * pageBytes);
    cache.insert(1, {0, 400});
    cache.insert(2, {0, 400});
    cache.hold(500 * pageBytes);
    CHECK(cache.availableBytes() == 500 * pageBytes);
    CHECK(cache.cachedBytes() == 500 * pageBytes);
    CHECK(cache.use(1, {0, 400}).state == Stretch::absent);
    CHECK(cache.use(1, {300, 100}).count == 100);
    CHECK(cache.use(2, {0, 400}).count == 400);
    cache.hold(700 * pageBytes); // more than there is
    CHECK(cache.heldBytes() == 1200 * pageBytes);
    CHECK(cache.availableBytes() == 0);
    CHECK(cache.cachedBytes() == 0);
    cache.giveBack(700 * pageBytes);
    CHECK(cache.availableBytes() == 500 * pageBytes);
    cache.giveBack(500 * pageBytes);
    CHECK(cache.availableBytes() == cache.capacityBytes());
}

TEST_CASE("dirty pages may exceed the capacity, and shrink to it when they are written")
{
    Pages pages(1000);
    pages.cache.dirty(1, {0, 900});
    pages.cache.dirty(2, {0, 900});
    CHECK(pages.dirty() == 1800);
    CHECK(pages.cached() == 1800);
    pages.cache.insert(3, {0, 100});
    CHECK(pages.present(3, {0, 1}) == 0);
    pages.cache.clean(1, {0, 900});
    CHECK(pages.cached() == 1000);
    CHECK(pages.present(1, {800, 100}) == 100);
    CHECK(pages.dirty() == 900);
}

TEST_CASE("dropping lets clean pages go and keeps the dirty ones")
{
    Pages pages(1000);
    pages.cache.insert(1, {0, 500});
    pages.cache.dirty(1, {0, 100});
    pages.cache.insert(2, {0, 200});
    pages.cache.drop(1, {90, 20});
    CHECK(pages.present(1, {0, 100}) == 100);
    CHECK(pages.present(1, {100, 1}) == 0);
    CHECK(pages.present(1, {110, 390}) == 390);
    pages.cache.drop(1);
    pages.cache.drop(2);
    pages.cache.drop(3);
    CHECK(pages.cached() == 100);
    pages.cache.clean(1, {0, 100});
    pages.cache.dropAll();
    CHECK(pages.cached() == 0);
}

TEST_CASE("the cache agrees with a plain set of pages")
{
    Pages pages(1'000'000); // evicts nothing
    using Page = std::pair<std::uint64_t, std::uint64_t>;
    std::set<Page> present;
    std::map<Page, int> writes;
    const KeyedRandom random(1);
    for (std::uint64_t step = 0; step < 20'000; ++step) {
        const std::uint64_t file = random.below(5, 1, step);
        const PageRange range{random.below(200, 2, step), 1 + random.below(30, 3, step)};
        const auto each = [&](const auto& change) {
            for (std::uint64_t page = range.first; page < range.end(); ++page)
                change(Page{file, page});
        };
        switch (random.below(4, 4, step)) {
        case 0:
            pages.cache.insert(file, range);
            each([&](Page page) { present.insert(page); });
            break;
        case 1:
            pages.cache.dirty(file, range);
            each([&](Page page) {
                present.insert(page);
                ++writes[page];
            });
            break;
        case 2:
            pages.cache.clean(file, range);
            each([&](Page page) { writes[page] = std::max(0, writes[page] - 1); });
            break;
        default:
            pages.cache.drop(file, range);
            each([&](Page page) {
                if (writes[page] == 0)
                    present.erase(page);
            });
        }
        const std::uint64_t page = random.below(230, 5, step);
        REQUIRE(pages.present(file, {page, 1}) == present.count({file, page}));
        REQUIRE(pages.cached() == present.size());
    }
    std::uint64_t dirty = 0;
    for (const auto& [page, count] : writes)
        dirty += static_cast<std::uint64_t>(count);
    CHECK(pages.dirty() == dirty);
}

TEST_CASE("a cache that starts with files behaves as if they had been inserted, the most recent one last")
{
    constexpr std::uint64_t files = 300, room = 500;
    const auto sizeOf = [](std::uint64_t file) { return file <= 100 ? 2u : 1u; };
    Pages inserted(room), started(room);
    WarmFiles warm;
    for (std::uint64_t file = 1; file <= files; ++file)
        warm.add(file, sizeOf(file));
    warm.seal();
    CHECK(warm.pages() == 400);
    started.cache.startWith(std::move(warm));
    for (std::uint64_t file = files; file > 0; --file)
        inserted.cache.insert(file, {0, sizeOf(file)});
    CHECK(started.cached() == inserted.cached());

    const KeyedRandom random(7);
    std::uint64_t held = 0;
    for (std::uint64_t i = 0; i < 20000; ++i) {
        const std::uint64_t file = 1 + random.below(400, i, 1);
        const PageRange pages{random.below(2, i, 2), 1 + random.below(2, i, 3)};
        switch (random.below(8, i, 4)) {
        case 0:
            for (Pages* each : {&inserted, &started})
                each->cache.insert(file, {0, 2});
            break;
        case 1:
            for (Pages* each : {&inserted, &started})
                each->cache.drop(file);
            break;
        case 2:
            held = held > 0 ? 0 : random.below(200, i, 5) * pageBytes;
            for (Pages* each : {&inserted, &started})
                held > 0 ? each->cache.hold(held) : each->cache.giveBack(each->cache.heldBytes());
            break;
        default: {
            CHECK(started.cache.countBefore(file, 2, 10) == inserted.cache.countBefore(file, 2, 10));
            const Stretch one = inserted.cache.use(file, pages), other = started.cache.use(file, pages);
            REQUIRE(one.state == other.state);
            REQUIRE(one.count == other.count);
        }
        }
        REQUIRE(started.cached() == inserted.cached());
    }
}

TEST_CASE("a file that a cache is started with twice is in it once")
{
    WarmFiles warm;
    for (const std::uint64_t file : {5, 6, 5, 7, 7})
        warm.add(file, 3);
    warm.seal();
    CHECK(warm.pages() == 9);
    CHECK(warm.evict(100) == 3); // file 7: its second mention is void
    CHECK(warm.find(7).count == 0);
    CHECK(warm.evict(1) == 1);
    CHECK(warm.find(6) == PageRange{1, 2});
    CHECK(warm.take(5) == PageRange{0, 3});
    CHECK(warm.evict(100) == 2);
    CHECK(warm.empty());
    CHECK(warm.pages() == 0);
}
