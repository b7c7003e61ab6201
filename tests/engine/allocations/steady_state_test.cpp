// A run past its warm-up takes no memory for its events. What remains is the growth of pools and tables to a new
// largest number at a time, which comes ever more seldom, and the figures of each sample: less than one in 10 000
// events.
#include "../counted_allocations.h"
#include "project/project_file.h"
#include "project/resolve/resolver.h"
#include "run/run.h"

#include <catch2/catch.hpp>

using namespace headroom;

namespace {

/// Counts from one sample on.
struct Counting : run::Observer
{
    explicit Counting(double from) : from_(from) {}
    void sampled(const record::Sample& sample) override
    {
        if (sample.time < from_)
            return;
        if (firstEvents == 0) {
            firstEvents = sample.events;
            firstAllocations = test::allocations;
        }
        events = sample.events - firstEvents;
        allocations = test::allocations - firstAllocations;
    }

    std::uint64_t events = 0, allocations = 0;

private:
    double from_;
    std::uint64_t firstEvents = 0, firstAllocations = 0;
};

void checkSteadyState(const std::string& name, const project::Overrides& overrides, double fromS, double untilS,
                      const std::string& interval)
{
    const std::string root = HEADROOM_SOURCE_DIR;
    project::Findings findings;
    auto components = project::ComponentLibrary::load({root + "/libraries"}, findings);
    auto loaded = project::loadProject(root + "/projects/" + name, components, {root + "/libraries"});
    REQUIRE(loaded.project);
    components.add(loaded.project->components, "/components", findings);
    project::Project project = project::withOverrides(*loaded.project, overrides, components, findings);
    REQUIRE_FALSE(project::hasErrors(findings));
    project.run["warm_up"] = "0 s";
    project.run["sampling_interval"] = interval;
    run::Options options;
    options.durationS = untilS;
    run::Simulation simulation(project, components, options);
    for (const auto& finding : simulation.findings())
        UNSCOPED_INFO(finding.pointer << ": " << finding.problem);
    REQUIRE_FALSE(project::hasErrors(simulation.findings()));
    Counting counting(fromS);
    simulation.run(counting);
    INFO(counting.allocations << " allocations in " << counting.events << " events");
    REQUIRE(counting.events > 100'000);
    CHECK(counting.allocations * 10'000 <= counting.events);
}

} // namespace

TEST_CASE("a queue takes no memory for its events")
{
    checkSteadyState("first-queue", {}, 100, 2000, "50 s");
}

TEST_CASE("small objects in a store take no memory for their events")
{
    checkSteadyState("mini-object-store", {}, 8, 16, "1 s");
}

TEST_CASE("a Swift rack takes no memory for its events")
{
    checkSteadyState("swift-rack", {{"OPERATION", "MIX"}, {"RAMP_UP", "0.2 s"}, {"WORKERS", "64"}}, 60, 120, "1 s");
}
