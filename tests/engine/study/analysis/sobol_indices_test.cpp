// Sobol' indices against functions whose indices are known.
#include "study/analysis/sobol_indices.h"
#include "study/statistics/statistics.h"
#include "tests/engine/study/function_table.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace headroom::study;
using namespace headroom::study::test;
using Catch::Contains;

namespace {

/// A study with the design "sobol" over the unit cube.
Table sobolTable(std::size_t dimensions, std::size_t size, const Function& function)
{
    Table table = tableOf(sampleOfCube("sobol", dimensions, size, 1), function);
    table.design = "sobol";
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        table.places.push_back({i, {}});
    return table;
}

/// Ishigami and Homma, An importance quantification technique in uncertainty analysis for computer models, 1990, with
/// a = 7 and b = 0.1 over -pi to pi.
double ishigami(const std::vector<double>& at)
{
    const auto angle = [&](std::size_t i) { return std::numbers::pi * (2 * at[i] - 1); };
    return std::sin(angle(0)) + 7 * std::pow(std::sin(angle(1)), 2) + 0.1 * std::pow(angle(2), 4) * std::sin(angle(0));
}

bool holds(const Cell& cell, double value)
{
    return cell.low <= value && value <= cell.high;
}

} // namespace

TEST_CASE("Sobol' indices of Ishigami's function are those of its formula, which lie in their intervals")
{
    const SobolIndices sobol = sobolIndicesOf(sobolTable(3, 4096, ishigami), 0);
    REQUIRE(sobol.unknown.empty());
    CHECK(sobol.size == 4096);
    const double first[] = {0.3139, 0.4424, 0}, total[] = {0.5576, 0.4424, 0.2437};
    for (std::size_t i = 0; i < 3; ++i) {
        INFO("X" << i + 1);
        CHECK(sobol.indices[i].parameter == "X" + std::to_string(i + 1));
        CHECK(sobol.indices[i].first.value == Approx(first[i]).margin(0.02));
        CHECK(sobol.indices[i].total.value == Approx(total[i]).margin(0.02));
        CHECK(holds(sobol.indices[i].first, first[i]));
        CHECK(holds(sobol.indices[i].total, total[i]));
    }
    CHECK(sobol.order == std::vector<std::size_t>{0, 1, 2});
    CHECK(sobol.error < 0.05);
}

TEST_CASE("without interactions the total indices are those of the parameters alone")
{
    // In a sum of a X, the shares are those of the squares.
    const SobolIndices sobol =
        sobolIndicesOf(sobolTable(2, 2048, [](const auto& at) { return 3 * at[0] + 4 * at[1]; }), 0);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(sobol.indices[i].first.value == Approx(i == 0 ? 0.36 : 0.64).margin(0.01));
        CHECK(sobol.indices[i].total.value == Approx(i == 0 ? 0.36 : 0.64).margin(0.01));
    }
    CHECK(sobol.order == std::vector<std::size_t>{1, 0});
}

TEST_CASE("four times as many places halve the intervals of Sobol' indices")
{
    const double few = sobolIndicesOf(sobolTable(3, 256, ishigami), 0).error;
    const double many = sobolIndicesOf(sobolTable(3, 1024, ishigami), 0).error;
    CHECK(many / few == Approx(0.5).margin(0.1));
}

TEST_CASE("a point that is missing leaves Sobol' indices unknown")
{
    Table table = sobolTable(2, 64, [](const auto& at) { return at[0] * at[1]; });
    SECTION("it failed")
    {
        fail(table.rows[7]);
        CHECK_THAT(sobolIndicesOf(table, 0).unknown, Contains("all of its 256 points") && Contains("1 failed"));
    }
    SECTION("it is not finished")
    {
        table.rows[9].state = PointState::waiting;
        CHECK_THAT(sobolIndicesOf(table, 0).unknown, Contains("1 not finished"));
    }
    SECTION("it does not have the figure")
    {
        table.rows[9].figures[0] = {};
        CHECK_THAT(sobolIndicesOf(table, 0).unknown, Contains("1 without this figure"));
    }
    CHECK(sobolIndicesOf(table, 0).indices.empty());
}

TEST_CASE("a table of another design has no Sobol' indices")
{
    CHECK_THAT(sobolIndicesOf(tableOf({{0, 0}, {1, 1}}, [](const auto& at) { return at[0]; }), 0).unknown,
               Contains("no places"));
}
