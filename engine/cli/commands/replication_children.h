// Replications as processes of their own: SystemC elaborates once in a process.
#pragma once

#include "record/summary.h"

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace headroom::cli {

/// Starts this program again, once for each replication, at most `atOnce` at a time. Each child's summary goes to a
/// file without a name, so a child never waits for its parent to read.
class ReplicationChildren
{
public:
    /// `arguments`: of `simulate`, without seed and output.
    ReplicationChildren(std::vector<std::string> arguments, std::size_t atOnce);
    ~ReplicationChildren(); ///< ends what still runs
    ReplicationChildren(const ReplicationChildren&) = delete;
    ReplicationChildren& operator=(const ReplicationChildren&) = delete;

    void add(std::uint64_t seed) { waiting_.push_back(seed); }
    /// Takes in what has ended and starts what may start; never waits. Throws std::runtime_error if one failed.
    void poll();
    /// Waits for all, one more at once than before: the parent's own run is over.
    void finish();

    std::size_t running() const { return running_.size(); }
    /// In the order of adding, those that have ended.
    std::vector<record::Summary> summaries() const;

private:
    struct Child
    {
        std::size_t number = 0;
        pid_t process = 0;
        int output = -1, complaints = -1; ///< standard output and error
    };
    struct Ended
    {
        std::size_t number = 0;
        record::Summary summary;
    };
    void start();
    static void close(const Child& child);
    void takeIn(const Child& child, int status);

    std::vector<std::string> arguments_;
    std::size_t atOnce_;
    std::vector<std::uint64_t> waiting_;
    std::size_t begun_ = 0;
    std::vector<Child> running_;
    std::vector<Ended> ended_;
};

} // namespace headroom::cli
