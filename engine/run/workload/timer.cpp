#include "run/workload/timer.h"

#include "project/document/workloads.h"

namespace headroom::run {

namespace {

constexpr std::uint64_t drawJitter = 2; // must differ from those of Demand

} // namespace

Timer::Timer(const WorkloadFields& fields, Demand demand)
    : Workload(fields, std::move(demand)), periodS_(fields.number("period")), jitterS_(fields.number("jitter")),
      inTurn_(fields.text("timer_on") == "one node in turn")
{
    if (jitterS_ > periodS_ / 2)
        fields.error("timer.jitter", "/jitter", "The jitter is longer than half of the period.",
                     "Use at most half of the period, so that firings keep their order.");
    clocks_.resize(inTurn_ ? 1 : sites().size());
}

void Timer::begin()
{
    for (std::size_t clock = 0; clock < clocks_.size(); ++clock)
        schedule(clock);
}

void Timer::schedule(std::size_t clock)
{
    const auto fired = static_cast<double>(clocks_[clock].fired);
    const double sway =
        jitterS_ > 0
            ? (2 * random().uniform(source(), kernel::mix(clock, clocks_[clock].fired), drawJitter) - 1) * jitterS_
            : 0;
    if (const kernel::Time when = at(fired * periodS_ + sway); when != kernel::never)
        calendar().schedule(when, &Timer::onFire, this, clock);
}

void Timer::onFire(void* self, std::uint64_t index)
{
    Timer& timer = *static_cast<Timer*>(self);
    Clock& clock = timer.clocks_[index];
    Turn turn;
    turn.client = index;
    turn.asked = clock.fired++;
    turn.site = timer.siteOf(timer.inTurn_ ? turn.asked : index);
    turn.session = kernel::mix(timer.source(), turn.site.node + (std::uint64_t{turn.site.nth} << 32));
    if (clock.busy || timer.down(turn.site)) {
        timer.refuse();
    } else {
        clock.busy = true; // set before it starts, as it may end at once
        if (!timer.ask(turn, index))
            clock.busy = false;
    }
    timer.schedule(index);
}

} // namespace headroom::run
