// Executes runs on this machine, one process for each.
#pragma once

#include "child/process.h"
#include "study/execute/executor.h"

#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace headroom::study {

/// While runs are so short that a core would wait noticeably between the end of one and the start of the next, one more
/// than `atOnce` is under way; never where one at a time is asked for.
class LocalExecutor : public Executor
{
public:
    /// Starts the process of one run; it prints the summary as JSON.
    using Start = std::function<std::unique_ptr<child::Process>(const child::Simulation&)>;

    LocalExecutor(std::size_t atOnce, Start start);

    std::size_t atOnce() const override { return atOnce_; }
    std::size_t room() const override;
    void add(std::uint64_t job, const child::Simulation& simulation) override;
    std::size_t pending() const override { return waiting_.size() + running_.size(); }
    std::vector<std::uint64_t> running() const override;
    void advance(std::chrono::milliseconds atMost, const Done& done) override;
    void pause(bool paused) override { paused_ = paused; }
    void cancel() override;
    std::string inWords() const override;

private:
    struct Running
    {
        std::uint64_t job;
        std::unique_ptr<child::Process> process;
    };

    void startSome();
    std::size_t allowed() const { return atOnce_ + (short_ && atOnce_ > 1 ? 1 : 0); }

    std::size_t atOnce_;
    Start start_;
    bool paused_ = false;
    bool short_ = false; ///< the run that ended last was
    std::deque<std::pair<std::uint64_t, child::Simulation>> waiting_;
    std::vector<Running> running_;
};

/// Reads the outcome of a run from the output of its process: JSON as text or CBOR.
RunOutcome outcomeOf(const child::Ending& ending);

} // namespace headroom::study
