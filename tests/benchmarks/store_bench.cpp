// The mini object store interpreted from its diagrams, against the same model written by hand in plain C++ and, where
// they have been built (./headroom bench --peers), in SystemC threads, SimGrid and SimPy. One run on one machine:
// ratios count. All must predict the same throughput within statistical error, or the exit status is 1.
//
// A peer is a program `peer NODES SECONDS [SEED]` that prints its throughput (PUT/s), counted after a tenth of the
// seconds as warm-up, and its service completions per second of processor time.
#include "markdown_table.h"
#include "measured_run.h"
#include "peer.h"
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using headroom::bench::askPeer;
using headroom::bench::MeasuredRun;
using headroom::bench::PeerAnswer;
using headroom::bench::runEngine;
using headroom::test::MarkdownTable;
using headroom::test::number;

/// Each write is served seven times: once by a proxy, three times by processors and by disks.
constexpr double completionsPerWrite = 7;
/// Rough rate of the model, to choose durations by.
constexpr double writesPerNode = 468;
/// Every model leaves out a tenth of its duration.
constexpr double measuredShare = 0.9;

struct Size
{
    int nodes;
    double seconds; ///< of simulated time, warm-up included

    /// As long as it takes for about so many completions.
    static Size of(int nodes, double completions)
    {
        return {nodes, std::max(0.2, completions / (completionsPerWrite * writesPerNode * nodes))};
    }
    std::string arguments() const { return std::to_string(nodes) + " " + std::to_string(seconds); }
};

struct Speed
{
    double writesPerSecond = 0;      ///< of simulated time
    double completionsPerSecond = 0; ///< of processor time
    std::string fault = {};          ///< why there are no figures
};

Speed interpreted(const Size& size)
{
    const double warmUp = size.seconds * (1 - measuredShare);
    std::vector<std::string> arguments{"simulate",
                                       HEADROOM_SOURCE_DIR "/projects/mini-object-store",
                                       "--json",
                                       "--set",
                                       "NODES=" + std::to_string(size.nodes),
                                       "--set",
                                       "WARM_UP=" + std::to_string(warmUp) + " s",
                                       "--duration",
                                       "1 ns"};
    const double buildingS = runEngine(arguments).processorS; // which the peers leave out too
    arguments.back() = std::to_string(size.seconds) + " s";
    const MeasuredRun run = runEngine(arguments);
    const auto summary = headroom::record::summaryFromJson(headroom::record::Json::parse(run.output));
    const double rate = summary.operations.at("PUT").perSecond;
    return {rate, rate * size.seconds * completionsPerWrite / (run.processorS - buildingS)};
}

Speed peer(const std::string& name, const std::string& arguments)
{
    const PeerAnswer answer = askPeer(name, arguments);
    if (answer.figures.size() == 2)
        return {answer.figures[0], answer.figures[1]};
    return {0, 0, answer.fault.empty() ? "printed something else than two figures" : answer.fault};
}

/// The model that everything is compared with: there in every build.
Speed plain(const Size& size, int seed)
{
    const Speed speed = peer("store-plain", size.arguments() + " " + std::to_string(seed));
    if (!speed.fault.empty())
        throw std::runtime_error("peer-store-plain: " + speed.fault);
    return speed;
}

/// Pairs of runs, the other and then Headroom: what a third program does to the machine meanwhile it does to both.
constexpr std::size_t turnsWithPlain = 5;
constexpr std::size_t turnsWithPeer = 3;

/// Variance over mean of the number of writes that end in a window, from forty runs of the plain model. As it hardly
/// depends on the window nor, above some tens of nodes, on their number (0.8 at 4, 0.4 at 64 and at 700), it is known
/// for every run of the model, however short and by whomever.
double dispersionOfCounts(int nodes)
{
    constexpr int runs = 40;
    const Size size = Size::of(std::min(nodes, 64), 2e5);
    double sum = 0, squares = 0;
    for (int seed = 1; seed <= runs; ++seed) {
        const double count = plain(size, seed).writesPerSecond * size.seconds * measuredShare;
        sum += count;
        squares += count * count;
    }
    const double mean = sum / runs;
    return (squares - sum * mean) / (runs - 1) / mean;
}

struct Contender
{
    const char* label;
    const char* program;
    double share;    ///< of the completions that are simulated: slow ones get fewer
    int mostNodes;   ///< beyond, it is left out
    const char* why; ///< and why
};

/// Results of pairs of runs.
struct Pairs
{
    std::vector<Speed> ours, theirs;

    /// Speed of Headroom over the other's in each pair, ascending.
    std::vector<double> ratios() const
    {
        std::vector<double> result;
        for (std::size_t i = 0; i < ours.size(); ++i)
            result.push_back(ours[i].completionsPerSecond / theirs[i].completionsPerSecond);
        std::sort(result.begin(), result.end());
        return result;
    }
};

/// The median by speed.
Speed median(std::vector<Speed> speeds)
{
    std::sort(speeds.begin(), speeds.end(),
              [](const Speed& a, const Speed& b) { return a.completionsPerSecond < b.completionsPerSecond; });
    return speeds[speeds.size() / 2];
}

class Comparison
{
public:
    Comparison(const MarkdownTable& table, int nodes, double completions)
        : table_(table), nodes_(nodes), size_(Size::of(nodes, completions)), completions_(completions),
          dispersion_(dispersionOfCounts(nodes))
    {
    }

    /// Headroom and the plain model.
    void firstRows()
    {
        const Pairs pairs = byTurns(turnsWithPlain, [&] { return plain(size_, 1); });
        const Speed ours = median(pairs.ours);
        row("Headroom", ours, {"", ""}, size_);
        compared("plain C++ by hand", pairs, size_);
    }

    void with(const Contender& other)
    {
        if (nodes_ > other.mostNodes)
            return leftOut(other, other.why);
        const Size size = Size::of(nodes_, completions_ * other.share);
        const Pairs pairs = byTurns(turnsWithPeer, [&] { return peer(other.program, size.arguments()); });
        if (pairs.ours.empty())
            return leftOut(other, pairs.theirs.front().fault);
        compared(other.label, pairs, size);
    }

    bool agreed() const { return agreed_; }

private:
    /// Without an answer of the other's there is its fault, and nothing of ours.
    Pairs byTurns(std::size_t turns, const std::function<Speed()>& other) const
    {
        Pairs pairs;
        for (std::size_t turn = 0; turn < turns; ++turn) {
            const Speed theirs = other();
            if (!theirs.fault.empty())
                return {{}, {theirs}};
            pairs.theirs.push_back(theirs);
            pairs.ours.push_back(interpreted(size_));
        }
        return pairs;
    }

    void compared(const char* label, const Pairs& pairs, const Size& size)
    {
        const std::vector<double> ratios = pairs.ratios();
        row(label, median(pairs.theirs),
            {number(ratios[ratios.size() / 2], 2), number(ratios.front(), 2) + " … " + number(ratios.back(), 2)}, size);
    }

    void leftOut(const Contender& other, const std::string& why) const
    {
        std::fprintf(stderr, "%s with %d nodes left out: %s\n", other.label, nodes_, why.c_str());
    }

    void row(const char* label, const Speed& speed, const std::array<std::string, 2>& ratio, const Size& size)
    {
        table_.row({std::to_string(nodes_), label, number(speed.writesPerSecond),
                    number(1e9 / speed.completionsPerSecond), ratio[0], ratio[1],
                    judgement(speed.writesPerSecond, size)});
    }

    /// Against the plain model over the same duration (the transient is the same too) with draws of its own. Two
    /// independent estimates of one rate differ by √2 standard errors of each; three times that is the bound.
    std::string judgement(double rate, const Size& size)
    {
        constexpr int seedOfItsOwn = 1000;
        const double reference = plain(size, seedOfItsOwn).writesPerSecond;
        const double standardError = std::sqrt(dispersion_ / (reference * size.seconds * measuredShare));
        const double bound = 3 * std::sqrt(2.0) * standardError, difference = std::abs(rate / reference - 1);
        const bool agrees = difference <= bound;
        agreed_ = agreed_ && agrees;
        return (agrees ? "agrees: " : "DOES NOT AGREE: ") + number(difference * 100, 2) + " % of " +
               number(bound * 100, 2) + " %";
    }

    const MarkdownTable& table_;
    int nodes_;
    Size size_; ///< of Headroom's runs and the plain model's
    double completions_;
    double dispersion_;
    bool agreed_ = true;
};

const Contender contenders[] = {
    {"SystemC threads", "store-systemc", 0.2, 500, "more threads than Linux has memory mappings for"},
    {"SimGrid", "store-simgrid", 0.05, 700, "takes minutes"},
    {"SimPy", "store-simpy", 0.01, 700, "takes minutes"},
};

bool compare(const MarkdownTable& table, int nodes)
{
    constexpr double completions = 3e6;
    Comparison comparison(table, nodes, completions);
    comparison.firstRows();
    for (const Contender& other : contenders)
        comparison.with(other);
    return comparison.agreed();
}

} // namespace

/// Arguments: numbers of storage nodes, multiples of 4; without any, those of the project's alternatives.
int main(int argc, char** argv)
{
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.push_back(std::atoi(argv[i]));
    if (sizes.empty())
        sizes = {4, 64, 700, 4000, 10000};
    headroom::test::printHeading(
        "Mini object store",
        "How many times as fast Headroom is as another, which simulates the same model by turns with "
        "it: medians of " +
            std::to_string(turnsWithPlain) + " pairs of runs with plain C++, of " + std::to_string(turnsWithPeer) +
            " with the others. A throughput agrees with that of "
            "plain C++ if it differs by less than 3 standard errors of the difference.");
    const MarkdownTable table(
        {"storage nodes", "program", "PUT/s", "ns per completion", "Headroom times as fast", "range", "throughput"});
    bool agreed = true;
    for (const int nodes : sizes)
        agreed = compare(table, nodes) && agreed;
    return agreed ? 0 : 1;
}
