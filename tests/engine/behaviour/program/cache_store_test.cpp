// Replacement, against what theory and a slower but obvious count say.
#include "../../effort.h"
#include "behaviour/program/cache_store.h"
#include "kernel/random.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <list>
#include <numeric>
#include <vector>

using namespace headroom;
using behaviour::CacheStore;
using Policy = CacheStore::Policy;

namespace {

constexpr std::uint64_t warmUp = 100'000, requests = 300'000; ///< the deviation of a measured hit ratio: 0.001

/// Keys 0 … n−1, key i asked for in proportion to 1/(i+1)^skew, each independent of the last.
class Zipf
{
public:
    Zipf(std::size_t keys, double skew)
    {
        for (std::size_t i = 0; i < keys; ++i)
            share_.push_back(std::pow(static_cast<double>(i + 1), -skew));
        const double sum = std::accumulate(share_.begin(), share_.end(), 0.0);
        for (double& share : share_)
            share /= sum;
        std::vector<double> upTo;
        std::partial_sum(share_.begin(), share_.end(), std::back_inserter(upTo));
        const kernel::KeyedRandom random(7);
        for (std::uint64_t n = 0; n < requests; ++n)
            asked_.push_back(static_cast<std::uint64_t>(
                std::upper_bound(upTo.begin(), upTo.end() - 1, random.uniform(1, n)) - upTo.begin()));
    }
    std::uint64_t key(std::uint64_t n) const { return asked_.at(n); }
    /// Hit ratio by Che's approximation: an entry stays for the time in which as many different keys are asked for as
    /// there are entries (Che, Tung, Wang, "Hierarchical web caching systems", 2002); for FIFO and random by its
    /// extension (Fricker, Robert, Roberts, "A versatile and accurate approximation for LRU cache performance", 2012).
    double che(double entries, bool lru) const
    {
        const auto held = [&](double share, double time) {
            return lru ? 1 - std::exp(-share * time) : share * time / (1 + share * time);
        };
        double low = 0, high = 1e9;
        for (int i = 0; i < 200; ++i) {
            const double time = (low + high) / 2;
            double sum = 0;
            for (const double share : share_)
                sum += held(share, time);
            (sum < entries ? low : high) = time;
        }
        double hits = 0;
        for (const double share : share_)
            hits += share * held(share, low);
        return hits;
    }

private:
    std::vector<double> share_;
    std::vector<std::uint64_t> asked_;
};

double hitRatio(CacheStore& cache, const Zipf& keys, std::uint64_t from, std::uint64_t to)
{
    std::uint64_t hits = 0;
    for (std::uint64_t n = from; n < to; ++n) {
        const std::uint64_t key = keys.key(n);
        if (cache.lookUp(key, 1))
            ++hits;
        else
            cache.insert(key, 1);
    }
    return static_cast<double>(hits) / static_cast<double>(to - from);
}

double afterWarmUp(const CacheStore::Settings& settings, const Zipf& keys)
{
    CacheStore cache(settings);
    hitRatio(cache, keys, 0, warmUp);
    return hitRatio(cache, keys, warmUp, requests);
}

CacheStore::Settings entries(std::uint64_t count, Policy policy = Policy::lru)
{
    CacheStore::Settings settings;
    settings.entries = count;
    settings.policy = policy;
    return settings;
}

} // namespace

TEST_CASE("an LRU cache hits exactly when the stack distance is within the capacity", "[theory]")
{
    // Distance: how many different keys have been asked for since this one was, itself included.
    const Zipf keys(60, 0.7);
    for (const std::size_t capacity : {1, 2, 7, 20, 59, 60, 100}) {
        CacheStore cache(entries(capacity));
        std::list<std::uint64_t> stack;
        for (std::uint64_t n = 0; n < 3000; ++n) {
            const std::uint64_t key = keys.key(n);
            const auto found = std::find(stack.begin(), stack.end(), key);
            const bool within =
                found != stack.end() && static_cast<std::size_t>(std::distance(stack.begin(), found)) < capacity;
            const bool hit = cache.lookUp(key, 1);
            if (!hit)
                cache.insert(key, 1);
            REQUIRE(hit == within);
            if (found != stack.end())
                stack.erase(found);
            stack.push_front(key);
        }
    }
}

TEST_CASE("independent requests hit as often as Che's approximation says", "[theory]")
{
    const double skew = test::oneOf(test::someOf(std::vector{0.6, 1.1, 0.8}));
    const Zipf keys(20'000, skew);
    for (const std::uint64_t capacity : {200, 2000, 8000}) {
        const auto count = static_cast<double>(capacity);
        CHECK(afterWarmUp(entries(capacity), keys) == Approx(keys.che(count, true)).margin(0.006));
        CHECK(afterWarmUp(entries(capacity, Policy::fifo), keys) == Approx(keys.che(count, false)).margin(0.006));
        CHECK(afterWarmUp(entries(capacity, Policy::random), keys) == Approx(keys.che(count, false)).margin(0.006));
    }
}

TEST_CASE("the second chance of CLOCK makes it better than FIFO, for independent requests even than LRU")
{
    const Zipf keys(20'000, 0.8);
    const double fifo = afterWarmUp(entries(2000, Policy::fifo), keys);
    const double clock = afterWarmUp(entries(2000, Policy::clock), keys);
    const double lru = afterWarmUp(entries(2000), keys);
    CHECK(clock > fifo + 0.01);
    CHECK(clock > lru);
    CHECK(lru > fifo);
}

TEST_CASE("beyond the exact entries the error of the hit ratio is about one over the root of their number", "[theory]")
{
    const double skew = test::oneOf({0.0, 0.8, 1.0});
    const Zipf keys(50'000, skew);
    for (const std::uint64_t capacity : {10'000, 30'000}) {
        CacheStore::Settings settings = entries(capacity);
        const double exact = afterWarmUp(settings, keys);
        for (const std::uint32_t exactEntries : {1000u, 4000u}) {
            settings.exactEntries = exactEntries;
            CacheStore cache(settings);
            hitRatio(cache, keys, 0, warmUp);
            CHECK(hitRatio(cache, keys, warmUp, requests) == Approx(exact).margin(1.5 / std::sqrt(exactEntries)));
            CHECK(cache.sampleEvery() > 1);
            CHECK(cache.entries() <= capacity + cache.sampleEvery()); // one sampled entry stands for so many
        }
    }
}

TEST_CASE("a capacity in bytes holds what fits, and never more")
{
    CacheStore::Settings settings;
    settings.bytes = 100;
    CacheStore cache(settings);
    cache.insert(1, 40);
    cache.insert(2, 40);
    CHECK(cache.lookUp(1, 40)); // 2 is the older one now
    cache.insert(3, 30);
    CHECK(cache.bytes() == 70);
    CHECK(cache.lookUp(1, 40));
    CHECK_FALSE(cache.lookUp(2, 40));
    CHECK(cache.lookUp(3, 30));
    cache.insert(4, 101);
    CHECK_FALSE(cache.lookUp(4, 101));
    CHECK(cache.bytes() == 70);
    cache.insert(1, 10); // another size
    CHECK(cache.bytes() == 40);
}

TEST_CASE("an invalidated key is gone")
{
    const double held = test::oneOf({0.0, 1.0});
    for (const Policy policy : {Policy::lru, Policy::fifo, Policy::clock, Policy::random}) {
        CacheStore::Settings settings = entries(10, policy);
        settings.heldAtStart = held;
        CacheStore cache(settings);
        cache.insert(1, 1);
        cache.invalidate(1);
        cache.invalidate(2);
        CHECK_FALSE(cache.lookUp(2, 1));
        if (held == 0)
            CHECK_FALSE(cache.lookUp(1, 1));
    }
}

TEST_CASE("a warm cache misses nothing until more different keys were asked for than it holds")
{
    CacheStore::Settings settings = entries(100);
    settings.heldAtStart = 1;
    CacheStore cache(settings);
    for (std::uint64_t key = 0; key < 100; ++key)
        CHECK(cache.lookUp(key, 1));
    CHECK_FALSE(cache.lookUp(100, 1));
    cache.insert(100, 1);
    CHECK(cache.entries() == 100);
    CHECK_FALSE(cache.lookUp(0, 1));
    CHECK(cache.lookUp(1, 1));
}

TEST_CASE("a warm cache misses what is asked for when it has no room left, whatever makes room")
{
    CacheStore::Settings settings = entries(3, test::oneOf({Policy::lru, Policy::fifo, Policy::clock, Policy::random}));
    settings.heldAtStart = 1;
    CacheStore cache(settings);
    for (std::uint64_t key = 1; key <= 3; ++key)
        CHECK(cache.lookUp(key, 1));
    CHECK_FALSE(cache.lookUp(4, 1));
    CHECK(cache.lookUp(1, 1));
    cache.insert(4, 1);
    CHECK(cache.entries() == 3);
}

TEST_CASE("a warm cache is limited by number and by size")
{
    const bool byNumber = test::oneOf({true, false});
    CacheStore::Settings settings = entries(byNumber ? 3 : 1000);
    settings.bytes = byNumber ? 10'000 : 30;
    settings.heldAtStart = 1;
    CacheStore cache(settings);
    for (std::uint64_t key = 1; key <= 3; ++key)
        CHECK(cache.lookUp(key, 10));
    CHECK_FALSE(cache.lookUp(4, 10));
    cache.insert(4, 10);
    CHECK(cache.entries() == 3);
}

TEST_CASE("the content of a steady cache is gone when as many have come in as it has places, though bytes are left")
{
    CacheStore::Settings settings = entries(100, test::oneOf({Policy::lru, Policy::fifo, Policy::random}));
    settings.bytes = 1'000'000;
    settings.heldAtStart = 0.5;
    CacheStore cache(settings);
    const std::uint64_t inserted = settings.policy == Policy::random ? 1000 : 100; // of chance, 1/e in 100 stay
    for (std::uint64_t key = 0; key < inserted; ++key)
        cache.insert(key, 10);
    CHECK(cache.entries() <= 100);
    std::uint64_t hits = 0;
    for (std::uint64_t key = 10'000; key < 11'000; ++key)
        hits += cache.lookUp(key, 10) ? 1 : 0;
    CHECK(hits < 20);
}

TEST_CASE("a steady cache hits from the first request on as it will for ever, keys being equally popular")
{
    const Zipf keys(10'000, 0);
    for (const Policy policy : {Policy::lru, Policy::fifo, Policy::clock, Policy::random}) {
        CacheStore::Settings settings = entries(3000, policy);
        settings.heldAtStart = 0.3;
        CacheStore cache(settings);
        // Deviation of 4000 requests: 0.007; three of them.
        for (std::uint64_t from = 0; from < 40'000; from += 4000)
            CHECK(hitRatio(cache, keys, from, from + 4000) == Approx(0.3).margin(0.022));
        CHECK(cache.entries() <= 3000);
    }
}

TEST_CASE("a steady cache of keys that differ in popularity hits as often as Che's approximation says, from the start",
          "[theory]")
{
    const double skew = test::oneOf(test::someOf(std::vector{1.1, 0.6}));
    constexpr std::uint64_t count = 20'000;
    const Zipf keys(count, skew);
    for (const Policy policy : {Policy::lru, Policy::fifo, Policy::random})
        for (const std::uint64_t capacity : {500, 5000}) {
            CacheStore::Settings settings = entries(capacity, policy);
            settings.heldAtStart = static_cast<double>(capacity) / count;
            const bool byUse = policy == Policy::lru;
            settings.popularity = {settings.heldAtStart, count, skew, byUse};
            CacheStore cache(settings);
            // Deviation of 10 000 requests: 0.005, and as much because it is one draw of what is held.
            for (std::uint64_t from = 0; from < 60'000; from += 10'000) {
                CAPTURE(skew, static_cast<int>(policy), capacity, from);
                CHECK(hitRatio(cache, keys, from, from + 10'000) ==
                      Approx(keys.che(static_cast<double>(capacity), byUse)).margin(0.02));
            }
        }
}

TEST_CASE("a steady cache is what a cold one becomes")
{
    constexpr std::uint64_t count = 20'000, capacity = 2000;
    const Zipf keys(count, 0.9);
    CacheStore cold(entries(capacity, Policy::clock));
    CacheStore::Settings settings = entries(capacity, Policy::clock);
    settings.heldAtStart = static_cast<double>(capacity) / count;
    settings.popularity = {settings.heldAtStart, count, 0.9, true};
    CacheStore steady(settings);
    const double atOnce = hitRatio(steady, keys, 0, 10'000), atFirst = hitRatio(cold, keys, 0, 10'000);
    const double inTheEnd = afterWarmUp(entries(capacity, Policy::clock), keys);
    CHECK(atOnce == Approx(inTheEnd).margin(0.03));
    CHECK(atFirst < inTheEnd - 0.03);
}

TEST_CASE("one of many caches that share the keys starts with its part of them")
{
    // It sees every fourth key, and has a fourth of the room.
    constexpr std::uint64_t count = 20'000;
    const Zipf keys(count, 0.8);
    CacheStore::Settings settings = entries(1000);
    settings.heldAtStart = 0.2;
    settings.popularity = {0.2, count, 0.8, true};
    CacheStore cache(settings);
    const double expected = keys.che(4000, true);
    for (std::uint64_t from = 0; from < requests; from += 50'000) {
        std::uint64_t hits = 0, asked = 0;
        for (std::uint64_t n = from; n < from + 50'000; ++n) {
            const std::uint64_t key = keys.key(n);
            if (kernel::mix(key, 3) % 4 != 0)
                continue;
            ++asked;
            if (cache.lookUp(key, 1))
                ++hits;
            else
                cache.insert(key, 1);
        }
        CHECK(static_cast<double>(hits) / static_cast<double>(asked) == Approx(expected).margin(0.04));
    }
}

TEST_CASE("an object is there with all its pieces")
{
    CacheStore::Settings settings;
    settings.bytes = 1000 * 8;
    settings.heldAtStart = 0.25;
    settings.popularity = {0.25, 4000, 0.8, true};
    CacheStore cache(settings);
    int held = 0;
    for (std::uint64_t key = 0; key < 50; ++key) {
        int pieces = 0;
        for (std::uint64_t piece = 0; piece < 8; ++piece)
            pieces += cache.lookUp(kernel::mix(key, piece + 1), 1, key) ? 1 : 0;
        CHECK((pieces == 0 || pieces == 8));
        held += pieces / 8;
    }
    CHECK(held > 25); // of the most popular
}
