// The frame of all searches: what asks for runs until it has an answer, and what executes them.
#pragma once

#include "study/execute/executor.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace headroom::study {

/// Wish of the user of a search; asked between runs.
enum class Wish
{
    goOn,
    pause,
    stop
};

/// Returns what the user wants now. Without one a search goes on to its end.
using AskWish = std::function<Wish()>;

/// A run that a search asks for. The number is the search's own; no two runs under way have the same.
struct WantedRun
{
    std::uint64_t number = 0;
    child::Simulation simulation;
};

/// How far a search is. What is not counted stays 0.
struct Progress
{
    std::size_t points = 0, done = 0, failed = 0;
    std::uint64_t runs = 0, runsDone = 0; ///< asked for so far, and ended; of points only those of this call
    double elapsedS = 0;                  ///< real time, without pauses
    double leftS = 0;                     ///< estimated from the runs that have ended; infinite before the first has
    double processorS = 0;                ///< of all runs that have ended
};

/// Decides which runs to make from the results of those that were made. It does not wait and starts nothing: execute()
/// does.
class Search
{
public:
    virtual ~Search() = default;

    /// The runs to begin now, about `room` of them. None while it waits for others that are under way; none without any
    /// under way means that it is over.
    virtual std::vector<WantedRun> propose(std::size_t room) = 0;
    virtual void take(std::uint64_t number, RunOutcome outcome) = 0;
    virtual Progress progress() const = 0;
    /// These of the runs that were asked for have begun and not ended; the others wait.
    virtual void running(const std::vector<std::uint64_t>& /*runs*/) {}
    /// So much real time has passed since the last call, without pauses.
    virtual void passed(double /*seconds*/) {}
};

/// Executes the runs of a search until it is over; false if it was stopped before, with its runs. Throws
/// std::runtime_error if runs cannot be executed at all, and whatever the search throws.
bool execute(Search& search, Executor& executor, const AskWish& wish = {});

} // namespace headroom::study
