// Records that are found by a number.
#include "resources/record_index.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

using namespace headroom::resources;

namespace {

struct Named
{
    std::uint64_t id = 0;
    std::uint32_t chain = 0;
};

} // namespace

TEST_CASE("an index without records finds none")
{
    const RecordPool<Named> pool;
    const RecordIndex<Named> index;
    CHECK(index.find(pool, 0) == index.none);
    CHECK(index.find(pool, 7) == index.none);
}

TEST_CASE("an index finds exactly the records that were added and not removed")
{
    RecordPool<Named> pool;
    RecordIndex<Named> index;
    std::map<std::uint64_t, std::uint32_t> expected;
    std::mt19937_64 random(1);
    for (int step = 0; step < 20000; ++step) {
        // Few numbers, so that most come and go several times; far apart, so that the table's upper bits matter.
        const std::uint64_t id = (random() % 1000) << (random() % 2 * 40);
        const auto known = expected.find(id);
        REQUIRE(index.find(pool, id) == (known == expected.end() ? index.none : known->second));
        if (known == expected.end()) {
            const std::uint32_t added = pool.take({.id = id});
            index.add(pool, added);
            expected.emplace(id, added);
        } else if (random() % 2 == 0) {
            index.remove(pool, known->second);
            pool.give(known->second);
            expected.erase(known);
        }
    }
    CHECK(expected.size() > 500);

    std::vector<std::uint64_t> visited, all;
    index.forEach(pool, [&](const Named& record) { visited.push_back(record.id); });
    std::sort(visited.begin(), visited.end());
    for (const auto& [id, record] : expected)
        all.push_back(id);
    CHECK(visited == all);
}
