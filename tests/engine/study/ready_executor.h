// Executes the runs of a study by a function, for tests without simulations.
#pragma once

#include "study/execute/executor.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace headroom::study::test {

/// Answers each run at once by a function.
class ReadyExecutor : public Executor
{
public:
    using Answer = std::function<RunOutcome(const child::Simulation&)>;
    explicit ReadyExecutor(Answer answer) : answer_(std::move(answer)) {}

    std::size_t atOnce() const override { return 2; }
    std::size_t room() const override { return 4 - std::min<std::size_t>(4, ready_.size()); }
    void add(std::uint64_t job, const child::Simulation& simulation) override
    {
        made.push_back(simulation);
        ready_.emplace_back(job, answer_(simulation));
    }
    std::size_t pending() const override { return ready_.size(); }
    std::vector<std::uint64_t> running() const override
    {
        std::vector<std::uint64_t> jobs;
        for (const auto& [job, outcome] : ready_)
            jobs.push_back(job);
        return jobs;
    }
    void advance(std::chrono::milliseconds, const Done& done) override
    {
        while (!ready_.empty()) {
            auto [job, outcome] = std::move(ready_.back()); // the last first: the order must not matter
            ready_.pop_back();
            done(job, std::move(outcome));
        }
    }
    void pause(bool) override {}
    void cancel() override { ready_.clear(); }
    std::string inWords() const override { return "at once"; }

    std::vector<child::Simulation> made;

private:
    Answer answer_;
    std::deque<std::pair<std::uint64_t, RunOutcome>> ready_;
};

} // namespace headroom::study::test
