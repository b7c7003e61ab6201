// Records that come and go.
#include "resources/record_pool.h"

#include <catch2/catch.hpp>

using namespace headroom::resources;

namespace {

struct Record
{
    int value = 0;
    std::uint32_t next = Chain::none;
};

} // namespace

TEST_CASE("the record returned last is handed out first, as it was left or anew")
{
    RecordPool<Record> pool;
    const std::uint32_t first = pool.take({.value = 1});
    const std::uint32_t second = pool.take({.value = 2});
    CHECK(first != second);
    pool.give(first);
    pool.give(second);
    CHECK(pool.take() == second);
    CHECK(pool[second].value == 2);
    CHECK(pool.take({}) == first);
    CHECK(pool[first].value == 0);
    CHECK(pool.size() == 2);
}

TEST_CASE("a chain is first in, first out")
{
    RecordPool<Record> pool;
    Chain chain;
    for (int value = 0; value < 3; ++value)
        chain.append(pool, pool.take({.value = value}));
    CHECK(pool[chain.popFirst(pool)].value == 0);
    chain.append(pool, pool.take({.value = 3}));
    for (int value = 1; value <= 3; ++value)
        CHECK(pool[chain.popFirst(pool)].value == value);
    CHECK(chain.empty());
}

#ifdef HEADROOM_SANITIZED
TEST_CASE("the address sanitizer objects to a record of the pool that nobody holds")
{
    RecordPool<Record> pool;
    const std::uint32_t index = pool.take({.value = 1});
    CHECK_FALSE(__asan_address_is_poisoned(&pool[index]));
    pool.give(index);
    CHECK(__asan_address_is_poisoned(&pool[index]));
    CHECK(pool.peek(index, &Record::value) == 1);
    CHECK(pool.take() == index);
    CHECK_FALSE(__asan_address_is_poisoned(&pool[index]));
}
#endif
