// An analysis finds the effects that are in the figures of a study.
#include "study/analysis/analysis_json.h"
#include "study/analysis/analysis_text.h"
#include "tests/engine/study/function_table.h"

#include <catch2/catch.hpp>

using namespace headroom::study;
using namespace headroom::study::test;
using Catch::Contains;

namespace {

Table fullTable(const Function& function)
{
    Table table = tableOf(combinations({{0, 1, 2}, {0, 1, 2}}), function);
    table.design = "full";
    return table;
}

std::string said(const Analysis& analysis)
{
    std::string text;
    for (const std::string& sentence : sentencesOf(analysis))
        text += sentence + '\n';
    return text;
}

} // namespace

TEST_CASE("an analysis of all combinations says what explains the figure, and by which method")
{
    const Analysis analysis =
        analysisOf(fullTable([](const auto& at) { return 2 * at[0] + at[1]; }), 0); // variances 4 to 1
    CHECK_THAT(said(analysis),
               Contains("X1 explains 80 % of the variance of f (main effects over all 9 combinations)") &&
                   Contains("X1 and X2: 0 %") && Contains("A linear model") &&
                   Contains("explains 100 % of the variance of the others"));
    CHECK_FALSE(analysis.sobol);
    CHECK_FALSE(analysis.morris);
}

TEST_CASE("a point that failed is reported, and only what does not need it is computed")
{
    Table table = fullTable([](const auto& at) { return at[0] - at[1]; });
    fail(table.rows[4]);
    const Analysis analysis = analysisOf(table, 0);
    CHECK_THAT(said(analysis), Contains("Main effects need the figure at all points; 1 of 9") &&
                                   Contains("It leaves out 1 of 9 points"));
    CHECK(analysis.regression->unknown.empty());
}

TEST_CASE("a figure that is the same everywhere, or nowhere known, is reported as such, and nothing else of it")
{
    CHECK(said(analysisOf(fullTable([](const auto&) { return 2.0; }), 0)) == "It is the same at all points.\n");
    Table table = fullTable([](const auto& at) { return at[0]; });
    for (Row& row : table.rows)
        row.figures[0] = {};
    CHECK(said(analysisOf(table, 0)) == "No point has this figure.\n");
}

TEST_CASE("the JSON of an analysis has the numbers of its methods and why others are missing")
{
    Table table = fullTable([](const auto& at) { return 2 * at[0] + at[1]; });
    table.study = "s";
    const Json json = toJson(analysedStudy(table, {analysisOf(table, 0)}));
    CHECK(json["study"] == "s");
    CHECK(json["done"] == 9);
    const Json& figure = json["figures"][0];
    CHECK(figure["name"] == "f");
    CHECK(figure["unknown"].is_null());
    CHECK(figure["effects"]["main"][0]["importance"].get<double>() == Approx(0.8));
    CHECK(figure["effects"]["main"][0]["levels"][2]["mean"].get<double>() == Approx(5));
    CHECK(figure["effects"]["interactions"][0]["parameters"] == Json({"X1", "X2"}));
    CHECK(figure["regression"]["coefficients"][1]["value"].get<double>() == Approx(1));
    CHECK_FALSE(figure["regression"]["coefficients"][1].contains("level"));
    CHECK_FALSE(figure.contains("sobol"));
    table.design = "sobol";
    CHECK(toJson(analysedStudy(table, {analysisOf(table, 0)}))["figures"][0]["sobol"]["unknown"].is_string());
}

TEST_CASE("the JSON of an analysis is read back as it was")
{
    Table table = fullTable([](const auto& at) { return 2 * at[0] + at[1]; });
    table.design = "";
    const Json written = toJson(analysedStudy(table, {analysisOf(table, 0)}));
    const AnalysedStudy read = analysedStudyFromText(written.dump());
    CHECK(toJson(read) == written);
    REQUIRE(read.figures.size() == 1);
    CHECK(read.figures[0].analysis.effects->interactions[0].second == "X2");
    CHECK(read.figures[0].analysis.regression->crossValidation.has_value() ==
          written["figures"][0]["regression"]["cross_validation"].is_object());
    CHECK_THROWS_WITH(analysedStudyFromText("{}"), Catch::Contains("project"));
}
