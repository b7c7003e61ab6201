// Main effects and interactions against functions whose decomposition is known.
#include "study/analysis/effects.h"
#include "tests/engine/study/function_table.h"

#include <catch2/catch.hpp>

using namespace headroom::study;
using namespace headroom::study::test;
using Catch::Contains;

TEST_CASE("the main effects of a sum explain it, in the shares of their variances")
{
    // The levels 0, 1, 2 have a variance of 2/3, the levels 0 and 1 one of 1/4.
    const Table table =
        tableOf(combinations({{0, 1, 2}, {0, 1}}), [](const auto& at) { return 10 + 3 * at[0] - 4 * at[1]; });
    const Effects effects = effectsOf(table, 0);
    REQUIRE(effects.unknown.empty());
    REQUIRE(effects.main.size() == 2);
    CHECK(effects.main[0].parameter == "X1");
    CHECK(effects.main[0].share == Approx(0.6));
    CHECK(effects.main[1].share == Approx(0.4));
    CHECK(effects.main[0].range == Approx(6));
    CHECK(effects.main[1].range == Approx(4));
    CHECK(effects.interactions.front().share == Approx(0).margin(1e-12));
    CHECK(effects.rest == Approx(0).margin(1e-12));
}

TEST_CASE("the mean of a level is that over all values of the other parameters")
{
    const Effects effects =
        effectsOf(tableOf(combinations({{1, 2}, {0, 10}}), [](const auto& at) { return at[0] * (1 + at[1]); }), 0);
    REQUIRE(effects.main[0].levels.size() == 2);
    CHECK(effects.main[0].levels[0].setting.number == 1);
    CHECK(effects.main[0].levels[0].mean == Approx(6));
    CHECK(effects.main[0].levels[1].mean == Approx(12));
    CHECK(effects.main[1].levels[1].mean == Approx(16.5));
}

TEST_CASE("a product of signs is nothing but the interaction of its factors")
{
    const auto points = combinations({{-1, 1}, {-1, 1}, {-1, 1}});
    SECTION("of two")
    {
        const Effects effects = effectsOf(tableOf(points, [](const auto& at) { return at[0] * at[2]; }), 0);
        CHECK(effects.interactions.front().first == "X1");
        CHECK(effects.interactions.front().second == "X3");
        CHECK(effects.interactions.front().share == Approx(1));
        CHECK(effects.interactions.size() == 3);
        CHECK(effects.interactions[1].share == Approx(0).margin(1e-12));
        for (const MainEffect& effect : effects.main)
            CHECK(effect.importance == 0);
    }
    SECTION("of three")
    {
        const Effects effects = effectsOf(tableOf(points, [](const auto& at) { return at[0] * at[1] * at[2]; }), 0);
        CHECK(effects.interactions.front().share == Approx(0).margin(1e-12));
        CHECK(effects.rest == Approx(1));
    }
}

TEST_CASE("importance is the share of a parameter in what the main effects explain together")
{
    const Effects effects = effectsOf(
        tableOf(combinations({{-1, 1}, {-1, 1}}), [](const auto& at) { return 2 * at[0] + at[1] + 5 * at[0] * at[1]; }),
        0);
    CHECK(effects.main[0].share == Approx(4.0 / 30));
    CHECK(effects.main[0].importance == Approx(0.8));
    CHECK(effects.main[1].importance == Approx(0.2));
}

TEST_CASE("a parameter with one value has no effect to report")
{
    const Effects effects =
        effectsOf(tableOf(combinations({{1, 2}, {7}}), [](const auto& at) { return at[0] + at[1]; }), 0);
    REQUIRE(effects.main.size() == 1);
    CHECK(effects.main[0].share == Approx(1));
}

TEST_CASE("main effects need every combination and its figure")
{
    const auto sum = [](const auto& at) { return at[0] + at[1]; };
    Table table = tableOf(combinations({{1, 2}, {1, 2}}), sum);
    SECTION("a point failed")
    {
        fail(table.rows[2]);
        CHECK_THAT(effectsOf(table, 0).unknown, Contains("1 of 4"));
    }
    SECTION("a combination was excluded")
    {
        table.rows.pop_back();
        CHECK_THAT(effectsOf(table, 0).unknown, Contains("all combinations"));
    }
    SECTION("the figure does not change")
    {
        table = tableOf(combinations({{1, 2}, {1, 2}}), [](const auto&) { return 3.0; });
        CHECK_THAT(effectsOf(table, 0).unknown, Contains("the same at all points"));
    }
    CHECK(effectsOf(table, 0).main.empty());
}
