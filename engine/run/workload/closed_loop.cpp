#include "run/workload/closed_loop.h"
#include "project/document/long_work.h"
#include "project/document/whole_number.h"
#include "project/document/workloads.h"

#include <algorithm>
#include <cmath>

namespace headroom::run {

ClosedLoop::ClosedLoop(const WorkloadFields& fields, Demand demand, Profile concurrency)
    : Workload(fields, std::move(demand)), concurrency_(std::move(concurrency)),
      workers_(project::wholeNumber<std::uint32_t>(std::ceil(concurrency_.maximum()))),
      depth_(project::wholeNumber<std::uint32_t>(fields.number("depth"))), think_(fields),
      thinkAfter_(fields.whole("think_after")), begun_(depth_ > 1 ? workers_ : 0, places()),
      sinceThought_(thinkAfter_ > 0 ? workers_ : 0)
{
}

void ClosedLoop::begin()
{
    project::LongWork made("workers of a closed loop");
    for (std::uint32_t w = 0; w < workers_; ++w, made.step()) {
        const double first = concurrency_.nextAbove(static_cast<double>(w), 0);
        if (!std::isfinite(first))
            continue;
        if (thinkAfter_ > 0)
            sinceThought_[w].begun = places();
        for (Asking each = 0; each < places(); ++each, made.step())
            calendar().schedule(at(first), &ClosedLoop::onIssue, this, w + each * onceMore);
    }
}

void ClosedLoop::onIssue(void* self, Asking asking)
{
    ClosedLoop& loop = *static_cast<ClosedLoop*>(self);
    if (loop.hasAskedAll())
        return;
    const std::uint64_t w = workerOf(asking);
    const double time = kernel::toSeconds(loop.now() - loop.startTime());
    const double next = loop.concurrency_.nextAbove(static_cast<double>(w), time);
    // Rounded to a tick, it may be the present instant.
    if (const kernel::Time when = loop.at(next); next > time && when > loop.now()) {
        if (when != kernel::never)
            loop.calendar().schedule(when, &ClosedLoop::onIssue, self, asking);
        return;
    }
    if (loop.waitsFor(loop.siteOf(w), {&ClosedLoop::onIssue, self, asking}))
        return;
    Turn turn;
    turn.client = w;
    turn.asked = timesOf(asking);
    turn.site = loop.siteOf(w);
    turn.session = kernel::mix(loop.source(), w);
    loop.askOrWait(turn, asking, {&ClosedLoop::onIssue, self, asking});
}

void ClosedLoop::answered(Asking asking, bool)
{
    if (thinkAfter_ > 0) {
        answeredOfMany(asking);
        return;
    }
    const Asking next = nextOf(asking);
    callIn(think_.next(random(), source(), kernel::mix(workerOf(next), timesOf(next)), drawThink),
           {&ClosedLoop::onIssue, this, next});
}

void ClosedLoop::answeredOfMany(Asking asking)
{
    Since& since = sinceThought_[workerOf(asking)];
    ++since.ended;
    if (since.begun < thinkAfter_) {
        ++since.begun;
        callIn(0, {&ClosedLoop::onIssue, this, nextOf(asking)});
        return;
    }
    if (since.ended < thinkAfter_)
        return;
    since = {places(), 0};
    const double thinkS =
        think_.next(random(), source(), kernel::mix(workerOf(asking), timesOf(asking) + 1), drawThink);
    for (std::uint64_t each = 0; each < since.begun; ++each)
        callIn(thinkS, {&ClosedLoop::onIssue, this, nextOf(asking)});
}

} // namespace headroom::run
