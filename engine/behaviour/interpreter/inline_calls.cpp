// Calls that take no time and that nobody in particular serves: the path of the caller carries them out itself, inline.
//
// Nothing else is different from a path that waits for another's answer; whatever needs two paths separates them.
#include "behaviour/interpreter/interpreter.h"

#include <utility>

namespace headroom::behaviour {

/// From here on the path walks the diagram of what it has called.
void Interpreter::callInline(std::uint32_t path, Path& p, std::uint32_t r, double* arguments)
{
    Request& request = requests_[r];
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

/// The path is at the beginning of a diagram.
void Interpreter::beginDiagram(Path& p, std::uint32_t program, std::uint32_t node, std::uint64_t key, double* arguments)
{
    p.program = program;
    p.pc = software_.operations[program].entry;
    p.node = node;
    p.draws = 0;
    p.frame = arguments;
    p.key = key;
    p.entered = calendar_.now();
    p.stage = 0;
    p.wait = Wait::nothing;
    --stepsToLook_;
}

/// The path is where it was when it called.
void Interpreter::restoreCaller(Path& p, const Request::Caller& caller)
{
    p.request = caller.request;
    p.program = requests_[caller.request].program;
    p.node = requests_[caller.request].node;
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

/// The path has done what it carries out inline, if it does. With an answer (or if none can come any more) it goes on
/// where it called; else it waits there for the answer, as others are still at work on it. Whether it goes on.
bool Interpreter::returnFromInline(std::uint32_t path, Path& p)
{
    if (!runsInline(path, p))
        return false;
    leaveDiagram(p);
    const std::uint32_t r = p.request;
    Request& request = requests_[r];
    const Request::Caller caller = request.caller;
    if (--request.live > 0) {
        request.from = Request::From::waitingPath;
        request.inlinePath = nowhere;
        restoreCaller(p, caller);
        request.waiting = {paths_.renew(path), caller.request};
        return false;
    }
    const bool ok = request.ok;
    restoreCaller(p, caller);
    paths_.renew(path);
    closeRequest(r);
    leaveCall(p, ok);
    p.wait = Wait::nothing;
    return true;
}

/// Gives what the path has called from a path of its own, which waits for the answer in its place. Returns that.
std::uint32_t Interpreter::separate(std::uint32_t path)
{
    const std::uint32_t waiting = paths_.take();
    Path& p = paths_[path];
    Path& w = paths_[waiting];
    Request& request = requests_[p.request];
    const Request::Caller caller = request.caller;
    w.reset();
    restoreCaller(w, caller);
    // Its place in the list is that of the first caller, who may have called through others.
    std::uint32_t bottom = caller.request, region = caller.region;
    while (requests_[bottom].inlinePath == path) {
        region = requests_[bottom].caller.region;
        bottom = requests_[bottom].caller.request;
    }
    w.beside = p.beside;
    (p.beside.previous != nowhere ? paths_[p.beside.previous].beside.following : *headOf(bottom, region)) = waiting;
    if (p.beside.following != nowhere)
        paths_[p.beside.following].beside.previous = waiting;
    if (requests_[caller.request].inlinePath == path)
        requests_[caller.request].inlinePath = waiting;

    request.from = Request::From::waitingPath;
    request.inlinePath = nowhere;
    request.waiting = {paths_.handle(waiting), caller.request};
    linkPath(path, p);
    return waiting;
}

void Interpreter::separateAll(std::uint32_t path)
{
    if (paths_[path].inSimpleCall)
        openSimpleCall(path, paths_[path]);
    while (runsInline(path, paths_[path]))
        path = separate(path);
}

void Interpreter::takeResults(double* frame, const CallStep& step, const ReplyStep& reply, const Path& p)
{
    for (const CallStep::Result& result : step.results) {
        double value = 0;
        for (const Assignment& given : reply.results)
            if (given.slot == result.result)
                value = evaluate(given.value, p);
        frame[result.variable] = value;
    }
}

/// The request has its answer, from the path p. `last`: nothing comes behind the reply on that path.
void Interpreter::answerPath(const Path& p, Request& request, const ReplyStep& reply, bool last)
{
    const bool inlined = request.from == Request::From::inlinePath;
    if (inlined && &paths_[request.inlinePath] == &p && last && request.live == 1) {
        request.ok = reply.ok; // it goes back with it in a moment
        if (reply.ok) {
            const Program& program = software_.operations[requests_[request.caller.request].program];
            takeResults(request.caller.frame, program.calls[program.code[request.caller.pc].detail], reply, p);
        }
        return;
    }
    if (inlined)
        separate(request.inlinePath);
    if (!paths_.holds(request.waiting.path))
        return; // given up meanwhile
    Path& caller = paths_[static_cast<std::uint32_t>(request.waiting.path)];
    const Program& program = programOf(caller);
    if (reply.ok)
        takeResults(caller.frame, program.calls[program.code[caller.pc].detail], reply, p);
    goOnAnswered(request, reply.ok);
}

/// The waiting path goes on, unless it was given up meanwhile.
void Interpreter::goOnAnswered(Request& request, bool ok)
{
    if (!paths_.holds(request.waiting.path))
        return;
    const auto path = static_cast<std::uint32_t>(request.waiting.path);
    leaveCall(paths_[path], ok);
    follow(path);
}

} // namespace headroom::behaviour
