// The shipped Swift rack while a storage node is dead: the proxy writes to hand-offs.
#include "swift_rack.h"

using namespace headroom;
using test::SwiftRack;

namespace {

record::Summary puts(const project::Overrides& proxy, bool nodeDies)
{
    return SwiftRack{.bindings = {{"proxy-server", proxy}}, .nodeDies = nodeDies}.run();
}

double visits(const record::Summary& summary, const std::string& diagram, const std::string& block)
{
    for (const auto& row : summary.blocks)
        if (row.diagram == diagram && row.block == block)
            return static_cast<double>(row.visits);
    return 0;
}

constexpr const char* put = "proxy-server/PUT/full";

} // namespace

TEST_CASE("a PUT goes to a hand-off where a replica's node is dead, and no replica is lost")
{
    const auto summary = puts({}, true);
    const auto& operation = summary.operations.at("PUT");
    CHECK(operation.count > 20);
    CHECK(operation.errors == 0);
    CHECK(visits(summary, put, "replicated.next-node") > 10);
    CHECK(visits(summary, put, "replicated.lost") == 0);
    // A connection is tried for half a second before the hand-off is asked.
    CHECK(operation.latency.p99Ms > 500);
}

TEST_CASE("without hand-offs the replica on a dead node is lost, and the quorum carries the PUT")
{
    const auto summary = puts({{"hand_offs", "0"}}, true);
    CHECK(summary.operations.at("PUT").errors == 0);
    CHECK(visits(summary, put, "replicated.lost") > 10);
}

TEST_CASE("while all nodes live nobody is asked but the replicas")
{
    const auto summary = puts({}, false);
    CHECK(visits(summary, put, "replicated.next-node") == 0);
    const auto started = visits(summary, put, "replicated.nodes");
    CHECK(visits(summary, put, "replicated.store") == Approx(started).epsilon(0.2));
}

TEST_CASE("a GET whose replica is on a dead node gets the next one after the time for a connection")
{
    const auto summary = SwiftRack{.load = {{"OPERATION", "GET"}}, .nodeDies = true}.run();
    const auto& operation = summary.operations.at("GET");
    CHECK(operation.count > 20);
    CHECK(operation.errors == 0);
    CHECK(visits(summary, "proxy-server/GET/full", "next-node") > 10);
    CHECK(operation.latency.p99Ms > 500);
    CHECK(operation.latency.p50Ms < 500); // three of four ask a node that lives
}

TEST_CASE("a dead storage node costs seconds: then the proxies leave it out", "[story][slow]")
{
    // 560 calls in vain, half a second each: the load makes them within a few seconds.
    for (const char* operation : {"PUT", "GET"}) {
        const project::Overrides load{
            {"OPERATION", operation}, {"WORKERS", "256"}, {"DRIVE", "Intel_SSD_DC_S3700_Series_800GB"}};
        SwiftRack rack{.load = load, .warmUpS = 4, .durationS = 6};
        const auto without = rack.run();
        rack.nodeDies = true;
        const auto with = rack.run();
        CAPTURE(operation);
        CHECK(with.operations.at(operation).errors < 5); // objects that were on their way from the node
        CHECK(with.operations.at(operation).perSecond > 0.75 * without.operations.at(operation).perSecond);
        CHECK(with.operations.at(operation).latency.p99Ms < 500);
    }
}
