// The Swift rack with a mis-set operating system: what it gains first it pays back later.
#include "project/project_file.h"
#include "project/resolve/resolver.h"
#include "run/run.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace headroom;

namespace {

/// Operations per second in every sampling interval.
class Throughput : public run::Observer
{
public:
    void sampled(const record::Sample& sample) override { perSecond.push_back(sample.values[0]); }
    double mean(double fromS, double toS) const
    {
        double sum = 0;
        std::size_t count = 0;
        for (std::size_t i = 0; i < perSecond.size(); ++i)
            if (const double end = 0.1 * static_cast<double>(i + 1); end > fromS + 0.01 && end < toS + 0.01) {
                sum += perSecond[i];
                ++count;
            }
        return sum / static_cast<double>(count);
    }
    std::vector<double> perSecond;
};

Throughput puts(const std::string& tuning, double durationS)
{
    const std::string root = HEADROOM_SOURCE_DIR;
    project::Findings findings;
    const auto components = project::ComponentLibrary::load({root + "/libraries"}, findings);
    const auto loaded = project::loadProject(root + "/projects/swift-rack", components, {root + "/libraries"});
    REQUIRE(loaded.project);
    // Little memory, so that what takes half a minute on the rack as it is shows within seconds.
    const auto project = project::withOverrides(
        *loaded.project,
        {{"OS_TUNING", tuning}, {"OBJECT_SIZE", "256 KB"}, {"MEMORY", "512 MiB"}, {"RAMP_UP", "0.1 s"}}, components,
        findings);
    REQUIRE_FALSE(project::hasErrors(findings));
    run::Simulation simulation(project, components,
                               {.seed = 1, .durationS = durationS, .warmUpS = 0, .checkLaws = true});
    REQUIRE_FALSE(project::hasErrors(simulation.findings()));
    Throughput throughput;
    simulation.run(throughput);
    return throughput;
}

} // namespace

TEST_CASE("with a mis-set operating system PUTs are fast until its dirty limit and then less than half as fast",
          "[story]")
{
    const Throughput throughput = puts("mis_set", 5);
    const double fast = throughput.mean(0.4, 2), slow = throughput.mean(3.4, 5);
    CAPTURE(fast, slow);
    CHECK(slow < 0.5 * fast);
    CHECK(slow > 0);
}

TEST_CASE("with the defaults of the operating system throughput has no such phases", "[story]")
{
    const Throughput throughput = puts("defaults", 4);
    const double first = throughput.mean(0.4, 2), second = throughput.mean(2, 4);
    CAPTURE(first, second);
    CHECK(second > 0.8 * first);
}
