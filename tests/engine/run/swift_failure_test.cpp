// The shipped Swift rack while a storage node is dead: the proxy writes to hand-offs.
#include "project/project_file.h"
#include "project/resolve/resolver.h"
#include "run/run.h"

#include <catch2/catch.hpp>

using namespace headroom;

namespace {

struct Unwatched : run::Observer
{
};

/// PUTs of small objects for three seconds, of which the first is not measured.
record::Summary puts(const project::Overrides& proxy, bool nodeDies)
{
    const std::string root = HEADROOM_SOURCE_DIR;
    project::Findings findings;
    auto components = project::ComponentLibrary::load({root + "/libraries"}, findings);
    auto loaded = project::loadProject(root + "/projects/swift-rack", components, {root + "/libraries"});
    REQUIRE(loaded.project);
    project::Project project = project::withOverrides(
        *loaded.project, {{"OPERATION", "PUT"}, {"WORKERS", "32"}, {"RAMP_UP", "0 s"}}, components, findings);
    for (auto& behaviour : project.behaviours)
        if (behaviour.role.id == "proxy-server")
            for (const auto& [name, value] : proxy)
                behaviour.bindings[name] = project::Json::parse(value);
    if (nodeDies)
        project.disturbances.push_back(
            {"dead", {{"what", "node"}, {"target", "storage"}, {"number", 2}, {"at", "500 ms"}}});
    project.run["warm_up"] = "1 s";
    run::Options options;
    options.durationS = 3;
    options.checkLaws = true;
    run::Simulation simulation(project, components, options);
    REQUIRE_FALSE(project::hasErrors(simulation.findings()));
    Unwatched quiet;
    return simulation.run(quiet);
}

double visits(const record::Summary& summary, const std::string& diagram, const std::string& block)
{
    for (const auto& row : summary.blocks)
        if (row.diagram == diagram && row.block == block)
            return static_cast<double>(row.visits);
    return 0;
}

constexpr const char* put = "proxy-server/PUT/full";

} // namespace

TEST_CASE("a PUT goes to a hand-off where a replica's node is dead, and no replica is lost")
{
    const auto summary = puts({}, true);
    const auto& operation = summary.operations.at("PUT");
    CHECK(operation.count > 20);
    CHECK(operation.errors == 0);
    CHECK(visits(summary, put, "next-node") > 10);
    CHECK(visits(summary, put, "lost") == 0);
    // A connection is tried for half a second before the hand-off is asked.
    CHECK(operation.latency.p99Ms > 500);
}

TEST_CASE("without hand-offs the replica on a dead node is lost, and the quorum carries the PUT")
{
    const auto summary = puts({{"hand_offs", "0"}}, true);
    CHECK(summary.operations.at("PUT").errors == 0);
    CHECK(visits(summary, put, "lost") > 10);
}

TEST_CASE("while all nodes live nobody is asked but the replicas")
{
    const auto summary = puts({}, false);
    CHECK(visits(summary, put, "next-node") == 0);
    const auto started = visits(summary, put, "nodes");
    CHECK(visits(summary, put, "store") == Approx(started).epsilon(0.2));
}
