// The order in which a document lists things that have names means nothing.
#include "project/loading.h"
#include "run/run.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>

using namespace headroom;

namespace {

const std::filesystem::path root = HEADROOM_SOURCE_DIR;

/// Behaviours, operations, state, blocks, workloads and their operations from last to first.
void reverse(project::Project& project)
{
    std::ranges::reverse(project.behaviours);
    for (project::Behaviour& behaviour : project.behaviours) {
        std::ranges::reverse(behaviour.role.operations);
        std::ranges::reverse(behaviour.role.state);
        for (project::Operation& operation : behaviour.role.operations)
            for (project::Diagram& diagram : operation.diagrams) {
                std::ranges::reverse(diagram.blocks);
                std::ranges::reverse(diagram.wires);
            }
    }
    std::ranges::reverse(project.selectors);
    std::ranges::reverse(project.workloads);
    for (project::Workload& workload : project.workloads)
        std::ranges::reverse(workload.operations);
}

record::Summary shortRun(const project::Project& project, const project::ComponentLibrary& components, double seconds)
{
    run::Options options;
    options.durationS = seconds;
    options.warmUpS = seconds / 5;
    run::Simulation simulation(project, components, options);
    REQUIRE_FALSE(project::hasErrors(simulation.findings()));
    run::Observer quiet;
    return simulation.run(quiet);
}

} // namespace

TEST_CASE("two files that list the same things in another order give the same results")
{
    const auto [folder, seconds, settings] = GENERATE(table<std::string, double, project::Overrides>({
        {"swift-rack", 2, {{"OPERATION", "MIX"}, {"RAMP_UP", "0 s"}}},
        {"kafka-log", 0.1, {}},
        {"object-erasure", 0.1, {}},
        {"postgresql", 0.2, {}},
        {"etcd", 0.2, {}},
        {"mini-object-store", 0.2, {}},
    }));
    INFO(folder);
    static const project::Hardware hardware = project::loadHardware({root / "libraries"});
    const auto listed =
        project::loadWhole(root / "projects" / folder, hardware, {.folders = {root / "libraries"}, .set = settings})
            .whole;
    REQUIRE(listed);
    project::Project reversed = listed->project;
    reverse(reversed);
    const record::Summary expected = shortRun(listed->project, listed->components, seconds);
    const record::Summary found = shortRun(reversed, listed->components, seconds);
    REQUIRE(found.operations.size() == expected.operations.size());
    for (const auto& [name, operation] : expected.operations) {
        INFO(name);
        CHECK(found.operations.at(name).count == operation.count);
        CHECK(found.operations.at(name).latency.meanMs == operation.latency.meanMs);
    }
}
