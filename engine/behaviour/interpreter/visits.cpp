// Paths that carry out simple operations themselves, without a record of the request: nothing but the path knows of it.
//
// Whatever needs more makes a request of it (openVisited), which is then like any other that a path carries out.
#include "behaviour/interpreter/interpreter.h"

#include <utility>

namespace headroom::behaviour {

/// From here on the path walks the diagram of what it has called.
void Interpreter::visit(Path& p, std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* arguments)
{
    p.left = {p.program, p.pc, p.node, p.draws, p.frame, p.key, p.entered, role};
    visitRole(p, operation, role, key, arguments);
}

void Interpreter::visitRole(Path& p, std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* arguments)
{
    p.visits = true;
    p.replied = p.ok = false;
    ++visiting_;
    ++loads_[role].inFlight;
    if (arguments)
        arguments[software_.operations[operation].requestSlot] = requestNumber(key);
    begin(p, operation, loads_[role].node, key, arguments);
}

void Interpreter::takeVisitResults(const Path& p, const ReplyStep& reply)
{
    const Visit& visit = p.left;
    const Program& caller = software_.operations[visit.program];
    if (const CallStep& step = caller.calls[caller.code[visit.pc].detail]; reply.ok && !step.results.empty())
        takeResults(visit.frame, step, reply, p);
}

/// The path is through with it and goes on where it called.
void Interpreter::comeBack(Path& p)
{
    frames_.drop(p.frame);
    const Visit& visit = p.left;
    leaveRole(p, visit.role);
    p.program = visit.program;
    p.pc = visit.pc;
    p.node = visit.node;
    p.draws = visit.draws;
    p.frame = visit.frame;
    p.key = visit.key;
    p.entered = visit.entered;
    leaveCall(p, p.ok);
}

void Interpreter::leaveRole(Path& p, std::uint32_t role)
{
    --loads_[role].inFlight;
    p.visits = false;
    --visiting_;
}

/// Gives what the path visits a record, as if it had carried out a request from the beginning.
void Interpreter::openVisited(std::uint32_t path, Path& p)
{
    if (p.leg)
        makePath(path, p);
    const Visit& visit = p.left;
    p.visits = false;
    --visiting_;
    const std::uint32_t r = takeRequest(p.program, visit.role, p.key); // among the role's in flight it is already
    Request& request = requests_[r];
    request.job = requests_[p.request].job;
    request.from = Request::From::carrier;
    request.carrier = path;
    request.live = 1;
    request.replied = p.replied;
    request.ok = p.ok;
    request.left = {p.request, visit.pc,    p.region,  p.iteration,  visit.draws,
                    p.held,    visit.frame, visit.key, visit.entered};
    p.request = r;
    p.region = nowhere;
    p.iteration = 0;
    p.held = nowhere;
}

} // namespace headroom::behaviour
