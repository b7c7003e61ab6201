#include "kernel/random.h"
#include "resources/memory/page_cache.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <list>
#include <map>

using headroom::kernel::KeyedRandom;
using headroom::resources::PageCache;

TEST_CASE("what was read or written is cached, anything else is not")
{
    PageCache cache(1000);
    CHECK(cache.lookup(1) == 0);
    cache.insert(1, 300);
    cache.insert(1, 200); // a shorter access does not shorten what is there
    CHECK(cache.lookup(1) == 300);
    CHECK(cache.cachedBytes() == 300);
    cache.insert(1, 400);
    CHECK(cache.lookup(1) == 400);
    cache.insert(2, 0);
    CHECK(cache.lookup(2) == 0);
    CHECK(cache.capacityBytes() == 1000);
}

TEST_CASE("the file that was not used for longest makes room, only as much as is needed")
{
    PageCache cache(1000);
    cache.insert(1, 400);
    cache.insert(2, 400);
    CHECK(cache.lookup(1) == 400); // now 2 is the oldest
    cache.insert(3, 300);
    CHECK(cache.lookup(2) == 300);
    CHECK(cache.lookup(1) == 400);
    cache.insert(4, 700);
    CHECK(cache.lookup(3) == 0);
    CHECK(cache.lookup(2) == 0);
    CHECK(cache.lookup(1) == 300);
    CHECK(cache.cachedBytes() == 1000);
}

TEST_CASE("a file larger than the cache keeps what fits")
{
    PageCache cache(1000);
    cache.insert(1, 400);
    cache.insert(2, 5000);
    CHECK(cache.lookup(2) == 1000);
    CHECK(cache.lookup(1) == 0);
    PageCache none(0);
    none.insert(1, 10);
    CHECK(none.lookup(1) == 0);
    CHECK(none.cachedBytes() == 0);
}

TEST_CASE("dirty bytes stay until they are written, and are clean afterwards")
{
    PageCache cache(1000);
    cache.insert(1, 600);
    cache.dirty(1, 600);
    cache.insert(2, 300);
    cache.insert(3, 500);
    CHECK(cache.lookup(1) == 600);
    CHECK(cache.lookup(2) == 0);
    CHECK(cache.lookup(3) == 400);
    CHECK(cache.dirtyBytes() == 600);
    cache.clean(1, 500);
    CHECK(cache.dirtyBytes() == 100);
    cache.clean(1, 500);
    cache.clean(99, 500);
    CHECK(cache.dirtyBytes() == 0);
    cache.insert(4, 1000);
    CHECK(cache.lookup(1) == 0);
    CHECK(cache.lookup(4) == 1000);
}

TEST_CASE("writing over what is dirty touches the file")
{
    PageCache cache(1000);
    cache.insert(1, 500);
    cache.insert(2, 500);
    cache.dirty(1, 0);
    cache.insert(3, 500);
    CHECK(cache.lookup(1) == 500);
    CHECK(cache.lookup(2) == 0);
    cache.dirty(4, 0);
    CHECK(cache.cachedBytes() == 1000);
}

TEST_CASE("memory that software holds is not there for pages")
{
    PageCache cache(1000);
    cache.insert(1, 400);
    cache.insert(2, 400);
    cache.hold(500);
    CHECK(cache.availableBytes() == 500);
    CHECK(cache.cachedBytes() == 500);
    CHECK(cache.lookup(1) == 100);
    CHECK(cache.lookup(2) == 400);
    cache.hold(700); // more than there is
    CHECK(cache.heldBytes() == 1200);
    CHECK(cache.availableBytes() == 0);
    CHECK(cache.cachedBytes() == 0);
    cache.giveBack(700);
    CHECK(cache.availableBytes() == 500);
    cache.insert(3, 900);
    CHECK(cache.lookup(3) == 500);
    cache.giveBack(500);
    CHECK(cache.availableBytes() == cache.capacityBytes());
}

TEST_CASE("of a partly dirty file the clean part is evicted")
{
    PageCache cache(1000);
    cache.insert(1, 800);
    cache.dirty(1, 200);
    cache.insert(2, 700);
    CHECK(cache.lookup(1) == 300);
    cache.insert(3, 1000);
    CHECK(cache.lookup(1) == 200);
    CHECK(cache.lookup(3) == 800);
}

TEST_CASE("dirty bytes count as cached, even beyond the capacity, and shrink to it when they are written")
{
    PageCache cache(1000);
    cache.dirty(1, 900);
    cache.dirty(2, 900);
    CHECK(cache.dirtyBytes() == 1800);
    CHECK(cache.cachedBytes() == 1800);
    cache.insert(3, 100);
    CHECK(cache.lookup(3) == 0);
    cache.clean(1, 900);
    CHECK(cache.cachedBytes() == 1000);
    CHECK(cache.lookup(1) == 100);
    CHECK(cache.dirtyBytes() == 900);
}

TEST_CASE("dropping a file lets its clean bytes go and keeps the dirty ones")
{
    PageCache cache(1000);
    cache.insert(1, 500);
    cache.dirty(1, 100);
    cache.insert(2, 200);
    cache.drop(1);
    cache.drop(2);
    cache.drop(3);
    CHECK(cache.lookup(1) == 100);
    CHECK(cache.lookup(2) == 0);
    CHECK(cache.cachedBytes() == 100);
    cache.clean(1, 100);
    cache.drop(1);
    CHECK(cache.cachedBytes() == 0);
}

TEST_CASE("without dirty bytes the cache agrees with a plain least-recently-used list")
{
    constexpr std::uint64_t capacity = 10'000;
    PageCache cache(capacity);
    std::list<std::uint64_t> recency; // most recently used first
    std::map<std::uint64_t, std::uint64_t> sizes;
    const KeyedRandom random(1);
    for (std::uint64_t step = 0; step < 20'000; ++step) {
        const std::uint64_t file = random.below(200, 1, step);
        const std::uint64_t expected = sizes.contains(file) ? sizes[file] : 0;
        REQUIRE(cache.lookup(file) == expected);
        const std::uint64_t bytes = 1 + random.below(300, 2, file);
        cache.insert(file, bytes);
        recency.remove(file);
        recency.push_front(file);
        sizes[file] = std::max(expected, bytes);
        std::uint64_t total = 0;
        for (const auto& [name, size] : sizes)
            total += size;
        while (total > capacity) {
            const std::uint64_t victim = recency.back();
            const std::uint64_t taken = std::min(sizes[victim], total - capacity);
            total -= taken;
            sizes[victim] -= taken;
            if (sizes[victim] == 0) {
                sizes.erase(victim);
                recency.pop_back();
            }
        }
        REQUIRE(cache.cachedBytes() == total);
    }
}
