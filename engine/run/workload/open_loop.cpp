#include "run/workload/open_loop.h"

#include "project/document/workloads.h"

#include <cmath>

namespace headroom::run {

OpenLoop::OpenLoop(const WorkloadFields& fields, Demand demand, Arrivals::Settings arrivals)
    : Workload(fields, std::move(demand)), settings_(std::move(arrivals)), clients_(fields.whole("clients")),
      limit_(fields.whole("limit"))
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
        Turn turn;
        turn.client = loop.arrived_ % loop.clients_;
        turn.asked = loop.arrived_ / loop.clients_;
        turn.site = loop.siteOf(turn.client);
        turn.session = kernel::mix(loop.source(), turn.client);
        ++loop.arrived_;
        if (loop.inFlight() < loop.limit_ && !loop.down(turn.site))
            loop.ask(turn, 0);
        else
            loop.refuse();
    }
    loop.scheduleNext();
}

} // namespace headroom::run
