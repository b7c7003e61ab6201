#include "../projects.h"
#include "project/file/json_reader.h"
#include "project/file/json_writer.h"
#include "project/file/schema.h"
#include "project/vocabulary/block_catalogue.h"

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

/// A file with this in its view.
Json withView(const char* view)
{
    Json tree = shipped("first-queue");
    tree["view"] = Json::parse(view);
    return tree;
}

/// Text of a view that was read, written in one line.
std::string written(const Project& project)
{
    return toJson(project).at("view").dump();
}

} // namespace

TEST_CASE(
    "the looks of drawings are written as they were read: sections, paths and boxes in their order, empty ones too")
{
    for (
        const char* view : {
            R"({})",
            R"({"positions":{}})",
            R"({"positions":{"topology":{}},"notes":{"topology":[]},"bends":{},"colours":{"topology":{}},"widths":{"topology":{}}})",
            R"({"notes":{"topology":[{"id":"note1","text":"","x":8,"y":16.0,"width":160,"height":80,"colour":"yellow"}]},)"
            R"("positions":{"server/serve/full":{"work":[80,96],"start":[8.0,1e+30]},"topology":{"server":[0.5,-8]}}})",
            R"({"bends":{"topology":{"a.link>b.link":[[80.0,8],[80,16]],"b.link>c.link":[]}},)"
            R"("positions":{"topology":{"b":[0,0],"a":[8,8]}},"colours":{"topology":{"a":"green"}},"widths":{"topology":{"b":200,"a":160}},"bends2":{}})",
            R"({"plots":{"timeline":{"panels":[{"unit":"share","series":["a","b"],"logarithmic":true}],)"
            R"("measured":[{"file":"day.csv","column":"PUT","series":"a","offset_s":0.0,"factor":2}]}}})",
            R"({"plots":{"timeline":{}},"positions":{}})",
        }) {
        INFO(view);
        const Project project = open(withView(view));
        CHECK(written(project) == view);
        CHECK(toText(open(Json::parse(toText(project)))) == toText(project));
    }
}

TEST_CASE("keys of a view that nothing declares are kept where they are")
{
    const char* const view =
        R"({"zoom":2,"positions":{"topology":{"server":[8,8]}},"folded":{"topology":{"server":true},"gone":3},)"
        R"("notes":{"topology":[{"id":"note1","text":"x","pinned":[1]}]},"plots":{"timeline":{"panels":[{"unit":"s",)"
        R"("series":[],"bands":true}],"grid":{}}}})";
    CHECK(written(open(withView(view))) == view);
}

TEST_CASE("unreadable parts of a view are reported with their place, and not lost")
{
    struct Broken
    {
        const char* view;
        const char* pointer;
    };
    for (const Broken& broken : {
             Broken{R"({"positions":{"topology":{"customers":[8,8],"server":[1]}}})",
                    "/view/positions/topology/server"},
             Broken{R"({"positions":{"topology":7}})", "/view/positions/topology"},
             Broken{R"({"positions":[1]})", "/view/positions"},
             Broken{R"({"bends":{"topology":{"a.x>b.y":[[1,2],"here"]}}})", "/view/bends/topology/a.x>b.y/1"},
             Broken{R"({"notes":{"topology":[{"id":"n","text":5}]}})", "/view/notes/topology/0/text"},
             Broken{R"({"notes":{"topology":[{"id":"n","x":"left"}]}})", "/view/notes/topology/0/x"},
             Broken{R"({"notes":{"topology":[{"id":"n"},"nonsense"]}})", "/view/notes/topology/1"},
             Broken{R"({"colours":{"topology":{"server":3}}})", "/view/colours/topology/server"},
             Broken{R"({"widths":{"topology":{"server":"wide"}}})", "/view/widths/topology/server"},
             Broken{R"({"widths":{"topology":{"server":160.5}}})", "/view/widths/topology/server"},
             Broken{R"({"widths":{"topology":{"server":2147483648}}})", "/view/widths/topology/server"},
             Broken{R"({"widths":{"topology":{"server":-2147483649}}})", "/view/widths/topology/server"},
             Broken{R"({"widths":{"topology":{"server":18446744073709551615}}})", "/view/widths/topology/server"},
             Broken{R"({"widths":{"topology":{"server":18446744073709551616}}})", "/view/widths/topology/server"},
             Broken{R"({"plots":{"timeline":{"panels":[{"series":[4]}]}}})", "/view/plots/timeline/panels/0/series/0"},
             Broken{R"({"plots":{"timeline":{"measured":"x"}}})", "/view/plots/timeline/measured"},
         }) {
        INFO(broken.view);
        const LoadResult result = parse(withView(broken.view));
        INFO(lines(result.findings));
        const auto told = std::find_if(result.findings.begin(), result.findings.end(), [&](const Finding& finding) {
            return finding.pointer == broken.pointer && !finding.place.empty();
        });
        REQUIRE(told != result.findings.end());
        CHECK(told->severity == Severity::error);
        REQUIRE(result.unfinished);
        CHECK(written(*result.unfinished).find("positions") == std::string(broken.view).find("positions"));
        nlohmann::json kept = toJson(*result.unfinished).at("view");
        CHECK(kept == nlohmann::json::parse(broken.view));
    }
}

TEST_CASE("an integer that is too large is reported with the range")
{
    for (const char* number : {"2147483648", "18446744073709551615", "18446744073709551616", "1e30"}) {
        INFO(number);
        const LoadResult result =
            parse(withView((std::string(R"({"widths":{"topology":{"server":)") + number + "}}}").c_str()));
        REQUIRE(result.findings.size() == 1);
        CHECK(result.findings.front().problem.starts_with(
            "It must be at least -2147483648 and at most 2147483647, not "));
    }
}

TEST_CASE("the readable part stands in the drawing of its path")
{
    const Project project = open(withView(
        R"({"positions":{"topology":{"server":[8,16.5]}},"bends":{"topology":{"a.link>b.link":[[1,2]]}},)"
        R"("notes":{"topology":[{"id":"note1","text":"x","width":160}]},"colours":{"topology":{"server":"green"}},"widths":{"topology":{"server":192}},)"
        R"("plots":{"timeline":{"measured":[{"file":"day.csv","offset_s":-2.5}]}}})"));
    const Drawing* drawing = project.view.drawings.find("topology");
    REQUIRE(drawing);
    CHECK(*drawing->positions == Places{{"server", {8, 16.5}}});
    CHECK(*drawing->bends->find("a.link>b.link") == std::vector<Point>{{1, 2}});
    REQUIRE(drawing->notes->size() == 1);
    CHECK(drawing->notes->front().text == "x");
    CHECK(drawing->notes->front().width == 160);
    CHECK(drawing->notes->front().height.is_null());
    CHECK(*drawing->colours->find("server") == "green");
    CHECK(*drawing->widths->find("server") == 192);
    CHECK(drawing->extra.empty());
    const MeasuredCurve& curve = project.view.drawings.find("timeline")->plots->measured->front();
    CHECK(curve.file == "day.csv");
    CHECK(curve.offsetS == -2.5);
}

TEST_CASE("a diagram that gets another path or goes takes along whatever is kept of it")
{
    View view = readView(Json::parse(
        R"({"positions":{"a/x/full":{"b":[1,2]},"c/x/full":{"d":[3,4]}},"folded":{"a/x/full/group":{"b":true}},)"
        R"("notes":{"a/x/full":[{"id":"n"}]}})"));
    Project project;
    renameDrawings(view, [](const std::string& path) -> std::optional<std::string> {
        return path.starts_with("a/") ? std::optional("z/" + path.substr(2)) : std::nullopt;
    });
    project.view = view;
    CHECK(written(project) ==
          R"({"positions":{"z/x/full":{"b":[1,2]},"c/x/full":{"d":[3,4]}},"folded":{"z/x/full/group":{"b":true}},)"
          R"("notes":{"z/x/full":[{"id":"n"}]}})");
    dropDrawingsBelow(view, "z/x/full");
    project.view = view;
    CHECK(written(project) == R"({"positions":{"c/x/full":{"d":[3,4]}},"folded":{},"notes":{}})");
}

TEST_CASE("the kept part of a new drawing comes behind the content of the file")
{
    Project project = open(withView(R"({"colours":{},"positions":{"topology":{"server":[8,8]}}})"));
    Drawing& drawing = project.view.drawings["server/serve/full"];
    drawing.positions = Places{{"start", {40, 40}}};
    drawing.notes.emplace().push_back({"note1", "x", 0, 0, 160, 80, "yellow", Json::object()});
    CHECK(written(project) ==
          R"({"colours":{},"positions":{"topology":{"server":[8,8]},"server/serve/full":{"start":[40,40]}},)"
          R"("notes":{"server/serve/full":[{"id":"note1","text":"x","x":0,"y":0,"width":160,"height":80,)"
          R"("colour":"yellow"}]}})");
}

TEST_CASE("the schema has each section of a view by path")
{
    const Json view = projectSchema(vocabulary()).at("properties").at("view").at("properties");
    for (const char* section : {"positions", "plots", "bends", "notes", "colours", "widths"})
        CHECK(view.at(section).at("additionalProperties").at("type") ==
              (std::string(section) == "notes" ? "array" : "object"));
    CHECK(view.at("notes").at("additionalProperties").at("items").at("required") == Json::array({"id"}));
}
