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

TEST_CASE("a run until the jobs are done needs jobs, and a warm-up in it is reported")
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

namespace {

/// A job of eight tasks of 1 s in the slots of four nodes, the last of which has a tenth of its speed. The others end
/// six of the tasks by 2 s, and the seventh by 3 s.
TinyProject oneSlowNode(const Json& fields)
{
    TinyProject tiny;
    tiny.group("clients", 4);
    tiny.operation("client", "ask",
                   R"({"id": "work", "type": "compute", "work": "1 s"}, {"id": "done", "type": "reply"})",
                   "start > work > done");
    tiny.tree["workloads"] = Json::array({{{"id", "load"},
                                           {"role", "client"},
                                           {"type", "jobs"},
                                           {"jobs", 1},
                                           {"tasks", 8},
                                           {"slots", 4},
                                           {"operations", {{{"operation", "ask"}}}}}});
    tiny.tree["workloads"][0].update(fields);
    tiny.tree["disturbances"] = {
        {{"id", "slow"}, {"target", "clients"}, {"number", 4}, {"at", 0}, {"action", "slow"}, {"factor", 0.1}}};
    tiny.tree["run"] = {{"duration", "100 s"}, {"warm_up", "0 s"}, {"until", "jobs are done"}};
    return tiny;
}

double completion(const Json& fields)
{
    return simulate(oneSlowNode(fields).tree).jobs.at("load").completionMeanS;
}

} // namespace

TEST_CASE("a job waits for its slowest task, unless an idle slot runs a copy of it")
{
    CHECK(completion(Json::object()) == Approx(10).epsilon(0.001));
    CHECK(completion({{"copies_after", 1.5}}) == Approx(3).epsilon(0.001));
}

TEST_CASE("a copy begins when the task has run for so many times the mean, and enough tasks have ended")
{
    CHECK(completion({{"copies_after", 4}}) == Approx(5).epsilon(0.001));    // copied at 4 s
    CHECK(completion({{"copies_after", 9.5}}) == Approx(10).epsilon(0.001)); // the task ends before its copy
    CHECK(completion({{"copies_after", 1.5}, {"copies_from", 0.8}}) == Approx(4).epsilon(0.001)); // seven at 3 s
    CHECK(completion({{"copies_after", 1.5}, {"copies_from", 1}}) == Approx(10).epsilon(0.001));
}

TEST_CASE("the copy that is given up counts neither as done nor as failed, and its processor is free again")
{
    TinyProject tiny = oneSlowNode({{"copies_after", 1.5}, {"jobs", 3}});
    const auto summary = simulate(tiny.tree);
    CHECK(summary.jobs.at("load").count == 3);
    CHECK(summary.jobs.at("load").completionMeanS == Approx(3).epsilon(0.001));
    CHECK(summary.operations.at("ask").count == 3 * 8);
    CHECK(summary.operations.at("ask").errors == 0);
    CHECK(summary.requests.front().inFlight == 0);
}

TEST_CASE("jobs end whichever copies fail")
{
    // Tasks fail half of the time; whatever is copied and given up, each job ends.
    TinyProject tiny = failing(1);
    Json& load = tiny.tree["workloads"].front();
    load["copies_after"] = 0.5;
    load["copies_from"] = 0;
    const auto summary = simulate(tiny.tree);
    CHECK(summary.jobs.at("load").count + summary.jobs.at("load").failed == 2000);
    CHECK(summary.requests.front().inFlight == 0);
}

TEST_CASE("tasks that take no time follow one another in their slots until the job is done")
{
    const double copies = oneOf({0.0, 1.5});
    TinyProject tiny = twoJobs(0);
    tiny.operation("client", "nothing", R"({"id": "done", "type": "reply"})", "start > done");
    tiny.tree["workloads"][0]["operations"] = {{{"operation", "nothing"}}};
    tiny.tree["workloads"][0]["copies_after"] = copies;
    const auto summary = simulate(tiny.tree);
    CHECK(summary.jobs.at("load").count == 2);
    CHECK(summary.operations.at("nothing").count == 8);
}

TEST_CASE("a task counts once if both of its copies end at the same instant")
{
    // The slow task ends at 10 s; its copy, made at 9 times the mean of 1 s, ends at 10 s, too.
    const auto summary = simulate(oneSlowNode({{"copies_after", 9}}).tree);
    CHECK(summary.jobs.at("load").count == 1);
    CHECK(summary.jobs.at("load").completionMeanS == Approx(10).epsilon(0.001));
    CHECK(summary.requests.front().inFlight == 0);
}

TEST_CASE("a copy that still waits to be accepted is given up without a trace")
{
    // The nodes accept one task at a time, and a job of other tasks keeps them busy when the copies are made.
    TinyProject tiny = oneSlowNode({{"copies_after", 1.5}});
    tiny.definition("client")["workers"] = {{"kind", "threads"}, {"count", 1}, {"backlog", 100}};
    Json other = tiny.tree["workloads"][0];
    other.update({{"id", "other"}, {"tasks", 6}, {"start", "1.5 s"}, {"slots", 3}, {"copies_after", 0}});
    tiny.tree["workloads"].push_back(other);
    const auto summary = simulate(tiny.tree);
    CHECK(summary.jobs.at("load").count == 1);
    CHECK(summary.jobs.at("other").count == 1);
    for (const auto& requests : summary.requests)
        CHECK(requests.inFlight == 0);
}
