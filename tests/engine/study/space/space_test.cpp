// The space of a study: the combinations that each design gives, and what is told before anything runs.
#include "project/structure/study_designs.h"
#include "study/space/space.h"
#include "tests/engine/study/study_project.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <set>

using namespace headroom;
using namespace headroom::study;
using namespace headroom::study::test;
using Catch::Contains;
using project::Json;

namespace {

struct Made
{
    Space space;
    project::Findings findings;

    std::vector<std::string> points() const
    {
        std::vector<std::string> texts;
        for (const Point& point : space.points) {
            std::string text;
            for (const std::string& setting : settingsOf(space, point))
                text += (text.empty() ? "" : " ") + setting;
            texts.push_back(text);
        }
        return texts;
    }
};

/// Three places in the unit cube, whatever is asked for.
std::vector<std::vector<double>> corners(const std::string&, std::size_t dimensions, std::size_t)
{
    return {std::vector<double>(dimensions, 0.0), std::vector<double>(dimensions, 0.5),
            std::vector<double>(dimensions, 0.999)};
}

Made made(std::vector<project::StudyAxis> axes, const char* fields = "{}", std::vector<std::string> constraints = {})
{
    project::Study study{"s", std::move(axes), {}, Json::parse(fields), std::move(constraints)};
    Made made;
    made.space = spaceOf(studyProject(), {}, study, "/studies/0", corners, made.findings);
    return made;
}

/// The only finding of a space that has none of its points.
project::Finding refused(const Made& made)
{
    CHECK(made.space.points.empty());
    REQUIRE(made.findings.size() == 1);
    return made.findings.front();
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("a full study has every combination, the last axis changing fastest")
{
    CHECK(made({list("WORKERS", "[1, 2]"), list("SIZE", R"(["4 KiB", "1 MB"])")}).points() ==
          Texts{"WORKERS=1 SIZE=4 KiB", "WORKERS=1 SIZE=1 MB", "WORKERS=2 SIZE=4 KiB", "WORKERS=2 SIZE=1 MB"});
    CHECK(made({list("FAST", "[true, false]"), {"LEVEL", "ticked", Json::object()}}).points() ==
          Texts{"FAST=true LEVEL=low", "FAST=true LEVEL=high", "FAST=false LEVEL=low", "FAST=false LEVEL=high"});
}

TEST_CASE("a range has its ends and even steps, of the same amount or by the same factor")
{
    CHECK(made({range("WORKERS", R"({"from": 10, "to": 20, "steps": 3})")}).points() ==
          Texts{"WORKERS=10", "WORKERS=15", "WORKERS=20"});
    CHECK(made({range("WORKERS", R"({"from": 16, "to": 1024, "steps": 7, "scale": "log"})")}).points() ==
          Texts{"WORKERS=16", "WORKERS=32", "WORKERS=64", "WORKERS=128", "WORKERS=256", "WORKERS=512", "WORKERS=1024"});
    CHECK(made({range("SIZE", R"({"from": "4 KiB", "to": "1 MiB", "steps": 3, "scale": "log"})")}).points() ==
          Texts{"SIZE=4096", "SIZE=65536", "SIZE=1048576"});
    // Five steps of whole numbers from 1 to 3 fall on three values.
    CHECK(made({range("WORKERS", R"({"from": 1, "to": 3, "steps": 5})")}).points() ==
          Texts{"WORKERS=1", "WORKERS=2", "WORKERS=3"});
}

TEST_CASE("one at a time begins with the present values, each point once")
{
    CHECK(made({list("WORKERS", "[5, 10]"), list("LEVEL", R"(["low", "high"])")}, R"({"design": "one at a time"})")
              .points() == Texts{"WORKERS=10 LEVEL=low", "WORKERS=5 LEVEL=low", "WORKERS=10 LEVEL=high"});
}

TEST_CASE("a paired study takes the lists side by side")
{
    CHECK(made({list("WORKERS", "[5, 10]"), list("LEVEL", R"(["low", "high"])")}, R"({"design": "paired"})").points() ==
          Texts{"WORKERS=5 LEVEL=low", "WORKERS=10 LEVEL=high"});
    CHECK_THAT(refused(made({list("WORKERS", "[5, 10]"), list("FAST", "[true]")}, R"({"design": "paired"})")).problem,
               Contains("\"FAST\" has 1 values and \"WORKERS\" has 2"));
}

TEST_CASE("a sample takes values between the steps of a range, and those of a list equally often")
{
    CHECK(made({range("WORKERS", R"({"from": 1, "to": 101})"), list("LEVEL", R"(["low", "high"])")},
               R"({"design": "latin hypercube", "points": 3})")
              .points() == Texts{"WORKERS=1 LEVEL=low", "WORKERS=51 LEVEL=high", "WORKERS=101 LEVEL=high"});
}

TEST_CASE("a sample for Sobol' indices keeps the order of its places, of which equal ones are run once")
{
    const Made sobol = made({list("LEVEL", R"(["low", "high"])"), list("FAST", "[false, true]")},
                            R"({"design": "sobol", "points": 12})");
    CHECK(sobol.points() == Texts{"LEVEL=low FAST=false", "LEVEL=high FAST=true"});
    CHECK(sobol.space.places == std::vector<Place>{{0, {}}, {1, {}}, {1, {}}});
}

TEST_CASE("every design makes points")
{
    for (const project::StudyDesign& design : project::studyDesigns()) {
        INFO(design.word);
        const std::string fields = Json{{"design", design.word}, {"points", 12}}.dump();
        const Made some = made({list("WORKERS", "[5, 10]"), list("LEVEL", R"(["low", "high"])")}, fields.c_str());
        CHECK(some.findings.empty());
        CHECK(some.points().size() > 1);
    }
}

TEST_CASE("a trajectory moves each axis once by half of its range, up or down, in an order drawn")
{
    // Its sampler draws 0, 0.5 and 0.999 for all: from the first value upwards twice, from the last downwards.
    const Made morris =
        made({range("SIZE", R"({"from": 1, "to": 1000, "steps": 4, "scale": "log"})"),
              list("LEVEL", R"(["low", "high"])"), range("WORKERS", R"({"from": 1, "to": 4, "steps": 4})")},
             R"({"design": "morris", "points": 12})");
    REQUIRE(morris.space.places.size() == 12);
    const auto settings = [&](std::size_t place) { return morris.points()[morris.space.places[place].point]; };
    CHECK(settings(0) == "SIZE=1 LEVEL=low WORKERS=1");
    CHECK(settings(3) == "SIZE=100 LEVEL=high WORKERS=3");
    CHECK(settings(8) == "SIZE=1000 LEVEL=high WORKERS=4");
    CHECK(settings(11) == "SIZE=10 LEVEL=low WORKERS=2");
    for (std::size_t first = 0; first < 12; first += 4)
        for (std::size_t place = first; place < first + 3; ++place) {
            const auto &one = morris.space.places[place].at, &next = morris.space.places[place + 1].at;
            int moved = 0;
            for (std::size_t axis = 0; axis < 3; ++axis)
                if (one[axis] != next[axis]) {
                    ++moved;
                    CHECK(std::abs(next[axis] - one[axis]) == Approx(axis == 1 ? 1 : 2.0 / 3));
                }
            CHECK(moved == 1);
        }
}

TEST_CASE("designs that are evaluated as a whole take no constraints and have enough points")
{
    const std::vector<project::StudyAxis> axes{list("WORKERS", "[1, 2]"), list("FAST", "[false, true]")};
    for (const std::string design : {"sobol", "morris"}) {
        const std::string fields = R"({"design": ")" + design + R"(", "points": )";
        CHECK(refused(made(axes, (fields + "100}").c_str(), {"WORKERS > 1"})).key == "study.constrained-design");
        CHECK(refused(made(axes, (fields + "5}").c_str())).key == "study.too-few-points");
    }
    CHECK(refused(made({list("WORKERS", "[1, 2]")}, R"({"design": "sobol"})")).key == "study.too-few-axes");
    CHECK(refused(made({list("WORKERS", "[1]")}, R"({"design": "morris"})")).key == "axis.one-value");
}

TEST_CASE("constraints exclude combinations, and are reported if nothing is left")
{
    const std::vector<project::StudyAxis> axes{list("WORKERS", "[1, 2, 3]"), list("SIZE", R"(["1 KiB", "2 KiB"])")};
    const Made some = made(axes, "{}", {"WORKERS * 1024 >= SIZE", "WORKERS < 3"});
    CHECK(some.points() == Texts{"WORKERS=1 SIZE=1 KiB", "WORKERS=2 SIZE=1 KiB", "WORKERS=2 SIZE=2 KiB"});
    CHECK(some.space.excluded == 3);
    const project::Finding none = refused(made(axes, "{}", {"WORKERS > 3"}));
    CHECK(none.problem == "The constraints exclude all 6 combinations.");
    CHECK(none.pointer == "/studies/0/constraints");
    CHECK_THAT(refused(made(axes, "{}", {"WORKRES > 3"})).pointer, Contains("/constraints/0"));
}

TEST_CASE("a billion points are refused before they are made")
{
    const char* steps = R"({"from": 1, "to": 100000, "steps": 1000})";
    const char* sizes = R"({"from": 1, "to": 1000000, "steps": 1000})";
    const project::Finding finding =
        refused(made({range("WORKERS", steps), range("SIZE", sizes), list("FAST", "[true, false]")}));
    CHECK(finding.key == "study.too-many-points");
    CHECK_THAT(finding.remedy, Contains("latin hypercube"));
}

TEST_CASE("faults of all axes are reported at once, with their places")
{
    const Made faulty =
        made({list("WORKERS", "[0, 5]"), list("WORKRES", "[1]"), range("LEVEL", R"({"from": 1, "to": 2})"),
              list("FAST", "[true, true]"), range("SIZE", R"({"from": 0, "to": 10, "scale": "log"})")});
    std::set<std::string> found;
    for (const project::Finding& finding : faulty.findings)
        found.insert(finding.key + ' ' + finding.pointer);
    CHECK(found == std::set<std::string>{
                       "value.out-of-range /studies/0/space/0/values/0",
                       "parameter.unknown /studies/0/space/1/parameter", "axis.no-range /studies/0/space/2/from",
                       "axis.value-twice /studies/0/space/3/values/1", "axis.log-range /studies/0/space/4/from"});
    CHECK(faulty.space.points.empty());
    CHECK(refused(made({})).key == "study.empty-space");
}
