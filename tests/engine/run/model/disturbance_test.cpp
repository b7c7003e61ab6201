// Projects whose hardware fails and returns while they run.
#include "../../effort.h"
#include "../run_fixture.h"

#include "record/stream/stream.h"
#include "tests/one_of.h"

#include <algorithm>
#include <cmath>

using namespace headroom;
using namespace headroom::test;

namespace {

/// Keeps the curves and what was said.
struct Watcher : Listener
{
    record::Header header;
    std::vector<record::Sample> samples;
    std::vector<std::string> said;
    void started(const record::Header& h) override { header = h; }
    void sampled(const record::Sample& sample) override { samples.push_back(sample); }
    void noted(const record::LogLine& line) override
    {
        if (line.text.find(" s: ") != std::string::npos) // failures of requests are reported at the end, too
            said.push_back(line.text);
    }

    /// Mean of a curve over a stretch of time.
    double mean(const std::vector<std::string>& path, double from, double to) const
    {
        double sum = 0, count = 0;
        for (const auto& series : header.series)
            if (series.path == path)
                for (const auto& sample : samples)
                    if (sample.time > from + 1e-9 && sample.time <= to + 1e-9 &&
                        !std::isnan(sample.values[series.id])) {
                        sum += sample.values[series.id];
                        ++count;
                    }
        REQUIRE(count > 0);
        return sum / count;
    }
};

/// Servers that each answer in 10 ms; a closed loop of 20.
TinyProject servers(int count, const std::string& work = "10 ms")
{
    TinyProject tiny;
    tiny.group("servers", count);
    tiny.operation("server", "serve",
                   R"({"id": "work", "type": "compute", "work": ")" + work + R"("}, {"id": "answer", "type": "reply"})",
                   "start > work > answer");
    tiny.tree["workloads"][0]["workers"] = 20;
    tiny.tree["run"]["duration"] = "15 s";
    return tiny;
}

Json failure(Json fields)
{
    Json disturbance = {{"id", "one"}};
    disturbance.update(fields);
    return Json::array({disturbance});
}

/// One server that answers with what it reads from the second of its devices.
TinyProject reading()
{
    TinyProject tiny = servers(1, "1 ms");
    tiny.devices("servers", 2);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.definition("server")["operations"] = Json::array();
    tiny.operation(
        "server", "serve",
        R"({"id": "read", "type": "read", "volume": "data", "bytes": 4096, "key": 1, "device": 1, "through": "direct"},
                      {"id": "answer", "type": "reply"})",
        "start > read > answer");
    tiny.asks(R"(, "connect_timeout": "100 ms", "deadline": "100 ms")");
    return tiny;
}

/// Several disturbances of one part, in the order of the list.
Json all(const Json& part, const std::vector<Json>& disturbances)
{
    Json list = Json::array();
    for (const Json& fields : disturbances) {
        Json disturbance = {{"id", "number " + std::to_string(list.size())}};
        disturbance.update(part);
        disturbance.update(fields);
        list.push_back(std::move(disturbance));
    }
    return list;
}

const std::vector<std::string> throughput = {"operation", "ask", "throughput"};

} // namespace

TEST_CASE("a retry goes to the next candidate: throughput dips while a node is down, and recovers")
{
    TinyProject tiny = servers(4);
    tiny.devices("servers", 1);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.tree["selectors"] = {
        {{"id", "keys"}, {"type", "ring"}, {"role", "server"}, {"volume", "data"}, {"replicas", 2}}};
    tiny.operation("client", "ask",
                   R"({"id": "retry", "type": "loop", "while": "found == 0 && tried < 3"},
                      {"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "ring", "ring": "keys",
                       "key": "request", "candidate": "tried", "connect_timeout": "100 ms", "deadline": "200 ms"},
                      {"id": "got", "type": "set", "assignments": {"found": 1}},
                      {"id": "next", "type": "set", "assignments": {"tried": "tried + 1"}},
                      {"id": "which", "type": "branch", "condition": "found == 1"},
                      {"id": "good", "type": "reply"}, {"id": "bad", "type": "reply", "status": "error"})",
                   "start > retry > call > got > retry.again; call.timeout > next; call.refused > next; call.error > "
                   "next > retry.again; "
                   "retry.done > which > good; which.no > bad");
    tiny.tree["disturbances"] =
        failure({{"what", "node"}, {"target", "servers"}, {"number", 2}, {"at", "5 s"}, {"until", "10 s"}});
    Watcher watcher;
    const record::Summary summary = simulate(tiny.tree, {}, &watcher);
    const double before = watcher.mean(throughput, 2, 5), during = watcher.mean(throughput, 5.5, 10),
                 after = watcher.mean(throughput, 11, 15);
    CHECK(during < 0.7 * before);
    CHECK(during > 0.05 * before);
    CHECK(after == Approx(before).epsilon(0.02));
    CHECK(summary.operations.at("ask").errors == 0); // somebody always answered
    CHECK(watcher.said == std::vector<std::string>{"5 s: node servers-2 fails", "10 s: node servers-2 is back"});
}

TEST_CASE("without a retry errors appear with the failure and vanish with the return")
{
    TinyProject tiny = servers(2);
    tiny.asks(R"(, "connect_timeout": "50 ms", "deadline": "100 ms")");
    tiny.tree["disturbances"] = failure({{"target", "servers"}, {"number", 1}, {"at", "5 s"}, {"until", "10 s"}});
    const std::string warmUp = oneOf({"0 s", "10.2 s"});
    tiny.tree["run"]["warm_up"] = warmUp;
    const std::uint64_t errors = simulate(tiny.tree).operations.at("ask").errors;
    if (warmUp == "0 s")
        CHECK(errors > 100);
    else
        CHECK(errors == 0);
    tiny.tree["run"]["duration"] = "5 s";
    tiny.tree["run"]["warm_up"] = "0 s";
    CHECK(simulate(tiny.tree).operations.at("ask").errors == 0);
}

TEST_CASE("a time may count from the end of the warm-up, if that is known")
{
    TinyProject tiny = servers(2);
    tiny.asks(R"(, "connect_timeout": "50 ms", "deadline": "100 ms")");
    tiny.tree["disturbances"] = failure({{"target", "servers"},
                                         {"number", 1},
                                         {"at", "1 s"},
                                         {"until", "2 s"},
                                         {"counted_from", "the end of the warm-up"}});
    tiny.tree["run"]["warm_up"] = "3 s";
    Watcher watcher;
    simulate(tiny.tree, {}, &watcher);
    CHECK(watcher.said == std::vector<std::string>{"4 s: node servers-1 fails", "5 s: node servers-1 is back"});
    tiny.tree["run"]["warm_up"] = "auto";
    CHECK_THAT(fate(tiny.tree), Contains("the run finds by itself"));
}

TEST_CASE("a parameter switches a disturbance off")
{
    TinyProject tiny = servers(2);
    tiny.asks(R"(, "connect_timeout": "100 ms", "deadline": "100 ms")");
    tiny.tree["disturbances"] =
        failure({{"target", "servers"}, {"number", 1}, {"at", "5 s"}, {"until", "10 s"}, {"disabled", "!FAILS"}});
    for (const bool fails : {true, false}) {
        tiny.tree["parameters"] = {{{"name", "FAILS"}, {"type", "switch"}, {"value", fails}}};
        Watcher watcher;
        const auto summary = simulate(tiny.tree, {}, &watcher);
        CHECK((summary.operations.at("ask").errors > 0) == fails);
        CHECK(watcher.said.empty() != fails);
    }
}

TEST_CASE("clients whose own node dies fail their operations and ask again when it returns")
{
    const Json workload =
        oneOf({Json{{"type", "closed loop"}, {"workers", 20}}, Json{{"type", "open loop"}, {"rate", "800 1/s"}},
               Json{{"type", "jobs"}, {"jobs", 1000}, {"tasks", 40}, {"slots", 20}},
               Json{{"type", "timer"}, {"period", "50 ms"}}});
    TinyProject tiny = servers(2);
    tiny.asks();
    tiny.tree["workloads"][0] = {{"id", "load"}, {"role", "client"}, {"operations", {{{"operation", "ask"}}}}};
    tiny.tree["workloads"][0].update(workload);
    tiny.tree["disturbances"] = failure({{"target", "clients"}, {"at", "5.005 s"}, {"until", "10 s"}});
    const record::Summary summary = simulate(tiny.tree);
    const auto& operation = summary.operations.begin()->second;
    CHECK(operation.errors > 0);
    CHECK(operation.errors <= 20);
    CHECK(summary.requests.front().inFlight <= 20);
    CHECK(operation.count > 100);
}

TEST_CASE("a daemon that crashes fails what it does and refuses what comes, and the run names it")
{
    TinyProject tiny = servers(1, "1 ms");
    tiny.devices("servers", 2);
    tiny.definition("server")["volumes"] = {"data"};
    tiny.role("server", "servers", {{"kind", "threads"}, {"for_each", "data"}, {"count", 4}});
    tiny.asks(R"(, "selector": "round robin")");
    tiny.tree["disturbances"] = failure({{"what", "daemon"},
                                         {"target", "servers"},
                                         {"role", "server"},
                                         {"instance", 2},
                                         {"at", "5 s"},
                                         {"until", "10 s"}});
    Watcher watcher;
    const auto summary = simulate(tiny.tree, {}, &watcher);
    CHECK(watcher.said == std::vector<std::string>{"5 s: daemon server on servers for servers data-2 fails",
                                                   "10 s: daemon server on servers for servers data-2 is back"});
    CHECK(summary.operations.at("ask").errors > 100);
    const double before = watcher.mean(throughput, 1, 5), after = watcher.mean(throughput, 11, 15);
    CHECK(after == Approx(before).epsilon(0.05));
}

TEST_CASE("clients whose own daemon crashes ask again when it has started")
{
    TinyProject tiny = servers(1, "1 ms");
    tiny.asks();
    tiny.tree["disturbances"] =
        failure({{"what", "daemon"}, {"target", "clients"}, {"role", "client"}, {"at", "5 s"}, {"until", "10 s"}});
    Watcher watcher;
    const auto summary = simulate(tiny.tree, {}, &watcher);
    CHECK(summary.operations.at("ask").errors <= 20);
    CHECK(watcher.mean(throughput, 5.2, 10) == 0);
    CHECK(watcher.mean(throughput, 11, 15) == Approx(watcher.mean(throughput, 1, 5)).epsilon(0.02));
}

TEST_CASE("a slow node works at its share of its speed for as long as it is said")
{
    TinyProject tiny = servers(1);
    tiny.asks();
    tiny.tree["workloads"][0]["workers"] = 8;
    tiny.tree["disturbances"] =
        failure({{"target", "servers"}, {"at", "5 s"}, {"action", "slow"}, {"factor", "1 / 4"}, {"until", "2 * 5 s"}});
    Watcher watcher;
    simulate(tiny.tree, {}, &watcher);
    const double round = 10e-3 + roundTrip;
    CHECK(watcher.mean(throughput, 1, 5) == Approx(8 / round).epsilon(0.02));
    CHECK(watcher.mean(throughput, 6, 10) == Approx(8 / (round + 30e-3)).epsilon(0.02));
    CHECK(watcher.mean(throughput, 11, 15) == Approx(8 / round).epsilon(0.02));
}

TEST_CASE("a link that is cut, a switch that is down and a device that fails stop what needs them, until they return")
{
    TinyProject tiny = reading();
    const Json what =
        oneOf({Json{{"what", "link"}, {"target", "servers-cable"}}, Json{{"what", "switch"}, {"target", "switch"}},
               Json{{"what", "device"}, {"target", "servers"}, {"devices", "data"}, {"device", 2}}});
    Json fields = what;
    fields.update({{"at", "5 s"}, {"until", "10 s"}});
    tiny.tree["disturbances"] = failure(fields);
    Watcher watcher;
    simulate(tiny.tree, {}, &watcher);
    const double before = watcher.mean(throughput, 1, 5);
    CHECK(before > 100);
    CHECK(watcher.mean(throughput, 5.2, 10) == 0);
    CHECK(watcher.mean(throughput, 10.3, 15) == Approx(before).epsilon(0.02));
    CHECK(watcher.said.size() == 2);
}

TEST_CASE("a device that returns to its RAID set is rebuilt from the other one, and the run says for how long at least")
{
    TinyProject tiny = servers(1, "1 ms");
    tiny.asks();
    tiny.devices("servers", 2);
    Json& data = tiny.group("servers")["devices"][0];
    data["raid"] = "RAID 1";
    data["rebuild_rate"] = "50 MB/s";
    data["battery_cache"] = oneOf({"0 B", "1 MiB"});
    tiny.tree["disturbances"] = failure({{"what", "device"},
                                         {"target", "servers"},
                                         {"devices", "data"},
                                         {"device", 2},
                                         {"at", "5 s"},
                                         {"until", "6 s"}});
    Watcher watcher;
    const auto summary = simulate(tiny.tree, {}, &watcher);
    REQUIRE(watcher.said.size() == 2);
    CHECK(watcher.said[1] == "6 s: device servers data-2 is back; its RAID set rebuilds it, for at least 33.3 min");
    // Nothing else uses the devices.
    const auto disks = std::find_if(summary.resources.begin(), summary.resources.end(),
                                    [](const record::ResourceSummary& row) { return row.resource == "disk data"; });
    REQUIRE(disks != summary.resources.end());
    CHECK(disks->utilisationMean > 0.03);
}

TEST_CASE("a device without which its set has failed is back with its data, and the run speaks of no rebuilding")
{
    TinyProject tiny = servers(1, "1 ms");
    tiny.asks();
    tiny.devices("servers", 2);
    tiny.group("servers")["devices"][0]["raid"] = "RAID 1";
    const auto fails = [](const char* id, int device, const char* until) {
        return Json{{"id", id},         {"what", "device"}, {"target", "servers"}, {"devices", "data"},
                    {"device", device}, {"at", "5 s"},      {"until", until}};
    };
    tiny.tree["disturbances"] = {fails("one", 1, "6 s"), fails("two", 2, "7 s")};
    Watcher watcher;
    simulate(tiny.tree, {}, &watcher);
    REQUIRE(watcher.said.size() == 4);
    CHECK(watcher.said[2] == "6 s: device servers data-1 is back");
    CHECK_THAT(watcher.said[3], Catch::Contains("data-2 is back; its RAID set rebuilds it"));
}

TEST_CASE("a part that fails while it is disturbed otherwise stays down until its own failure ends")
{
    TinyProject tiny = reading();
    const Json what =
        oneOf({Json{{"what", "node"}, {"target", "servers"}}, Json{{"what", "link"}, {"target", "servers-cable"}},
               Json{{"what", "switch"}, {"target", "switch"}},
               Json{{"what", "device"}, {"target", "servers"}, {"devices", "data"}, {"device", 2}}});
    const Json before =
        oneOf(someOf<Json>({{{"at", "3 s"}, {"until", "6 s"}}, {{"action", "slow"}, {"at", "3 s"}, {"until", "6 s"}}}));
    tiny.tree["disturbances"] = all(what, {before, {{"at", "5 s"}, {"until", "10 s"}}});
    Watcher watcher;
    simulate(tiny.tree, {}, &watcher);
    INFO(what.dump() << before.dump());
    const double undisturbed = watcher.mean(throughput, 1, 3);
    CHECK(undisturbed > 100);
    CHECK(watcher.mean(throughput, 5.2, 10) == 0);
    CHECK(watcher.mean(throughput, 10.3, 15) == Approx(undisturbed).epsilon(0.02));
    REQUIRE(watcher.said.size() == 4);
    CHECK(watcher.said[2].find("is still down") != std::string::npos);
    CHECK(watcher.said[3].find("is back") != std::string::npos);
}

TEST_CASE("several disturbances of a speed multiply; each ends alone, and a return ends them all")
{
    const bool returns = oneOf({false, true});
    TinyProject tiny = servers(1);
    tiny.asks();
    tiny.tree["workloads"][0]["workers"] = 8;
    std::vector<Json> list = {{{"action", "slow"}, {"at", "3 s"}, {"until", "9 s"}},
                              {{"action", "slow"}, {"at", "6 s"}, {"until", "12 s"}}};
    if (returns)
        list.push_back({{"action", "return"}, {"at", "8 s"}});
    tiny.tree["disturbances"] = all({{"target", "servers"}}, list);
    Watcher watcher;
    simulate(tiny.tree, {}, &watcher);
    const double whole = 8 / (10e-3 + roundTrip), half = 8 / (20e-3 + roundTrip), quarter = 8 / (40e-3 + roundTrip);
    CHECK(watcher.mean(throughput, 1, 3) == Approx(whole).epsilon(0.02));
    CHECK(watcher.mean(throughput, 3.5, 6) == Approx(half).epsilon(0.02));
    CHECK(watcher.mean(throughput, 6.5, 8) == Approx(quarter).epsilon(0.05));
    CHECK(watcher.mean(throughput, 8.5, 9) == Approx(returns ? whole : quarter).epsilon(0.1));
    CHECK(watcher.mean(throughput, 9.5, 12) == Approx(returns ? whole : half).epsilon(0.02));
    CHECK(watcher.mean(throughput, 12.5, 15) == Approx(whole).epsilon(0.02));
}

TEST_CASE("at one instant ends come before beginnings, whatever their order in the list")
{
    TinyProject tiny = servers(1);
    tiny.asks(R"(, "connect_timeout": "50 ms", "deadline": "100 ms")");
    std::vector<Json> list = {{{"at", "5 s"}, {"until", "10 s"}},
                              oneOf({Json{{"at", "3 s"}, {"until", "5 s"}}, Json{{"at", "3 s"}}})};
    if (!list[1].contains("until"))
        list.push_back({{"action", "return"}, {"at", "5 s"}});
    if (oneOf({false, true}))
        std::reverse(list.begin(), list.end());
    tiny.tree["disturbances"] = all({{"target", "servers"}}, list);
    Watcher watcher;
    simulate(tiny.tree, {}, &watcher);
    CHECK(watcher.mean(throughput, 5.2, 10) == 0);
    CHECK(watcher.said == std::vector<std::string>{"3 s: node servers fails", "5 s: node servers is still down",
                                                   "10 s: node servers is back"});
}

TEST_CASE("a cable has what its link and its switch leave of its rate, and neither returns for the other")
{
    TinyProject tiny;
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply", "bytes": "1 MB"})", "start > answer");
    tiny.asks(R"(, "connect_timeout": "100 ms", "deadline": "1 s")");
    tiny.tree["workloads"][0]["workers"] = 20;
    tiny.tree["run"]["duration"] = "15 s";
    const Json link = {{"what", "link"}, {"target", "servers-cable"}, {"at", "3 s"}, {"until", "12 s"}};
    const Json wholeSwitch = {{"what", "switch"}, {"target", "switch"}, {"at", "6 s"}, {"until", "9 s"}};
    const bool cut = oneOf({false, true});
    const bool switchDown = oneOf({false, true});
    Json list = {link, wholeSwitch};
    list[0].update({{"id", "link"}, {"action", cut ? "fail" : "slow"}});
    list[1].update({{"id", "switch"}, {"action", switchDown ? "fail" : "slow"}});
    tiny.tree["disturbances"] = list;
    Watcher watcher;
    simulate(tiny.tree, {}, &watcher);
    const double full = watcher.mean(throughput, 1, 3), left = cut ? 0 : full / 2;
    CHECK(full == Approx(linkRate / 1e6).epsilon(0.05));
    CHECK(watcher.mean(throughput, 3.5, 6) == Approx(left).epsilon(0.05));
    CHECK(watcher.mean(throughput, 6.5, 9) == Approx(switchDown ? 0 : left / 2).epsilon(0.05));
    CHECK(watcher.mean(throughput, 10.5, 12) == Approx(left).epsilon(0.05));
    CHECK(watcher.mean(throughput, 13.5, 15) == Approx(full).epsilon(0.05));
}

TEST_CASE("a network that takes no time is cut like any other")
{
    TinyProject tiny = servers(1);
    tiny.asks(R"(, "connect_timeout": "50 ms", "deadline": "100 ms")");
    tiny.tree["topology"]["fabrics"] = {{{"id", "net"},
                                         {"detail", "delay only"},
                                         {"switches", {{{"id", "switch"}}}},
                                         {"links",
                                          {{{"id", "clients-cable"}, {"from", "clients"}, {"to", "switch"}},
                                           {{"id", "servers-cable"}, {"from", "servers"}, {"to", "switch"}}}}}};
    const Json what =
        oneOf({Json{{"what", "link"}, {"target", "servers-cable"}}, Json{{"what", "switch"}, {"target", "switch"}}});
    tiny.tree["disturbances"] = all(what, {{{"at", "5 s"}, {"until", "10 s"}}});
    Watcher watcher;
    simulate(tiny.tree, {}, &watcher);
    const double before = watcher.mean(throughput, 1, 5);
    CHECK(before == Approx(800).epsilon(0.02));
    CHECK(watcher.mean(throughput, 5.2, 10) == 0);
    CHECK(watcher.mean(throughput, 10.3, 15) == Approx(before).epsilon(0.02));
}

TEST_CASE("a stream goes on over the other spine when the one that it uses goes down")
{
    // The client sends 2 s of its adapter's rate; clients and servers hang on leaves with two spines between them.
    TinyProject tiny;
    Json& fabric = tiny.tree["topology"]["fabrics"][0];
    for (const char* id : {"leaf", "spine-1", "spine-2"})
        fabric["switches"].push_back({{"id", id}, {"component", "switch"}});
    for (Json& link : fabric["links"])
        if (link["from"] == "servers")
            link["to"] = "leaf";
    for (const char* spine : {"spine-1", "spine-2"})
        for (const char* end : {"switch", "leaf"})
            fabric["links"].push_back({{"id", std::string(end) + "-" + spine}, {"from", end}, {"to", spine}});
    const std::string bytes = R"("chunk": "1 MB", "window": 100, "bytes": )" + std::to_string(2 * linkRate) + "}";
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "connection": "kept"},
                      {"id": "send", "type": "transfer", "over": "call", )" +
                       bytes + R"(, {"id": "sent", "type": "end"},
                      {"id": "good", "type": "reply"}, {"id": "bad", "type": "reply", "status": "error"})",
                   "start > call > good; call.opened > send > sent; call.error > bad; call.timeout > bad");
    tiny.operation("server", "serve",
                   R"({"id": "take", "type": "transfer", "direction": "receive", "over": "caller", )" + bytes +
                       R"(, {"id": "answer", "type": "reply"})",
                   "start > take > answer");
    tiny.tree["workloads"][0]["workers"] = 1;
    tiny.tree["run"]["duration"] = "3.5 s";
    const auto took = [&] { return simulate(tiny.tree).operations.at("ask").latency.meanMs / 1000; };
    const auto down = [](const char* id, const char* spine, const char* at, const char* until) {
        return Json{{"id", id}, {"what", "switch"}, {"target", spine}, {"at", at}, {"until", until}};
    };
    const double undisturbed = took();
    CHECK(undisturbed == Approx(2).epsilon(0.05));
    // One after the other: whichever it uses, it has to move.
    tiny.tree["disturbances"] = {down("first", "spine-1", "500 ms", "1 s"), down("second", "spine-2", "1 s", "1.5 s")};
    CHECK(took() == Approx(undisturbed).epsilon(1e-3));
    tiny.tree["disturbances"] = {down("first", "spine-1", "500 ms", "1 s"), down("second", "spine-2", "600 ms", "2 s")};
    CHECK(took() == Approx(undisturbed + 0.4).epsilon(1e-3));
}

TEST_CASE("messages of a shared connection wait in front of a cut link and arrive when it is back")
{
    TinyProject tiny = servers(1);
    tiny.asks(R"(, "connection": "shared")");
    tiny.tree["workloads"][0]["workers"] = 1;
    tiny.tree["disturbances"] =
        failure({{"what", "link"}, {"target", "servers-cable"}, {"at", "5 s"}, {"until", "10 s"}});
    Watcher watcher;
    const record::Summary summary = simulate(tiny.tree, {}, &watcher);
    const double undisturbed = watcher.mean(throughput, 1, 5);
    CHECK(undisturbed == Approx(1 / (10e-3 + roundTrip)).epsilon(0.02));
    CHECK(watcher.mean(throughput, 5.2, 10) == 0);
    CHECK(watcher.mean(throughput, 10.3, 15) == Approx(undisturbed).epsilon(0.02));
    CHECK(summary.operations.at("ask").latency.maxMs == Approx(5000).epsilon(0.01));
}

TEST_CASE("disturbances that never come change nothing")
{
    TinyProject tiny = servers(2);
    tiny.asks();
    const record::Summary without = simulate(tiny.tree);
    tiny.tree["disturbances"] = failure({{"target", "servers"}, {"number", 1}, {"at", "20 s"}});
    const record::Summary with = simulate(tiny.tree);
    CHECK(with.operations.at("ask").count == without.operations.at("ask").count);
    CHECK(with.events == without.events);
}
