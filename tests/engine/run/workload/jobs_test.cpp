// Jobs: runs that end with them, and tasks that fail.
#include "tests/one_of.h"
#include "workload_fixture.h"

#include <algorithm>
#include <cmath>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Two jobs of four tasks that take `taskS` each, two at a time.
TinyProject twoJobs(double taskS)
{
    TinyProject tiny = waitingProject({{"type", "jobs"},
                                       {"jobs", 2},
                                       {"tasks", 4},
                                       {"slots", 2},
                                       {"operations", {{{"operation", "ask"}, {"arguments", {{"wait", taskS}}}}}}});
    tiny.tree["run"] = {{"duration", "100 s"}, {"warm_up", "0 s"}, {"until", "jobs are done"}};
    return tiny;
}

/// Jobs of five tasks, each of which fails with the probability one half.
TinyProject failing(int attempts)
{
    TinyProject tiny;
    tiny.group("clients", 3);
    tiny.operation("client", "ask",
                   R"({"id": "work", "type": "delay", "time": "1 s"},
                      {"id": "luck", "type": "branch", "probability": 0.5},
                      {"id": "done", "type": "reply"}, {"id": "failed", "type": "reply", "status": "error"})",
                   "start > work > luck > done; luck.no > failed");
    tiny.tree["workloads"] = Json::array({{{"id", "load"},
                                           {"role", "client"},
                                           {"type", "jobs"},
                                           {"jobs", 2000},
                                           {"tasks", 5},
                                           {"attempts", attempts},
                                           {"operations", {{{"operation", "ask"}}}}}});
    tiny.tree["run"] = {{"duration", "20000 s"}, {"warm_up", "0 s"}, {"until", "jobs are done"}};
    return tiny;
}

} // namespace

TEST_CASE("a run until the jobs are done ends with the last job")
{
    const auto summary = simulate(twoJobs(3).tree);
    CHECK(summary.simulatedS == Approx(12)); // two jobs of two waves of 3 s
    CHECK(summary.jobs.at("load").count == 2);
    CHECK_FALSE(summary.stopped);
    CHECK_FALSE(summary.stuck);
    CHECK(summary.operations.at("ask").count == 8);
    CHECK(summary.operations.at("ask").perSecond == Approx(8.0 / 12)); // over the time in which there was work
}

TEST_CASE("the jobs of all workloads have to be done, and what else goes on does not count")
{
    TinyProject tiny = twoJobs(3);
    Json later = tiny.tree["workloads"].front(), users = later;
    later["id"] = "later";
    later["start"] = "50 s";
    users["id"] = "users";
    users["type"] = "closed loop";
    for (const char* key : {"jobs", "tasks", "slots"})
        users.erase(key);
    tiny.tree["workloads"].push_back(later);
    tiny.tree["workloads"].push_back(users);
    CHECK(simulate(tiny.tree).simulatedS == Approx(62));
}

TEST_CASE("a run until the jobs are done ends after its duration at the latest, and says so")
{
    TinyProject tiny = twoJobs(3);
    tiny.tree["run"]["duration"] = "10 s";
    NoteListener listener;
    const auto summary = simulate(tiny.tree, {}, &listener);
    CHECK(summary.simulatedS == Approx(10));
    CHECK(summary.jobs.at("load").unfinished == 1);
    CHECK(std::any_of(listener.texts.begin(), listener.texts.end(), [](const std::string& line) {
        return line.find("The jobs of \"load\" are not done") != std::string::npos;
    }));
}

TEST_CASE("a run until the jobs are done needs jobs, and a warm-up in it is told")
{
    TinyProject tiny = twoJobs(3);
    tiny.tree["run"]["warm_up"] = "1 s";
    const run::Simulation warned(parsed(tiny.tree, shippedComponents()), shippedComponents(), {});
    CHECK(std::any_of(warned.findings().begin(), warned.findings().end(), [](const project::Finding& finding) {
        return finding.key == "run.jobs-in-warm-up" && finding.severity == project::Severity::warning;
    }));
    tiny.tree["workloads"].front()["type"] = "closed loop";
    for (const char* key : {"jobs", "tasks", "slots"})
        tiny.tree["workloads"].front().erase(key);
    CHECK(faultsOf(tiny) == std::vector<std::string>{"run.no-jobs"});
}

TEST_CASE("a job fails with a task that fails at each attempt")
{
    // A task fails n times in a row with the probability 2^-n, independently of the others; a job has five.
    const int attempts = oneOf({1, 2, 3});
    const auto summary = simulate(failing(attempts).tree);
    const auto& jobs = summary.jobs.at("load");
    CHECK(jobs.count + jobs.failed == 2000);
    const double succeed = std::pow(1 - std::pow(0.5, attempts), 5);
    CHECK(static_cast<double>(jobs.count) / 2000 ==
          Approx(succeed).margin(4 * std::sqrt(succeed * (1 - succeed) / 2000)));
}

TEST_CASE("a job waits for tasks that are tried again, and takes as long as the unluckiest one")
{
    // The largest of five geometric numbers of attempts; with 30 attempts hardly any task fails for good.
    const auto summary = simulate(failing(30).tree);
    double mean = 0;
    for (int n = 0; n < 60; ++n)
        mean += 1 - std::pow(1 - std::pow(0.5, n), 5);
    CHECK(summary.jobs.at("load").count == 2000);
    CHECK(summary.jobs.at("load").completionMeanS == Approx(mean).epsilon(0.03));
}

TEST_CASE("a job that has failed starts no more tasks")
{
    TinyProject tiny = failing(1);
    Json& load = tiny.tree["workloads"].front();
    load["jobs"] = 1;
    load["tasks"] = 1000;
    load["slots"] = 1;
    const auto summary = simulate(tiny.tree);
    CHECK(summary.jobs.at("load").failed == 1);
    CHECK(summary.workloads.at("load").errors == 1);
    CHECK(summary.workloads.at("load").count < 100);
}
