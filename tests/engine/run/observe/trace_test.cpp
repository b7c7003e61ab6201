// Spans of sampled requests: where their time went, without a gap, the same in each run.
#include "../run_fixture.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

using namespace headroom;
using namespace headroom::test;

namespace {

TinyProject twoSteps()
{
    TinyProject tiny;
    tiny.asks();
    tiny.role("server", "servers", {{"kind", "threads"}, {"count", 1}});
    tiny.operation("server", "serve",
                   R"({"id": "split", "type": "fork", "paths": 2}, {"id": "a", "type": "compute", "work": "1 ms"},
                      {"id": "b", "type": "delay", "time": "2 ms"}, {"id": "meet", "type": "join", "of": "split"},
                      {"id": "r", "type": "reply", "bytes": "100 B"})",
                   "start > split > a > meet; split.path2 > b > meet; meet.next > r");
    tiny.tree["workloads"][0]["workers"] = 3;
    tiny.tree["run"]["trace_share"] = 1;
    tiny.tree["run"]["trace_requests"] = 20;
    return tiny;
}

std::vector<record::Span> traced(const Json& tree)
{
    Listener listener;
    const auto summary = simulate(tree, {}, &listener);
    CHECK(summary.tracedRequests > 0);
    return listener.spans;
}

} // namespace

TEST_CASE("a traced request has its blocks and waits, each within its parent")
{
    const auto spans = traced(twoSteps().tree);
    std::map<std::uint64_t, record::Span> byId;
    for (const auto& span : spans)
        CHECK(byId.emplace(span.id, span).second);
    std::size_t waits = 0, calls = 0;
    for (const auto& span : spans) {
        INFO(span.kind << " " << span.name << " on " << span.node);
        CHECK(span.endS >= span.beginS);
        if (span.parent == 0) {
            CHECK(span.kind == "request");
            CHECK(span.role == "client");
            continue;
        }
        if (!byId.contains(span.parent))
            continue; // an end that the run cut off
        const auto& parent = byId.at(span.parent);
        CHECK(parent.trace == span.trace);
        CHECK(span.beginS >= parent.beginS);
        if (span.kind != "request" && !parent.unfinished)
            CHECK(span.endS <= parent.endS);
        waits += span.kind == "wait";
        if (span.kind == "request") {
            ++calls;
            CHECK(parent.name == "call");
            CHECK(span.callerNode == parent.node);
            CHECK(span.callerLane == parent.lane);
        }
    }
    CHECK(waits > 0);
    CHECK(calls > 0);
    const auto queued = std::any_of(spans.begin(), spans.end(), [](const auto& s) { return s.acceptWaitS > 1e-4; });
    CHECK(queued); // one thread for three users
}

TEST_CASE("a caller works on its request, and from then on it waits for the answer")
{
    TinyProject tiny = twoSteps();
    tiny.tree["workloads"][0]["workers"] = 1;
    for (Json& component : tiny.tree["components"])
        if (component["id"] == "nic")
            component["parameters"]["cpu_per_packet_offload_us"] = 200; // half of it to send
    const auto spans = traced(tiny.tree);
    std::size_t calls = 0;
    for (const auto& call : spans) {
        if (call.kind != "block" || call.name != "call" || call.unfinished)
            continue;
        std::vector<record::Span> waits;
        std::copy_if(spans.begin(), spans.end(), std::back_inserter(waits),
                     [&](const auto& span) { return span.kind == "wait" && span.parent == call.id; });
        std::ranges::sort(waits, {}, &record::Span::beginS);
        REQUIRE(waits.size() == 2);
        CHECK(waits[0].name == "processor");
        CHECK(waits[0].endS - waits[0].beginS == Approx(100e-6));
        CHECK(waits[1].name == "answer");
        CHECK(waits[1].beginS == waits[0].endS);
        CHECK(waits[1].endS == call.endS);
        ++calls;
    }
    CHECK(calls > 0);
}

TEST_CASE("spans of one row of a node nest and never cross")
{
    auto spans = traced(twoSteps().tree);
    std::map<std::pair<std::string, std::uint32_t>, std::vector<record::Span>> rows;
    for (auto& span : spans)
        rows[{span.node, span.lane}].push_back(span);
    for (const auto& [row, inRow] : rows)
        for (const auto& a : inRow)
            for (const auto& b : inRow)
                if (a.beginS < b.beginS && b.beginS < a.endS) {
                    INFO(row.first << " " << row.second << ": " << a.name << " and " << b.name);
                    CHECK(b.endS <= a.endS);
                }
}

TEST_CASE("at most as many requests are traced as the run says, the same ones each time")
{
    const auto first = traced(twoSteps().tree), again = traced(twoSteps().tree);
    REQUIRE(first.size() == again.size());
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        CHECK(first[i].id == again[i].id);
        CHECK(first[i].beginS == again[i].beginS);
        last = std::max(last, first[i].trace);
    }
    CHECK(last == 20);
}

TEST_CASE("tracing does not change what is simulated")
{
    TinyProject tiny = twoSteps();
    const auto with = simulate(tiny.tree);
    tiny.tree["run"]["trace_share"] = 0;
    const auto without = simulate(tiny.tree);
    CHECK(without.tracedRequests == 0);
    CHECK(with.operations.at("ask").latency.meanMs == without.operations.at("ask").latency.meanMs);
    CHECK(with.events == without.events);
}

TEST_CASE("some requests of a run that asks for no spans are followed, spread evenly over it")
{
    TinyProject tiny = twoSteps();
    tiny.tree["run"].erase("trace_share");
    tiny.tree["run"].erase("trace_requests");
    tiny.tree["run"]["duration"] = "6 s"; // more requests than are followed
    run::Options options;
    options.traceSome = true;
    Listener listener;
    const auto summary = simulate(tiny.tree, options, &listener);
    CHECK(summary.tracedRequests > 50);
    CHECK(summary.tracedRequests <= 600);
    CHECK(summary.tracedRequests < summary.operations.begin()->second.count);
    // Each quarter of the measured time has as many.
    std::map<int, std::size_t> inQuarter;
    for (const auto& span : listener.spans)
        if (span.kind == "request" && span.parent == 0)
            ++inQuarter[static_cast<int>(4 * (span.beginS - summary.warmUpS) / (summary.simulatedS - summary.warmUpS))];
    for (int quarter = 0; quarter < 4; ++quarter)
        CHECK(std::abs(static_cast<double>(inQuarter[quarter]) - static_cast<double>(summary.tracedRequests) / 4) < 5);
}

TEST_CASE("in a run that may end early fewer requests are followed as it goes on, but some until its end")
{
    TinyProject tiny = twoSteps();
    tiny.tree["run"].erase("trace_share");
    tiny.tree["run"].erase("trace_requests");
    tiny.tree["run"]["precision"] = 0.0001;
    run::Options options;
    options.traceSome = true;
    Listener listener;
    const auto summary = simulate(tiny.tree, options, &listener);
    CHECK(summary.tracedRequests > 50);
    CHECK(summary.tracedRequests <= 600);
    double last = 0;
    for (const auto& span : listener.spans)
        last = std::max(last, span.beginS);
    CHECK(last > summary.simulatedS / 2);
}
