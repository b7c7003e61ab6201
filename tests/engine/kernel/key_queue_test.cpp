#include "kernel/key_queue.h"

#include "kernel/random.h"

#include <catch2/catch.hpp>

#include <functional>
#include <set>
#include <string>

using headroom::kernel::KeyedRandom;
using headroom::kernel::KeyQueue;

namespace {

/// Keys as the calendar makes them: time above, number below.
KeyQueue::Key at(std::uint64_t time, std::uint64_t number)
{
    return (static_cast<KeyQueue::Key>(time) << 64) | number;
}

std::uint64_t timeOf(KeyQueue::Key key)
{
    return static_cast<std::uint64_t>(key >> 64);
}

/// Waits until the next event, by the number of the draw.
struct Waits
{
    std::string name;
    std::function<std::uint64_t(std::uint64_t)> of;
};

std::vector<Waits> allKinds()
{
    const KeyedRandom random(5);
    return {
        {"exponential",
         [random](std::uint64_t n) { return static_cast<std::uint64_t>(random.exponential(1e9, 1, n)); }},
        {"all the same", [](std::uint64_t) { return std::uint64_t{1000}; }},
        {"at once", [](std::uint64_t n) { return n % 1000 == 0 ? std::uint64_t{1} : std::uint64_t{0}; }},
        {"short ones among deadlines",
         [random](std::uint64_t n) {
             return n % 2 == 0 ? std::uint64_t{30'000'000'000'000} : random.below(1'000'000, 2, n);
         }},
        {"over all magnitudes", [random](std::uint64_t n) { return std::uint64_t{1} << random.below(55, 3, n); }},
        {"short at first, then long, then short again",
         [random](std::uint64_t n) { return (n / 8000 % 2 == 0 ? 1 : 1'000'000) * random.below(1000, 5, n); }},
        {"few of them far away",
         [random](std::uint64_t n) { return n % 1000 == 0 ? std::uint64_t{1} << 60 : random.below(1000, 4, n); }},
    };
}

} // namespace

TEST_CASE("a queue in use gives the least of what is in it at any time, however the times are spread")
{
    for (const Waits& waits : allKinds())
        for (const std::size_t pending : {1U, 5U, 40U, 300U, 5000U}) {
            INFO(waits.name << ", " << pending << " pending");
            KeyQueue queue;
            std::set<KeyQueue::Key> expected;
            std::uint64_t number = 0, now = 0;
            const auto add = [&] {
                const auto key = at(now + waits.of(number), number);
                ++number;
                queue.push(key);
                expected.insert(key);
            };
            for (int step = 0; step < 30'000; ++step) {
                while (expected.size() < pending)
                    add();
                if (step % 7 == 0)
                    add();
                REQUIRE(queue.size() == expected.size());
                REQUIRE(queue.front() == *expected.begin());
                now = timeOf(queue.front());
                queue.pop();
                expected.erase(expected.begin());
                if (step % 5000 == 4999) // drained almost, then filled again
                    for (; expected.size() > 3; expected.erase(expected.begin())) {
                        REQUIRE(queue.front() == *expected.begin());
                        queue.pop();
                    }
            }
        }
}

TEST_CASE("a new key comes after those of its time, also if later ones were taken out before")
{
    for (const std::uint64_t pending : {1U, 5U, 40U, 300U}) {
        INFO(pending << " pending");
        const KeyedRandom random(6);
        KeyQueue queue;
        std::set<KeyQueue::Key> expected;
        for (std::uint64_t i = 0; i < 20'000; ++i) {
            const auto key = at(random.below(50, 1, i), i);
            queue.pushNewest(key);
            expected.insert(key);
            for (; expected.size() > pending; expected.erase(expected.begin())) {
                REQUIRE(queue.front() == *expected.begin());
                queue.pop();
            }
        }
        for (; !expected.empty(); expected.erase(expected.begin()), queue.pop())
            REQUIRE(queue.front() == *expected.begin());
        CHECK(queue.empty());
    }
}

TEST_CASE("deadlines are counted as far keys, the next events are not")
{
    KeyQueue queue;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        queue.push(at(1000 * i, i));
        queue.push(at(30'000'000'000'000 + i, 1000 + i));
    }
    for (int taken = 0; taken < 100; ++taken)
        queue.pop();
    CHECK(queue.far() == 1000);
    for (int taken = 100; taken < 1000; ++taken)
        queue.pop();
    CHECK(queue.far() < 1000); // now they are next
}

TEST_CASE("looking ahead finds the next keys in order by their place")
{
    KeyQueue queue;
    std::set<KeyQueue::Key> expected;
    const KeyedRandom random(9);
    for (std::uint64_t i = 0; i < 2000; ++i)
        queue.push(*expected.insert(at(random.below(1'000'000, 1, i), i)).first);
    while (!expected.empty()) {
        REQUIRE(queue.inLine() >= std::min(expected.size(), KeyQueue::ahead));
        std::size_t place = 0;
        for (auto key = expected.begin(); place < std::min(expected.size(), KeyQueue::ahead); ++key, ++place)
            REQUIRE(queue.line()[place] == *key);
        queue.pop();
        expected.erase(expected.begin());
    }
    CHECK(queue.empty());
}

TEST_CASE("the keys left after some are erased still come out in order")
{
    const KeyedRandom random(3);
    for (const std::uint64_t every : {2U, 3U, 1000U}) {
        KeyQueue queue;
        std::set<KeyQueue::Key> expected;
        for (std::uint64_t i = 0; i < 3000; ++i)
            queue.push(*expected.insert(at(random.below(1'000'000, 1, i), i)).first);
        for (int taken = 0; taken < 500; ++taken, expected.erase(expected.begin()))
            queue.pop();
        const auto gone = [every](KeyQueue::Key key) { return static_cast<std::uint64_t>(key) % every != 0; };
        queue.eraseIf(gone);
        std::erase_if(expected, gone);
        for (; !expected.empty(); expected.erase(expected.begin())) {
            REQUIRE(queue.front() == *expected.begin());
            queue.pop();
        }
        CHECK(queue.empty());
    }
}

TEST_CASE("keys may be replaced by others in the same order")
{
    const KeyedRandom random(4);
    KeyQueue queue;
    for (std::uint64_t i = 0; i < 3000; ++i)
        queue.push(at(random.below(1000, 1, i), 1'000'000 + i));
    for (int taken = 0; taken < 500; ++taken)
        queue.pop();
    std::uint64_t next = 0;
    queue.replaceInOrder([&](KeyQueue::Key key) { return at(timeOf(key), next++); });
    for (std::uint64_t i = 0; i < 2500; ++i, queue.pop())
        REQUIRE(static_cast<std::uint64_t>(queue.front()) == i);
}
