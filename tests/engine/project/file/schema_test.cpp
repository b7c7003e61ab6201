// The printed schemas, which editors check files with, accept what the program accepts and refuse what it refuses.
#include "../projects.h"
#include "project/block_library.h"
#include "project/file/schema.h"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <memory>

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

/// A schema as a program of others reads it.
class Printed
{
public:
    explicit Printed(const Json& schema) : schema_(std::make_unique<valijson::Schema>())
    {
        const auto tree = nlohmann::json::parse(schema.dump());
        valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(tree), *schema_);
    }

    /// Empty, or what is wrong with the file.
    std::string faultOf(const std::string& text) const
    {
        const auto tree = nlohmann::json::parse(text);
        valijson::ValidationResults results;
        valijson::Validator().validate(*schema_, valijson::adapters::NlohmannJsonAdapter(tree), &results);
        std::string fault;
        for (valijson::ValidationResults::Error error; results.popError(error); fault += error.description + '\n')
            for (const std::string& part : error.context)
                fault += part;
        return fault;
    }

private:
    std::unique_ptr<valijson::Schema> schema_;
};

struct Broken
{
    const char* at;    ///< JSON pointer into swift-rack
    const char* value; ///< null: it is removed
};

constexpr const char* role = "/behaviours/0/definition";

Json broken(const Json& good, const Broken& fault)
{
    Json tree = good;
    const Json::json_pointer place(fault.at);
    if (fault.value)
        tree[place] = Json::parse(fault.value);
    else
        tree[place.parent_pointer()].erase(place.back());
    return tree;
}

/// The project "first-queue" with a part of each kind that has a shape of its own.
Json rich()
{
    Json tree = shipped("first-queue");
    tree["components"] = Json::parse(R"([{"id": "own", "kind": "ssd", "confidence": "estimated", "parameters":
        {"capacity_B": 1e12, "seq_read_Bps": 5e8, "seq_write_Bps": 5e8, "rand_read_4k_iops": 5e4,
         "rand_write_4k_iops": 5e4}}])");
    tree["view"]["widths"] = {{"topology", {{"server", 160}}}};
    tree["studies"] = Json::parse(R"([{"id": "s", "space": [{"parameter": "CUSTOMERS", "values": [1, 2]}]}])");
    tree["distributions"] = Json::parse(R"([{"id": "d", "values": [[1, 1], [1, 2]]}])");
    return tree;
}

bool hasFaultOfShape(const Findings& findings)
{
    return std::ranges::any_of(findings, [](const Finding& finding) { return finding.key.starts_with("schema."); });
}

} // namespace

TEST_CASE("the printed schemas accept every shipped file")
{
    Findings findings;
    const Printed project(projectSchema(loadBlockTypes(folders, findings)));
    const Printed hardware(componentSchema());
    const Printed behaviours(behaviourLibrarySchema(loadBlockTypes(folders, findings)));
    const Printed block(blockTypeSchema());
    std::size_t files = 0;
    const auto accepted = [&files](const Printed& schema, const fs::path& folder, const char* ending) {
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.path().extension() == ending) {
                INFO(entry.path());
                CHECK(schema.faultOf(contentOf(entry.path())).empty());
                ++files;
            }
    };
    accepted(project, sourceRoot / "projects", ".headroom");
    accepted(hardware, sourceRoot / "libraries/hardware", ".json");
    accepted(behaviours, sourceRoot / "libraries/behaviours", ".json");
    accepted(block, sourceRoot / "libraries/blocks", ".json");
    CHECK(files > 40);
}

TEST_CASE("a value of the wrong shape is refused by the reader of files and by the printed schema alike")
{
    const Json good = rich();
    const Printed schema(projectSchema());
    INFO(lines(parse(good).findings));
    REQUIRE_FALSE(hasFaultOfShape(parse(good).findings));
    REQUIRE(schema.faultOf(good.dump()).empty());
    const std::string diagram = "/behaviours/1/definition/operations/0/diagrams/0";
    const std::string type = diagram + "/blocks/1/type", work = diagram + "/blocks/1/work", wire = diagram + "/wires/0",
                      end = diagram + "/wires/0/1", id = diagram + "/blocks/1/id";
    for (const Broken& fault : {
             Broken{"/name", nullptr},
             Broken{"/name", "null"},
             Broken{"/name", "[]"},
             Broken{"/description", "1"},
             Broken{"/parameters", "{}"},
             Broken{"/parameters/0", "7"},
             Broken{"/parameters/0/type", R"("integr")"},
             Broken{"/parameters/0/type", "3"},
             Broken{"/parameters/0/value", "[1]"},
             Broken{"/parameters/0/value", nullptr},
             Broken{"/parameters/0/minimum", R"("1")"},
             Broken{"/parameters/0/kinds", "[1]"},
             Broken{"/parameters/0/alternatives", "[[]]"},
             Broken{"/parameters/0/ticked", R"("all")"},
             Broken{"/behaviours/0/role", "true"},
             Broken{"/behaviours/0/library", "5"},
             Broken{"/behaviours/0/hash", "5"},
             Broken{"/behaviours/0/bindings", R"({"x": []})"},
             Broken{role, nullptr},
             Broken{role, "[]"},
             Broken{"/behaviours/0/definition/operations", nullptr},
             Broken{"/behaviours/0/definition/workers", "[]"},
             Broken{"/behaviours/0/definition/volumes", R"("v")"},
             Broken{diagram.c_str(), "7"},
             Broken{id.c_str(), nullptr},
             Broken{type.c_str(), "[]"},
             Broken{type.c_str(), R"("group")"},
             Broken{work.c_str(), nullptr},
             Broken{work.c_str(), "{}"},
             Broken{wire.c_str(), R"(["start.next"])"},
             Broken{wire.c_str(), R"({"from": "start.next"})"},
             Broken{wire.c_str(), "3"},
             Broken{end.c_str(), "3"},
             Broken{"/topology", "[]"},
             Broken{"/topology/fabric", "3"},
             Broken{"/topology/groups/0/processor", nullptr},
             Broken{"/topology/groups/0/roles", R"("all")"},
             Broken{"/topology/groups/0/roles/0", "1"},
             Broken{"/workloads/0/operations", nullptr},
             Broken{"/workloads/0/stages", "5"},
             Broken{"/workloads/0/stages", "[5]"},
             Broken{"/workloads/0/stages", "[[[]]]"},
             Broken{"/workloads/0/stages", "[[1, 2, 3, 4, 5, 6, 7, 8, 9]]"},
             Broken{"/run", "[]"},
             Broken{"/run/duration", "[]"},
             Broken{"/distributions/0/values", R"([["a", {}]])"},
             Broken{"/studies/0/space", nullptr},
             Broken{"/studies/0/space/0/values", "{}"},
             Broken{"/studies/0/space/0/values", "[{}]"},
             Broken{"/studies/0/report", "[1]"},
             Broken{"/components", "{}"},
             Broken{"/components/0", "1"},
             Broken{"/components/0/kind", R"("sdd")"},
             Broken{"/components/0/kind", nullptr},
             Broken{"/components/0/parameters", nullptr},
             Broken{"/components/0/parameters/capacity_B", "-1"},
             Broken{"/components/0/parameters/capacity_B", R"("1 TB")"},
             Broken{"/components/0/parameters/seq_read_Bps", nullptr},
             Broken{"/components/0/parameters/colour", "{}"},
             Broken{"/components/0/confidence", R"("guessed")"},
             Broken{"/components/0/estimated_fields", "[1]"},
             Broken{"/view", "[]"},
             Broken{"/view/positions", "[]"},
             Broken{"/view/positions/topology/server", "[1]"},
             Broken{"/view/positions/topology/server", R"(["a", "b"])"},
             Broken{"/view/widths/topology/server", "1.5"},
             Broken{"/view/widths/topology/server", "1e30"},
         }) {
        const Json tree = broken(good, fault);
        const LoadResult result = parse(tree);
        INFO(fault.at << " = " << (fault.value ? fault.value : "removed") << lines(result.findings));
        CHECK(hasFaultOfShape(result.findings));
        CHECK_FALSE(result.project);
        CHECK_FALSE(schema.faultOf(tree.dump()).empty());
    }
}

TEST_CASE("a list of more elements than any model has is refused")
{
    Json tree = shipped("first-queue");
    for (int i = 0; i < 20001; ++i)
        tree["workloads"].push_back(7);
    const LoadResult result = parse(tree);
    CHECK_FALSE(result.project);
    CHECK(find(result.findings, "schema.value", "/workloads"));
    CHECK(result.findings.size() < 10);
}
