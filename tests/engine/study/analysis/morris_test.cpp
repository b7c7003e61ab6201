// Morris' elementary effects of known functions.
#include "study/analysis/morris.h"
#include "study/space/morris_design.h"
#include "study/space/space.h"
#include "study/statistics/statistics.h"
#include "tests/engine/study/function_table.h"
#include "tests/engine/study/study_project.h"

#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::study;
using namespace headroom::study::test;
using Catch::Contains;

namespace {

/// A study with trajectories over WORKERS from 10 to 50 and SIZE from 2 to 10 bytes, in five steps each.
Table morrisTable(std::size_t trajectories, const Function& function)
{
    const project::Study study{"s",
                               {range("WORKERS", R"({"from": 10, "to": 50, "steps": 5})"),
                                range("SIZE", R"({"from": 2, "to": 10, "steps": 5})")},
                               {},
                               {{"design", "morris"}, {"points", 3 * trajectories}},
                               {}};
    project::Findings findings;
    const Space space = spaceOf(
        studyProject(), {}, study, "/studies/0",
        [](const auto& design, std::size_t dimensions, std::size_t count) {
            return sampleOfCube(design, dimensions, count, 1);
        },
        findings);
    REQUIRE(findings.empty());
    std::vector<std::vector<double>> at;
    for (const Point& point : space.points)
        at.push_back({point[0].get<double>(), point[1].get<double>()});
    Table table = tableOf(at, function);
    table.design = "morris";
    table.places = space.places;
    return table;
}

} // namespace

TEST_CASE("the elementary effects of a linear function are its coefficients times the ranges, and do not vary")
{
    const MorrisScreening morris =
        morrisScreeningOf(morrisTable(6, [](const auto& at) { return 3 * at[0] - 100 * at[1]; }), 0);
    REQUIRE(morris.unknown.empty());
    CHECK(morris.trajectories == 6);
    REQUIRE(morris.effects.size() == 2);
    CHECK(morris.effects[0].parameter == "X2");
    CHECK(morris.effects[0].absolute == Approx(800));
    CHECK(morris.effects[0].mean == Approx(-800));
    CHECK(morris.effects[0].sigma == Approx(0).margin(1e-9));
    CHECK(morris.effects[1].absolute == Approx(120));
    CHECK(morris.effects[1].mean == Approx(120));
    CHECK(morris.effects[1].sigma == Approx(0).margin(1e-9));
}

TEST_CASE("an effect that depends on another parameter varies, and one of both signs is not cancelled")
{
    const MorrisScreening morris =
        morrisScreeningOf(morrisTable(40, [](const auto& at) { return (at[0] - 30) * (at[1] - 6); }), 0);
    for (const MorrisEffect& effect : morris.effects) {
        CHECK(effect.sigma > 50);
        CHECK(effect.absolute > 2 * std::abs(effect.mean));
    }
}

TEST_CASE("the effect of a name is the change of the figure")
{
    Table table = tableOf({{0}, {1}, {1}, {0}}, [](const auto& at) { return 7 * at[0]; });
    table.places = {{0, {0.0}}, {1, {0.5}}, {2, {1.0}}, {3, {0.5}}};
    for (Row& row : table.rows)
        row.settings[0] = {row.settings[0].number > 0 ? "b" : "a", NAN};
    const MorrisScreening morris = morrisScreeningOf(table, 0);
    CHECK(morris.effects.front().absolute == Approx(7));
    CHECK(morris.effects.front().mean == Approx(7));
}

TEST_CASE("a missing point or another design leaves the screening unknown")
{
    Table table = morrisTable(4, [](const auto& at) { return at[0]; });
    fail(table.rows[2]);
    CHECK_THAT(morrisScreeningOf(table, 0).unknown, Contains("1 failed"));
    table.places.pop_back();
    CHECK_THAT(morrisScreeningOf(table, 0).unknown, Contains("no trajectories"));
}
