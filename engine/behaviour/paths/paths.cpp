#include "behaviour/paths/paths.h"

#include "behaviour/workers/workers.h"

#include <utility>

namespace headroom::behaviour {

Paths::Paths(Core& core, const BlockTable& blocks, Workers& workers)
    : inlineCall{{core.hooks, "the path of an inline call ends"},
                 {core.hooks, "the path of an inline call is cancelled"}},
      region{{core.hooks, "the path of an iteration ends"}}, request{{core.hooks, "the last path of a request ends"}},
      slots{{core.hooks, "slots are released"}}, core_(core), blocks_(blocks), workers_(workers)
{
}

std::uint32_t Paths::spawn(std::uint32_t ofRequest, std::uint32_t ofRegion, std::uint32_t iteration, std::uint32_t pc,
                           double* frame, std::uint64_t key)
{
    const std::uint32_t path = core_.paths.take();
    Path& p = core_.paths[path];
    p.reset();
    Request& of = core_.requests[ofRequest];
    p.request = ofRequest;
    p.program = of.program;
    p.node = of.node;
    p.region = ofRegion;
    p.iteration = iteration;
    p.pc = pc;
    p.frame = frame;
    p.key = key;
    p.entered = core_.calendar.now();
    core_.countSteps(1);
    ++of.live;
    link(path, p);
    if (ofRegion != nowhere)
        ++core_.regions[ofRegion].iterations[iteration].live;
    if (of.followed) [[unlikely]]
        core_.followers.pathBegan(p, of);
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
    if (runsInline(path, p)) {
        if (inlineCall.ended(path, p))
            core_.follow(path);
        return;
    }
    if (p.followed) [[unlikely]]
        core_.followers.pathEnded(p);
    const Request& executed = core_.requests[p.request];
    const bool last = executed.live == 1 && !executed.lent, holds = p.holds == Holds::worker;
    const bool turns = !last && holds && keepsTurn(p);
    const Workers::Loop outer = turns ? workers_.keepTurn(p) : Workers::Loop{};
    leaveDiagram(p, last ? WorkerAtEnd::leavesWithRequest : WorkerAtEnd::released);
    unlink(path);
    const std::uint32_t r = std::exchange(p.request, nowhere), s = p.region, iteration = p.iteration;
    core_.paths.give(path);
    if (s != nowhere)
        region.ended(s, iteration);
    if (turns)
        workers_.endTurn(outer);
    if (last && holds && executed.live > 1) // after a join
        workers_.goOn(executed);
    leave(r);
}

/// True for a chunk of a stream of which an event loop takes several in one turn.
bool Paths::keepsTurn(const Path& p) const
{
    if (p.region == nowhere || core_.regions[p.region].kind != ParallelRegion::Kind::chunk)
        return false;
    const Program& program = core_.programOf(p);
    return program.transfers[program.code[core_.regions[p.region].instruction].detail].chunksATurn != 1;
}

void Paths::leaveDiagram(Path& p, WorkerAtEnd worker)
{
    if (worker == WorkerAtEnd::released)
        workers_.release(p);
    else if (worker == WorkerAtEnd::leavesWithRequest)
        workers_.releaseLast(p);
    releaseSlots(p.held);
    core_.frames.drop(p.frame);
}

void Paths::cancel(std::uint32_t path)
{
    Path& p = core_.paths[path];
    if (p.inSimpleCall || runsInline(path, p))
        inlineCall.cancelled(path, p);
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
