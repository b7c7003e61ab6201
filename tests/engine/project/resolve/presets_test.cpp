// Presets: values of parameters that are set at once.
#include "project/resolve/presets.h"

#include "../projects.h"
#include "project/file/json_writer.h"
#include "project/loading.h"

using namespace headroom::project;
using namespace headroom::project::test;
using Catch::Contains;

namespace {

/// first-queue with the presets of the list.
Json queueWith(const char* presets)
{
    Json tree = shipped("first-queue");
    tree["presets"] = Json::parse(presets);
    return tree;
}

constexpr const char* twoPresets = R"([
    {"id": "crowd", "name": "A crowd", "description": "Many customers.", "values": {"CUSTOMERS": 100, "THREADS": 4}},
    {"id": "fast", "values": {"THREADS": 2, "SERVICE_TIME": "1 ms"}}])";

Loading loaded(const Json& tree, const std::vector<std::string>& presets, const Overrides& set = {})
{
    LoadFrom from{folders};
    from.presets = presets;
    from.set = set;
    return parseWhole(tree.dump(), {components(), {}}, from);
}

Json value(const Loading& loading, const char* name)
{
    REQUIRE(loading.whole);
    return findParameter(loading.whole->project, name)->value;
}

} // namespace

TEST_CASE("a preset sets its values, and others keep theirs")
{
    const Loading loading = loaded(queueWith(twoPresets), {"crowd"});
    CHECK(value(loading, "CUSTOMERS") == 100);
    CHECK(value(loading, "THREADS") == 4);
    CHECK(value(loading, "SERVICE_TIME") == value(loaded(queueWith(twoPresets), {}), "SERVICE_TIME"));
}

TEST_CASE("of several presets the last counts, and a value that is set by itself always does")
{
    CHECK(value(loaded(queueWith(twoPresets), {"crowd", "fast"}), "THREADS") == 2);
    CHECK(value(loaded(queueWith(twoPresets), {"fast", "crowd"}), "THREADS") == 4);
    CHECK(value(loaded(queueWith(twoPresets), {"crowd"}, {{"THREADS", "7"}}), "THREADS") == 7);
}

TEST_CASE("a preset that does not exist is an error that names the nearest")
{
    const Loading loading = loaded(queueWith(twoPresets), {"crowds"});
    CHECK(hasErrors(loading.findings));
    CHECK_THAT(lines(loading.findings), Contains("no preset \"crowds\"") && Contains("\"crowd\""));
}

TEST_CASE("values that do not fit their parameters are errors with their place, used or not")
{
    const char* const faulty = R"([{"id": "odd", "values": {"THREADS": "many", "THREDS": 2, "CUSTOMERS": 0}}])";
    const Loading loading = loaded(queueWith(faulty), {});
    CHECK_THAT(lines(loading.findings), Contains("/presets/0/values/THREADS") && Contains("not a number") &&
                                            Contains("THREDS") && Contains("out of range"));
    CHECK(hasErrors(loading.findings));
}

TEST_CASE("a preset that sets nothing is told")
{
    CHECK_THAT(lines(loaded(queueWith(R"([{"id": "none", "values": {}}])"), {}).findings), Contains("It sets nothing"));
}

TEST_CASE("a preset is in use when all its values are those of the project, however they are written")
{
    const Loading loading = loaded(queueWith(twoPresets), {"fast"}, {{"SERVICE_TIME", "1000 us"}});
    const auto& presets = loading.whole->project.presets;
    CHECK(isSet(loading.whole->project, presets.at(1)));
    CHECK_FALSE(isSet(loading.whole->project, presets.at(0)));
}

TEST_CASE("presets and folded parameters are kept as they are written")
{
    Json tree = queueWith(twoPresets);
    tree["parameters"][0]["more"] = true;
    const Json again = Json::parse(toText(open(tree)));
    CHECK(again["presets"] == tree["presets"]);
    CHECK(again["parameters"][0]["more"] == true);
}
