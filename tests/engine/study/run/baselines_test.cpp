// Goals relative to a baseline: which runs are made for it, and what a point is compared with.
#include "study/run/study_run.h"
#include "tests/engine/study/ready_executor.h"

#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::study;
using Catch::Contains;
using headroom::study::test::ReadyExecutor;

namespace {

/// A run that completes so many operations a second, known to so much on either side.
RunOutcome throughputOf(const child::Simulation& run, double perSecond, double relativeError = 0)
{
    RunOutcome outcome;
    record::Summary summary;
    summary.seed = std::stoull(run.seed);
    summary.operations["get"].perSecond = perSecond;
    summary.operations["get"].count = 1000;
    summary.operations["get"].ci95Relative = relativeError;
    outcome.summary = summary;
    return outcome;
}

bool isBaseline(const child::Simulation& run)
{
    return run.settings.empty() || run.settings.front() != "N=1";
}

/// One point, N = 1, with a goal of at least 1.5 times the baseline.
struct Comparing
{
    Table table;
    RunPlan plan;
    ReadyExecutor executor;

    Comparing(std::vector<std::uint64_t> seeds, ReadyExecutor::Answer answer,
              RelativeGoal goal = {"gain", "get.throughput", {}, 1.5, {}, {}})
        : executor(std::move(answer))
    {
        table.parameters = {{"N", ""}};
        table.figures = {{"get.throughput", "1/s"}};
        table.goals = {{"gain", "get.throughput", "1/s", ""}};
        addPoint();
        plan.seeds = std::move(seeds);
        if (!goal.under.empty())
            plan.under[goal.under] = {goal.id};
        plan.baselines = std::make_shared<Baselines>();
        plan.baselines->add(std::move(goal));
    }
    void addPoint()
    {
        Row row;
        row.number = table.rows.size();
        row.settings = {{"1", 1}};
        table.rows.push_back(row);
    }
    GoalCell judged()
    {
        StudyRun run(plan, table, nullptr);
        REQUIRE(execute(run, executor));
        return table.rows.front().goals.at(0);
    }
};

} // namespace

TEST_CASE("a point is compared with the run of the baseline that has the same seed")
{
    // Seeds differ by much, gains by little: 1.7 and 1.71.
    Comparing study({1, 2}, [](const child::Simulation& run) {
        const double baseline = run.seed == "1" ? 100 : 500;
        return throughputOf(run, isBaseline(run) ? baseline : baseline * (run.seed == "1" ? 1.7 : 1.71));
    });
    const GoalCell cell = study.judged();
    CHECK(cell.verdict == "met");
    CHECK(*cell.atLeast == Approx(1.5 * 300));
    CHECK(cell.figure.value == Approx((170 + 855) / 2.0));
    CHECK_THAT(cell.reason, Contains("1.7 times the baseline"));
}

TEST_CASE("the interval of the ratio decides")
{
    const auto verdict = [](double first, double second) {
        Comparing study({1, 2}, [&](const child::Simulation& run) {
            return throughputOf(run, isBaseline(run) ? 100 : run.seed == "1" ? first : second);
        });
        return study.judged().verdict;
    };
    CHECK(verdict(160, 161) == "met");
    CHECK(verdict(140, 141) == "missed");
    CHECK(verdict(140, 170) == "not yet known");
}

TEST_CASE("with one seed both runs may be wrong by all of their intervals")
{
    const auto verdict = [](double point, double error) {
        Comparing study(
            {1}, [&](const child::Simulation& run) { return throughputOf(run, isBaseline(run) ? 100 : point, error); });
        return study.judged().verdict;
    };
    CHECK(verdict(170, 0.05) == "met");           // 161.5 / 105 = 1.54
    CHECK(verdict(160, 0.05) == "not yet known"); // 152 / 105 = 1.45
    CHECK(verdict(135, 0.05) == "missed");        // 141.75 / 95 = 1.49
}

TEST_CASE("a figure may have to be at most a share of that of the baseline")
{
    Comparing study({1}, [](const child::Simulation& run) { return throughputOf(run, isBaseline(run) ? 100 : 85); },
                    {"gain", "get.throughput", 0.8, {}, {}, {}});
    const GoalCell cell = study.judged();
    CHECK(cell.verdict == "missed");
    CHECK(*cell.atMost == Approx(80));
    CHECK_FALSE(cell.atLeast);
}

TEST_CASE("the baseline is run first, once with each seed, with its own values and under the goal's conditions")
{
    Comparing study({7, 9}, [](const child::Simulation& run) { return throughputOf(run, isBaseline(run) ? 100 : 200); },
                    {"gain", "get.throughput", {}, 1.5, {"DISK=old"}, "gain"});
    study.plan.simulation.settings = {};
    study.addPoint();
    CHECK(study.judged().verdict == "met");
    REQUIRE(study.executor.made.size() == 2 + 2 * 2 * 2); // the baseline; two points as they are and under conditions
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(study.executor.made[i].settings == std::vector<std::string>{"DISK=old"});
        CHECK(study.executor.made[i].under == "gain");
        CHECK(study.executor.made[i].seed == (i == 0 ? "7" : "9"));
        CHECK(study.executor.made[i].single);
    }
    // Further seeds of a later search need further runs of the baseline, and only these.
    study.plan.seeds = {7, 9, 11};
    study.table.rows.front().state = PointState::waiting;
    const std::size_t before = study.executor.made.size();
    study.judged();
    CHECK(study.executor.made.at(before).seed == "11");
    CHECK(study.executor.made.size() == before + 1 + 3 * 2);
}

TEST_CASE("without a run of the baseline the goal is not yet known, and the reason is reported")
{
    Comparing study({1}, [](const child::Simulation& run) {
        RunOutcome outcome;
        outcome.problem = "failed: there is no device";
        return isBaseline(run) ? outcome : throughputOf(run, 200);
    });
    GoalCell cell = study.judged();
    CHECK(cell.verdict == "not yet known");
    CHECK(cell.reason == "The run of the baseline failed: there is no device.");
    Comparing idle({1}, [](const child::Simulation& run) { return throughputOf(run, isBaseline(run) ? 0 : 200); });
    cell = idle.judged();
    CHECK(cell.verdict == "not yet known");
    CHECK_THAT(cell.reason, Contains("is not above zero"));
}
