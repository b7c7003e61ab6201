// Paths that carry out themselves what they have called: calls that take no time and are served by nobody in
// particular.
//
// Nothing else is different from a path that waits for another's answer; whatever needs two paths separates them.
#include "behaviour/interpreter/interpreter.h"

#include <utility>

namespace headroom::behaviour {

/// From here on the path walks the diagram of what it has called.
void Interpreter::carry(std::uint32_t path, Path& p, std::uint32_t r, double* arguments)
{
    Request& request = requests_[r];
    request.from = Request::From::carrier;
    request.carrier = path;
    request.live = 1;
    request.left = {p.request, p.pc, p.region, p.iteration, p.draws, p.held, p.frame, p.key, p.entered};
    p.request = r;
    p.region = nowhere;
    p.iteration = 0;
    p.held = nowhere;
    begin(p, request.program, request.node, request.key, arguments);
}

/// The path is at the beginning of a diagram.
void Interpreter::begin(Path& p, std::uint32_t program, std::uint32_t node, std::uint64_t key, double* arguments)
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
void Interpreter::takeUp(Path& p, const Request::Left& left)
{
    p.request = left.request;
    p.program = requests_[left.request].program;
    p.node = requests_[left.request].node;
    p.pc = left.pc;
    p.region = left.region;
    p.iteration = left.iteration;
    p.draws = left.draws;
    p.held = left.held;
    p.frame = left.frame;
    p.key = left.key;
    p.entered = left.entered;
    p.stage = 0;
    p.wait = Wait::call;
    p.waitFor = noHandle;
}

/// The path is through with what it carries out, if it does. With an answer (or if none can come any more) it goes on
/// where it called, else it waits for it there, as others are still at work on it. Whether it goes on.
bool Interpreter::goBack(std::uint32_t path, Path& p)
{
    if (!carries(path, p))
        return false;
    leaveDiagram(p);
    const std::uint32_t r = p.request;
    Request& request = requests_[r];
    const Request::Left left = request.left;
    if (--request.live > 0) {
        request.from = Request::From::waitingPath;
        request.carrier = nowhere;
        takeUp(p, left);
        request.waiting = {paths_.renew(path), left.request};
        return false;
    }
    const bool ok = request.ok;
    takeUp(p, left);
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
    const Request::Left left = request.left;
    w.reset();
    takeUp(w, left);
    // Its place in the list is that of the first caller, who may have called through others.
    std::uint32_t bottom = left.request, region = left.region;
    while (requests_[bottom].carrier == path) {
        region = requests_[bottom].left.region;
        bottom = requests_[bottom].left.request;
    }
    w.beside = p.beside;
    (p.beside.previous != nowhere ? paths_[p.beside.previous].beside.following : *headOf(bottom, region)) = waiting;
    if (p.beside.following != nowhere)
        paths_[p.beside.following].beside.previous = waiting;
    if (requests_[left.request].carrier == path)
        requests_[left.request].carrier = waiting;

    request.from = Request::From::waitingPath;
    request.carrier = nowhere;
    request.waiting = {paths_.handle(waiting), left.request};
    linkPath(path, p);
    return waiting;
}

void Interpreter::separateAll(std::uint32_t path)
{
    if (paths_[path].visits)
        openVisited(path, paths_[path]);
    while (carries(path, paths_[path]))
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
    const bool carried = request.from == Request::From::carrier;
    if (carried && &paths_[request.carrier] == &p && last && request.live == 1) {
        request.ok = reply.ok; // it goes back with it in a moment
        if (reply.ok) {
            const Program& program = software_.operations[requests_[request.left.request].program];
            takeResults(request.left.frame, program.calls[program.code[request.left.pc].detail], reply, p);
        }
        return;
    }
    if (carried)
        separate(request.carrier);
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
