// Collective operations of the ranks of a job, timed on the network.
#include "../tiny_project.h"
#include "behaviour/program/collective_steps.h"
#include "tests/one_of.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

using namespace headroom;
using namespace headroom::test;
using behaviour::Collective;
using behaviour::CollectiveStep;

namespace {

/// Servers with a rank each, which exchange so many bytes when all have been asked.
TinyProject ranksOf(int ranks, const std::string& collective, double bytes)
{
    TinyProject tiny;
    tiny.group("servers", ranks);
    tiny.definition("server")["state"] = {{{"id", "step"}, {"type", "barrier"}, {"owner", "cluster"}}};
    tiny.operation("server", "serve",
                   R"({"id": "meet", "type": "barrier", "state": "step", "ranks": )" + std::to_string(ranks) +
                       R"(, "collective": ")" + collective + R"(", "bytes": )" + std::to_string(bytes) +
                       R"(}, {"id": "answer", "type": "reply"})",
                   "start > meet > answer", {"n"});
    tiny.operation("client", "ask",
                   R"({"id": "call", "type": "call", "role": "server", "operation": "serve", "selector": "index",
                       "index": "n"}, {"id": "answer", "type": "reply"})",
                   "start > call > answer", {"n"});
    return tiny;
}

/// Seconds that the operation takes until the last rank goes on.
double timeOf(int ranks, const std::string& collective, double bytes)
{
    TinyCluster cluster(ranksOf(ranks, collective, bytes));
    std::vector<const TinyCluster::Answer*> answers;
    for (int n = 0; n < ranks; ++n)
        answers.push_back(&cluster.ask(0, {static_cast<double>(n)}));
    cluster.run();
    CHECK(cluster.machine->recordsInUse() == 0);
    double last = 0;
    for (const auto* answer : answers)
        last = std::max(last, answer->took());
    return last - 2 * roundTrip; // the connection, the request and the answer
}

double messageTime(double bytes)
{
    return oneWay + bytes / linkRate;
}

/// Lets all ranks make all their steps, each with the sum of what it knows, and returns the sums.
std::vector<double> sumsOf(Collective collective, std::uint32_t ranks)
{
    std::vector<double> sums(ranks);
    std::iota(sums.begin(), sums.end(), 1.0);
    for (std::uint32_t number = 0; number < behaviour::stepsOf(collective, ranks); ++number) {
        const std::vector<double> before = sums;
        const bool handsResult = collective == Collective::tree ? number >= behaviour::stepsOf(collective, ranks) / 2
                                                                : number + 1 == behaviour::stepsOf(collective, ranks);
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            const CollectiveStep step = behaviour::stepOf(collective, rank, ranks, 1, number);
            if (step.from == CollectiveStep::nobody)
                continue;
            CHECK(behaviour::stepOf(collective, step.from, ranks, 1, number).to == rank); // somebody sends it
            sums[rank] = handsResult ? before[step.from] : before[rank] + before[step.from];
        }
    }
    return sums;
}

} // namespace

TEST_CASE("after the steps of a tree or of recursive doubling every rank has the sum of all")
{
    for (const Collective collective : {Collective::tree, Collective::recursiveDoubling})
        for (const std::uint32_t ranks : {1, 2, 3, 4, 5, 7, 8, 13, 16, 48})
            CHECK(sumsOf(collective, ranks) == std::vector<double>(ranks, ranks * (ranks + 1) / 2.0));
}

TEST_CASE("in a ring every rank sends a part to the next and receives one from the former, twice around")
{
    const std::uint32_t ranks = oneOf<std::uint32_t>({2, 5, 48});
    CHECK(behaviour::stepsOf(Collective::ring, ranks) == 2 * (ranks - 1));
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const CollectiveStep step = behaviour::stepOf(Collective::ring, rank, ranks, 96, 0);
        CHECK(step.to == (rank + 1) % ranks);
        CHECK((step.from + 1) % ranks == rank);
        CHECK(step.bytes == Approx(96.0 / ranks));
    }
}

TEST_CASE("recursive doubling takes a message for each power of two")
{
    const double bytes = oneOf({8.0, 1e6});
    for (const auto& [ranks, messages] : std::map<int, int>{{2, 1}, {4, 2}, {8, 3}})
        CHECK(timeOf(ranks, "recursive doubling", bytes) == Approx(messages * messageTime(bytes)).margin(0.2e-3));
}

TEST_CASE("with six ranks recursive doubling takes three small messages after another")
{
    // Ranks 4 and 5 hand over to 0 and 1, which then exchange; meanwhile 2 and 3 have done so, and what they have for 0
    // and 1 is on its way. At 2 ms 0 and 1 know all; at 3 ms all others do, too.
    CHECK(timeOf(6, "recursive doubling", 8) == Approx(3 * messageTime(8)).margin(0.1e-3));
}

TEST_CASE("a tree takes a message for each level, up and down")
{
    const double bytes = oneOf({8.0, 1e6});
    for (const auto& [ranks, levels] : std::map<int, int>{{2, 1}, {4, 2}, {8, 3}})
        CHECK(timeOf(ranks, "tree", bytes) == Approx(2 * levels * messageTime(bytes)).margin(0.2e-3));
}

TEST_CASE("a ring moves each byte less than twice, however many ranks there are")
{
    const int ranks = oneOf({2, 4, 8});
    const double bytes = 64e6;
    CHECK(timeOf(ranks, "ring", bytes) == Approx(2 * (ranks - 1) * messageTime(bytes / ranks)).epsilon(0.01));
}

TEST_CASE("without a collective a barrier takes no time")
{
    CHECK(timeOf(4, "none", 0) == Approx(0).margin(0.1e-3));
}

TEST_CASE("a rank that fails during a collective does not keep the others")
{
    TinyCluster cluster(ranksOf(4, "ring", 64e6));
    std::vector<const TinyCluster::Answer*> answers;
    for (int n = 0; n < 4; ++n)
        answers.push_back(&cluster.ask(0, {static_cast<double>(n)}));
    cluster.run(0.02);
    cluster.machine->failNode(cluster.placement->nodesOf("server")[1]);
    cluster.run();
    CHECK(std::count_if(answers.begin(), answers.end(), [](const auto* answer) { return answer->ok; }) == 3);
}

TEST_CASE("bytes of a barrier without a collective are reported")
{
    CHECK(faultsOf(ranksOf(2, "none", 8)) == std::vector<std::string>{"barrier.no-collective"});
}
