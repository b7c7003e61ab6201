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

/// Most events are ends of services: prefetches the records of the path that continues then, and those of its next
/// block.
void Prefetch::prefetch(void* self, kernel::Handler handler, void* object, std::uint64_t context, unsigned before)
{
    const resources::StationJob* job = resources::StationBank::ending(handler, object, context, before);
    if (!job)
        job = resources::Station::ending(handler, object, context, before);
    const Prefetch& ahead = *static_cast<Prefetch*>(self);
    if (!job || job->client != &ahead.core_.served)
        return;
    const Path& p = pathOf(*job);
    const Instruction* const program = ahead.core_.instructionsOf(p);
    const std::uint32_t next = program[p.pc].next;
    const Code code = program[p.pc].nextCode;
    if (before == 2 && next != nowhere)
        ahead.prefetchFor(p, program[next]);
    if (code == Code::compute || code == Code::blackBox) { // these use little except the station or processor
        if (before == 1 && code == Code::blackBox)
            ahead.prefetchStation(p, program[next]);
    } else if (before == 2) {
        kernel::fetch(p.frame);
        ahead.core_.requests.fetch(p.request);
        if (p.inSimpleCall && !p.inlineBranch)
            kernel::fetch(&p.simpleCall);
    } else if (code == Code::end || code == Code::reply) {
        ahead.prefetchForAnswer(p);
    } else {
        ahead.prefetchCaller(p);
    }
}

/// Prefetches what a block uses on the node that executes it.
void Prefetch::prefetchFor(const Path& p, const Instruction& code) const
{
    if (code.code == Code::blackBox)
        stages_.of(p, core_.programOf(p).blackBoxes[code.detail].stage).fetch();
    else if (code.code == Code::compute)
        core_.processors[p.node]->fetch();
    else if (code.code == Code::reply && p.region != nowhere)
        core_.regions.fetch(p.region, 3);
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
