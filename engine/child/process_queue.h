// Many processes, some of them at a time.
#pragma once

#include "child/process.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace headroom::child {

/// Starts processes in the order in which they were added, at most `atOnce` at a time. Ends what still runs when it
/// goes.
class ProcessQueue
{
public:
    /// Told of each end, with the number of the process in the order of adding. What it throws comes out of `poll` or
    /// `finish`.
    using Ended = std::function<void(std::size_t number, const Ending& ending)>;

    ProcessQueue(std::size_t atOnce, Ended ended);

    void add(Command command) { waiting_.push_back(std::move(command)); }
    void allow(std::size_t atOnce) { atOnce_ = atOnce; }
    /// Takes in what was said, tells of what has ended and starts what may start; never waits. Throws
    /// std::runtime_error if one cannot be started.
    void poll();
    /// Until all have ended, or `interrupted` says so; true if all have.
    bool finish(const std::function<bool()>& interrupted = {});

    std::size_t running() const { return running_.size(); }

private:
    struct Running
    {
        std::size_t number;
        std::unique_ptr<Process> process;
    };

    void takeIn();
    void awaitNews() const;

    std::size_t atOnce_;
    Ended ended_;
    std::vector<Command> waiting_;
    std::size_t begun_ = 0; ///< of them
    std::vector<Running> running_;
};

} // namespace headroom::child
