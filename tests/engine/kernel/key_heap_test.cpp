#include "kernel/key_heap.h"

#include "kernel/random.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using headroom::kernel::KeyedRandom;
using headroom::kernel::KeyHeap;

namespace {

KeyHeap::Key drawn(std::uint64_t n, std::uint64_t bound)
{
    return KeyedRandom(7).below(bound, 1, n);
}

std::vector<KeyHeap::Key> emptied(KeyHeap& heap)
{
    std::vector<KeyHeap::Key> keys;
    for (; !heap.empty(); heap.pop())
        keys.push_back(heap.front());
    return keys;
}

} // namespace

TEST_CASE("keys put into a heap in any order come out in order, at every size")
{
    for (std::size_t size = 0; size < 200; ++size) {
        KeyHeap heap;
        std::vector<KeyHeap::Key> keys;
        for (std::size_t i = 0; i < size; ++i)
            heap.push(keys.emplace_back(drawn(size * 1000 + i, 50))); // some are equal
        std::sort(keys.begin(), keys.end());
        REQUIRE(heap.size() == size);
        REQUIRE(emptied(heap) == keys);
    }
}

TEST_CASE("a heap in use gives the least of what is in it at any time")
{
    KeyHeap heap;
    std::vector<KeyHeap::Key> keys;
    for (std::uint64_t step = 0; step < 20000; ++step) {
        if (keys.empty() || drawn(step, 100) < (step < 10000 ? 60U : 40U)) {
            keys.push_back(drawn(step + 1'000'000, ~std::uint64_t{0}));
            heap.push(keys.back());
        } else {
            const auto least = std::min_element(keys.begin(), keys.end());
            REQUIRE(heap.front() == *least);
            *least = keys.back();
            keys.pop_back();
            heap.pop();
        }
        REQUIRE(heap.size() == keys.size());
    }
}

TEST_CASE("the keys left in a heap after some are erased still come out in order")
{
    for (const std::uint64_t kept : {0U, 1U, 2U, 5U, 100U}) {
        KeyHeap heap;
        for (std::uint64_t i = 0; i < 100; ++i)
            heap.push(i * 37 % 100);
        heap.eraseIf([&](KeyHeap::Key key) { return key >= kept; });
        std::vector<KeyHeap::Key> left;
        for (std::uint64_t i = 0; i < kept; ++i)
            left.push_back(i);
        REQUIRE(heap.size() == kept);
        heap.push(50);
        left.insert(std::upper_bound(left.begin(), left.end(), KeyHeap::Key{50}), 50);
        REQUIRE(emptied(heap) == left);
    }
}

TEST_CASE("the children of a place fill a cache line, so that a step down the heap is one access to memory")
{
    for (std::size_t place = KeyHeap::root; place < 100; ++place)
        REQUIRE(KeyHeap::childrenOf(place) * sizeof(KeyHeap::Key) % headroom::kernel::cacheLine == 0);
}
