// The idioms: small projects that show one mechanism each, against the figures that a formula gives.
#include "engine_process.h"
#include "project/expression/quantity.h"
#include "record/figures/figures.h"
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"

#include <regex>

using namespace headroom;
using namespace headroom::cli::test;

namespace {

record::Summary summaryOf(const std::string& idiom, const std::string& settings)
{
    const Folder folder;
    return record::summaryFromJson(printed(folder.run("simulate '" HEADROOM_SOURCE_DIR "/projects/idioms/" + idiom +
                                                      "' --json --check-laws " + settings)));
}

record::OperationSummary operationOf(const std::string& idiom, const std::string& operation,
                                     const std::string& settings)
{
    return summaryOf(idiom, settings).operations.at(operation);
}

} // namespace

TEST_CASE("group commit: half of the writers share each flush, as far as a group may be so large")
{
    struct Case
    {
        int writers, group;
        double sharing; ///< min(writers / 2, group); a lone writer has each flush for itself
    };
    for (const Case& of : {Case{16, 64, 8}, Case{64, 64, 32}, Case{16, 4, 4}, Case{16, 1, 1}, Case{1, 64, 1}}) {
        INFO(of.writers << " writers, groups of " << of.group);
        const auto write =
            operationOf("group-commit", "write",
                        "--set WRITERS=" + std::to_string(of.writers) + " --set GROUP=" + std::to_string(of.group));
        CHECK(write.perSecond == Approx(of.sharing / 10e-3).epsilon(0.003)); // the window cuts a group at its ends
        CHECK(write.latency.meanMs == Approx(of.writers * 10 / of.sharing).epsilon(0.003));
    }
}

TEST_CASE("daemon per disk: each is a queue M/M/1, or M/M/2 with two threads")
{
    struct Case
    {
        double load;
        int threads;
        double timesService; ///< M/M/1: 1 / (1 - load); M/M/2: 1 / (1 - (load / 2)^2)
        double tolerance;
    };
    for (const Case& of : {Case{0.3, 1, 1 / 0.7, 0.02}, Case{0.7, 1, 1 / 0.3, 0.04}, Case{0.9, 1, 10, 0.08},
                           Case{0.7, 2, 1 / (1 - 0.35 * 0.35), 0.02}}) {
        INFO("load " << of.load << ", " << of.threads << " threads");
        const auto read =
            operationOf("daemon-per-disk", "read",
                        "--set LOAD=" + std::to_string(of.load) + " --set THREADS=" + std::to_string(of.threads));
        CHECK(read.perSecond == Approx(of.load * 12 / 10e-3).epsilon(0.01));
        CHECK(read.latency.meanMs - 0.06 == Approx(of.timesService * 10).epsilon(of.tolerance)); // 0.06 ms on the wire
    }
}

TEST_CASE("delay scheduling: a schedule by hand, with and without patience")
{
    // Tasks of 10 s with their blocks on the nodes X X X X Y Z Z, and one slot on each node. At first each node takes a
    // task of its own; at 10 s X and Z do so again. Y then has none: if one of X has waited for the patience, Y takes
    // it and gets its block over the network; X ends its others after 30 s. Without such a task X does all four.
    const double wire = 10e9 / 8 * 1448 / 1538; // bytes per second: 10 Gb/s without headers
    struct Case
    {
        double gigabytes, patienceS;
        double ends, local;
    };
    for (const Case& of : {Case{30, 0, 20 + 30e9 / wire, 6.0 / 7}, Case{30, 12, 22 + 30e9 / wire, 6.0 / 7},
                           Case{10, 0, 30, 6.0 / 7}, Case{10, 12, 22 + 10e9 / wire, 6.0 / 7}, Case{30, 3600, 40, 1}}) {
        INFO(of.gigabytes << " GB, patience " << of.patienceS << " s");
        const auto summary =
            summaryOf("delay-scheduling", "--set BLOCK='" + std::to_string(of.gigabytes) + " GB' --set PATIENCE='" +
                                              std::to_string(of.patienceS) + " s'");
        CHECK(summary.simulatedS == Approx(of.ends).epsilon(0.002)); // messages between the nodes
        for (const auto& state : summary.states)
            if (state.state == "tasks")
                CHECK(state.hitRatio == Approx(of.local));
    }
}

TEST_CASE("translators: a read takes the sum of the layers that are in the row, down and back")
{
    for (const bool cache : {true, false})
        for (const bool compression : {true, false}) {
            INFO("cache " << cache << ", compression " << compression);
            const auto summary = summaryOf("translators", std::string("--set CACHE=") + (cache ? "true" : "false") +
                                                              " --set COMPRESSION=" + (compression ? "true" : "false"));
            double hits = 0;
            for (const auto& state : summary.states)
                hits = state.hitRatio;
            CHECK(hits == Approx(cache ? 0.5 : 0).margin(0.01)); // half of the blocks fit
            const double below = 5 + (compression ? 0.15 : 0);   // ms
            const double expected = 0.03 + (cache ? 0.01 + (1 - hits) * (below + 0.005) : below);
            CHECK(summary.operations.at("read").latency.meanMs == Approx(expected).epsilon(0.003));
        }
}

TEST_CASE("k of n with spares: a read takes the k-th fastest of its nodes, and a slow one costs no more than the delay")
{
    const auto read = [](const std::string& settings) {
        return operationOf("k-of-n-with-spares", "read", settings).latency.meanMs;
    };
    // Exponential times of 10 ms: the minimum of m takes 10 / m ms, and so on with one fewer.
    const auto fastest = [](int k, int n) {
        double sum = 0;
        for (int left = n; left > n - k; --left)
            sum += 10.0 / left;
        return sum;
    };
    const std::string all = "--set SPARE_AFTER=0s --set ASKED=6 ";
    CHECK(read(all + "--set SLOWNESS=1") == Approx(fastest(4, 6)).epsilon(0.01));
    CHECK(read(all + "--set SLOWNESS=1 --set PIECES=6") == Approx(fastest(6, 6)).epsilon(0.01));
    CHECK(read(all + "--set SLOWNESS=100000") == Approx(fastest(4, 5)).epsilon(0.01)); // the slow one never counts

    // One of six is five times as slow. The next answer comes from one of m fast ones with the rates of all in the sum.
    const auto withSlow = [&](const auto& self, int k, int fast) -> double {
        const double rates = fast * 0.1 + 0.02;
        if (k == 0)
            return 0;
        return 1 / rates + (fast > 0 ? fast * 0.1 / rates * self(self, k - 1, fast - 1) : 0) +
               0.02 / rates * fastest(k - 1, fast);
    };
    CHECK(read(all + "--set SLOWNESS=5") == Approx(withSlow(withSlow, 4, 5)).epsilon(0.01));
    CHECK(read(all + "--set SLOWNESS=5 --set PIECES=5") == Approx(withSlow(withSlow, 5, 5)).epsilon(0.01));

    // Constant times: four of six nodes are asked; the slow one is among them in four of six reads.
    const std::string constant = "--set TIMES=constant --set SLOWNESS=20 ";
    CHECK(read(constant + "--set SPARE_AFTER=0s") == Approx(10 + 4.0 / 6 * 190).epsilon(0.03));
    CHECK(read(constant + "--set SPARE_AFTER=20ms") == Approx(10 + 4.0 / 6 * 20).epsilon(0.01));
    CHECK(read(constant + "--set SPARE_AFTER=2ms") == Approx(10 + 4.0 / 6 * 2).epsilon(0.01));
    CHECK(read(constant + "--set SPARE_AFTER=20ms --set ASKED=5") == Approx(10)); // one more than needed, at once
}

TEST_CASE("the pages of the idioms show the figures that runs give, beside those of theory", "[slow]")
{
    const auto seconds = [](const std::string& text) { return project::parseQuantity(text).value().value; };
    int rows = 0;
    for (const auto& folder : fs::directory_iterator(HEADROOM_SOURCE_DIR "/projects/idioms")) {
        const std::string idiom = folder.path().filename().string();
        std::istringstream page(contentOf(folder.path() / "README.md"));
        std::string figure, line;
        while (std::getline(page, line)) {
            std::smatch found;
            if (std::regex_match(line, found, std::regex(R"(\| settings \| simulated `(.*)` \| theory \|)")))
                figure = found[1];
            if (!std::regex_match(line, found, std::regex(R"(\| (?:`(.*)`|as they are) \| (.*) \| (.*) \|)")))
                continue;
            INFO(idiom << ": " << line);
            std::string why;
            const auto simulated = record::figureOf(summaryOf(idiom, found[1]), figure, why);
            REQUIRE(simulated);
            CHECK(project::formatQuantity(simulated->value, "s") == found[2]);
            CHECK(seconds(found[2]) == Approx(seconds(found[3])).epsilon(0.02));
            ++rows;
        }
    }
    CHECK(rows >= 15);
}
