// The time that a study has left: by a clock of its own, on machines with few and with many places for runs.
#include "study/run/run_times.h"
#include "study/run/study_run.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace headroom::study;

namespace {

constexpr double newsS = 0.2;

/// Loads, drives and sizes; the dearest point takes a hundred times as long as the cheapest.
Table loadsOnThreeDrives()
{
    Table table;
    table.parameters = {{"LOAD", ""}, {"DRIVE", ""}, {"SIZE", "B"}};
    for (const double load : {1, 2, 4, 8, 16, 32, 64, 128})
        for (const char* const drive : {"disk", "ssd", "nvme"})
            for (const double size : {4096.0, 65536.0, 1048576.0}) {
                Row row;
                row.number = table.rows.size();
                row.settings = {{std::to_string(load), load}, {drive}, {std::to_string(size), size}};
                table.rows.push_back(row);
            }
    return table;
}

double processorTimeOf(const Row& row)
{
    const std::string& drive = row.settings[1].text;
    return 4 * std::pow(row.settings[0].number, 0.6) *
           (drive == "disk"  ? 0.5
            : drive == "ssd" ? 1
                             : 2) *
           (row.settings[2].number > 1e5 ? 1.5 : 1);
}

/// Runs a study in `places`, with as many runs waiting for one as a local executor takes. A run takes `slow` times its
/// processor time.
class Clockwork
{
public:
    Clockwork(std::size_t places, std::size_t seeds, double slow = 1) : places_(places), slow_(slow)
    {
        for (std::uint64_t seed = 0; seed < seeds; ++seed)
            plan_.seeds.push_back(seed);
    }

    /// Estimates of the time left, with the time at which each was made.
    std::vector<std::pair<double, double>> estimates;
    double nowS = 0;

    void run()
    {
        Table table = loadsOnThreeDrives();
        StudyRun study(plan_, table, nullptr);
        for (;;) {
            for (const WantedRun& run : study.propose(2 * places_ - waiting_.size() - ends_.size()))
                waiting_.emplace_back(run.number,
                                      processorTimeOf(rowOf(table, run)) / static_cast<double>(plan_.seeds.size()));
            begin();
            if (ends_.empty())
                return;
            tell(study);
            const auto next = std::ranges::min_element(ends_, {}, [](const auto& end) { return end.second.first; });
            pass(study, next->second.first);
            RunOutcome outcome;
            outcome.processorS = next->second.second;
            outcome.summary.emplace();
            const std::uint64_t number = next->first;
            ends_.erase(next);
            study.take(number, std::move(outcome));
        }
    }

private:
    static const Row& rowOf(const Table& table, const WantedRun& run)
    {
        return *std::ranges::find_if(table.rows,
                                     [&](const Row& row) { return settingsOf(table, row) == run.simulation.settings; });
    }

    void begin()
    {
        while (ends_.size() < places_ && !waiting_.empty()) {
            const auto [number, processorS] = waiting_.front();
            ends_[number] = {nowS + slow_ * processorS, processorS};
            waiting_.pop_front();
        }
    }

    void tell(StudyRun& study)
    {
        std::vector<std::uint64_t> running;
        for (const auto& [number, end] : ends_)
            running.push_back(number);
        study.running(running);
    }

    void pass(StudyRun& study, double untilS)
    {
        while (untilS - nowS > newsS) {
            study.passed(newsS);
            nowS += newsS;
            estimates.emplace_back(nowS, study.progress().leftS);
        }
        study.passed(untilS - nowS);
        nowS = untilS;
    }

    std::size_t places_;
    double slow_;
    RunPlan plan_;
    std::deque<std::pair<std::uint64_t, double>> waiting_;
    std::map<std::uint64_t, std::pair<double, double>> ends_; ///< when each run ends, and its processor time
};

} // namespace

TEST_CASE("from the first tenth of a study on the time left is right within a factor of two")
{
    const auto [places, seeds, slow] = GENERATE(std::tuple(1, 1, 1.0), std::tuple(2, 1, 1.0), std::tuple(2, 3, 1.0),
                                                std::tuple(8, 1, 1.0), std::tuple(8, 4, 2.5), std::tuple(12, 1, 1.0));
    CAPTURE(places, seeds, slow);
    Clockwork clockwork(static_cast<std::size_t>(places), static_cast<std::size_t>(seeds), slow);
    clockwork.run();
    const double wholeS = clockwork.nowS;
    for (const auto& [nowS, leftS] : clockwork.estimates) {
        if (nowS < 0.1 * wholeS || nowS > 0.95 * wholeS)
            continue;
        CAPTURE(nowS / wholeS, leftS / (wholeS - nowS));
        CHECK(leftS > 0.5 * (wholeS - nowS));
        CHECK(leftS < 2 * (wholeS - nowS));
    }
}

TEST_CASE("runs are begun where one ends first")
{
    CHECK(allEnd({0}, 0, {}) == Approx(0));
    CHECK(allEnd({3, 1}, 0, {}) == Approx(3));
    CHECK(allEnd({3, 1}, 0, std::vector{1.0, 5.0}) == Approx(7));
    CHECK(allEnd({0, 0, 0}, 12, {}) == Approx(4));
    CHECK(allEnd({1, 6, 2}, 4, {}) == Approx(6)); // 4 fill two places up to 3.5
    CHECK(allEnd({1, 6, 2}, 12, {}) == Approx(7));
    CHECK(allEnd({0, 0}, 4, std::vector{3.0, 1.0, 1.0}) == Approx(5));
}

TEST_CASE("if all runs are alike, those that run count for their mean time")
{
    RunTimes times;
    times.running({1, 2}, 0);
    CHECK(times.meanS(5) == 0);
    times.ended(1, 4, 2);
    CHECK(times.meanS(4) == Approx(8));
    CHECK(times.realOfProcessor() == Approx(2));
    CHECK(times.ages(6).at(2) == Approx(6));
}

TEST_CASE("the longer a run has been running, the longer it is expected to be")
{
    const Table table = loadsOnThreeDrives();
    RunCosts costs(table);
    for (const std::size_t point : {0, 20, 50})
        costs.add(table.rows[point], processorTimeOf(table.rows[point]));
    REQUIRE(costs.refit());
    CHECK(costs.expectedLeft(10, 0) == Approx(10));
    double before = 10;
    for (const double doneS : {1, 5, 10, 20, 50, 1000, 1000000}) {
        const double whole = doneS + costs.expectedLeft(10, doneS);
        CHECK(whole > doneS);
        CHECK(whole >= before);
        before = whole;
    }
}
