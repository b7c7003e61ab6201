// How fast simulated time may pass, for people who want to look on.
#pragma once

#include <chrono>

namespace headroom::cli {

/// Holds a run back to so many simulated seconds in a real one. A run that is slower than that is not hurried later.
class Pace
{
public:
    using Clock = std::chrono::steady_clock;

    /// `factor`: simulated seconds in a real one; 0: as fast as it goes.
    void set(double factor, double simulatedS, Clock::time_point now);
    /// Time has stood still.
    void restart(double simulatedS, Clock::time_point now);
    /// How long the run has to wait where it is; zero: it may go on.
    std::chrono::milliseconds wait(double simulatedS, Clock::time_point now);
    /// Where a run that goes on from here is to look at the clock again.
    double horizon(double simulatedS) const;

private:
    double factor_ = 0;
    double beginS_ = 0; ///< simulated, at
    Clock::time_point begin_;
};

} // namespace headroom::cli
