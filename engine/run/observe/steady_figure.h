// Finds out while a run goes on how many requests a second it serves, and how surely.
#pragma once

#include "record/stream/series.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace headroom::run {

/// The throughput of the steady state, as soon as it is known to 2 %: the warm-up is found by MSER-5 (White 1997) over
/// throughput and mean latency, the interval is that of batch means that pass the test of independence. It is known
/// once two looks in a row agree; each look follows a tenth more of the run, because every look may be wrong by chance.
/// Nothing is said within the warm-up that the project states. So much must follow the one that is found that requests
/// of the mean latency, and what a timer starts, could follow each other several times: an observation may be much
/// shorter. Observations grow with the run, by joining pairs: many short ones depend on each other, and say no more
/// than few. It is withdrawn when a later look does not confirm it, or when the last quarter of the run differs from
/// it.
class SteadyFigure
{
public:
    /// Half width of the 95 % interval over the throughput.
    static constexpr double wanted = 0.02;
    /// One that is known is kept up to here.
    static constexpr double kept = 0.03;
    /// How often the longest requests, and what timers start, must have been possible behind the warm-up.
    static constexpr double repetitions = 3;

    /// Seconds of an observation, of the warm-up that the project states (0: it leaves it to the run), and of the
    /// longest time after which timers start the same work again.
    explicit SteadyFigure(double intervalS, double warmUpS = 0, double cycleS = 0);

    /// Adds the requests that ended in one more whole interval, and the seconds that they took together.
    void observe(double requests, double latencySum);
    const std::optional<record::Steady>& figure() const { return figure_; }
    /// For a run that is over: the figure, or the mean behind the warm-up with its interval as wide as it is, if there
    /// is enough to state one and nothing says that the load still changes.
    std::optional<record::Steady> atEnd();

private:
    /// The requirements on the values behind the warm-up.
    struct Required
    {
        double relative; ///< largest half width over the mean
        std::size_t observations;
        double independent;
    };

    void look();
    std::optional<record::Steady> found(const Required& required);
    void joinPairs();

    double intervalS_,
        cycleS_; ///< the first is that of what is observed; an observation here has as many of them as were joined
    std::size_t joined_ = 1, observed_ = 0, nextLook_;
    std::vector<double> counts_, latencySums_, latencies_; ///< the last are means, of the last look
    double count_ = 0, latencySum_ = 0;                    ///< of the observation that is not complete
    std::optional<record::Steady> before_, figure_;        ///< of the look before; the one that is known
};

} // namespace headroom::run
