// Runs of `simulate` besides the one in its own process, in child processes: SystemC elaborates once in a process.
#pragma once

#include "child/process_queue.h"
#include "child/simulation.h"
#include "record/summary/summary.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace headroom::cli {

/// Starts this program again, once for each run, at most `atOnce` at a time.
class FurtherRuns
{
public:
    /// Called at the end of a run. Its exceptions are passed on by `poll` or `finish`.
    using Ended = std::function<void(const child::Ending& ending)>;

    explicit FurtherRuns(std::size_t atOnce);

    void add(const child::Simulation& simulation, Ended ended);
    /// Takes the results of ended runs and starts the next ones; never waits.
    void poll() { queue_.poll(); }
    /// Waits for all. One more may run at once than before, because the parent's own run has ended. Throws
    /// std::runtime_error if it was interrupted.
    void finish();

private:
    std::size_t atOnce_;
    std::vector<Ended> ended_; ///< by number
    child::ProcessQueue queue_;
};

} // namespace headroom::cli
