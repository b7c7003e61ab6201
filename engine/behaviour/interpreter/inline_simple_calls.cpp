// Inline calls of simple operations, without a record of the request: nothing but the path knows of it.
//
// Whatever needs more makes a request of it (openSimpleCall), which is then like that of any other inline call.
#include "behaviour/interpreter/interpreter.h"

#include <utility>

namespace headroom::behaviour {

/// From here on the path walks the diagram of what it has called.
void Interpreter::callSimple(Path& p, std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* arguments)
{
    p.simpleCall = {p.program, p.pc, p.node, p.draws, p.frame, p.key, p.entered, role};
    enterRole(p, operation, role, key, arguments);
}

void Interpreter::enterRole(Path& p, std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* arguments)
{
    p.inSimpleCall = true;
    p.replied = p.ok = false;
    ++simpleCalls_;
    ++loads_[role].inFlight;
    if (arguments)
        arguments[software_.operations[operation].requestSlot] = requestNumber(key);
    beginDiagram(p, operation, loads_[role].node, key, arguments);
}

void Interpreter::takeSimpleCallResults(const Path& p, const ReplyStep& reply)
{
    const SimpleCall& call = p.simpleCall;
    const Program& caller = software_.operations[call.program];
    if (const CallStep& step = caller.calls[caller.code[call.pc].detail]; reply.ok && !step.results.empty())
        takeResults(call.frame, step, reply, p);
}

/// The path has done it and goes on where it called.
void Interpreter::returnFromSimpleCall(Path& p)
{
    frames_.drop(p.frame);
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

void Interpreter::leaveRole(Path& p, std::uint32_t role)
{
    --loads_[role].inFlight;
    p.inSimpleCall = false;
    --simpleCalls_;
}

/// Gives the simple call a record, as if the path had carried out a request from the beginning.
void Interpreter::openSimpleCall(std::uint32_t path, Path& p)
{
    if (p.inlineBranch)
        makePath(path, p);
    const SimpleCall& call = p.simpleCall;
    p.inSimpleCall = false;
    --simpleCalls_;
    const std::uint32_t r = takeRequest(p.program, call.role, p.key); // among the role's in flight it is already
    Request& request = requests_[r];
    request.job = requests_[p.request].job;
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

} // namespace headroom::behaviour
