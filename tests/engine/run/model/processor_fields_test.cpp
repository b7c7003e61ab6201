// Processor fields of a node group, and the speeds that follow from a library's figures.
#include "../run_fixture.h"
#include "project/resolve/processor_speed.h"
#include "tests/one_of.h"

using namespace headroom;
using namespace headroom::test;

namespace {

/// One client on one node computes as long as its argument says, on a processor of the project's own.
TinyProject computing(Json parameters, const Json& group = Json::object())
{
    TinyProject tiny = alone(R"({"id": "c", "type": "compute", "work": "n"})", "start > c > answer", {"n"});
    tiny.tree["components"].push_back(component("own", "processor", std::move(parameters)));
    Json& clients = tiny.group("clients");
    clients["processor"] = "own";
    clients.update(group);
    return tiny;
}

Json cores(int cores, int threads)
{
    return {{"cores", cores}, {"threads", threads}, {"base_clock_Hz", 3.3e9}};
}

/// When requests of so many seconds that come together are answered.
std::vector<double> answered(const TinyProject& tiny, const std::vector<double>& work)
{
    TinyCluster cluster(tiny);
    for (const double seconds : work)
        cluster.ask(0, {seconds});
    cluster.run();
    std::vector<double> at;
    for (const auto& answer : cluster.answers)
        at.push_back(answer.at);
    return at;
}

} // namespace

TEST_CASE("a node that uses two of four cores does two requests at a time")
{
    const int used = oneOf({0, 2, 4, 9}); // 0: all; more than there are: all
    const TinyProject tiny = computing(cores(4, 4), {{"cores", used}});
    const auto at = answered(tiny, {0.010, 0.010, 0.010, 0.010});
    CHECK(at[0] == Approx(used == 2 ? 0.020 : 0.010));
    CHECK(at[3] == Approx(used == 2 ? 0.020 : 0.010));
}

TEST_CASE("workers share a core by time slices of a quantum, with a cost of switching")
{
    const auto at = answered(
        computing(cores(1, 1), {{"scheduling", "time slice"}, {"quantum", "4 ms"}, {"context_switch", "1 ms"}}),
        {0.010, 0.010});
    // 0-4, (5)-9, (10)-14, (15)-19, (20)-22, (23)-25
    CHECK(at[0] == Approx(0.022));
    CHECK(at[1] == Approx(0.025));
}

TEST_CASE("the other ways to share a core stay what they were")
{
    CHECK(answered(computing(cores(1, 1)), {0.010, 0.010}) == std::vector<double>{0.020, 0.020});
    CHECK(answered(computing(cores(1, 1), {{"scheduling", "first come first served"}}), {0.010, 0.010}) ==
          std::vector<double>{0.010, 0.020});
}

TEST_CASE("a second hyper-thread adds the stated share of its core")
{
    const double share = oneOf({0.0, 0.25, 0.6});
    const auto at = answered(computing(cores(1, 2), {{"second_thread", share}}), {0.010, 0.010});
    CHECK(at[0] == Approx(0.020 / (1 + share)));
    CHECK(at[1] == Approx(0.020 / (1 + share)));
}

TEST_CASE("cores without a turbo do not slow each other down, whatever a benchmark of all of them says")
{
    Json parameters = cores(4, 4);
    parameters["passmark_single_thread_points"] = 1739;
    parameters["passmark_multi_points"] = 1739 * 2;
    CHECK(answered(computing(parameters), std::vector<double>(4, 0.010)) == std::vector<double>(4, 0.010));
}

TEST_CASE("with all cores busy each works at the all-core turbo clock")
{
    Json parameters = cores(4, 4);
    parameters.update({{"base_clock_Hz", 2.0e9}, {"max_turbo_clock_Hz", 3.3e9}, {"all_core_turbo_clock_Hz", 2.5e9}});
    const auto at = answered(computing(parameters), std::vector<double>(4, 0.010));
    CHECK(at[0] == Approx(0.010 * 3.3 / 2.5));
    CHECK(at[3] == Approx(0.010 * 3.3 / 2.5));
}

TEST_CASE("without an all-core turbo clock all busy cores work at the base clock")
{
    Json parameters = cores(4, 4);
    parameters.update({{"base_clock_Hz", 2.0e9}, {"max_turbo_clock_Hz", 3.3e9}});
    CHECK(answered(computing(parameters), std::vector<double>(4, 0.010))[0] == Approx(0.010 * 3.3 / 2.0));
}

TEST_CASE("between one and all cores the turbo bins hold, and without them the clock falls linearly")
{
    Json parameters = cores(4, 4);
    parameters.update({{"base_clock_Hz", 2.0e9}, {"max_turbo_clock_Hz", 3.3e9}, {"all_core_turbo_clock_Hz", 2.7e9}});
    CHECK(answered(computing(parameters), {0.010, 0.010})[0] == Approx(0.010 * 3.3 / 3.1));
    parameters["turbo_bins"] = {{{"cores", 2}, {"clock_Hz", 3.2e9}}, {{"cores", 4}, {"clock_Hz", 2.7e9}}};
    CHECK(answered(computing(parameters), {0.010, 0.010})[0] == Approx(0.010 * 3.3 / 3.2));
    CHECK(answered(computing(parameters), {0.010, 0.010, 0.010})[0] == Approx(0.010 * 3.3 / 2.7));
}

TEST_CASE("cores that were idle sleep where the node group lets them, and work waits until they wake")
{
    for (const auto& [idleCores, wakesUs] :
         {std::pair("awake", 0.0), std::pair("packed", 133.0), std::pair("random", 133.0)}) {
        INFO(idleCores);
        TinyProject tiny = alone(R"({"id": "w", "type": "delay", "time": "1 ms"},
                                    {"id": "c", "type": "compute", "work": "n"})",
                                 "start > w > c > answer", {"n"});
        Json parameters = cores(2, 2);
        parameters["idle_states"] = {{{"target_residency_us", 2}, {"exit_latency_us", 2}},
                                     {{"target_residency_us", 400}, {"exit_latency_us", 133}}};
        tiny.tree["components"].push_back(component("own", "processor", parameters));
        tiny.group("clients").update({{"processor", "own"}, {"idle_cores", idleCores}});
        CHECK(answered(tiny, {0.010})[0] == Approx(0.011 + wakesUs * 1e-6).epsilon(1e-9));
    }
}

TEST_CASE("fourteen busy cores of the reference processor do the work of twelve at its turbo clock")
{
    const auto components = shippedComponents();
    const auto* reference = components.find("Intel_Xeon_Processor_E5_2695_v3");
    CHECK(14 * project::coreSpeeds(*reference, *reference).back() == Approx(14 * 2.8 / 3.3));
}

TEST_CASE("without a benchmark figure a processor is worth its clock times its instructions per cycle")
{
    Json parameters = cores(1, 1);
    parameters["instructions_per_cycle"] = 2;
    parameters["base_clock_Hz"] = 1.1e9; // a third of the reference's turbo
    CHECK(answered(computing(parameters), {0.010})[0] == Approx(0.015));
}

TEST_CASE("with a benchmark figure clock and instructions per cycle do not count")
{
    Json parameters = cores(1, 1);
    parameters["instructions_per_cycle"] = 2;
    parameters["passmark_single_thread_points"] =
        2 * shippedComponents().find("Intel_Xeon_Processor_E5_2695_v3")->figure("passmark_single_thread_points");
    CHECK(answered(computing(parameters), {0.010})[0] == Approx(0.005));
}

TEST_CASE("work is stated for the reference processor of the library, which is worth one")
{
    auto components = shippedComponents();
    const TinyProject tiny = computing(cores(1, 1));
    project::Findings findings;
    components.add(tiny.tree["components"], "/components", findings);
    const auto project = parsed(tiny.tree, components);
    project::Resolver resolver(project, components, findings);
    const auto* reference = project::referenceProcessor(resolver);
    REQUIRE(reference);
    CHECK(project::singleThreadSpeed(*reference, *reference) == 1);
    CHECK(project::singleThreadSpeed(*components.find("Ampere_Altra_Q80_30"), *reference) ==
          Approx(1.2 * 3.0 / 3.3)); // Arm's Neoverse N1 by Zen 2's instructions per cycle
}

TEST_CASE("libraries without the reference processor are reported")
{
    project::ComponentLibrary none;
    project::Findings findings;
    const project::Project project;
    project::Resolver resolver(project, none, findings);
    CHECK_FALSE(project::referenceProcessor(resolver));
    CHECK_FALSE(project::referenceProcessor(resolver)); // reported once
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].key == "reference.missing");
    CHECK_THAT(findings[0].remedy, Catch::Contains("add that processor") && Catch::Contains("base_clock_Hz"));
}

TEST_CASE("a library without the reference processor is reported once for a project, however many blocks compute")
{
    const TinyProject tiny = alone(R"({"id": "a", "type": "compute", "work": "1 ms"},
                                      {"id": "b", "type": "compute", "work": "1 ms"})",
                                   "start > a > b > answer");
    project::ComponentLibrary own;
    project::Findings findings;
    own.add(tiny.tree["components"], "/components", findings);
    const auto loaded = project::parseProject(tiny.tree.dump(), own, {});
    CHECK(told(loaded.findings).find("Work is stated in seconds on the processor") != std::string::npos);
    CHECK(std::ranges::count(loaded.findings, "reference.missing", &project::Finding::key) == 1);
    CHECK(std::ranges::count(loaded.findings, "component.unknown", &project::Finding::key) == 0);
}
