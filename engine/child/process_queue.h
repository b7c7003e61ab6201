// A queue of processes, of which a limited number run at a time.
#pragma once

#include "child/process.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace headroom::child {

/// Starts processes in the order in which they were added, at most `atOnce` at a time. The destructor ends those that
/// still run.
class ProcessQueue
{
public:
    /// Called at the end of each process, with its number in the order of adding. Its exceptions are passed on by
    /// `poll` or `finish`.
    using Ended = std::function<void(std::size_t number, const Ending& ending)>;

    ProcessQueue(std::size_t atOnce, Ended ended);

    void add(Command command) { waiting_.push_back(std::move(command)); }
    void allow(std::size_t atOnce) { atOnce_ = atOnce; }
    /// Reads output, reports processes that have ended and starts the next ones; never waits. Throws std::runtime_error
    /// if one cannot be started.
    void poll();
    /// Runs until all have ended or `interrupted` returns true; returns whether all have ended.
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
    std::size_t begun_ = 0; ///< number of `waiting_` that were started
    std::vector<Running> running_;
};

} // namespace headroom::child
