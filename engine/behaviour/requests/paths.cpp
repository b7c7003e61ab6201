#include "behaviour/requests/paths.h"

#include "behaviour/requests/inline_calls.h"
#include "behaviour/requests/parts.h"
#include "behaviour/requests/regions.h"
#include "behaviour/requests/requests.h"
#include "behaviour/requests/slot_table.h"
#include "behaviour/requests/workers.h"

#include <utility>

namespace headroom::behaviour {

Paths::Paths(Parts& parts)
    : core_(parts.core), blocks_(parts.blocks), calls_(parts.calls), branches_(parts.branches),
      inlineCalls_(parts.inlineCalls), regions_(parts.regions), requests_(parts.requests), slots_(parts.slots),
      work_(parts.work), workers_(parts.workers)
{
    core_.served = {&Paths::onServed, this};
}

[[gnu::always_inline]] inline void Paths::runPath(std::uint32_t path)
{
    Path& p = core_.paths[path];
    p.wait = Wait::nothing;
    walk(path, p);
}

void Paths::drain()
{
    if (draining_)
        return;
    draining_ = true;
    while (core_.anythingReady()) {
        if (!core_.following.empty()) {
            const Handle first = core_.following.back();
            core_.following.pop_back();
            if (core_.paths.holds(first))
                runPath(static_cast<std::uint32_t>(first));
            continue;
        }
        const Ready next = core_.ready.front();
        core_.ready.pop_front();
        if (next.handler) { // counts as a step too: calls without delay may repeat endlessly
            core_.step();
            next.handler(next.self, next.handle);
        } else if (core_.paths.holds(next.handle)) {
            runPath(static_cast<std::uint32_t>(next.handle));
        }
    }
    draining_ = false;
}

std::uint32_t Paths::spawn(std::uint32_t request, std::uint32_t region, std::uint32_t iteration, std::uint32_t pc,
                           double* frame, std::uint64_t key)
{
    const std::uint32_t path = core_.paths.take();
    Path& p = core_.paths[path];
    p.reset();
    Request& of = core_.requests[request];
    p.request = request;
    p.program = of.program;
    p.node = of.node;
    p.region = region;
    p.iteration = iteration;
    p.pc = pc;
    p.frame = frame;
    p.key = key;
    p.entered = core_.calendar.now();
    core_.countSteps(1);
    ++of.live;
    link(path, p);
    if (region != nowhere)
        ++core_.regions[region].iterations[iteration].live;
    if (core_.tracer) [[unlikely]]
        core_.tracer->pathBegan(p);
    return path;
}

void Paths::link(std::uint32_t path, Path& p)
{
    std::uint32_t& head = *headOf(p.request, p.region);
    p.beside = {nowhere, head};
    if (head != nowhere)
        core_.paths[head].beside.previous = path;
    head = path;
}

void Paths::unlink(std::uint32_t path)
{
    Path& p = core_.paths[path];
    std::uint32_t& head = *headOf(p.request, p.region);
    if (p.beside.previous != nowhere)
        core_.paths[p.beside.previous].beside.following = p.beside.following;
    else
        head = p.beside.following;
    if (p.beside.following != nowhere)
        core_.paths[p.beside.following].beside.previous = p.beside.previous;
}

void Paths::end(std::uint32_t path)
{
    Path& p = core_.paths[path];
    if (inlineCalls_.runsInline(path, p)) {
        if (inlineCalls_.returnFromInline(path, p))
            core_.follow(path);
        return;
    }
    if (core_.tracer) [[unlikely]]
        core_.tracer->pathEnded(p);
    const Request& request = core_.requests[p.request];
    const bool last = request.live == 1 && !request.lent, holds = p.holds == Holds::worker;
    leaveDiagram(p, last ? WorkerAtEnd::leavesWithRequest : WorkerAtEnd::released);
    unlink(path);
    const std::uint32_t r = std::exchange(p.request, nowhere), region = p.region, iteration = p.iteration;
    core_.paths.give(path);
    if (region != nowhere)
        regions_.leaveIteration(region, iteration);
    if (last && holds && request.live > 1) // after a join
        workers_.goOn(request);
    requests_.leave(r);
}

void Paths::leaveDiagram(Path& p, WorkerAtEnd worker)
{
    if (worker == WorkerAtEnd::released)
        workers_.release(p);
    else if (worker == WorkerAtEnd::leavesWithRequest)
        workers_.releaseLast(p);
    if (p.held != nowhere)
        slots_.releaseHeld(p.held);
    core_.frames.drop(p.frame);
}

void Paths::cancel(std::uint32_t path)
{
    Path& p = core_.paths[path];
    if (p.inSimpleCall)
        inlineCalls_.openSimpleCall(path, p);
    if (inlineCalls_.runsInline(path, p))
        inlineCalls_.separate(path);
    if (p.wait == Wait::worker || p.wait == Wait::waking || p.wait == Wait::helper)
        workers_.stopWaiting(p);
    if (p.pc == nowhere) {
        end(path);
        return;
    }
    const BlockKind& kind = blocks_[core_.codeOf(p).code];
    if (kind.end) {
        kind.end(kind.part, path, p);
        return;
    }
    if (kind.cancel)
        kind.cancel(kind.part, p);
    end(path);
}

} // namespace headroom::behaviour
