#include "run/workload/open_loop.h"

#include "project/document/workloads.h"

#include <cmath>

namespace headroom::run {

OpenLoop::OpenLoop(const WorkloadFields& fields, Demand demand, Arrivals::Settings arrivals)
    : Workload(fields, std::move(demand)), settings_(std::move(arrivals)), clients_(fields.whole("clients")),
      limit_(fields.whole("limit")), waits_(fields.text("when_full") == "wait")
{
}

void OpenLoop::begin()
{
    arrivals_ = Arrivals(settings_, random(), kernel::mix(source(), kernel::hashText("arrivals", 8)));
    scheduleNext();
}

void OpenLoop::scheduleNext()
{
    if (hasAskedAll())
        return;
    const Arrivals::Next next = arrivals_.next();
    if (const kernel::Time when = at(next.time); when != kernel::never)
        calendar().schedule(when, &OpenLoop::onArrival, this, next.arrival);
}

void OpenLoop::onArrival(void* self, std::uint64_t isArrival)
{
    OpenLoop& loop = *static_cast<OpenLoop*>(self);
    if (isArrival) {
        const std::uint64_t arrival = loop.arrived_++;
        if (loop.waits_ && (loop.waiting_ > 0 || loop.inFlight() >= loop.limit_))
            ++loop.waiting_;
        else
            loop.send(arrival);
    }
    loop.scheduleNext();
}

void OpenLoop::send(std::uint64_t arrival)
{
    Turn turn;
    turn.client = arrival % clients_;
    turn.asked = arrival / clients_;
    turn.site = siteOf(turn.client);
    turn.session = kernel::mix(source(), turn.client);
    if (inFlight() < limit_ && !down(turn.site))
        ask(turn, 0);
    else
        refuse();
}

void OpenLoop::answered(std::uint64_t, bool)
{
    if (waiting_ > 0)
        callIn(0, {&OpenLoop::onRoom, this, 0});
}

/// Arrivals that still wait when the last stage is over are not sent any more.
void OpenLoop::onRoom(void* self, std::uint64_t)
{
    OpenLoop& loop = *static_cast<OpenLoop*>(self);
    while (loop.waiting_ > 0 && loop.inFlight() < loop.limit_ && !loop.hasAskedAll() &&
           loop.now() < loop.at(loop.settings_.rate.end()))
        loop.send(loop.arrived_ - loop.waiting_--);
}

} // namespace headroom::run
