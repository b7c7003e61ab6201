#include "run/workload/arrivals.h"

#include <algorithm>

namespace headroom::run {

namespace {

enum ArrivalDraw : std::uint64_t
{
    drawGap,
    drawBurst,
    drawPause,
    drawFirst
};

/// Maximum number of bursts without an arrival that are processed at once; then other events have their turn.
constexpr int burstsAtOnce = 1000;

} // namespace

Arrivals::Arrivals(Settings settings, kernel::KeyedRandom random, std::uint64_t source)
    : settings_(std::move(settings)), random_(random), source_(source)
{
    if (settings_.kind != Kind::bursts)
        return;
    // Begins in the stationary state: on or off by their shares of time; the rest of an exponential time is distributed
    // like the whole.
    const double on = settings_.onS / (settings_.onS + settings_.offS);
    if (random_.uniform(source_, 0, drawFirst) >= on)
        time_ = random_.exponential(settings_.offS, source_, phases_, drawPause);
    off_ = time_ + random_.exponential(settings_.onS, source_, phases_++, drawBurst);
}

Arrivals::Next Arrivals::next()
{
    if (settings_.kind == Kind::bursts)
        return nextInBurst();
    ++count_;
    if (settings_.kind == Kind::constant)
        area_ = static_cast<double>(count_); // computed, not added up: no drift
    else
        area_ += random_.exponential(1, source_, count_, drawGap);
    return {settings_.rate.timeOfArea(area_), true};
}

Arrivals::Next Arrivals::nextInBurst()
{
    if (gap_ <= 0)
        gap_ = random_.exponential(1, source_, ++count_, drawGap);
    for (int burst = 0; burst < burstsAtOnce; ++burst) {
        if (time_ >= settings_.rate.end())
            return {endOfTime, true};
        const double done = settings_.rate.area(time_);
        const double left = settings_.rate.area(off_) - done;
        if (left >= gap_) {
            time_ = std::max(time_, settings_.rate.timeOfArea(done + gap_));
            gap_ = 0;
            return {time_, true};
        }
        gap_ -= left;
        time_ = off_ + random_.exponential(settings_.offS, source_, phases_, drawPause);
        off_ = time_ + random_.exponential(settings_.onS, source_, phases_++, drawBurst);
    }
    return {time_, false};
}

} // namespace headroom::run
