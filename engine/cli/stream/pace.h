// Limits the speed of simulated time for a user who watches the run.
#pragma once

#include <chrono>

namespace headroom::cli {

/// Delays a run to a number of simulated seconds per real second. A run that falls behind does not catch up later.
class Pace
{
public:
    using Clock = std::chrono::steady_clock;

    /// `factor`: simulated seconds in a real one; 0: no limit.
    void set(double factor, double simulatedS, Clock::time_point now);
    /// Starts counting anew, for example after a pause.
    void restart(double simulatedS, Clock::time_point now);
    /// Time that the run has to wait at this time; zero: it may continue.
    std::chrono::milliseconds wait(double simulatedS, Clock::time_point now);
    /// Simulated time at which the run has to check the clock again.
    double horizon(double simulatedS) const;

private:
    double factor_ = 0;
    double beginS_ = 0; ///< simulated time at `begin_`
    Clock::time_point begin_;
};

} // namespace headroom::cli
