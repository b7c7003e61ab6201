// Runs replications in child processes: SystemC elaborates once in a process.
#pragma once

#include "child/process_queue.h"
#include "child/simulation.h"
#include "record/summary.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace headroom::cli {

/// Starts this program again, once for each replication, at most `atOnce` at a time.
class ReplicationChildren
{
public:
    /// `simulation` is used without its seed.
    ReplicationChildren(child::Simulation simulation, std::size_t atOnce);

    void add(std::uint64_t seed);
    /// Takes the results of ended runs and starts the next ones; never waits. Throws std::runtime_error if one failed.
    void poll() { queue_.poll(); }
    /// Waits for all. One more may run at once than before, because the parent's own run has ended.
    void finish();

    /// The summaries of the ended runs, in the order of adding.
    std::vector<record::Summary> summaries() const;

private:
    void takeIn(std::size_t number, const child::Ending& ending);

    child::Simulation simulation_;
    std::size_t atOnce_;
    std::vector<std::uint64_t> seeds_;
    std::map<std::size_t, record::Summary> summaries_; ///< by number
    child::ProcessQueue queue_;
};

} // namespace headroom::cli
