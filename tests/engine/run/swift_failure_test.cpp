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

/// Small objects for three seconds, of which the first is not measured, unless `load` says otherwise.
record::Summary simulated(const project::Overrides& load, const project::Overrides& proxy, bool nodeDies,
                          double warmUpS = 1, double durationS = 3)
{
    const std::string root = HEADROOM_SOURCE_DIR;
    project::Findings findings;
    auto components = project::ComponentLibrary::load({root + "/libraries"}, findings);
    auto loaded = project::loadProject(root + "/projects/swift-rack", components, {root + "/libraries"});
    REQUIRE(loaded.project);
    project::Overrides values = load;
    values.insert({{"OPERATION", "PUT"}, {"WORKERS", "32"}, {"RAMP_UP", "0 s"}});
    project::Project project = project::withOverrides(*loaded.project, values, components, findings);
    for (auto& behaviour : project.behaviours)
        if (behaviour.role.id == "proxy-server")
            for (const auto& [name, value] : proxy)
                behaviour.bindings[name] = project::Json::parse(value);
    if (nodeDies)
        project.disturbances.push_back(
            {"dead", {{"what", "node"}, {"target", "storage"}, {"number", 2}, {"at", "500 ms"}}});
    project.run["warm_up"] = warmUpS;
    run::Options options;
    options.durationS = durationS;
    options.checkLaws = true;
    run::Simulation simulation(project, components, options);
    REQUIRE_FALSE(project::hasErrors(simulation.findings()));
    Unwatched quiet;
    return simulation.run(quiet);
}

record::Summary puts(const project::Overrides& proxy, bool nodeDies)
{
    return simulated({}, proxy, nodeDies);
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
    CHECK(visits(summary, put, "replicated.next-node") > 10);
    CHECK(visits(summary, put, "replicated.lost") == 0);
    // A connection is tried for half a second before the hand-off is asked.
    CHECK(operation.latency.p99Ms > 500);
}

TEST_CASE("without hand-offs the replica on a dead node is lost, and the quorum carries the PUT")
{
    const auto summary = puts({{"hand_offs", "0"}}, true);
    CHECK(summary.operations.at("PUT").errors == 0);
    CHECK(visits(summary, put, "replicated.lost") > 10);
}

TEST_CASE("while all nodes live nobody is asked but the replicas")
{
    const auto summary = puts({}, false);
    CHECK(visits(summary, put, "replicated.next-node") == 0);
    const auto started = visits(summary, put, "replicated.nodes");
    CHECK(visits(summary, put, "replicated.store") == Approx(started).epsilon(0.2));
}

TEST_CASE("a GET whose replica is on a dead node gets the next one after the time for a connection")
{
    const auto summary = simulated({{"OPERATION", "GET"}}, {}, true);
    const auto& operation = summary.operations.at("GET");
    CHECK(operation.count > 20);
    CHECK(operation.errors == 0);
    CHECK(visits(summary, "proxy-server/GET/full", "next-node") > 10);
    CHECK(operation.latency.p99Ms > 500);
    CHECK(operation.latency.p50Ms < 500); // three of four ask a node that lives
}

TEST_CASE("a dead storage node costs seconds: then the proxies leave it out", "[story][slow]")
{
    // 560 errors of 0.5 s each, 256 at a time: from 1.1 s after the failure on it is left out.
    for (const char* operation : {"PUT", "GET"}) {
        const project::Overrides load{
            {"OPERATION", operation}, {"WORKERS", "256"}, {"STORAGE_DEVICE_TYPE", "Intel_SSD_DC_S3700_Series_800GB"}};
        const auto with = simulated(load, {}, true, 4, 6), without = simulated(load, {}, false, 4, 6);
        CAPTURE(operation);
        CHECK(with.operations.at(operation).errors < 5); // objects that were on their way from the node
        CHECK(with.operations.at(operation).perSecond > 0.75 * without.operations.at(operation).perSecond);
        CHECK(with.operations.at(operation).latency.p99Ms < 500);
    }
}
