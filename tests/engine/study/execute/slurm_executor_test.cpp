// Studies on a cluster, with a real Slurm: the same results as on this machine, whatever becomes of the tasks.
#include "study/execute/slurm_executor.h"
#include "tests/engine/study/execute/slurm_cluster.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <set>

using namespace headroom;
using namespace headroom::study;
using Catch::Contains;
using study::test::slurmCannotStart;
using study::test::SlurmCluster;
using study::test::textOf;
using study::test::write;
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* firstQueue = HEADROOM_SOURCE_DIR "/projects/first-queue";

/// A script that the nodes start instead of the engine. It may test $batch, the runs of the task.
fs::path script(const SlurmCluster& cluster, const std::string& before)
{
    const fs::path path = cluster.folder / "engine";
    write(path, "#!/bin/sh\nbatch=$(sed -n \"$(($4 + 1))p\" \"batches/$3\")\n" + before + "\nexec '" + HEADROOM_ENGINE +
                    "' \"$@\"\n");
    fs::permissions(path, fs::perms::owner_all);
    return path;
}

SharedStudy sharedStudy(const SlurmCluster& cluster, const fs::path& program)
{
    SharedStudy shared;
    shared.projectText = textOf(std::string(firstQueue) + "/first-queue.headroom");
    shared.beside = firstQueue;
    shared.file = cluster.folder / "study.hrs";
    shared.engine = HEADROOM_VERSION;
    shared.program = program;
    shared.libraries = {HEADROOM_SOURCE_DIR "/libraries"};
    return shared;
}

/// Soon to notice what has become of a task.
SlurmPatience impatient()
{
    SlurmPatience patience;
    patience.betweenLooks = std::chrono::milliseconds(300);
    patience.betweenArrays = std::chrono::milliseconds(0);
    patience.resultsWithin = std::chrono::milliseconds(300);
    return patience;
}

child::Simulation customers(int count)
{
    child::Simulation simulation;
    simulation.settings = {"CUSTOMERS=" + std::to_string(count)};
    simulation.seed = "1";
    simulation.duration = "15 s";
    return simulation;
}

using Outcomes = std::map<std::uint64_t, RunOutcome>;

void step(Executor& executor, Outcomes& outcomes)
{
    executor.advance(std::chrono::milliseconds(50),
                     [&](std::uint64_t job, RunOutcome outcome) { outcomes[job] = std::move(outcome); });
}

Outcomes finished(Executor& executor)
{
    Outcomes outcomes;
    while (executor.pending() > 0)
        step(executor, outcomes);
    return outcomes;
}

/// Number of the user's tasks that are in a state that begins like this.
int tasksThat(const std::string& state)
{
    return std::stoi(
        SlurmCluster::said("squeue --noheader --array --states=all --format='%T %r' | grep -c '^" + state + "'; true"));
}

/// Shared folders in a folder.
int sharedFolders(const fs::path& folder)
{
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder))
        count += entry.path().filename().string().starts_with("headroom-");
    return count;
}

std::string engineCommand(const std::string& arguments)
{
    return std::string("exec env HEADROOM_LIBRARIES='") + HEADROOM_SOURCE_DIR + "/libraries' '" + HEADROOM_ENGINE +
           "' " + arguments;
}

/// A study for a shell.
std::string studyCommand(const SlurmCluster& cluster, const std::string& name, const std::string& arguments)
{
    return engineCommand("study --json --out '" + (cluster.folder / name).string() + "' " + arguments);
}

Json printed(const std::string& command)
{
    const child::Ending ending = child::Process(child::Command{"/bin/sh", {"-c", command}}).wait();
    INFO(ending.complaints);
    REQUIRE(ending.good());
    return Json::parse(ending.output);
}

Json tableOf(const SlurmCluster& cluster, const std::string& name, const std::string& arguments)
{
    Json table = printed(studyCommand(cluster, name, arguments));
    table.erase("file");
    for (Json& point : table["points"])
        point.erase("processor_s");
    return table;
}

} // namespace

TEST_CASE("a study on a cluster gives the table that it gives on this machine, and leaves nothing behind")
{
    if (slurmCannotStart())
        return;
    const SlurmCluster cluster;
    // More runs than tasks of an array; one point fails.
    auto tree = Json::parse(textOf(std::string(firstQueue) + "/first-queue.headroom"));
    tree["topology"]["groups"][1]["count"] = "4 - THREADS";
    const fs::path project = cluster.folder / "queue.headroom", shared = cluster.folder / "on all nodes";
    write(project, tree.dump());
    const std::string arguments = "'" + project.string() +
                                  "' --set 'THINK_TIME=300 ms' --vary THREADS=1..4/4 --vary CUSTOMERS=5,20 "
                                  "--duration '15 s' ";
    const Json here = tableOf(cluster, "here.hrs", arguments);
    const Json there = tableOf(cluster, "there.hrs", arguments + "--executor slurm --shared '" + shared.string() + "'");
    REQUIRE(here["points"].size() == 8);
    CHECK(here["points"][0]["state"] == "done");
    CHECK(here["points"][7]["state"] == "failed");
    CHECK(there == here);
    CHECK(tasksThat("") > SlurmCluster::mostTasksOfArray);
    CHECK(fs::is_empty(shared));
    CHECK(sharedFolders(cluster.folder) == 0);
}

TEST_CASE("a growth that is searched on a cluster is that of this machine")
{
    if (slurmCannotStart())
        return;
    const SlurmCluster cluster;
    const std::string grow =
        engineCommand(std::string("grow '") + HEADROOM_SOURCE_DIR +
                      "/projects/open-loop' --duration '12 s' --replications 1 --set THREADS=1 --json ");
    const Json there = printed(grow + "--executor slurm --shared '" + cluster.folder.string() + "'");
    CHECK(there["limit"]["load"].get<double>() > 0);
    CHECK(there == printed(grow));
    CHECK(tasksThat("") > 1); // it ran there
    CHECK(sharedFolders(cluster.folder) == 0);
}

TEST_CASE("a study that was killed goes on, and its tasks are cancelled first")
{
    if (slurmCannotStart())
        return;
    const SlurmCluster cluster;
    const std::string arguments = std::string("'") + firstQueue + "' --vary CUSTOMERS=5..40/8 --duration '15 s' ";
    const std::string onCluster = arguments + "--executor slurm";
    SlurmCluster::said("scontrol update PartitionName=all State=DOWN"); // tasks wait
    {
        child::Process study(child::Command{"/bin/sh", {"-c", studyCommand(cluster, "there.hrs", onCluster)}});
        while (tasksThat("PENDING") == 0)
            REQUIRE_FALSE(study.listen(std::chrono::milliseconds(20)));
        const child::Ending second =
            child::Process(child::Command{"/bin/sh", {"-c", studyCommand(cluster, "there.hrs", onCluster)}}).wait();
        CHECK(second.exitStatus == 1);
        CHECK_THAT(second.complaints, Contains("is being run by another process"));
    } // killed
    CHECK(sharedFolders(cluster.folder) == 1);
    // Its tasks shall not come to their end by themselves.
    SlurmCluster::said("scontrol hold $(squeue --noheader --format=%F); scontrol update PartitionName=all State=UP");
    const Json there = tableOf(cluster, "there.hrs", onCluster);
    CHECK(tasksThat("CANCELLED") > 0);
    CHECK(tasksThat("PENDING") == 0);
    CHECK(sharedFolders(cluster.folder) == 0);
    CHECK(there == tableOf(cluster, "here.hrs", arguments));
}

TEST_CASE("a run is submitted again if its task ends without a result")
{
    if (slurmCannotStart())
        return;
    const SlurmCluster cluster;
    const fs::path program = script(cluster, "if mkdir ../first 2>/dev/null; then kill -9 $$; fi");
    SlurmExecutor executor(Slurm(""), sharedStudy(cluster, program), cluster.folder, 0, impatient());
    for (int i = 0; i < 4; ++i)
        executor.add(static_cast<std::uint64_t>(i), customers(5 + i));
    const Outcomes outcomes = finished(executor);
    REQUIRE(outcomes.size() == 4);
    for (const auto& [job, outcome] : outcomes)
        CHECK(outcome.summary.has_value());
    CHECK(tasksThat("FAILED") == 1);
}

TEST_CASE("a run that always brings its task down fails with the task's last word, and takes no other with it")
{
    if (slurmCannotStart())
        return;
    const SlurmCluster cluster;
    const fs::path program =
        script(cluster, "case \"$batch\" in *CUSTOMERS=7*) echo 'there is no memory left' >&2; exit 1;; esac");
    SlurmExecutor executor(Slurm("all"), sharedStudy(cluster, program), cluster.folder, 1, impatient());
    executor.add(0, customers(1));
    CHECK(finished(executor).size() == 1); // now it is known that runs are short, so that all others share a task
    for (int i = 5; i < 10; ++i)
        executor.add(static_cast<std::uint64_t>(i), customers(i));
    const Outcomes outcomes = finished(executor);
    REQUIRE(outcomes.size() == 5);
    CHECK_THAT(outcomes.at(7).problem, Contains("4 times") && Contains("there is no memory left"));
    for (const std::uint64_t job : {5, 6, 8, 9})
        CHECK(outcomes.at(job).summary.has_value());
    CHECK(tasksThat("FAILED") == 4);
}

TEST_CASE("an array of which no task can begin is reported soon, with the reason")
{
    if (slurmCannotStart())
        return;
    const SlurmCluster cluster;
    SlurmExecutor executor(Slurm(""), sharedStudy(cluster, "/none/headroom-engine"), cluster.folder, 0, impatient());
    executor.add(0, customers(5));
    CHECK_THROWS_WITH(finished(executor), Contains("no task could begin") && Contains("/none/headroom-engine"));
    CHECK_THROWS_WITH(Slurm("fast"), Contains("no partition \"fast\"") && Contains("all"));
}

TEST_CASE("while a study is paused tasks that wait do not begin, and when it is stopped all end")
{
    if (slurmCannotStart())
        return;
    const SlurmCluster cluster;
    const fs::path program = script(cluster, "until [ -e ../go ]; do sleep 0.05; done");
    SlurmExecutor executor(Slurm(""), sharedStudy(cluster, program), cluster.folder, 0, impatient());
    CHECK(executor.atOnce() == SlurmCluster::processors);
    for (int i = 0; i < 4; ++i)
        executor.add(static_cast<std::uint64_t>(i), customers(5 + i));
    Outcomes outcomes;
    while (tasksThat("RUNNING") < 2)
        step(executor, outcomes);
    executor.pause(true);
    CHECK(tasksThat("PENDING JobHeld") == 2);
    write(cluster.folder / "go", "");
    while (outcomes.size() < 2 || tasksThat("COMPLETED") < 2)
        step(executor, outcomes);
    CHECK(tasksThat("PENDING JobHeld") == 2);
    fs::remove(cluster.folder / "go");
    executor.pause(false);
    while (tasksThat("RUNNING") < 2)
        step(executor, outcomes);
    executor.cancel();
    CHECK(tasksThat("RUNNING") == 0);
    CHECK(tasksThat("CANCELLED") == 2);
    CHECK(executor.pending() == 0);
    CHECK(sharedFolders(cluster.folder) == 0);
}
