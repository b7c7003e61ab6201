// Records that come and go by the million.
#include "behaviour/records/pool.h"

#include <catch2/catch.hpp>

using namespace headroom::behaviour;

namespace {

struct Record
{
    std::uint32_t mark = 0;
    std::uint64_t value = 0;
};

/// As small as the mark of its use, or aligned to a cache line.
struct Small
{
    std::uint32_t value = 0;
};
struct Large
{
    std::uint64_t values[20] = {};
};

template <typename Kind>
bool isKnownByItself()
{
    Pool<Kind> pool;
    pool.give(pool.take());
    const std::uint32_t first = pool.take(), second = pool.take(); // used twice, used once
    return Pool<Kind>::handle(first, pool[first]) == pool.handle(first) &&
           Pool<Kind>::handle(second, pool[second]) == pool.handle(second) && pool.handle(first) != pool.handle(second);
}

} // namespace

TEST_CASE("a record at hand has the handle that its index gives")
{
    CHECK(isKnownByItself<Small>());
    CHECK(isKnownByItself<Record>());
    CHECK(isKnownByItself<Large>());
}

TEST_CASE("a handle means its record until that is given back, whoever has it next")
{
    Pool<Record> pool;
    const std::uint32_t index = pool.take();
    const std::uint64_t first = pool.handle(index);
    CHECK(pool.holds(first));
    pool.give(index);
    CHECK_FALSE(pool.holds(first));
    CHECK(pool.take() == index);
    CHECK_FALSE(pool.holds(first));
    CHECK(pool.holds(pool.handle(index)));
}

TEST_CASE("a record that was given back keeps its mark for who looks through all of them")
{
    Pool<Record> pool;
    const std::uint32_t index = pool.take();
    pool[index].mark = 7;
    pool.give(index);
    CHECK(pool.inUse() == 0);
    CHECK(pool.peek(index, &Record::mark) == 7);
}

#ifdef HEADROOM_SANITIZED
TEST_CASE("the address sanitizer objects to a record that nobody holds")
{
    Pool<Record> pool;
    const std::uint32_t index = pool.take();
    CHECK_FALSE(__asan_address_is_poisoned(&pool[index].value));
    CHECK(__asan_address_is_poisoned(&pool[index + 1].value));
    pool.give(index);
    CHECK(__asan_address_is_poisoned(&pool[index].value));
    CHECK(pool.take() == index);
    CHECK_FALSE(__asan_address_is_poisoned(&pool[index].value));
}
#endif
