#include "behaviour/paths/inline_calls.h"

#include "kernel/random.h"

#include <utility>

namespace headroom::behaviour {

InlineCalls::InlineCalls(Core& core, Deployment& deployment, const Messages& messages, const Workers& workers,
                         Paths& paths, Requests& requests)
    : core_(core), deployment_(deployment), messages_(messages), workers_(workers), paths_(paths), requests_(requests)
{
    paths.inlineCall.ended.set<&InlineCalls::returnFromInline>(this);
    paths.inlineCall.cancelled.set<&InlineCalls::cancelled>(this);
    requests.failed(Request::From::waitingPath).set<&InlineCalls::fail>(this);
}

void InlineCalls::callInline(std::uint32_t path, Path& p, std::uint32_t r, double* arguments)
{
    Request& request = core_.requests[r];
    request.from = Request::From::inlinePath;
    request.inlinePath = path;
    request.live = 1;
    request.caller = {p.request, p.pc, p.region, p.iteration, p.draws, p.held, p.frame, p.key, p.entered};
    p.request = r;
    p.region = nowhere;
    p.iteration = 0;
    p.held = nowhere;
    beginDiagram(p, request.program, request.node, request.key, arguments);
}

/// The path returns to the place of its call.
void InlineCalls::restoreCaller(Path& p, const Request::Caller& caller)
{
    p.request = caller.request;
    p.program = core_.requests[caller.request].program;
    p.node = core_.requests[caller.request].node;
    p.pc = caller.pc;
    p.region = caller.region;
    p.iteration = caller.iteration;
    p.draws = caller.draws;
    p.held = caller.held;
    p.frame = caller.frame;
    p.key = caller.key;
    p.entered = caller.entered;
    p.stage = 0;
    p.wait = Wait::call;
    p.waitFor = noHandle;
}

bool InlineCalls::returnFromInline(std::uint32_t path, Path& p)
{
    if (!paths_.runsInline(path, p))
        return false;
    const std::uint32_t r = p.request;
    Request& request = core_.requests[r];
    const bool waits = request.live > 1; // for an answer of other paths, which need the worker
    paths_.leaveDiagram(p, waits          ? Paths::WorkerAtEnd::released
                           : request.lent ? Paths::WorkerAtEnd::kept
                                          : Paths::WorkerAtEnd::leavesWithRequest);
    const Request::Caller caller = request.caller;
    if (--request.live > 0) {
        request.from = Request::From::waitingPath;
        request.inlinePath = nowhere;
        restoreCaller(p, caller);
        request.waiting = {core_.paths.renew(path), caller.request};
        return false;
    }
    const bool ok = request.ok;
    restoreCaller(p, caller);
    core_.paths.renew(path);
    requests_.close(r);
    leaveCall(p, ok);
    p.wait = Wait::nothing;
    return true;
}

std::uint32_t InlineCalls::separate(std::uint32_t path)
{
    const std::uint32_t waiting = core_.paths.take();
    Path& p = core_.paths[path];
    Path& w = core_.paths[waiting];
    Request& request = core_.requests[p.request];
    const Request::Caller caller = request.caller;
    w.reset();
    restoreCaller(w, caller);
    // Its place in the list is that of the first caller in a chain of inline calls.
    std::uint32_t bottom = caller.request, region = caller.region;
    while (core_.requests[bottom].inlinePath == path) {
        region = core_.requests[bottom].caller.region;
        bottom = core_.requests[bottom].caller.request;
    }
    w.beside = p.beside;
    (p.beside.previous != nowhere ? core_.paths[p.beside.previous].beside.following : *paths_.headOf(bottom, region)) =
        waiting;
    if (p.beside.following != nowhere)
        core_.paths[p.beside.following].beside.previous = waiting;
    if (core_.requests[caller.request].inlinePath == path)
        core_.requests[caller.request].inlinePath = waiting;

    request.from = Request::From::waitingPath;
    request.inlinePath = nowhere;
    request.waiting = {core_.paths.handle(waiting), caller.request};
    paths_.link(path, p);
    return waiting;
}

void InlineCalls::separateAll(std::uint32_t path)
{
    if (core_.paths[path].inSimpleCall)
        openSimpleCall(path, core_.paths[path]);
    while (paths_.runsInline(path, core_.paths[path]))
        path = separate(path);
}

/// The path that is cancelled leaves its calls: the callers wait for answers as paths of their own, or not at all.
void InlineCalls::cancelled(std::uint32_t path, Path& p)
{
    if (p.inSimpleCall)
        openSimpleCall(path, p);
    if (paths_.runsInline(path, p))
        separate(path);
}

void InlineCalls::takeResults(double* frame, const CallStep& step, const ReplyStep& reply, const Path& p)
{
    for (const CallStep::Result& result : step.results) {
        double value = 0;
        for (const Assignment& given : reply.results)
            if (given.slot == result.result)
                value = core_.evaluate(given.value, p);
        frame[result.variable] = value;
    }
}

void InlineCalls::answerPath(Path& p, Request& request, const ReplyStep& reply, bool last)
{
    const bool inlined = request.from == Request::From::inlinePath;
    if (inlined && &core_.paths[request.inlinePath] == &p && last && request.live == 1) {
        request.ok = reply.ok; // it is returned with the path in a moment
        if (reply.ok) {
            const Program& program = core_.program(core_.requests[request.caller.request].program);
            takeResults(request.caller.frame, program.calls[program.code[request.caller.pc].detail], reply, p);
        }
        return;
    }
    if (inlined)
        separate(request.inlinePath);
    if (!core_.paths.holds(request.waiting.path))
        return; // cancelled meanwhile
    Path& caller = core_.paths[static_cast<std::uint32_t>(request.waiting.path)];
    const Program& program = core_.programOf(caller);
    if (reply.ok)
        takeResults(caller.frame, program.calls[program.code[caller.pc].detail], reply, p);
    if (request.lent)
        caller.holds = std::exchange(p.holds, Holds::nothing);
    goOnAnswered(request, reply.ok);
}

void InlineCalls::goOnAnswered(Request& request, bool ok)
{
    if (!core_.paths.holds(request.waiting.path))
        return;
    const auto path = static_cast<std::uint32_t>(request.waiting.path);
    Path& p = core_.paths[path];
    if (p.followed) [[unlikely]]
        core_.followers.answered(request, p);
    leaveCall(p, ok);
    core_.follow(path);
}

// Simple calls --------------------------------------------------------------------------------------------------

void InlineCalls::callSimple(Path& p, std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* arguments)
{
    p.simpleCall = {p.program, p.pc, p.node, p.draws, p.frame, p.key, p.entered, role};
    enterRole(p, operation, role, key, arguments);
}

void InlineCalls::takeSimpleCallResults(const Path& p, const ReplyStep& reply)
{
    const SimpleCall& call = p.simpleCall;
    const Program& caller = core_.program(call.program);
    if (const CallStep& step = caller.calls[caller.code[call.pc].detail]; reply.ok && !step.results.empty())
        takeResults(call.frame, step, reply, p);
}

void InlineCalls::returnFromSimpleCall(Path& p)
{
    core_.frames.drop(p.frame);
    const SimpleCall& call = p.simpleCall;
    leaveRole(p, call.role);
    p.program = call.program;
    p.pc = call.pc;
    p.node = call.node;
    p.draws = call.draws;
    p.frame = call.frame;
    p.key = call.key;
    p.entered = call.entered;
    leaveCall(p, p.ok);
}

void InlineCalls::openSimpleCall(std::uint32_t path, Path& p)
{
    if (p.inlineBranch)
        makePath(path, p);
    const SimpleCall& call = p.simpleCall;
    p.inSimpleCall = false;
    --core_.simpleCalls;
    const std::uint32_t r = requests_.take(p.program, call.role, p.key); // already counted as in flight
    Request& request = core_.requests[r];
    request.job = core_.requests[p.request].job;
    request.from = Request::From::inlinePath;
    request.inlinePath = path;
    request.live = 1;
    request.replied = p.replied;
    request.ok = p.ok;
    request.caller = {p.request, call.pc,    p.region, p.iteration, call.draws,
                      p.held,    call.frame, call.key, call.entered};
    p.request = r;
    p.region = nowhere;
    p.iteration = 0;
    p.held = nowhere;
}

void InlineCalls::makePath(std::uint32_t path, Path& p)
{
    ParallelRegion& region = core_.regions[p.region];
    Request& request = core_.requests[p.request];
    region.iterations[p.iteration].inlineBranch = nowhere;
    // It has drawn the name of the request that it called.
    p.simpleCall = {.program = region.program,
                    .pc = core_.forkOf(region).entry(p.iteration),
                    .node = request.node,
                    .draws = 1,
                    .frame = nullptr,
                    .key = kernel::nthOf(region.key, p.iteration),
                    .entered = p.called,
                    .role = p.role};
    p.held = nowhere;
    p.inlineBranch = false;
    paths_.link(path, p);
    ++request.live;
    if (--region.inlineBranches == 0)
        --request.live;
}

void InlineCalls::makePaths(const ParallelRegion& region)
{
    if (region.inlineBranches == 0)
        return;
    for (const Iteration& iteration : region.iterations)
        if (iteration.inlineBranch != nowhere)
            makePath(iteration.inlineBranch, core_.paths[iteration.inlineBranch]);
}

} // namespace headroom::behaviour
