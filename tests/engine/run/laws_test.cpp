// Whole projects: the operational laws hold to the last picosecond, theory is met, runs repeat.
#include "../effort.h"
#include "project/file/json_writer.h"
#include "project/project_file.h"
#include "project/resolve/resolver.h"
#include "record/structure/summary_json.h"
#include "run/results/summarise.h"
#include "run/run.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <tuple>

using namespace headroom;

namespace {

struct Quiet : run::Observer
{
};

record::Summary runProject(const std::string& name, const project::Overrides& overrides, double durationS,
                           std::uint64_t seed = 1, const project::Json& runFields = {},
                           const project::Json* processor = nullptr, const char* networkDetail = "flow")
{
    const std::string root = HEADROOM_SOURCE_DIR;
    project::Findings findings;
    auto components = project::ComponentLibrary::load({root + "/libraries"}, findings);
    auto loaded = project::loadProject(root + "/projects/" + name, components, {root + "/libraries"});
    REQUIRE(loaded.project);
    project::Project project = project::withOverrides(*loaded.project, overrides, components, findings);
    for (const auto& [key, value] : runFields.items())
        project.run[key] = value;
    if (processor) {
        components.add(project::Json::array({*processor}), "/components", findings);
        for (auto& group : project.topology.groups)
            group.fields["processor"] = (*processor)["id"];
    }
    for (auto& fabric : project.topology.fabrics)
        fabric.fields["detail"] = networkDetail;
    REQUIRE_FALSE(project::hasErrors(findings));
    run::Options options;
    options.seed = seed;
    options.durationS = durationS;
    options.checkLaws = true;
    run::Simulation simulation(project, components, options);
    REQUIRE_FALSE(project::hasErrors(simulation.findings()));
    Quiet quiet;
    return simulation.run(quiet);
}

/// Mean response time of a machine-repair queue: `n` customers who think `think` seconds on average, `servers` that
/// take `service` on average, all exponential. From the birth-death chain's stationary distribution.
double machineRepairResponse(int n, int servers, double think, double service)
{
    std::vector<double> p(static_cast<std::size_t>(n) + 1, 1.0);
    double sum = 1, present = 0;
    for (int k = 1; k <= n; ++k) {
        p[static_cast<std::size_t>(k)] =
            p[static_cast<std::size_t>(k - 1)] * (n - k + 1) / think * service / std::min(k, servers);
        sum += p[static_cast<std::size_t>(k)];
        present += k * p[static_cast<std::size_t>(k)];
    }
    present /= sum;
    return present * think / (n - present); // Little: throughput = (n − present) / think
}

} // namespace

TEST_CASE("every Swift run obeys Little's law and the utilisation law exactly", "[theory]")
{
    const char* operation = test::oneOf(test::someOf<const char*>({"PUT", "GET", "MIX"}));
    const char* device = test::oneOf({"Standard_SATA_Drive_7200RPM_2TB", "Intel_SSD_DC_S3700_Series_800GB"});
    const auto summary = runProject(
        "swift-rack", {{"OPERATION", operation}, {"DRIVE", device}, {"RAMP_UP", "0.2 s"}, {"WORKERS", "128"}}, 1.5, 1,
        {{"warm_up", "0.5 s"}});
    INFO(operation << " on " << device);
    CHECK(summary.laws.size() > 100);
    const std::string bytes = "conservation, bytes of ";
    std::size_t devicesThatMoved = 0;
    for (const auto& law : summary.laws) {
        INFO(law.name);
        CHECK(law.left == law.right);
        devicesThatMoved += law.name.starts_with(bytes) && law.left != "0" ? 1 : 0;
    }
    CHECK(devicesThatMoved > 20);
    std::uint64_t done = 0, errors = 0;
    for (const auto& [name, one] : summary.operations) {
        done += one.count;
        errors += one.errors;
    }
    CHECK(done > 100);
    CHECK(errors == 0);
}

TEST_CASE("large objects keep the laws too", "[theory]")
{
    const char* operation = test::oneOf({"PUT", "GET"});
    const auto summary =
        runProject("swift-rack", {{"OPERATION", operation}, {"OBJECT_SIZE", "16 MB"}, {"RAMP_UP", "0.2 s"}}, 3, 1,
                   {{"warm_up", "1 s"}});
    for (const auto& law : summary.laws) {
        INFO(law.name);
        CHECK(law.left == law.right);
    }
}

TEST_CASE("a summary reports the laws of thousands of devices as sums")
{
    const auto summary = runProject("leaf-spine-700", {{"NODES", "100"}, {"PARTITION_POWER", "10"}, {"RAMP_UP", "0 s"}},
                                    0.2, 1, {{"warm_up", "0.1 s"}});
    CHECK(summary.laws.size() < 1000); // there are 1300 devices
    std::set<std::string> names;
    for (const auto& law : summary.laws) {
        INFO(law.name);
        CHECK(law.left == law.right);
        names.insert(law.name);
    }
    CHECK(names.contains("utilisation law, all devices"));
    CHECK(names.contains("Little's law, all devices"));
    CHECK(names.contains("utilisation law, workers of object-server on storage-7"));
    CHECK(names.contains("conservation, bytes of all devices"));
}

TEST_CASE("the first queue meets the machine-repair formula", "[theory]")
{
    const auto [customers, threads] = test::oneOf<std::tuple<int, int>>({{10, 1}, {20, 1}, {20, 2}, {50, 4}});
    const double think = 0.1, service = 0.01;
    // Cores that are as fast together as alone: theory knows no turbo.
    const project::Json even = {{"id", "even"},
                                {"kind", "processor"},
                                {"vendor", "test"},
                                {"model", "even"},
                                {"source", "test"},
                                {"confidence", "estimated"},
                                {"parameters",
                                 {{"cores", 8},
                                  {"threads", 8},
                                  {"base_clock_Hz", 3.3e9},
                                  {"passmark_single_thread_points", 1739},
                                  {"passmark_multi_points", 1739 * 8}}}};
    const auto summary =
        runProject("first-queue", {{"CUSTOMERS", std::to_string(customers)}, {"THREADS", std::to_string(threads)}},
                   test::effort(2000.0), 7, {{"sampling_interval", "1 s"}, {"warm_up", test::effort(100.0)}}, &even);
    const auto& ask = summary.operations.at("ask");
    const double theory = machineRepairResponse(customers, threads, think, service) * 1e3;
    // The way there and back is no part of the queue: two adapters' round-trip shares, twice the switch, 100 B each
    // way; it delays the customer like thinking and is taken off the response. It is below 0.1 ms here.
    const double standardError = ask.latencyCi95Relative / 2.093 * ask.latency.meanMs;
    INFO(customers << " customers, " << threads << " threads: " << ask.latency.meanMs << " ms, theory " << theory
                   << " ms");
    CHECK(standardError <= test::surenessWanted * theory);
    CHECK(std::abs(ask.latency.meanMs - theory) <= 3 * standardError + 0.1);
}

TEST_CASE("the same seed gives the same run, another one another")
{
    std::vector<record::Json> runs;
    for (const std::uint64_t seed : {1, 1, 2}) {
        auto summary = runProject("swift-rack", {{"OPERATION", "MIX"}, {"WORKERS", "16"}, {"RAMP_UP", "0.1 s"}}, 0.6,
                                  seed, {{"warm_up", "0.2 s"}});
        summary.wallS = 0;
        summary.seed = 0;
        runs.push_back(record::toJson(summary));
    }
    CHECK(runs[0] == runs[1]);
    CHECK(runs[0] != runs[2]);
}

TEST_CASE("the rack runs at packet level, as fast as at flow level where the network is not the bottleneck")
{
    const auto get = [](const char* detail) {
        return runProject("swift-rack",
                          {{"OPERATION", "GET"}, {"OBJECT_SIZE", "1 MB"}, {"WORKERS", "8"}, {"RAMP_UP", "0.1 s"}}, 1, 1,
                          {{"warm_up", "0.5 s"}}, nullptr, detail);
    };
    const auto packets = get("packet");
    const auto flows = get("flow");
    const auto& measured = packets.operations.at("GET");
    CHECK(measured.errors == 0);
    CHECK(measured.perSecond == Approx(flows.operations.at("GET").perSecond).epsilon(0.1));
    for (const auto& law : packets.laws)
        CHECK(law.left == law.right);
}

TEST_CASE("a law that does not hold ends a run that has to keep the laws, by its name")
{
    record::Summary summary;
    summary.laws = {{"Little's law, PUT", "7", "7"}, {"utilisation law, disks", "12", "12"}};
    CHECK_NOTHROW(run::requireLaws(summary, {}));
    const std::vector<std::string> breaches{"link 3: 5 bytes are missing"};
    CHECK_THROWS_WITH(run::requireLaws(summary, breaches), "a law is broken: network: link 3: 5 bytes are missing");
    summary.laws[1].right = "13";
    CHECK_THROWS_WITH(run::requireLaws(summary, {}), "a law is broken: utilisation law, disks: 12 is not 13");
}
