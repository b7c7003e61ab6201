// Running a study: which runs are made for a point, what becomes of their results, and that nothing is lost.
#include "study/run/study_run.h"
#include "study/table/study_file.h"
#include "tests/engine/study/ready_executor.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <filesystem>
#include <unistd.h>

using namespace headroom;
using namespace headroom::study;
using Catch::Contains;
using headroom::study::test::ReadyExecutor;

namespace {

/// A run that completes so many operations a second, with a goal of at least 100.
RunOutcome throughputOf(double perSecond)
{
    RunOutcome outcome;
    outcome.processorS = 1;
    record::Summary summary;
    summary.operations["get"].perSecond = perSecond;
    summary.operations["get"].count = 1000;
    record::GoalVerdict goal;
    goal.id = "fast";
    goal.metric = "get.throughput";
    goal.atLeast = 100;
    summary.goals = {goal};
    outcome.summary = summary;
    return outcome;
}

Table tableOf(std::size_t points)
{
    Table table;
    table.project = "p";
    table.study = "s";
    table.parameters = {{"N", "", true}}; // a load
    table.figures = {{"get.throughput", "1/s"}, {"put.latency.p99", "s"}};
    table.goals = {{"fast", "get.throughput", "1/s", ""}};
    for (std::size_t i = 0; i < points; ++i) {
        Row row;
        row.number = i;
        row.settings = {{std::to_string(i), static_cast<double>(i)}};
        table.rows.push_back(row);
    }
    return table;
}

RunPlan planOf(std::vector<std::uint64_t> seeds)
{
    RunPlan plan;
    plan.simulation.project = "p.headroom";
    plan.seeds = std::move(seeds);
    return plan;
}

struct TemporaryFile
{
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("headroom-study-" + std::to_string(::getpid()) + ".hrs");
    ~TemporaryFile() { std::filesystem::remove(path); }
};

bool ran(StudyRun run, Executor& executor)
{
    return execute(run, executor);
}

} // namespace

TEST_CASE("all points of a study are run with the same seeds")
{
    Table table = tableOf(3);
    ReadyExecutor executor([](const auto&) { return throughputOf(5); });
    REQUIRE(ran({planOf({7, 9}), table, nullptr}, executor));
    REQUIRE(executor.made.size() == 6);
    const auto order = spreadOrder(3);
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(executor.made[i].settings == std::vector<std::string>{"N=" + std::to_string(order[i / 2])});
        CHECK(executor.made[i].seed == (i % 2 == 0 ? "7" : "9"));
        CHECK(executor.made[i].single);
    }
}

TEST_CASE("the figure of a point is the mean of its replications with Student's interval")
{
    Table table = tableOf(1);
    ReadyExecutor executor([](const child::Simulation& run) { return throughputOf(run.seed == "1" ? 98 : 102); });
    REQUIRE(ran({planOf({1, 2}), table, nullptr}, executor));
    const Row& row = table.rows[0];
    CHECK(row.state == PointState::done);
    CHECK(row.runs == 2);
    CHECK(row.processorS == 2);
    CHECK(row.figures[0].value == Approx(100));
    // t(97.5 %, 1 degree of freedom) = 12.706; the standard error of 98 and 102 is 2.
    CHECK(row.figures[0].high == Approx(100 + 12.706 * 2).epsilon(1e-3));
    CHECK_FALSE(row.figures[1].known());
    CHECK(row.goals[0].verdict == "not yet known"); // the interval crosses the limit of 100
    CHECK(row.goals[0].atLeast == 100.0);
}

TEST_CASE("a goal with conditions is judged by runs of its own")
{
    Table table = tableOf(1);
    table.goals[0].conditions = "one node down";
    RunPlan plan = planOf({1});
    plan.under["fast"] = {"fast"};
    ReadyExecutor executor([](const child::Simulation& run) { return throughputOf(run.under == "fast" ? 50 : 200); });
    REQUIRE(ran({plan, table, nullptr}, executor));
    CHECK(executor.made.size() == 2);
    CHECK(table.rows[0].figures[0].value == 200);
    CHECK(table.rows[0].goals[0].verdict == "missed");
    CHECK(table.rows[0].goals[0].figure.value == 50);
    CHECK_FALSE(table.rows[0].meetsAllGoals());
}

TEST_CASE("a run that fails makes a failed point with its reason, and the others go on")
{
    Table table = tableOf(3);
    ReadyExecutor executor([](const child::Simulation& run) {
        if (run.settings[0] != "N=1")
            return throughputOf(5);
        RunOutcome outcome;
        outcome.problem = "failed: there is no device";
        return outcome;
    });
    REQUIRE(ran({planOf({1}), table, nullptr}, executor));
    CHECK(table.rows[1].state == PointState::failed);
    CHECK(table.rows[1].reason == "The run failed: there is no device.");
    CHECK(table.count(PointState::done) == 2);
}

TEST_CASE("a run that got stuck or was stopped by a limit gives no figures")
{
    Table table = tableOf(1);
    ReadyExecutor executor([](const auto&) {
        RunOutcome outcome = throughputOf(5);
        outcome.summary->limit = "more than 16 GB of memory";
        return outcome;
    });
    REQUIRE(ran({planOf({1}), table, nullptr}, executor));
    CHECK(table.rows[0].state == PointState::failed);
    CHECK_THAT(table.rows[0].reason, Contains("was stopped: more than 16 GB of memory"));
}

TEST_CASE("a run that ended within its warm-up gives no figures")
{
    Table table = tableOf(1);
    ReadyExecutor executor([](const auto&) {
        RunOutcome outcome = throughputOf(0);
        outcome.summary->warmUpS = outcome.summary->simulatedS = 10;
        return outcome;
    });
    REQUIRE(ran({planOf({1}), table, nullptr}, executor));
    CHECK(table.rows[0].state == PointState::failed);
    CHECK_THAT(table.rows[0].reason, Contains("measured nothing: it ended at 10 s"));
}

TEST_CASE("a point whose run is too short for its latency is done, with a remark")
{
    Table table = tableOf(2);
    ReadyExecutor executor([](const child::Simulation& run) {
        RunOutcome outcome = throughputOf(5);
        outcome.summary->simulatedS = 10;
        outcome.summary->workloads["users"] = {.type = "closed loop", .inFlightMean = 20};
        const std::uint64_t ended = run.settings[0] == "N=1" ? 50 : 100;
        outcome.summary->requests = {{"users", 20, ended, ended, 0, 20}};
        return outcome;
    });
    REQUIRE(ran({planOf({1}), table, nullptr}, executor));
    CHECK(table.rows[0].reason.empty());
    CHECK(table.rows[1].state == PointState::done);
    CHECK_THAT(table.rows[1].reason, Contains("The run is short") && Contains("20 s or more after the warm-up"));
}

TEST_CASE("a study that was stopped goes on with the points that are left and gives the same table")
{
    const auto answer = [](const child::Simulation& run) { return throughputOf(run.settings[0] == "N=3" ? 300 : 30); };
    const TemporaryFile temporary;
    const Definition definition{"project", "study", "1"};
    Table begun = tableOf(6);
    {
        StudyFile file = StudyFile::create(temporary.path, definition, begun);
        ReadyExecutor executor(answer);
        std::size_t finished = 0;
        StudyRun run(planOf({1}), begun, &file, [&](const Progress&, const Row* row) { finished += row != nullptr; });
        CHECK_FALSE(execute(run, executor, [&] { return finished < 4 ? Wish::goOn : Wish::stop; }));
    }
    StudyFile file = StudyFile::open(temporary.path, true);
    CHECK(file.definition() == definition);
    Table known = file.table();
    CHECK(known.count(PointState::done) == 4);
    CHECK(known.count(PointState::waiting) == 2);
    ReadyExecutor executor(answer);
    REQUIRE(ran({planOf({1}), known, &file}, executor));
    CHECK(executor.made.size() == 2);

    Table whole = tableOf(6);
    ReadyExecutor atOnce(answer);
    REQUIRE(ran({planOf({1}), whole, nullptr}, atOnce));
    CHECK(toJson(file.table()).dump() == toJson(whole).dump());
    CHECK(file.runs().size() == 6);
    for (const RunRecord& each : file.runs())
        CHECK(each.figures[0].value == (each.point == 3 ? 300 : 30));
}

TEST_CASE("the file of a study is refused if it is none")
{
    const TemporaryFile temporary;
    CHECK_THROWS_WITH(StudyFile::open(temporary.path, false), Contains("cannot be read"));
}
