// Advice on real runs: what helps is measured, in pairs, and reported as far as it is known.
#include "study/advice/advisor.h"

#include "../engine_executor.h"
#include "study/advice/advice_text.h"

#include "tests/one_of.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace headroom;
using headroom::study::test::adviceOn;
using headroom::test::oneOf;

using Json = nlohmann::ordered_json;

namespace {

/// The project of one server with a queue, with changes, in a file of the test's own.
class QueueProject
{
public:
    QueueProject()
    {
        ::setenv("HEADROOM_LIBRARIES", HEADROOM_SOURCE_DIR "/libraries", 1);
        std::ifstream(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom") >> tree;
        tree["run"]["duration"] = "20 s";
    }
    ~QueueProject() { std::filesystem::remove(file_); }

    study::Question question()
    {
        std::ofstream(file_) << tree;
        study::Question question;
        question.simulation.project = file_.string();
        question.fewestOperations = 100;
        return question;
    }

    Json tree;

private:
    std::filesystem::path file_ =
        std::filesystem::temp_directory_path() / ("headroom-study-test-" + std::to_string(::getpid()) + ".headroom");
};

const study::WhatIf& of(const study::Advice& advice, const std::string& resource)
{
    for (const study::WhatIf& what : advice.whatIfs)
        if (what.resource == resource)
            return what;
    throw std::logic_error("no " + resource);
}

/// The advice where each simulated second takes so much processor time, on whatever machine.
study::Advice adviceAtFixedCost(const study::Question& question, double costPerS)
{
    class AtFixedCost : public study::Search
    {
    public:
        AtFixedCost(study::Advisor& advisor, double costPerS) : advisor_(advisor), costPerS_(costPerS) {}
        std::vector<study::WantedRun> propose(std::size_t room) override { return advisor_.propose(room); }
        void take(std::uint64_t number, study::RunOutcome outcome) override
        {
            if (outcome.summary)
                outcome.processorS = costPerS_ * outcome.summary->simulatedS;
            advisor_.take(number, std::move(outcome));
        }
        study::Progress progress() const override { return advisor_.progress(); }
        void passed(double seconds) override { advisor_.passed(seconds); }

    private:
        study::Advisor& advisor_;
        double costPerS_;
    };
    study::LocalExecutor executor = study::test::engineExecutor(1);
    study::Advisor advisor(question, {});
    AtFixedCost search(advisor, costPerS);
    return advisor.answer(execute(search, executor));
}

} // namespace

TEST_CASE("each resource in use is simulated twice as fast, and the one that helps comes first")
{
    QueueProject project;
    std::vector<std::uint64_t> done;
    const study::Advice advice =
        adviceOn(project.question(), [&](const study::Advice& known) { done.push_back(known.runsDone); });
    CHECK(advice.complete);
    REQUIRE_FALSE(advice.whatIfs.empty());
    const study::WhatIf& best = advice.whatIfs.front();
    CHECK(best.resource == "server.processor");
    CHECK(best.factor == 2);
    CHECK(best.runs >= 3);
    CHECK((best.state == study::WhatIf::State::known || best.state == study::WhatIf::State::notYetKnown));
    CHECK(advice.runsDone == advice.runsPlanned);
    CHECK(std::is_sorted(done.begin(), done.end()));
}

TEST_CASE("a goal that is missed is met with the resource that is faster, if it is")
{
    QueueProject project;
    project.tree["parameters"][0]["value"] = 50; // the server is busy all the time: 100 a second
    project.tree["goals"] = Json::parse(R"([{"id": "rate", "metric": "ask.throughput", "at_least": 150},
                        {"id": "more", "metric": "ask.throughput", "at_least": 250},
                        {"id": "later", "metric": "ask.throughput", "at_least": 1, "with": {"CUSTOMERS": 60}}])");
    const study::Advice advice = adviceOn(project.question());
    CHECK(advice.goals == study::Goals{{"more", "missed"}, {"rate", "missed"}});
    CHECK(of(advice, "server.workers server").goals == study::Goals{{"more", "missed"}, {"rate", "met"}});
    CHECK_THAT(sentenceOf(advice), Catch::Contains("The goal \"rate\", missed now, is met with ") &&
                                       Catch::Contains("The goal \"more\" is missed, and none of these changes"));
}

TEST_CASE("the gain is that of runs with the scaled resource and the same seeds")
{
    QueueProject project;
    study::Question question = project.question();
    question.resources = {"server.processor"};
    question.mostRuns = 3;
    question.simulation.seed = "5";
    const study::Advice advice = adviceOn(question);
    const auto measured = [&](const char* seed, bool scaled) {
        child::Simulation simulation = question.simulation;
        simulation.seed = seed;
        simulation.windowParts = 40;
        if (scaled)
            simulation.scale = {"server.processor=2"};
        return study::measureOf(
            child::summaryOf(child::Process({HEADROOM_ENGINE, child::argumentsOf(simulation)}).wait()));
    };
    study::Pairs mean;
    for (const char* seed : {"5", "6", "7"}) {
        const study::Measure before = measured(seed, false), after = measured(seed, true);
        mean.add(before.meanMs, after.meanMs, study::latencyError(before.parts, after.parts));
    }
    const study::Gain expected = study::gainOf(mean, 0.1);
    const study::WhatIf& what = of(advice, "server.processor");
    CHECK(what.mean.ratio == expected.ratio);
    CHECK(what.mean.low == expected.low);
    CHECK(what.mean.high == expected.high);
    CHECK(advice.seed == 5);
}

TEST_CASE("values of a parameter are measured against the present one, with their figures")
{
    QueueProject project;
    study::Question question = project.question();
    question.present.priceUsd = 1000;
    question.values = {{"SERVICE_TIME=5 ms", {2000, false}}, {"SERVICE_TIME=no time", {}}};
    question.mostRuns = 3;
    double priceAtFirst = 0;
    const study::Advice advice = adviceOn(question, [&](const study::Advice& known) {
        if (known.runsDone == 0)
            priceAtFirst = of(known, "SERVICE_TIME=5 ms").figures.priceUsd;
    });
    CHECK(priceAtFirst == 2000); // what needs no run is told before the first
    const study::WhatIf& faster = of(advice, "SERVICE_TIME=5 ms");
    CHECK(faster.isSetting());
    CHECK(faster.runs == 3);
    CHECK(faster.mean.ratio < 0.7); // the wait for the server is shorter too
    CHECK(faster.figures.powerW > 0);
    CHECK(advice.figures.powerW > 0);
    CHECK(of(advice, "SERVICE_TIME=no time").state == study::WhatIf::State::failed);
    CHECK_THAT(study::sentenceOf(advice), Catch::Contains("SERVICE_TIME=5 ms"));
}

TEST_CASE("an uncertain gain is not yet known after as many runs as allowed")
{
    QueueProject project;
    study::Question question = project.question();
    question.resources = {"server.processor"};
    question.throughputWithin = question.p99Within = 1e-9;
    question.mostRuns = 4;
    const study::Advice advice = adviceOn(question);
    CHECK(of(advice, "server.processor").state == study::WhatIf::State::notYetKnown);
    CHECK(of(advice, "server.processor").runs == 4);
}

TEST_CASE("a run in which little is done is made longer")
{
    QueueProject project;
    study::Question question = project.question();
    question.resources = {"server.processor"};
    question.mostRuns = 3;
    question.effortS = 1000;
    const double alone = adviceOn(question).simulatedS;
    question.fewestOperations = 100'000'000;
    CHECK(alone == Approx(20));
    CHECK(adviceOn(question).simulatedS == Approx(320));
}

TEST_CASE("where little effort is allowed, runs of a steady load are shorter than the project says")
{
    QueueProject project;
    project.tree["run"]["duration"] = "8000 s";
    project.tree["run"]["warm_up"] = "100 s";
    study::Question question = project.question();
    question.resources = {"server.processor"};
    question.mostRuns = 3;
    question.effortS = 1;
    const bool steady = oneOf({true, false});
    if (steady)
        question.course = {8000, 100};
    const study::Advice advice = adviceAtFixedCost(question, 1e-4);
    CHECK(std::isfinite(of(advice, "server.processor").throughput.low));
    if (steady)
        CHECK(advice.simulatedS < 4000);
    else
        CHECK(advice.simulatedS == Approx(8000));
}

TEST_CASE("what makes a shorter run differ from a whole one widens the intervals")
{
    QueueProject project;
    project.tree["run"]["duration"] = "4000 s";
    project.tree["run"]["warm_up"] = "0 s";
    project.tree["workloads"][0]["stages"] = {{{"duration", "3000 s"}, {"workers", 1}},
                                              {{"duration", "1000 s"}, {"workers", 20}}};
    study::Question question = project.question();
    question.resources = {"server.processor", "server.network", "customer.processor"};
    question.mostRuns = 6;
    question.effortS = 1.4;
    question.course = {4000, 0}; // which is wrong: its load changes
    // A whole run takes less than a third of the effort: one is made, and the others are shorter.
    const study::Advice advice = adviceAtFixedCost(question, 1e-4);
    const study::Gain& gain = of(advice, "server.processor").throughput;
    CHECK(advice.checkedS == advice.wholeS);
    CHECK(advice.simulatedS < advice.wholeS);
    CHECK(gain.high / gain.low > 1.1);
}

TEST_CASE("a resource that cannot be simulated fails alone, a project that cannot be run fails as a whole")
{
    QueueProject project;
    study::Question question = project.question();
    question.resources = {"server.procesor", "server.processor"};
    question.mostRuns = 3;
    const study::Advice advice = adviceOn(question);
    CHECK(of(advice, "server.procesor").state == study::WhatIf::State::failed);
    CHECK_THAT(of(advice, "server.procesor").problem, Catch::Contains("no such resource"));
    CHECK(of(advice, "server.processor").runs == 3);
    CHECK(advice.whatIfs.front().resource == "server.processor");
    question.simulation.project = "/there/is/no/such.headroom";
    CHECK_THROWS_WITH(adviceOn(question), Catch::Contains("the present system"));
}

TEST_CASE(
    "of given arrivals the highest rate that settles is that of the server's capacity, twice it when twice as fast",
    "[theory]")
{
    QueueProject project;
    project.tree["run"]["duration"] = "60 s";
    project.tree["workloads"][0] = {{"id", "questions"}, {"role", "customer"}, {"type", "open loop"}, {"rate", 40}};
    project.tree["workloads"][0]["operations"] = {{{"operation", "ask"}}};
    study::Question question = project.question();
    question.resources = {"server.processor"};
    question.mostRuns = 3;
    const study::Advice advice = adviceOn(question);
    CHECK(advice.complete);
    CHECK(advice.runsDone == advice.runsPlanned);
    CHECK(advice.highestPerSecond == Approx(100).epsilon(0.05)); // one thread, 10 ms for each question
    const study::WhatIf& what = of(advice, "server.processor");
    CHECK(what.throughput.ratio == Approx(1).epsilon(0.01)); // the arrivals are given
    CHECK(what.highestPerSecond == Approx(200).epsilon(0.05));
    CHECK(what.highestRate.known);
    CHECK(what.highestRate.ratio == Approx(2).epsilon(0.05));
    CHECK_THAT(study::sentenceOf(advice), Catch::Contains("The highest rate that still settles is"));
}

TEST_CASE("where some load waits for answers there is no highest rate")
{
    QueueProject project;
    study::Question question = project.question();
    question.resources = {"server.processor"};
    question.mostRuns = 3;
    const study::Advice advice = adviceOn(question);
    CHECK(std::isnan(advice.highestPerSecond));
    CHECK(std::isnan(of(advice, "server.processor").highestRate.ratio));
    CHECK_THAT(study::sentenceOf(advice), !Catch::Contains("settles"));
}

TEST_CASE("advice that is interrupted is not complete")
{
    QueueProject project;
    study::Question question = project.question();
    int asked = 0;
    const study::Advice advice =
        adviceOn(question, {}, [&] { return ++asked > 1 ? study::Wish::stop : study::Wish::goOn; });
    CHECK_FALSE(advice.complete);
}
