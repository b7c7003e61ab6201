// Where the runs of a study are executed.
#pragma once

#include "child/simulation.h"
#include "record/summary/summary.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// Result of one run.
struct RunOutcome
{
    std::optional<record::Summary> summary;
    std::string problem;                   ///< why there is no summary; completes "the run", as in "failed: ..."
    std::vector<std::string> remarks = {}; ///< warnings that belong to this run
    double processorS = 0;
};

/// Executes runs. Results depend on the runs only, not on where they are executed.
class Executor
{
public:
    using Done = std::function<void(std::uint64_t job, RunOutcome outcome)>;

    /// Users of an executor wait so long for news before they look for wishes of their own.
    static constexpr std::chrono::milliseconds betweenNews{200};

    virtual ~Executor() = default;

    /// Runs that it executes at the same time.
    virtual std::size_t atOnce() const = 0;
    /// Number of runs that may be added now, so that none of its processors is idle.
    virtual std::size_t room() const = 0;
    virtual void add(std::uint64_t job, const child::Simulation& simulation) = 0;
    /// Number of the runs that were added and have not ended.
    virtual std::size_t pending() const = 0;
    /// Those of them that have begun, as far as is known.
    virtual std::vector<std::uint64_t> running() const = 0;
    /// Waits at most so long for news and reports the runs that have ended, in any order.
    virtual void advance(std::chrono::milliseconds atMost, const Done& done) = 0;
    /// While it is paused, runs that have not begun do not begin.
    virtual void pause(bool paused) = 0;
    /// Ends all pending runs without reporting them.
    virtual void cancel() = 0;
    /// "2 processes on this machine", for messages.
    virtual std::string inWords() const = 0;
};

} // namespace headroom::study
