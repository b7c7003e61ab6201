// Workloads of every type, on the smallest cluster: when they ask, for what, and what is said of them.
#include "../../effort.h"
#include "tests/one_of.h"
#include "workload_fixture.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <tuple>
#include <unistd.h>

using namespace headroom;
using namespace headroom::test;

namespace {

namespace fs = std::filesystem;

record::Summary simulate(const TinyProject& tiny, const fs::path& folder = {})
{
    return test::simulate(tiny.tree, {.seed = {}, .folder = folder});
}

/// A folder with one trace, removed at the end.
struct TraceFolder
{
    fs::path path = fs::temp_directory_path() / ("headroom-trace-test-" + std::to_string(::getpid()));
    explicit TraceFolder(const std::string& text)
    {
        fs::create_directories(path);
        std::ofstream(path / "trace.csv", std::ios::binary) << text;
    }
    ~TraceFolder() { fs::remove_all(path); }
    TraceFolder(const TraceFolder&) = delete;
    TraceFolder& operator=(const TraceFolder&) = delete;
};

Json trace(Json more = Json::object())
{
    Json workload = {{"type", "trace"}, {"trace", "trace.csv"}};
    workload.update(more);
    return workload;
}

} // namespace

TEST_CASE("a closed loop's stages raise and lower the number of workers")
{
    Watched watched(waitingProject({{"type", "closed loop"},
                                    {"start", "1 s"},
                                    {"stages",
                                     {{{"duration", "4 s"}, {"workers", 4}, {"ramp", "4 s"}},
                                      {{"duration", "2 s"}, {"workers", 8}},
                                      {{"duration", "2 s"}, {"workers", 2}}}},
                                    {"ramp_down", "2 s"},
                                    {"operations", asking({{"wait", "0.01"}})}}));
    std::map<double, std::uint32_t> present;
    auto& calendar = watched.cluster.calendar;
    watched.workload->start(calendar, *watched.cluster.machine, 1);
    for (double at : {0.9, 1.5, 2.5, 3.5, 4.5, 5.5, 7.5, 9.5, 10.5, 11.5}) {
        calendar.runUntil(kernel::fromSeconds(at + 0.005));
        present[at] = watched.workload->inFlight();
    }
    CHECK(present ==
          std::map<double, std::uint32_t>{
              {0.9, 0}, {1.5, 1}, {2.5, 2}, {3.5, 3}, {4.5, 4}, {5.5, 8}, {7.5, 2}, {9.5, 2}, {10.5, 1}, {11.5, 0}});
    CHECK(calendar.pending() == 0); // after the last stage nothing is asked for
}

TEST_CASE("a workload of a node group starts operations on its nodes only")
{
    const std::string only = oneOf<std::string>({"", "clients", "others"});
    TinyProject tiny;
    tiny.group("clients", 2);
    tiny.operation("client", "ask", R"({"id": "work", "type": "compute", "work": "10 ms"}, )" + answerBlock,
                   "start > work > r");
    tiny.group("others", 2)["roles"] = Json::array({"client"});
    tiny.tree["workloads"] = Json::array({{{"id", "load"},
                                           {"role", "client"},
                                           {"group", only},
                                           {"workers", 4},
                                           {"operations", asking(Json::object())}}});
    tiny.tree["run"]["duration"] = "10 s";
    const record::Summary summary = simulate(tiny);
    std::set<std::string> busy;
    for (const auto& row : summary.resources)
        if (row.resource == "processor" && row.utilisationMean > 0)
            busy.insert(row.nodeGroup);
    CHECK(busy == (only.empty() ? std::set<std::string>{"clients", "others"} : std::set{only}));
}

TEST_CASE("a closed loop without stages ramps down before the run ends")
{
    Watched watched(waitingProject({{"workers", 10}, {"ramp_down", "5 s"}, {"operations", asking({{"wait", "0.01"}})}}),
                    {}, 10);
    auto& calendar = watched.cluster.calendar;
    watched.workload->start(calendar, *watched.cluster.machine, 1);
    calendar.runUntil(kernel::fromSeconds(4.9));
    CHECK(watched.workload->inFlight() == 10);
    calendar.runUntil(kernel::fromSeconds(7.52));
    CHECK(watched.workload->inFlight() == 5);
    calendar.runUntil(kernel::fromSeconds(11));
    CHECK(watched.workload->inFlight() == 0);
}

TEST_CASE("an open loop does not wait for answers, and refuses what is beyond its limit")
{
    auto tiny = waitingProject({{"type", "open loop"},
                                {"arrivals", "constant"},
                                {"rate", "10 /s"},
                                {"limit", 5},
                                {"operations", asking({{"wait", "2000 ms"}})}});
    tiny.tree["run"]["duration"] = "10.05 s";
    const auto summary = simulate(tiny);
    // Arrivals at 0.1, 0.2 ... 10.0: five are taken from 0.1 on, five from 2.1 on (the end of one comes before the
    // arrival of that instant) and so on.
    const auto& load = summary.workloads.at("load");
    CHECK(load.inFlightMax == 5);
    CHECK(load.refused == 75);
    CHECK(load.count == 20);
    CHECK(load.type == "open loop");
}

namespace {

/// One thread, which serves for a second, and two places to wait.
record::Summary shortOfRoom(Json workload)
{
    workload["operations"] = asking({{"wait", "1"}});
    auto tiny = waitingProject(std::move(workload));
    tiny.group("clients", 1);
    tiny.role("client", "clients", {{"kind", "threads"}, {"backlog", 2}});
    tiny.tree["run"]["duration"] = "10.05 s";
    return simulate(tiny);
}

} // namespace

TEST_CASE("the backlog of a role refuses what arrives when it is full, also from a workload")
{
    const auto load =
        shortOfRoom({{"type", "open loop"}, {"arrivals", "constant"}, {"rate", "10 /s"}}).workloads.at("load");
    // At 0.1, 0.2 and 0.3 s, then one each time that the thread is through with another: at 1.1, 2.1 ... 9.1 s.
    CHECK(load.refused == 100 - 12);
    CHECK(load.inFlightMax == 3);
    CHECK(load.count == 9);
}

TEST_CASE("workers of a closed loop whom the backlog turns away ask again in turn when there is room")
{
    const auto load = shortOfRoom({{"type", "closed loop"}, {"workers", 5}}).workloads.at("load");
    CHECK(load.count == 10);
    CHECK(load.errors == 0);
    CHECK(load.inFlightMax == 3);
    CHECK(load.refused == 2 + 10); // two at first; then whoever asks again finds others before him
}

TEST_CASE("a worker whose stage is over leaves the place that has become free to another")
{
    // From 0.5 s on only worker 0 is to go on, which finds four before it at 1 s.
    const auto load =
        shortOfRoom({{"type", "closed loop"},
                     {"stages", {{{"duration", "0.5 s"}, {"workers", 7}}, {{"duration", "20 s"}, {"workers", 1}}}}})
            .workloads.at("load");
    CHECK(load.count == 10); // three that had been taken, then its own
    CHECK(load.errors == 0);
}

TEST_CASE("no task of a job is lost to a full backlog")
{
    const auto summary = shortOfRoom({{"type", "jobs"}, {"tasks", 8}});
    CHECK(summary.jobs.at("load").completionMaxS == Approx(8));
    CHECK(summary.operations.at("ask").count == 8);
    CHECK(summary.operations.at("ask").errors == 0);
}

TEST_CASE("clients that were refused when the node died ask again when it is back")
{
    auto tiny = waitingProject({{"type", "closed loop"}, {"workers", 5}, {"operations", asking({{"wait", "1"}})}});
    tiny.group("clients", 1);
    tiny.role("client", "clients", {{"kind", "threads"}, {"backlog", 0}});
    tiny.tree["run"]["duration"] = "10.05 s";
    tiny.tree["disturbances"] = Json::parse(
        R"([{"id": "dies", "what": "node", "target": "clients", "number": 1, "at": "2.5 s", "until": "5 s"}])");
    const auto load = simulate(tiny).workloads.at("load");
    CHECK(load.count == 2 + 5);
    CHECK(load.errors == 1);
}

TEST_CASE("a workload's arrivals begin at its start")
{
    Watched watched(waitingProject({{"type", "open loop"},
                                    {"arrivals", "constant"},
                                    {"start", "2 s"},
                                    {"rates", Json::parse(R"([["0 s", 1], ["2 s", 4], ["3 s", 0]])")}}));
    watched.run(100);
    std::vector<double> seconds;
    for (const auto start : watched.starts)
        seconds.push_back(kernel::toSeconds(start));
    CHECK(seconds == std::vector<double>{3, 4, 4.25, 4.5, 4.75, 5});
}

TEST_CASE("a trace is replayed to the picosecond, faster if wanted, and loops")
{
    const TraceFolder folder("client,time,operation,note\r\n"
                             "a,0.000000000001,ask,x\n"
                             "b,0.5,\"ask\",\n"
                             "\n"
                             "a,1.250000000007,ask\n");
    SECTION("as written")
    {
        Watched watched(waitingProject(trace()), folder.path);
        watched.run(10);
        CHECK(watched.starts == std::vector<kernel::Time>{1, 500000000000, 1250000000007});
    }
    SECTION("from the first line's time on, twice as fast, after a while")
    {
        Watched watched(waitingProject(trace({{"time_zero", "first line"}, {"speed", 2}, {"start", "3 s"}})),
                        folder.path);
        watched.run(10);
        CHECK(watched.starts ==
              std::vector<kernel::Time>{3000000000000, 3250000000000, 3625000000003}); // halves round up and down
    }
    SECTION("with its arrivals scaled")
    {
        run::Options options;
        options.folder = folder.path;
        auto tiny = waitingProject(trace());
        tiny.tree["run"]["duration"] = "0.7 s";
        CHECK(simulate(tiny, folder.path).workloads.at("load").count < 3);
        options.scale = {{"arrivals", 2}};
        CHECK(simulate(tiny.tree, options).requests[0].started == 3);
    }
    SECTION("in a loop: the next round begins a mean gap after the last record")
    {
        Watched watched(waitingProject(trace({{"at_end", "loop"}})), folder.path);
        watched.run(4);
        const kernel::Time round = 1250000000006 + 625000000003;
        CHECK(watched.starts == std::vector<kernel::Time>{1, 500000000000, 1250000000007, round + 1,
                                                          round + 500000000000, round + 1250000000007, 2 * round + 1});
    }
}

TEST_CASE("a trace's sizes, keys and clients reach the operation")
{
    const TraceFolder folder("time,operation,size,client,key\n0,ask,2000,7,5\n1,ask,500,x,9\n");
    auto tiny = waitingProject(trace(
        {{"operations", asking({{"wait", "key + (worker == 7 ? 0.5 : 0)"}}, {{"payload", "size"}, {"weight", 0}})}}));
    tiny.tree["run"]["duration"] = "20 s";
    const auto summary = simulate(tiny, folder.path);
    const auto& ask = summary.operations.at("ask");
    CHECK(ask.count == 2);
    CHECK(ask.latency.maxMs == Approx(9000));
    CHECK(ask.latency.meanMs == Approx((5500 + 9000) / 2.0));
    CHECK(ask.bytesPerSecond == Approx(2500 / 20.0));
}

TEST_CASE("how often a client has asked is counted client by client in a trace too")
{
    const TraceFolder folder("time,operation,client\n0,ask,a\n1,ask,b\n2,ask,a\n3,ask,b\n4,ask,a\n");
    auto tiny = waitingProject(trace({{"operations", asking({{"wait", "asked"}})}}));
    tiny.tree["run"]["duration"] = "20 s";
    const auto latency = simulate(tiny, folder.path).operations.at("ask").latency;
    CHECK(latency.maxMs == Approx(2000));
    CHECK(latency.meanMs == Approx((0 + 0 + 1000 + 1000 + 2000) / 5.0));
}

TEST_CASE("a column of a trace that means nothing is reported")
{
    const TraceFolder folder("time,operation,sise\n0,ask,5\n");
    const Watched watched(waitingProject(trace()), folder.path);
    const auto* finding = watched.finding("trace.column-unused");
    REQUIRE(finding);
    CHECK(finding->severity == project::Severity::warning);
    CHECK(finding->problem.find("sise") != std::string::npos);
}

TEST_CASE("faults of a trace name line and column")
{
    const auto [text, key, words] = oneOf<std::tuple<const char*, const char*, const char*>>(
        {{"time,operation\n0,ask\n1,sak\n", "trace.line", "line 3, column 3: The workload has no operation \"sak\""},
         {"time,operation\n0,ask\nsoon,ask\n", "trace.line", "line 3, column 1: \"soon\" is not a time"},
         {"time,operation\n2,ask\n1,ask\n", "trace.line", "line 3, column 1: The time is earlier"},
         {"time,operation,size\n0,ask, -4\n", "trace.line", "line 2, column 8: \"-4\" is not a number of bytes"},
         {"time,operation\n-1,ask\n", "trace.line", "line 2, column 1: \"-1\" is not a time"},
         {"time,operation\n1e400,ask\n", "trace.line", "line 2, column 1"},
         {"time,size\n0,1\n", "trace.unusable", "line 1: There is no column named operation"},
         {"time,operation,time\n", "trace.unusable", "is used twice"},
         {"time,operation\n", "trace.empty", "no request"},
         {"time,operation\n1700000000,ask\n", "trace.too-long", "53 days"},
         {"", "trace.unusable", "is empty"}});
    const TraceFolder folder(text);
    const Watched watched(waitingProject(trace()), folder.path);
    INFO(text << told(watched.findings));
    REQUIRE(watched.finding(key));
    CHECK(watched.finding(key)->problem.find(words) != std::string::npos);
    CHECK(watched.finding(key)->pointer == "/workloads/0/trace");
}

TEST_CASE("a trace of garbage ends in findings, not in memory")
{
    std::string text = "time,operation\n" + std::string(3000000, 'x') + "\n";
    for (int line = 0; line < 1000; ++line)
        text += std::string(1, '\0') + "\xff,,\"\n";
    const TraceFolder folder(text);
    const Watched watched(waitingProject(trace()), folder.path);
    CHECK(watched.finding("trace.line"));
    CHECK(watched.findings.size() < 30);
}

TEST_CASE("a trace lies in the project's folder or nowhere")
{
    const TraceFolder folder("time,operation\n0,ask\n");
    fs::create_directories(folder.path / "inner");
    fs::create_symlink(folder.path / "trace.csv", folder.path / "inner" / "link.csv");
    fs::create_symlink("../trace.csv", folder.path / "inner" / "up.csv");
    const std::string name =
        oneOf<std::string>({"/etc/passwd", "../trace.csv", "link.csv", "up.csv", "absent.csv", ".", "/dev/zero"});
    const Watched watched(waitingProject(trace({{"trace", name}})), folder.path / "inner");
    INFO(name);
    CHECK(watched.finding("trace.unusable"));
    CHECK(Watched(waitingProject(trace()), {}).finding("trace.unusable"));
    CHECK(Watched(waitingProject({{"type", "trace"}}), folder.path).finding("trace.missing"));
    CHECK(Watched(waitingProject(trace({{"at_end", "loop"}})), folder.path).finding("trace.no-time"));
}

TEST_CASE("a job is complete when its last task has ended, in waves where slots are few")
{
    // Tasks take 1, 2, 3, 4, 5 s. Two slots: 0 takes 1, 3 and 5 s (tasks 0, 2, 4), 1 takes 2 and 4 s (tasks 1, 3):
    // complete after 9 s. Then a second of thinking, and again.
    auto tiny = waitingProject(
        {{"type", "jobs"},
         {"jobs", 2},
         {"tasks", 5},
         {"slots", 2},
         {"start", "1 s"},
         {"think_time", "1 s"},
         {"operations", asking({{"wait", "task + 1 + 10 * job * (task == tasks - 1) + 0 * rank * ranks"}})}});
    tiny.tree["run"]["duration"] = "60 s";
    const auto summary = simulate(tiny);
    const auto& jobs = summary.jobs.at("load");
    CHECK(jobs.count == 2);
    CHECK(jobs.unfinished == 0);
    CHECK(jobs.completionMaxS == Approx(19)); // the second job's last task takes 10 s longer
    CHECK(jobs.completionMeanS == Approx(14));
    CHECK(summary.workloads.at("load").inFlightMax == 2);
    CHECK(summary.operations.at("ask").count == 10);
}

TEST_CASE("jobs at intervals overlap, and what has not ended is said")
{
    auto tiny = waitingProject({{"type", "jobs"},
                                {"jobs", 3},
                                {"tasks", 2},
                                {"follow", "at intervals"},
                                {"period", "4 s"},
                                {"operations", asking({{"wait", "6"}})}});
    tiny.tree["run"]["duration"] = "11 s";
    const auto summary = simulate(tiny);
    CHECK(summary.jobs.at("load").count == 2);
    CHECK(summary.jobs.at("load").unfinished == 1);
    CHECK(summary.jobs.at("load").completionMeanS == Approx(6));
    CHECK(summary.workloads.at("load").inFlightMax == 4);
}

TEST_CASE("the tasks of a job meet at a barrier of their own, whoever else is at work")
{
    TinyProject tiny;
    tiny.group("clients", 3);
    tiny.operation("client", "ask",
                   R"({"id": "wait", "type": "delay", "time": "wait"},
                      {"id": "meet", "type": "barrier", "state": "meet", "ranks": 2},
                      {"id": "done", "type": "reply"})",
                   "start > wait > meet > done", {"wait"});
    tiny.definition("client")["state"].push_back({{"id", "meet"}, {"type", "barrier"}, {"owner", "job"}});
    Json jobs = {
        {"id", "load"}, {"role", "client"}, {"type", "jobs"},           {"jobs", 3},
        {"tasks", 2},   {"period", "1 s"},  {"follow", "at intervals"}, {"operations", asking({{"wait", "3 * task"}})}};
    tiny.tree["workloads"] = Json::array({jobs});
    tiny.tree["run"]["duration"] = "20 s";
    const auto summary = simulate(tiny);
    // Each second one begins, and its second task comes three seconds later; its first waits for that.
    CHECK(summary.jobs.at("load").count == 3);
    CHECK(summary.jobs.at("load").completionMeanS == Approx(3));
    CHECK(summary.jobs.at("load").completionMaxS == Approx(3));
}

TEST_CASE("a timer fires on each node, or on one after another")
{
    const bool each = oneOf({true, false});
    Watched watched(waitingProject({{"type", "timer"},
                                    {"period", "2 s"},
                                    {"start", "0.5 s"},
                                    {"timer_on", each ? "each node" : "one node in turn"},
                                    {"operations", asking({{"wait", "0.5"}})}}));
    watched.run(7);
    CHECK(watched.starts.size() == (each ? 12u : 4u)); // at 0.5, 2.5, 4.5 and 6.5 s
    CHECK(watched.starts.front() == kernel::fromSeconds(0.5));
    CHECK(watched.starts.back() == kernel::fromSeconds(6.5));
    CHECK(watched.workload->background());
    std::uint64_t nodes = 0;
    for (const auto& role : watched.cluster.machine->roles())
        nodes += watched.cluster.software.roles[role.role].id == "client";
    CHECK(nodes == 3);
}

TEST_CASE("a timer's jitter stays within its bounds and does not add up")
{
    Watched watched(waitingProject({{"type", "timer"},
                                    {"period", "1 s"},
                                    {"jitter", "200 ms"},
                                    {"timer_on", "one node in turn"},
                                    {"operations", asking({{"wait", "0.1"}})}}));
    watched.run(999.7);
    REQUIRE(watched.starts.size() == 1000);
    double squares = 0;
    for (std::size_t k = 1; k < watched.starts.size(); ++k) {
        const double sway = kernel::toSeconds(watched.starts[k]) - static_cast<double>(k);
        REQUIRE(std::abs(sway) <= 0.2);
        squares += sway * sway;
    }
    CHECK(squares / 999 == Approx(0.04 / 3).epsilon(0.15)); // uniform over ±0.2
}

TEST_CASE("a timer whose last round has not ended leaves the next out")
{
    auto tiny = waitingProject({{"type", "timer"}, {"period", "1 s"}, {"operations", asking({{"wait", "2.5"}})}});
    tiny.tree["run"]["duration"] = "8.4 s"; // each of three nodes: fires at 0, 3 and 6, not at 1, 2, 4, 5, 7, 8
    const auto summary = simulate(tiny);
    CHECK(summary.workloads.at("load").refused == 18);
    CHECK(summary.workloads.at("load").background);
    CHECK(summary.operations.at("load: ask").count == 6);
}

TEST_CASE("workloads with an operation of the same name have rows of their own")
{
    auto tiny = waitingProject({{"id", "one"}, {"think_time", "1 s"}, {"operations", asking({{"wait", "1"}})}});
    Json other = tiny.tree["workloads"][0];
    other["id"] = "two";
    other["workers"] = 3;
    tiny.tree["workloads"].push_back(other);
    Json twice = other; // the same operation twice in one workload is one row
    tiny.tree["workloads"][1]["operations"].push_back(twice["operations"][0]);
    tiny.tree["run"]["duration"] = "9.5 s";
    const auto summary = simulate(tiny);
    CHECK(summary.operations.size() == 2);
    CHECK(summary.operations.at("one: ask").count == 5);
    CHECK(summary.operations.at("two: ask").count == 15);
    CHECK(summary.workloads.at("two").count == 15);
    CHECK(summary.workloads.at("two").inFlightMean == Approx((5 * 1.0 - 0.0) * 3 / 9.5));
}

TEST_CASE("a change elsewhere leaves the demands alone")
{
    const Json drawn = {{"size_distribution", "log-normal"}, {"size", "1 MB"}, {"key_distribution", "Zipf"}};
    const auto demandsOf = [&](const Json& more, std::size_t index) {
        auto tiny = waitingProject({{"operations", asking({{"size", "size"}, {"key", "key"}, {"wait", "1"}})}});
        tiny.tree["workloads"][0].update(drawn);
        if (more.contains("before")) {
            Json other = tiny.tree["workloads"][0];
            other["id"] = "other";
            tiny.tree["workloads"].insert(tiny.tree["workloads"].begin(), other);
        }
        tiny.tree["workloads"][index].update(more);
        TinyCluster cluster(tiny);
        project::Findings findings;
        project::Resolver resolver(cluster.project, cluster.components, findings);
        const run::Elaboration parts{cluster.project, resolver, cluster.software, *cluster.placement, 1, {}};
        run::Demand demand(run::WorkloadFields(parts, index), true);
        demand.setSeed(1);
        std::vector<std::vector<double>> all;
        for (std::uint64_t client = 0; client < 20; ++client)
            for (std::uint64_t asked = 0; asked < 20; ++asked) {
                run::Turn turn;
                turn.client = client;
                turn.asked = asked;
                all.emplace_back();
                demand.draw(
                    turn, demand.nameOf(turn), [](std::uint32_t) { return std::size_t{3}; }, all.back());
            }
        return all;
    };
    const auto demands = demandsOf(Json::object(), 0);
    CHECK(demands == demandsOf({{"workers", 7}, {"think_time", "1 s"}}, 0));
    CHECK(demands == demandsOf({{"type", "open loop"}, {"rate", 5}}, 0));
    CHECK(demands == demandsOf({{"before", true}}, 1));
    CHECK(demands[0] != demands[1]);
    const auto keys = demandsOf({{"key_distribution", "in turn"}, {"keys", 1000}}, 0);
    for (std::size_t n = 0; n < keys.size(); ++n) {
        CHECK(keys[n][1] == demands[n][1]); // other keys, the same sizes
        if (n % 20 > 0)
            CHECK(keys[n][2] == std::fmod(keys[n - 1][2] + 1, 1000));
    }
}

TEST_CASE("an open M/M/1 meets its theory", "[theory]")
{
    const double load = oneOf({0.3, 0.7, 0.9});
    const double service = 0.01;
    TinyProject tiny;
    tiny.tree["workloads"] = {{{"id", "load"},
                               {"role", "client"},
                               {"type", "open loop"},
                               {"rate", load / service},
                               {"operations", {{{"operation", "ask"}}}}}};
    // One lock with an exponential hold: a queue with one server, first come first served, without turbo or network.
    tiny.definition("client")["state"] = {{{"id", "server"}, {"type", "slots"}, {"capacity", 1}, {"owner", "cluster"}}};
    tiny.operation("client", "ask",
                   R"({"id": "take", "type": "acquire", "state": "server"},
                      {"id": "serve", "type": "delay", "time": "10 ms", "distribution": "exponential"},
                      {"id": "give", "type": "release", "state": "server"}, {"id": "done", "type": "reply"})",
                   "start > take > serve > give > done");
    const double duration = effort(load < 0.5 ? 2000.0 : load < 0.8 ? 12000.0 : 60000.0);
    tiny.tree["run"] = {
        {"duration", duration}, {"warm_up", duration / 50}, {"sampling_interval", duration / 500}, {"seed", 3}};
    const auto summary = simulate(tiny);
    const auto& ask = summary.operations.at("ask");
    const double theory = service / (1 - load) * 1e3;
    const double standardError = ask.latencyCi95Relative / 2.093 * ask.latency.meanMs;
    INFO(load << ": " << ask.latency.meanMs << " ms, theory " << theory << " ms, SE " << standardError);
    CHECK(standardError <= surenessWanted * theory);
    CHECK(std::abs(ask.latency.meanMs - theory) <= 3 * standardError);
    CHECK(ask.perSecond == Approx(load / service).epsilon(surenessWanted));
}

TEST_CASE("an operation that sets but a bound of the sizes has the workload's otherwise")
{
    auto tiny = waitingProject(
        {{"type", "closed loop"}, {"size_distribution", "log-normal"}, {"size", 1000000}, {"size_sigma", 0.5}});
    tiny.tree["workloads"][0]["operations"] =
        asking({{"wait", "0.1"}}, {{"payload", "size"}, {"size_min", 2000000}, {"size_max", 2000000}});
    tiny.tree["run"]["duration"] = "10.05 s";
    const auto summary = simulate(tiny);
    const auto& ask = summary.operations.at("ask");
    CHECK(ask.bytesPerSecond == Approx(2000000 * ask.perSecond));
}

TEST_CASE("requests that a source makes by itself were started or refused, over the measured window")
{
    TinyProject tiny = waitingProject({{"type", "open loop"}, {"rate", 1000}, {"limit", 10}});
    tiny.tree["workloads"][0]["operations"][0]["arguments"] = {{"wait", "0.1"}, {"size", "0"}, {"key", "0"}};
    tiny.tree["run"]["warm_up"] = "0.25 s";
    const auto summary = simulate(tiny);
    const auto law = std::ranges::find(summary.laws, "conservation, arrivals of load", &record::LawCheck::name);
    REQUIRE(law != summary.laws.end());
    CHECK(law->left == law->right);
    CHECK(std::stoull(law->left) == Approx(750).epsilon(0.2));
    CHECK(summary.workloads.at("load").refused > 0);
}
