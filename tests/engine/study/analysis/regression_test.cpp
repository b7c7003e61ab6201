// Regressions against linear functions, whose coefficients are known.
#include "study/analysis/regression.h"
#include "study/statistics/statistics.h"
#include "tests/engine/study/function_table.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace headroom::study;
using namespace headroom::study::test;
using Catch::Contains;

namespace {

double linear(const std::vector<double>& at)
{
    return 5 + 3 * at[0] - 40e-9 * at[1];
}

/// The second parameter is in bytes: its coefficient is tiny.
std::vector<std::vector<double>> places(std::size_t count)
{
    auto at = sampleOfCube("latin hypercube", 2, count, 1);
    for (auto& place : at)
        place[1] *= 1e9;
    return at;
}

/// Noise between -1 and 1 that is the same each time.
double noise(std::size_t number)
{
    return std::sin(12.9898 * static_cast<double>(number * number + 1));
}

} // namespace

TEST_CASE("the regression of a linear function finds its coefficients and explains all of it")
{
    const Regression regression = regressionOf(tableOf(places(40), linear), 0);
    REQUIRE(regression.unknown.empty());
    CHECK(regression.points == 40);
    CHECK(regression.r2 == Approx(1));
    CHECK(regression.adjustedR2 == Approx(1));
    CHECK(regression.intercept == Approx(5));
    REQUIRE(regression.coefficients.size() == 2);
    CHECK(regression.coefficients[0].parameter == "X1");
    CHECK(regression.coefficients[0].effect.value == Approx(3));
    CHECK(regression.coefficients[1].effect.value == Approx(-40e-9));
    CHECK(regression.coefficients[0].p < 1e-6);
    REQUIRE(regression.crossValidation);
    CHECK(regression.crossValidation->r2 == Approx(1));
    CHECK(regression.crossValidation->rmsError == Approx(0).margin(1e-9));
}

TEST_CASE("standardised coefficients are those for a standard deviation of the parameter")
{
    // Over X2 the function changes 40 for the range of 1e9, over X1 3: the squares of both are shares of the variance.
    const Regression regression = regressionOf(tableOf(places(2000), linear), 0);
    CHECK(regression.coefficients[0].standardised == Approx(3 / std::hypot(3.0, 40.0)).margin(0.01));
    CHECK(regression.coefficients[1].standardised == Approx(-40 / std::hypot(3.0, 40.0)).margin(0.01));
}

TEST_CASE("the interval of a coefficient holds the true one, and a parameter without influence has a large p value")
{
    std::size_t number = 0;
    const Regression regression = regressionOf(tableOf(sampleOfCube("latin hypercube", 2, 200, 1),
                                                       [&](const auto& at) { return 2 * at[0] + noise(number++); }),
                                               0);
    const Coefficient &true2 = regression.coefficients[0], &none = regression.coefficients[1];
    CHECK(true2.effect.low < 2);
    CHECK(true2.effect.high > 2);
    CHECK(true2.p < 0.001);
    CHECK(none.effect.low < 0);
    CHECK(none.effect.high > 0);
    CHECK(none.p > 0.05);
    CHECK(regression.adjustedR2 < regression.r2);
    // The unexplained rest is as large as the noise.
    REQUIRE(regression.crossValidation);
    CHECK(regression.crossValidation->rmsError == Approx(std::sqrt(0.5)).epsilon(0.15));
    CHECK(regression.crossValidation->r2 < regression.r2);
}

TEST_CASE("the cross-validation shows that a model of noise knows nothing of other points")
{
    std::size_t number = 0;
    const Regression regression = regressionOf(
        tableOf(sampleOfCube("latin hypercube", 8, 24, 1), [&](const auto&) { return noise(number++); }), 0);
    REQUIRE(regression.crossValidation);
    CHECK(regression.r2 > 0.2);
    CHECK(regression.crossValidation->r2 < 0);
}

TEST_CASE("names are compared with the first of them by the alphabet")
{
    Table table = tableOf(combinations({{0, 1, 2}, {1, 2, 3}}),
                          [](const auto& at) { return 10 + 7 * at[0] * (3 - at[0]) / 2 + at[1]; }); // 0, 7, 7
    const char* names[] = {"ext3", "XFS", "zfs"};
    for (Row& row : table.rows)
        row.settings[0] = {names[static_cast<std::size_t>(row.settings[0].number)], NAN};
    const Regression regression = regressionOf(table, 0);
    REQUIRE(regression.coefficients.size() == 3);
    const Coefficient& xfs = regression.coefficients[0];
    CHECK(xfs.level == "XFS");
    CHECK(xfs.reference == "ext3");
    CHECK(xfs.effect.value == Approx(7));
    CHECK(regression.coefficients[1].level == "zfs");
    CHECK(regression.coefficients[2].parameter == "X2");
    CHECK(regression.coefficients[2].level.empty());
    CHECK(regression.coefficients[2].effect.value == Approx(1));
}

TEST_CASE("the same seed gives the same cross-validation, another one another")
{
    std::size_t number = 0;
    const Table table = tableOf(places(60), [&](const auto& at) { return linear(at) + 10 * noise(number++); });
    const double once = regressionOf(table, 0, 3).crossValidation->r2;
    CHECK(regressionOf(table, 0, 3).crossValidation->r2 == once);
    CHECK(regressionOf(table, 0, 4).crossValidation->r2 != once);
}

TEST_CASE("a regression says why it is unknown")
{
    const auto first = [](const auto& at) { return at[0]; };
    CHECK_THAT(regressionOf(tableOf({{0, 0}, {1, 2}, {2, 0}}, first), 0).unknown,
               Contains("3 coefficients") && Contains("3 have the figure"));
    CHECK_THAT(regressionOf(tableOf({{0, 0}, {1, 2}, {2, 4}, {3, 6}, {4, 8}}, first), 0).unknown,
               Contains("depend on each other"));
    CHECK_THAT(regressionOf(tableOf({{0}, {1}, {2}}, [](const auto&) { return 1.0; }), 0).unknown,
               Contains("the same at all points"));
    Table failed = tableOf({{0}, {1}, {2}}, first);
    for (Row& row : failed.rows)
        fail(row);
    CHECK_THAT(regressionOf(failed, 0).unknown, Contains("No point has the figure"));
}

TEST_CASE("a regression is made from the points that have the figure")
{
    Table table = tableOf(places(40), linear);
    fail(table.rows[3]);
    table.rows[5].state = PointState::waiting;
    const Regression regression = regressionOf(table, 0);
    CHECK(regression.points == 38);
    CHECK(regression.coefficients[0].effect.value == Approx(3));
}
