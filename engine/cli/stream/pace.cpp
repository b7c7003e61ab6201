#include "cli/stream/pace.h"

#include <limits>

namespace headroom::cli {

namespace {

/// Real seconds between two checks of the clock: the duration of a frame in the studio.
constexpr double stretchS = 1.0 / 30;

} // namespace

void Pace::set(double factor, double simulatedS, Clock::time_point now)
{
    factor_ = factor;
    restart(simulatedS, now);
}

void Pace::restart(double simulatedS, Clock::time_point now)
{
    beginS_ = simulatedS;
    begin_ = now;
}

std::chrono::milliseconds Pace::wait(double simulatedS, Clock::time_point now)
{
    if (!(factor_ > 0))
        return {};
    const std::chrono::duration<double> due((simulatedS - beginS_) / factor_);
    const auto early = due - (now - begin_);
    if (early.count() < -stretchS)
        restart(simulatedS, now);
    return early.count() > 0 ? std::chrono::ceil<std::chrono::milliseconds>(early) : std::chrono::milliseconds();
}

double Pace::horizon(double simulatedS) const
{
    return factor_ > 0 ? simulatedS + factor_ * stretchS : std::numeric_limits<double>::infinity();
}

} // namespace headroom::cli
