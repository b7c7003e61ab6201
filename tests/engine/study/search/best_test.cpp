// Search for the best point: the stated probability holds, and runs go where they decide.
#include "study/search/best_text.h"
#include "tests/engine/study/ready_executor.h"

#include <catch2/catch.hpp>

#include <random>

using namespace headroom;
using namespace headroom::study;
using Catch::Contains;
using headroom::study::test::ReadyExecutor;

namespace {

/// Points whose throughput is a mean plus noise: a part that all points with the same seed share, and one of their own.
class Noisy
{
public:
    Noisy(std::vector<double> means, double shared, double own, unsigned first = 0)
        : means_(std::move(means)), shared_(shared), own_(own), first_(first)
    {
        table.parameters = {{"N", ""}};
        table.figures = {{"get.throughput", "1/s"}};
        for (std::size_t i = 0; i < means_.size(); ++i) {
            Row& row = table.rows.emplace_back();
            row.number = i;
            row.settings = {{std::to_string(i), static_cast<double>(i)}};
        }
    }

    Best search(BestLimits limits = {}) { return searchEach(limits).front(); }

    BestOfLoads searchEach(BestLimits limits = {})
    {
        RunPlan plan;
        for (std::uint64_t seed = 0; seed < limits.most; ++seed)
            plan.seeds.push_back(first_ + seed);
        ReadyExecutor executor([this](const child::Simulation& run) { return outcomeOf(run); });
        BestSearch search(plan, table, 0, executor.atOnce(), nullptr, limits);
        execute(search, executor);
        const BestOfLoads best = search.answer();
        for (const child::Simulation& run : executor.made)
            ++runs[pointOf(run)];
        return best;
    }

    Table table;
    std::size_t pointAt = 0;                 ///< which of the settings is the point's number
    std::map<std::size_t, std::size_t> runs; ///< by point

private:
    std::size_t pointOf(const child::Simulation& run) const { return std::stoul(run.settings[pointAt].substr(2)); }

    RunOutcome outcomeOf(const child::Simulation& run) const
    {
        const auto seed = static_cast<unsigned>(std::stoul(run.seed));
        std::mt19937 ofSeed(seed), ofRun(seed * 1009 + static_cast<unsigned>(pointOf(run)));
        std::normal_distribution<double> forAll, alone; // each keeps the second of the two numbers that it draws
        record::Summary summary;
        summary.operations["get"].perSecond = means_[pointOf(run)] + shared_ * forAll(ofSeed) + own_ * alone(ofRun);
        RunOutcome outcome;
        outcome.summary = summary;
        return outcome;
    }

    std::vector<double> means_;
    double shared_, own_;
    unsigned first_;
};

} // namespace

TEST_CASE("noise that all points share does not hide which one is best")
{
    Noisy noisy({100, 103, 101, 98}, 20, 0.3);
    const Best best = noisy.search();
    CHECK(best.point == 1);
    CHECK(best.complete);
    CHECK(best.alike.empty());
    CHECK(best.runs <= 16);
    CHECK_THAT(inWords(noisy.table, 0, {best}, 0.01),
               Contains("Point 1 (N = 1) is best by get.throughput: ") && Contains("with a probability of"));
}

TEST_CASE("runs go to the points that are hard to distinguish")
{
    std::size_t hard = 0, easy = 0;
    BestLimits limits;
    limits.within = 0.001;
    for (unsigned i = 0; i < 20; ++i) {
        Noisy noisy({100, 102, 60, 50, 40}, 0, 3, 1000 * i);
        noisy.search(limits);
        hard += noisy.runs[0] + noisy.runs[1];
        easy += noisy.runs[2] + noisy.runs[3] + noisy.runs[4];
    }
    CHECK(hard > 2 * easy);
}

TEST_CASE("points that differ by less than the margin are named as alike, without endless runs")
{
    Noisy noisy({100, 100.2, 50}, 1, 0.5);
    const Best best = noisy.search();
    CHECK(best.complete);
    CHECK(best.point < 2);
    CHECK(best.alike == std::vector<std::uint64_t>{1 - best.point});
    CHECK_THAT(inWords(noisy.table, 0, {best}, 0.01),
               Contains("not told apart from it: point " + std::to_string(1 - best.point)));
}

TEST_CASE("the point named is the best in at least as many cases as its probability says", "[theory]")
{
    int right = 0, said = 0;
    constexpr unsigned cases = 300;
    BestLimits limits;
    limits.within = 0;
    limits.most = 60;
    for (unsigned i = 0; i < cases; ++i) {
        Noisy noisy({100, 101, 102, 103.5}, 3, 2, 1000 * i);
        const Best best = noisy.search(limits);
        said += best.complete;
        right += best.complete && best.point == 3;
    }
    CHECK(said > 250);
    // 95 %, less three standard errors of a share of 300 cases.
    CHECK(right >= (0.95 - 3 * 0.0126) * said);
}

TEST_CASE("where the load is varied, the best is sought for each load")
{
    Noisy noisy({100, 103, 50, 48, 20, 20}, 5, 0.3);
    noisy.table.parameters = {{"VISITORS", "", true}, {"N", ""}};
    for (std::size_t i = 0; i < 6; ++i)
        noisy.table.rows[i].settings.insert(noisy.table.rows[i].settings.begin(),
                                            {std::to_string(900 - 300 * (i / 2)), 900.0 - 300.0 * double(i / 2)});
    noisy.pointAt = 1;
    const BestOfLoads best = noisy.searchEach();
    REQUIRE(best.size() == 3);
    CHECK(best[0].point / 2 == 2); // 300 visitors: alike
    CHECK(best[1].point == 2);
    CHECK(best[2].point == 1);
    CHECK(lastKnown(best)->point == 1);
    const std::string said = inWords(noisy.table, 0, best, 0.01);
    CHECK_THAT(said, Contains("Best by get.throughput for each load: VISITORS = 300: point ") &&
                         Contains("not told apart from it: point ") &&
                         Contains("; VISITORS = 600: point 2 (N = 2), ") &&
                         Contains("; VISITORS = 900: point 1 (N = 1), "));
    CHECK_THAT(inWords(noisy.table, 0, {best[0]}, 0.01), Contains("VISITORS = 900: none yet"));
}

TEST_CASE("where no point of any load has the figure, that is all that is said")
{
    Noisy noisy({1, 2, 3, 4}, 0, 0);
    noisy.table.parameters = {{"VISITORS", "", true}};
    for (std::size_t i = 0; i < 4; ++i)
        noisy.table.rows[i].settings = {{std::to_string(i / 2), static_cast<double>(i / 2)}};
    const std::string said = inWords(noisy.table, 0, {Best(), Best()}, 0.01);
    CHECK_THAT(said, Contains("No point has a figure for get.throughput. 0 runs of 4 points."));
    CHECK_THAT(said, !Contains("probabilit") && !Contains("for each load"));
}

TEST_CASE("a figure without a better cannot decide")
{
    Noisy noisy({1, 2}, 0, 0);
    noisy.table.figures[0].name = "resources.disk.used";
    CHECK_THROWS_WITH(noisy.search(), Contains("no better and no worse"));
}
