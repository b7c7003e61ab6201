#include "run/workload/closed_loop.h"
#include "project/document/long_work.h"
#include "project/document/whole_number.h"
#include "project/document/workloads.h"

#include <cmath>

namespace headroom::run {

ClosedLoop::ClosedLoop(const WorkloadFields& fields, Demand demand, Profile concurrency)
    : Workload(fields, std::move(demand)), concurrency_(std::move(concurrency)),
      workers_(project::wholeNumber<std::uint32_t>(std::ceil(concurrency_.maximum()))),
      depth_(project::wholeNumber<std::uint32_t>(fields.number("depth"))), begun_(depth_ > 1 ? workers_ : 0, depth_),
      think_(fields)
{
}

void ClosedLoop::begin()
{
    project::LongWork made("workers of a closed loop");
    for (std::uint32_t w = 0; w < workers_; ++w, made.step()) {
        const double first = concurrency_.nextAbove(static_cast<double>(w), 0);
        if (!std::isfinite(first))
            continue;
        for (Asking each = 0; each < depth_; ++each, made.step())
            calendar().schedule(at(first), &ClosedLoop::onIssue, this, w + each * onceMore);
    }
}

void ClosedLoop::onIssue(void* self, Asking asking)
{
    ClosedLoop& loop = *static_cast<ClosedLoop*>(self);
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
    const Asking next = nextOf(asking);
    callIn(think_.next(random(), source(), kernel::mix(workerOf(next), timesOf(next)), drawThink),
           {&ClosedLoop::onIssue, this, next});
}

} // namespace headroom::run
