// Runs of measured cases, and how far simulated figures are from measured ones.
#include "study/validation/case_runs.h"
#include "study/validation/validation_json.h"
#include "tests/engine/study/ready_executor.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>

using namespace headroom;
using namespace headroom::study;
using namespace headroom::study::test;
using Catch::Contains;

namespace {

/// A system that does ten operations a second for each worker, one more with each seed, and fails with 13 workers.
RunOutcome answer(const child::Simulation& simulation)
{
    const int workers = std::stoi(simulation.settings.back().substr(std::string("WORKERS=").size()));
    if (workers == 13)
        return {{}, "failed: no luck"};
    record::Summary summary;
    summary.simulatedS = 5;
    summary.operations["PUT"].count = 100;
    summary.operations["PUT"].perSecond = 10.0 * workers + std::stod(simulation.seed);
    return {summary, ""};
}

MeasuredCases cases(std::vector<std::pair<std::string, double>> measured)
{
    MeasuredCases result;
    result.id = "lab";
    result.file = "lab.csv";
    result.parameters = {"WORKERS"};
    result.columns = {"w"};
    result.metrics = {{"PUT.throughput", "1/s", "ops"}};
    std::size_t line = 1;
    for (const auto& [workers, rate] : measured)
        result.cases.push_back({{++line}, {workers}, {rate}});
    return result;
}

Validation validated(const MeasuredCases& measured, ReadyExecutor& executor)
{
    CasePlan plan;
    plan.seeds = {1, 2, 3};
    for (std::size_t c = 0; c < measured.cases.size(); ++c)
        plan.settings.push_back(measured.settingsOf(c));
    CaseRuns runs(plan);
    CHECK(execute(runs, executor));
    return compared(measured, runs.outcomes(), plan.seeds.size());
}

} // namespace

TEST_CASE("all cases are run with the same seeds, and their errors are those of the means")
{
    ReadyExecutor executor(answer);
    const Validation validation = validated(cases({{"10", 102}, {"20", 404}}), executor);
    CHECK(executor.made.size() == 6);
    for (const child::Simulation& each : executor.made)
        CHECK(each.single);
    const ComparedFigure& first = validation.cases[0].figures[0];
    CHECK(first.simulated == Approx(102));
    CHECK(first.error == Approx(0).margin(1e-12));
    CHECK(first.low == Approx(102 - 4.303 / std::sqrt(3)).epsilon(1e-3)); // Student's t of two degrees of freedom
    CHECK(validation.cases[1].figures[0].error == Approx(-0.5));
    const MetricAccuracy& accuracy = validation.accuracy[0];
    CHECK(accuracy.count == 2);
    CHECK(accuracy.bias == Approx(-0.25));
    CHECK(accuracy.meanError == Approx(0.25));
    CHECK(accuracy.worst == Approx(-0.5));
    CHECK(accuracy.worstCase == 1);
    CHECK(accuracy.withinDraws == 1);
    CHECK(validation.complete);
    CHECK_THAT(sentenceOf(validation),
               Contains("2 measured figures in 2 cases") && Contains("-50 % (PUT.throughput, WORKERS = 20)"));
}

TEST_CASE("a case that fails has no figure and a reason, and the others count")
{
    ReadyExecutor executor(answer);
    const Validation validation = validated(cases({{"13", 100}, {"10", 100}, {"11", 0}}), executor);
    CHECK(std::isnan(validation.cases[0].figures[0].error));
    CHECK(validation.cases[0].figures[0].why == "the run failed: no luck");
    CHECK(std::isnan(validation.cases[2].figures[0].error)); // no share of nothing
    CHECK(validation.accuracy[0].count == 1);
    CHECK(validation.complete);
}

TEST_CASE("a validation reads from its JSON as it was written")
{
    ReadyExecutor executor(answer);
    const Validation validation = validated(cases({{"13", 100}, {"10", 100}}), executor);
    const std::string text = toJson(validation).dump();
    CHECK(toJson(validationFromText(text)).dump() == text);
    CHECK_THROWS_WITH(validationFromText("[]"), Contains("headroom-engine validate"));
}
