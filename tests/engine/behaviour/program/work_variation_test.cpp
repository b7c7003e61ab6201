// Processor work that varies from request to request, as its role states.
#include "../tiny_project.h"
#include "tests/one_of.h"

#include <algorithm>
#include <cmath>

using namespace headroom;
using namespace headroom::test;

namespace {

constexpr const char* tenMs = R"({"id": "work", "type": "compute", "work": "10 ms"}, )";

Json varying(const Json& variation, const char* kind = "thread per request")
{
    return {{"kind", kind}, {"work_variation", variation}};
}

/// A server whose work varies, without clients.
TinyProject server(const Json& workers, const std::string& blocks, const std::string& wires)
{
    TinyProject tiny;
    tiny.role("server", "servers", workers);
    tiny.operation("server", "serve", blocks + R"({"id": "answer", "type": "reply"})", wires);
    return tiny;
}

/// The same, which clients call.
TinyProject serving(const Json& workers, const std::string& blocks, const std::string& wires)
{
    return server(workers, blocks, wires).asks();
}

/// Time of the server for each of the requests, which came one by one.
std::vector<double> times(const TinyProject& tiny, int requests = 20)
{
    TinyCluster cluster(tiny);
    for (int i = 0; i < requests; ++i)
        cluster.ask(i);
    cluster.run(requests + 1000);
    std::vector<double> result;
    for (const auto& answer : cluster.answers) {
        REQUIRE(answer.ok);
        result.push_back(answer.took() - 2 * roundTrip);
    }
    REQUIRE(cluster.machine->recordsInUse() == 0);
    return result;
}

void checkEqual(const std::vector<double>& some, const std::vector<double>& others, double factor = 1)
{
    REQUIRE(some.size() == others.size());
    for (std::size_t i = 0; i < some.size(); ++i)
        CHECK(some[i] == about(factor * others[i]));
}

double meanOf(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

/// Correlation of the deviations of two series from their means.
double correlation(const std::vector<double>& a, const std::vector<double>& b)
{
    const double meanA = meanOf(a), meanB = meanOf(b);
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - meanA) * (b[i] - meanB);
        aa += (a[i] - meanA) * (a[i] - meanA);
        bb += (b[i] - meanB) * (b[i] - meanB);
    }
    return ab / std::sqrt(aa * bb);
}

} // namespace

TEST_CASE("the work of a request is log-normal around what its blocks state", "[theory]")
{
    const double coefficient = oneOf({0.3, 1.0});
    constexpr int requests = 20'000;
    std::vector<double> taken = times(serving(varying(coefficient), tenMs, "start > work > answer"), requests);
    CHECK(meanOf(taken) == Approx(10e-3).epsilon(3 * coefficient / std::sqrt(requests)));
    std::sort(taken.begin(), taken.end());
    const double deviation = std::sqrt(std::log1p(coefficient * coefficient)); // of the logarithm
    // Share, the standard normal's quantile and its density there.
    for (const auto& [share, quantile, density] : std::vector<std::tuple<double, double, double>>{
             {0.5, 0, 0.3989}, {0.95, 1.645, 0.1031}, {0.99, 2.326, 0.0267}}) {
        const double standardError = deviation * std::sqrt(share * (1 - share) / requests) / density; // relative
        CHECK(taken[static_cast<std::size_t>(share * requests)] ==
              Approx(10e-3 * std::exp(deviation * quantile - deviation * deviation / 2)).epsilon(3 * standardError));
    }
}

TEST_CASE("a drawing of ten blocks gives the same times as one block")
{
    const Json workers = varying(0.5, oneOf({"event loop", "threads", "thread per request"}));
    std::string blocks, wires = "start > ";
    for (const char* id : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}) {
        blocks += std::string(R"({"id": ")") + id + R"(", "type": "compute", "work": "1 ms"}, )";
        wires += std::string(id) + " > ";
    }
    checkEqual(times(serving(workers, blocks, wires + "answer")),
               times(serving(workers, tenMs, "start > work > answer")));
}

TEST_CASE("a loop and parallel paths have the factor of their request")
{
    const std::vector<double> one = times(serving(varying(0.5), tenMs, "start > work > answer"));
    const std::string loop =
        R"({"id": "loop", "type": "loop", "count": 4}, {"id": "part", "type": "compute", "work": "1 ms"}, )";
    checkEqual(times(serving(varying(0.5), loop, "start > loop > part > loop.again; loop.done > answer")), one, 0.4);
    const std::string fork =
        R"({"id": "both", "type": "fork", "paths": 2}, {"id": "other", "type": "compute", "work": "10 ms"},
           {"id": "meet", "type": "join", "of": "both"}, )";
    checkEqual(
        times(serving(varying(0.5), tenMs + fork, "start > both > work > meet > answer; both.path2 > other > meet")),
        one);
}

TEST_CASE("the work for each byte of a stream has the factor of its request, however many chunks there are")
{
    const std::vector<double> one = times(serving(varying(0.5), tenMs, "start > work > answer"));
    for (const char* chunk : {"1 MB", "100 KB", "10 KB"}) {
        TinyProject tiny = server(
            varying(0.5),
            std::string(
                R"({"id": "send", "type": "transfer", "over": "caller", "bytes": "1 MB", "window": 1000, "chunk": ")") +
                chunk +
                R"("}, {"id": "part", "type": "compute", "work": "1 us * chunk_bytes"}, {"id": "end", "type": "end"}, )",
            "start > send > answer; send.chunk > part > end");
        tiny.operation("client", "ask",
                       R"({"id": "call", "type": "call", "role": "server", "operation": "serve"},
                          {"id": "take", "type": "transfer", "direction": "receive", "over": "call", "bytes": "1 MB"},
                          {"id": "taken", "type": "end"}, {"id": "good", "type": "reply"}, {"id": "bad", "type": "reply", "status": "error"})",
                       "start > call > good; call.opened > take > taken; call.error > bad; call.timeout > bad");
        const std::vector<double> streamed = times(tiny);
        for (std::size_t i = 0; i < one.size(); ++i) // 1 s of work, beside which the stream's way is short
            CHECK(streamed[i] == Approx(100 * one[i]).epsilon(0.05));
    }
}

TEST_CASE("each call and each role has a factor of its own", "[theory]")
{
    const std::vector<double> one = times(serving(varying(0.5), tenMs, "start > work > answer"), 4000);
    TinyProject twice = server(varying(0.5), tenMs, "start > work > answer");
    twice.operation("client", "ask",
                    R"({"id": "call", "type": "call", "role": "server", "operation": "serve"},
                       {"id": "again", "type": "call", "role": "server", "operation": "serve"},
                       {"id": "answer", "type": "reply"})",
                    "start > call > again > answer");
    std::vector<double> second = times(twice, 4000);
    for (std::size_t i = 0; i < one.size(); ++i)
        second[i] -= one[i];
    CHECK(std::abs(correlation(one, second)) < 0.05);

    TinyProject both = server(varying(0.5), tenMs, "start > work > answer");
    both.role("client", "clients", varying(0.5));
    both.operation("client", "ask",
                   std::string(tenMs) + R"({"id": "call", "type": "call", "role": "server", "operation": "serve"},
                                           {"id": "answer", "type": "reply"})",
                   "start > work > call > answer");
    std::vector<double> before = times(both, 4000);
    for (std::size_t i = 0; i < one.size(); ++i)
        before[i] -= one[i];
    CHECK(meanOf(before) == Approx(10e-3).epsilon(0.03));
    CHECK(std::abs(correlation(one, before)) < 0.05);
}

TEST_CASE("a block with a distribution of its own does not vary as its role")
{
    const Json workers = varying(0.5);
    const auto with = [&](const std::string& distribution) {
        return times(serving(workers,
                             R"({"id": "work", "type": "compute", "work": "10 ms", "distribution": ")" + distribution +
                                 R"("}, )",
                             "start > work > answer"));
    };
    for (const double each : with("constant"))
        CHECK(each == about(10e-3));
    checkEqual(with("as the role"), times(serving(workers, tenMs, "start > work > answer")));
    const std::string exponential =
        R"({"id": "work", "type": "compute", "work": "10 ms", "distribution": "exponential"}, )";
    CHECK(times(serving(workers, exponential, "start > work > answer")) ==
          times(serving(varying(0), exponential, "start > work > answer")));
}

TEST_CASE("work that moves bytes to memory varies too, what is no work of the processor does not")
{
    const std::vector<double> one = times(serving(varying(0.5), tenMs, "start > work > answer"));
    checkEqual(
        times(serving(varying(0.5), R"({"id": "work", "type": "compute", "work": "10 ms", "memory_traffic": "1 KB"}, )",
                      "start > work > answer")),
        one);
    for (const double each : times(serving(varying(0.5),
                                           R"({"id": "wait", "type": "delay", "time": "4 ms"},
                                              {"id": "box", "type": "black box", "time": "6 ms"}, )",
                                           "start > wait > box > answer")))
        CHECK(each == about(10e-3));
    Json waking = varying(0.5, "event loop");
    waking["wake_up"] = "1 ms";
    const std::vector<double> woken = times(serving(waking, tenMs, "start > work > answer"));
    for (std::size_t i = 0; i < one.size(); ++i)
        CHECK(woken[i] == about(one[i] + 1e-3));
}

TEST_CASE("a role without variation has the times that it has without the field")
{
    const std::string blocks =
        std::string(tenMs) + R"({"id": "more", "type": "compute", "work": "3 ms", "distribution": "log-normal"}, )";
    CHECK(times(serving(varying(0), blocks, "start > work > more > answer")) ==
          times(serving({{"kind", "thread per request"}}, blocks, "start > work > more > answer")));
}

TEST_CASE("an expression over parameters of the project and of the role states how much work varies")
{
    TinyProject tiny = serving(varying("SPREAD / 4 + own"), tenMs, "start > work > answer");
    tiny.tree["parameters"] = {{{"name", "SPREAD"}, {"type", "number"}, {"value", 1}}};
    tiny.definition("server")["parameters"] = {{{"name", "own"}, {"value", 0.25}}};
    checkEqual(times(tiny), times(serving(varying(0.5), tenMs, "start > work > answer")));
}
