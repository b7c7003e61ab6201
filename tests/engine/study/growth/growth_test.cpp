// How far a load can rise, and the plan of upgrades, on systems whose limits are known.
#include "study/growth/growth_json.h"
#include "study/growth/growth_planner.h"
#include "study/growth/growth_text.h"
#include "tests/engine/study/ready_executor.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>
#include <map>
#include <string>

using namespace headroom;
using namespace headroom::study;
using Catch::Contains;
using headroom::study::test::ReadyExecutor;

namespace {

double settingOf(const child::Simulation& run, const std::string& name, double otherwise)
{
    double value = otherwise;
    for (const auto* all : {&run.settings, &run.scale})
        for (const std::string& setting : *all)
            if (setting.starts_with(name + '='))
                value = std::stod(setting.substr(name.size() + 1));
    return value;
}

/// A server of `DISKS` disks, each good for 100 operations a second, behind a network that is good for `NET` of them.
/// It is asked for 100 operations a second; p99 is that of a queue, 10 ms over what is left of it.
struct Server
{
    double disks = 2, net = 500, asked = 100;
    double diskUsd = 300, netUsd = 50;
    double goalS = 0.05; ///< p99 at most
    bool fails = false;
    double mostOverNet = 1e9;
    double knownFromS = 0; ///< the figure of the goal is known in runs of this length

    double capacity(const child::Simulation& run) const
    {
        return std::min(100 * settingOf(run, "DISKS", disks), settingOf(run, "NET", net));
    }

    RunOutcome outcomeOf(const child::Simulation& run) const
    {
        if (fails)
            return {{}, "failed: there is no disk", {}, 0};
        const double load = settingOf(run, "arrivals", 1) * settingOf(run, "CLIENTS", 100) / 100;
        const double limit = capacity(run) * (run.under.empty() ? 1 : 0.5); // half of it is down
        const double use = asked * load / limit;
        record::Summary summary;
        summary.conditions = run.under.empty() ? "" : "half of it down";
        summary.simulatedS = run.duration.empty() ? 10 : std::stod(run.duration);
        record::GoalVerdict goal;
        goal.id = run.under.empty() ? "tail" : run.under;
        goal.metric = "put.latency.p99";
        goal.unit = "s";
        goal.conditions = summary.conditions;
        goal.atMost = goalS;
        if (summary.simulatedS >= knownFromS)
            goal.value = use < 1 ? 0.01 / (1 - use) : 1000.0;
        else
            goal.sentence = "put.latency.p99: not yet known.";
        summary.goals = {goal};
        summary.operations["put"].count = 1000;
        summary.operations["put"].perSecond = std::min(asked * load, limit);
        summary.resources = {{"server", "disk", use * 0.9, use},
                             {"server", "network", 0.1, std::min(asked * load, mostOverNet) / 500}};
        record::GroupCost cost;
        cost.lines = {{"disk", settingOf(run, "DISKS", disks), diskUsd},
                      {"net " + std::to_string(settingOf(run, "NET", net)), 1, netUsd}};
        summary.costs = {cost};
        return {summary, "", {}, 0.1};
    }
};

Growth grown(const Server& server, GrowthQuestion question)
{
    question.seeds = {1, 2, 3};
    ReadyExecutor executor([&](const child::Simulation& run) { return server.outcomeOf(run); });
    GrowthPlanner planner(std::move(question));
    return planner.answer(execute(planner, executor));
}

/// At this use p99 is as long as the goal allows.
double useOf(double goalS)
{
    return 1 - 0.01 / goalS;
}

} // namespace

TEST_CASE("the highest load is the one at which a goal is just met")
{
    for (const double goal : {0.02, 0.05, 0.5}) {
        Server server;
        server.goalS = goal;
        const Growth growth = grown(server, {});
        const double limit = 2 * useOf(goal);
        CHECK(growth.complete);
        CHECK(growth.limit.load <= limit);
        CHECK(growth.limit.load * 1.04 >= limit);
        CHECK(growth.limit.bySeed.size() == 3);
        CHECK_THAT(sentenceOf(growth), Contains("the goal put.latency.p99 at most") && Contains("is missed"));
    }
}

TEST_CASE("each load has the figures of the goals, without those under other conditions")
{
    const Growth growth = grown({}, {});
    REQUIRE(!growth.limit.runs.empty());
    for (const LoadRun& run : growth.limit.runs)
        if (run.load < 2)
            CHECK(run.goalFigures.at("put.latency.p99") == Approx(0.01 / (1 - run.load / 2)));
    const Growth read = growthFromText(toJson(growth).dump());
    CHECK(read.limit.runs.front().goalFigures == growth.limit.runs.front().goalFigures);
}

TEST_CASE("runs in which too few requests end are made longer until the goal is known")
{
    Server server;
    server.knownFromS = 150; // runs of 10 s do not know it, nor do runs of 40 s
    const Growth growth = grown(server, {});
    CHECK(growth.limit.problem.empty());
    CHECK(growth.limit.load == Approx(2 * useOf(server.goalS)).epsilon(0.04));
}

TEST_CASE("a goal that is not known in the longest runs either leaves the growth unknown")
{
    Server server;
    server.knownFromS = 1e6;
    const Growth growth = grown(server, {});
    CHECK_THAT(growth.limit.problem, Contains("not yet known") && Contains("Longer runs may tell."));
}

TEST_CASE("a load that is too much already is reported")
{
    Server server;
    server.disks = 1;
    const Growth growth = grown(server, {});
    CHECK(growth.limit.load == Approx(0.8).epsilon(0.04));
    CHECK_THAT(sentenceOf(growth), Contains("The present load is too much"));
}

TEST_CASE("a goal that no load meets is reported, and no number is given")
{
    Server server;
    server.goalS = 0.009;
    const Growth growth = grown(server, {});
    CHECK(growth.limit.none);
    CHECK(std::isnan(growth.limit.load));
    CHECK_THAT(sentenceOf(growth), Contains("No load was found that holds"));
}

TEST_CASE("a load that is a number of things is known to one of them")
{
    GrowthQuestion question;
    question.load = {"CLIENTS", 100, true};
    Server server;
    server.disks = 2;
    const Growth growth = grown(server, question);
    CHECK(growth.limit.load * 100 == Approx(std::round(growth.limit.load * 100)));
    CHECK(growth.limit.load == Approx(1.6).epsilon(0.04));
    CHECK_THAT(sentenceOf(growth), Contains("CLIENTS can rise to 15") && Contains("times the present 100; above it"));
    CHECK(growth.expected == growth.runs);
    question.load.value = 5; // of the five clients, each is 20 % of the load
    server.goalS = 0.051;
    server.asked = 2000; // five clients ask for 100 operations a second
    const Growth few = grown(server, question);
    CHECK(few.limit.load == Approx(8.0 / 5));
}

TEST_CASE("a load holds only if it also does under the conditions of goals")
{
    GrowthQuestion question;
    question.conditions = {"half-down"};
    const Growth growth = grown(Server(), question);
    CHECK(growth.limit.load == Approx(0.8).epsilon(0.04)); // half of 1.6
    CHECK_THAT(growth.limit.why, Contains("(with half of it down)"));
}

TEST_CASE("each resource has its use now and at the limit, and the load at which it would be full")
{
    const Growth growth = grown(Server(), {});
    REQUIRE(growth.resources.size() == 2);
    CHECK(growth.resources[0].resource == "server.disk");
    CHECK(growth.resources[0].now == Approx(0.5));
    CHECK(growth.resources[0].atLimit == Approx(0.8).epsilon(0.04));
    CHECK(growth.resources[0].fullAt == Approx(2));
    CHECK(growth.resources[1].fullAt == Approx(5));
}

TEST_CASE("a resource whose use no longer grows with the load has no load at which it is full")
{
    Server server;
    server.mostOverNet = 100; // something before the network lets no more through
    const Growth growth = grown(server, {});
    REQUIRE(growth.resources.size() == 2);
    CHECK(growth.resources[1].resource == "server.network");
    CHECK(std::isnan(growth.resources[1].fullAt));
}

TEST_CASE("the plan takes what carries the load furthest for a dollar, and no more than is needed")
{
    // 1.6 times now; after five years 1.5 to the power of 5, 7.6 times. Disks are needed first, beyond five times the
    // network too.
    GrowthQuestion question;
    question.yearly = 0.5;
    question.years = 5;
    question.upgrades = {"NET=2000", "DISKS=4", "DISKS=12"};
    const Growth growth = grown(Server(), question);
    CHECK(growth.complete);
    REQUIRE(growth.carries());
    REQUIRE(growth.steps.size() == 3);
    CHECK(growth.steps[0].upgrade.setting == "DISKS=4"); // twice the load for 600 USD; twelve disks: 2.5 times for 3000
    CHECK(growth.steps[0].upgrade.costUsd == 600);
    CHECK(growth.steps[0].afterYears == Approx(std::log(1.6) / std::log(1.5)).margin(0.1));
    CHECK(growth.steps[0].untilYears == Approx(std::log(3.2) / std::log(1.5)).margin(0.1));
    CHECK(growth.steps[1].upgrade.setting == "DISKS=12"); // a faster network alone gives nothing while disks are full
    CHECK(growth.steps[1].upgrade.costUsd == 2400);
    CHECK(growth.steps[2].upgrade.setting == "NET=2000");
    CHECK(growth.steps[2].untilYears == Approx(5));
    REQUIRE(growth.compared.size() == 3);
    CHECK(growth.compared[0].size() == 3);
    CHECK_FALSE(growth.compared[0].back().helps);
    CHECK_THAT(sentenceOf(growth), Contains("DISKS=4 (600 USD) after 1.1"));
}

TEST_CASE("a plan that none of the upgrades completes says so")
{
    GrowthQuestion question;
    question.yearly = 1;
    question.years = 4;
    question.upgrades = {"DISKS=3"};
    const Growth growth = grown(Server(), question);
    CHECK(growth.complete);
    CHECK_FALSE(growth.carries());
    CHECK(growth.steps.size() == 1);
    CHECK_THAT(sentenceOf(growth), Contains("carries it to year 1.2"));
}

TEST_CASE("growth that the present system carries needs no upgrade")
{
    GrowthQuestion question;
    question.yearly = 0.05;
    question.years = 3;
    question.upgrades = {"DISKS=3"};
    const Growth growth = grown(Server(), question);
    CHECK(growth.complete);
    CHECK(growth.limit.beyond);
    CHECK(growth.steps.empty());
    CHECK_THAT(sentenceOf(growth), Contains("it is enough for 3 years"));
}

TEST_CASE("a run that fails is reported with its reason")
{
    Server server;
    server.fails = true;
    const Growth growth = grown(server, {});
    CHECK(growth.limit.problem == "A run under the present load failed: there is no disk.");
    CHECK_THAT(sentenceOf(growth), Contains("is not known: A run under"));
}

TEST_CASE("a parameter that makes the load lower is doubted")
{
    Growth growth = grown(Server(), {});
    CHECK_THAT(sentenceOf(growth), !Contains("What is completed falls"));
    growth.loadName = "THINK_TIME (now 1)";
    for (LoadRun& run : growth.limit.runs)
        run.perSecond = 100 / run.load;
    CHECK_THAT(sentenceOf(growth),
               Contains("What is completed falls while it rises") && Contains("is THINK_TIME (now 1) the load?"));
}

TEST_CASE("an answer survives being written and read")
{
    GrowthQuestion question;
    question.yearly = 0.5;
    question.upgrades = {"NET=2000", "DISKS=12"};
    const Growth growth = grown(Server(), question);
    CHECK(toJson(growthFromText(toJson(growth).dump())) == toJson(growth));
    CHECK_THROWS_WITH(growthFromText("{}"), Contains("no answer of headroom-engine grow"));
}

TEST_CASE("an upgrade costs the parts that it adds; those without a price are reported")
{
    record::Summary before, after;
    record::GroupCost group;
    group.lines = {{"disk", 10, 300.0}, {"card", 4, 100.0}};
    before.costs = {group};
    group.lines = {{"disk", 10, 300.0}, {"fast card", 4, 250.0}};
    after.costs = {group};
    bool missing = false;
    CHECK(costOfUpgrade(before, after, missing) == 1000);
    CHECK_FALSE(missing);
    after.costs[0].lines[1].usdEach.reset();
    CHECK(costOfUpgrade(before, after, missing) == 0);
    CHECK(missing);
}

TEST_CASE("the gain of an upgrade for a thousand dollars does not depend on how dear it is")
{
    Upgrade twice;
    twice.gain = 2;
    twice.costUsd = 1000;
    CHECK(twice.gainPerThousandUsd() == Approx(1));
    Upgrade fourTimes = twice; // twice what comes first, and twice that again
    fourTimes.gain = 4;
    fourTimes.costUsd = 2000;
    CHECK(fourTimes.gainPerThousandUsd() == Approx(1));
    Upgrade worse = twice;
    worse.gain = 0.5;
    CHECK(worse.gainPerThousandUsd() == Approx(-0.5));
    Upgrade free = twice;
    free.costUsd = 0;
    CHECK(std::isnan(free.gainPerThousandUsd()));
    CHECK(std::isnan(Upgrade().gainPerThousandUsd()));
}

TEST_CASE("only upgrades whose limit is known are said not to help")
{
    Growth growth;
    growth.complete = true;
    growth.yearly = 0.5;
    growth.years = 5;
    growth.limit.load = growth.limit.low = growth.limit.high = 2;
    growth.limit.bySeed = {2};
    Upgrade useless, unknown;
    useless.limit = growth.limit;
    unknown.limit.problem = "too few requests have ended";
    growth.compared = {{useless}};
    CHECK_THAT(sentenceOf(growth), Contains("None of the upgrades that were compared carries it further."));
    growth.compared = {{useless, unknown}};
    CHECK_THAT(sentenceOf(growth), Contains("of 1 of 2 it is not known."));
    growth.compared = {{unknown}};
    CHECK_THAT(sentenceOf(growth), Contains("Whether an upgrade carries it further is not known."));
}
