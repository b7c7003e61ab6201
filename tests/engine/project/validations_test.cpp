// How far a model is off: said of its validations, and never better than they are.
#include "project/validations.h"

#include "project/document/document.h"
#include "project/file/json_writer.h"
#include "projects.h"

#include <catch2/catch.hpp>

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

Validation validation(const char* use, int count, double lowest, double highest, double mean)
{
    return {use,
            {{"figures", "rates of reads"},
             {"cluster", "four nodes (Someone, 2020)"},
             {"count", count},
             {"use", use},
             {"lowest_error", lowest},
             {"highest_error", highest},
             {"mean_error", mean}}};
}

} // namespace

TEST_CASE("a model that nothing was held against says so")
{
    CHECK(inShort(modelErrorsOf(Project())) == "never compared with a measurement");
    CHECK(sentenceOf(modelErrorsOf(Project())) == "This model was never compared with a measurement.");
}

TEST_CASE("the error in short spans all predicted figures, not the fitted ones")
{
    Project project;
    project.validations = {validation("predicted", 6, -0.43, 0.1, 0.2), validation("predicted", 2, -0.1, 0.29, 0.1),
                           validation("fitted", 3, -0.9, 0.9, 0.5)};
    CHECK(inShort(modelErrorsOf(project)) == "-43 % to 29 % (8 predicted figures)");
    CHECK(sentenceOf(modelErrorsOf(project)) ==
          "Compared with measurements, this model was off by -43 % to 29 % (8 predicted figures).");
    project.validations = {validation("fitted", 3, -0.01, 0.02, 0.01)};
    CHECK(inShort(modelErrorsOf(project)) == "-1 % to 2 % (3 fitted figures)");
}

TEST_CASE("each validation is a sentence that names cluster, number and range")
{
    Project project;
    project.validations = {validation("predicted", 6, -0.43, 0.29, 0.17), validation("fitted", 1, 0.02, 0.02, 0.02)};
    const auto errors = modelErrorsOf(project);
    CHECK(sentenceOf(errors.at(0)) ==
          "Rates of reads, four nodes (Someone, 2020): 6 predicted figures were missed by -43 % "
          "to 29 %, by 17 % on average.");
    CHECK(sentenceOf(errors.at(1)) == "Rates of reads, four nodes (Someone, 2020): 1 fitted figure was missed by 2 %.");
}

TEST_CASE("a validation without its figures says nothing")
{
    Project project;
    project.validations = {{"empty", {{"figures", "rates"}}}, {"wild", {{"count", 1e300}, {"lowest_error", "much"}}}};
    CHECK(modelErrorsOf(project).empty());
}

TEST_CASE("validations are kept as they are written")
{
    Json tree = shipped("object-erasure");
    REQUIRE(tree["validations"].size() == 1);
    CHECK(Json::parse(toText(open(tree)))["validations"] == tree["validations"]);
}
