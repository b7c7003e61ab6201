#include "behaviour/interpreter/prefetch.h"

#include "behaviour/paths/inline_branches.h"
#include "kernel/fetch.h"
#include "kernel/random.h"
#include "resources/processor/station.h"

namespace headroom::behaviour {

Prefetch::Prefetch(const Core& core, const InlineBranches& branches, const Deployment& deployment, const Stages& stages)
    : core_(core), calendar_(core.calendar), branches_(branches), deployment_(deployment), stages_(stages)
{
    calendar_.lookAheadWith(&Prefetch::prefetch, this);
}

Prefetch::~Prefetch()
{
    calendar_.lookAheadWith(nullptr, nullptr);
}

void Prefetch::prefetch(void* self, const Event& soon, const Event& later)
{
    const Prefetch& ahead = *static_cast<Prefetch*>(self);
    ahead.prefetchFurther(soon);
    ahead.prefetchRecords(later);
}

/// The path whose service the event ends, which most events do.
inline const Path* Prefetch::servedBy(const Event& event) const
{
    const auto& job = *static_cast<const resources::StationJob*>(event.self);
    return job.client == &core_.served ? &pathOf(job) : nullptr;
}

/// Prefetches the records of the path that continues by the event, and what its next block uses on its node.
inline void Prefetch::prefetchRecords(const Event& event) const
{
    if (resources::StationBank::ends(event))
        resources::StationBank::fetchStationOf(event);
    else if (!resources::Station::ends(event))
        return;
    const Path* const p = servedBy(event);
    if (!p)
        return;
    const Instruction* const program = core_.instructionsOf(*p);
    const Instruction& code = program[p->pc];
    if (code.nextCode == Code::compute) {
        core_.processors[p->node]->fetch();
    } else if (code.nextCode == Code::blackBox) {
        stages_.of(*p, core_.programOf(*p).blackBoxes[program[code.next].detail].stage).fetch();
    } else {
        if (code.nextCode == Code::reply && p->region != nowhere)
            core_.regions.fetch(p->region, 3);
        kernel::fetch(p->frame);
        core_.requests.fetch(p->request);
        if (p->inSimpleCall && !p->inlineBranch)
            kernel::fetch(&p->simpleCall);
    }
}

/// Prefetches what these records refer to.
inline void Prefetch::prefetchFurther(const Event& event) const
{
    if (resources::StationBank::ends(event))
        resources::StationBank::fetchQueueOf(event);
    else if (resources::Station::ends(event))
        resources::Station::fetchQueueOf(event);
    else
        return;
    const Path* const p = servedBy(event);
    if (!p)
        return;
    const Instruction* const program = core_.instructionsOf(*p);
    const Instruction& code = program[p->pc];
    if (code.nextCode == Code::compute)
        return; // it uses little except the processor
    if (code.nextCode == Code::blackBox)
        prefetchStation(*p, program[code.next]);
    else if (code.nextCode == Code::end || code.nextCode == Code::reply)
        prefetchForAnswer(*p);
    else
        prefetchCaller(*p);
}

/// Prefetches the station of a black box that the path is going to choose.
void Prefetch::prefetchStation(const Path& p, const Instruction& code) const
{
    const BlackBoxStep& step = core_.programOf(p).blackBoxes[code.detail];
    const resources::StationBank& bank = stages_.of(p, step.stage);
    if (bank.stations() > 1 && step.choose == BlackBoxStep::Choose::random)
        bank.fetchStation(static_cast<std::uint32_t>(
            kernel::KeyedRandom::uniformOf(core_.drawKey(code), p.key, p.draws) * bank.stations()));
}

/// Prefetches the records of the receiver of an answer.
void Prefetch::prefetchForAnswer(const Path& p) const
{
    if (p.inlineBranch) {
        kernel::fetch(&deployment_.load(p.role));
        if (!branches_.firesJoin(p))
            return;
    }
    const Request& request = core_.requests[p.request];
    if (p.inSimpleCall && !p.inlineBranch)
        kernel::fetch(p.simpleCall.frame);
    if (p.region != nowhere)
        kernel::fetch(core_.regions[p.region].frame);
    prefetchCaller(p);
    if (request.from == Request::From::waitingPath) // not checked: the path is not in the cache yet
        core_.paths.fetch(static_cast<std::uint32_t>(request.waiting.path), 2);
    if (p.inlineBranch) // it has no neighbours
        return;
    for (const std::uint32_t neighbour : {p.beside.previous, p.beside.following})
        if (neighbour != nowhere)
            kernel::fetch(&core_.paths[neighbour].beside.following);
}

/// Prefetches the caller of the path's request.
void Prefetch::prefetchCaller(const Path& p) const
{
    const Request& request = core_.requests[p.request];
    if (request.from == Request::From::inlinePath)
        core_.requests.fetch(request.caller.request);
    else if (request.from == Request::From::waitingPath)
        core_.requests.fetch(request.waiting.request);
}

} // namespace headroom::behaviour
