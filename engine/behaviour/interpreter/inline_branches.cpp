// Parallel paths that do nothing but call a simple operation and come to the join of their fork: its inline branches.
//
// An inline branch begins at once in the operation, as if it had called it, and ends with it, as if it had come to the
// join. All that is known of it but not kept can be told from its fork; whatever needs more makes of it a path like any
// in a simple call (makePath).
#include "behaviour/interpreter/interpreter.h"

namespace headroom::behaviour {

/// Begins the region's paths as inline branches, those whose call is not carried out at once as others.
void Interpreter::launchInlineBranches(std::uint32_t s)
{
    ParallelRegion& region = regions_[s];
    const Program& program = programOf(region);
    const ForkStep& step = forkOf(region);
    Path caller; // whom the calls address depends on this of each
    caller.node = requests_[region.request].node;
    caller.frame = frames_.copy(region.frame);
    for (std::uint32_t i = 0; i < region.count; ++i) {
        setItem(caller.frame, region, step, i);
        const Instruction& call = program.code[step.entry(i)];
        const Target& target = program.calls[call.detail].target;
        const std::uint32_t role = choose(caller, target, call);
        const std::uint64_t key = kernel::nthOf(region.key, i);
        if (!takesAtOnce(caller.node, role)) {
            resume(spawn(region.request, s, i, step.entry(i), frames_.copy(caller.frame), key));
            continue;
        }
        const Program& called = software_.operations[target.operation];
        double* const arguments = called.frame ? argumentsFor(target, caller) : nullptr;
        caller.key = key;
        caller.draws = 0;
        const std::uint32_t path = paths_.take();
        Path& p = paths_[path];
        p.reset();
        p.request = region.request;
        p.region = s;
        p.iteration = i;
        p.inlineBranch = true;
        p.called = calendar_.now();
        p.role = role;
        enterRole(p, target.operation, role, nameNext(caller, call), arguments);
        region.iterations[i].live = 1;
        region.iterations[i].inlineBranch = path;
        ++region.inlineBranches;
        startInlineBranch(path, p);
    }
    frames_.drop(caller.frame);
    region.launched = region.count;
    if (region.inlineBranches > 0)
        ++requests_[region.request].live;
}

/// It has its turn behind what is ready, if anything is; as a rule nothing is, and it begins with a wait.
void Interpreter::startInlineBranch(std::uint32_t path, Path& p)
{
    const Instruction& first = codeOf(p);
    const bool waits = first.code == Code::compute || first.code == Code::blackBox || first.code == Code::delay;
    if (waits && !anythingReady())
        walk(path, p);
    else
        resume(path);
}

/// The inline branch is through with what it has called. False if it goes on as a path: the answer was no good one.
bool Interpreter::endInlineBranch(std::uint32_t path, Path& p)
{
    if (!p.ok) {
        makePath(path, p);
        returnFromSimpleCall(p);
        return false;
    }
    frames_.drop(p.frame);
    leaveRole(p, p.role);
    const std::uint32_t s = p.region, request = p.request;
    ParallelRegion& region = regions_[s];
    Iteration& iteration = region.iterations[p.iteration];
    const Program& program = programOf(region);
    const Instruction& call = program.code[forkOf(region).entry(p.iteration)];
    count(call, p.called);
    count(program.code[call.next], calendar_.now());
    stepsToLook_ -= 2;
    if (JoinState& join = region.joins[0]; !join.fired)
        ++join.arrived;
    iteration.arrived = 1;
    iteration.live = 0;
    iteration.inlineBranch = nowhere;
    p.request = nowhere;
    paths_.give(path);
    const bool last = --region.inlineBranches == 0;
    endIteration(s, 0);
    if (last)
        leaveRequest(request);
    return true;
}

/// From here on the inline branch is a path in a simple call, as if it had never been anything else.
void Interpreter::makePath(std::uint32_t path, Path& p)
{
    ParallelRegion& region = regions_[p.region];
    Request& request = requests_[p.request];
    region.iterations[p.iteration].inlineBranch = nowhere;
    // It has drawn the name of what it called.
    p.simpleCall = {.program = region.program,
                    .pc = forkOf(region).entry(p.iteration),
                    .node = request.node,
                    .draws = 1,
                    .frame = nullptr,
                    .key = kernel::nthOf(region.key, p.iteration),
                    .entered = p.called,
                    .role = p.role};
    p.held = nowhere;
    p.inlineBranch = false;
    linkPath(path, p);
    ++request.live;
    if (--region.inlineBranches == 0)
        --request.live;
}

void Interpreter::makePaths(const ParallelRegion& region)
{
    if (region.inlineBranches == 0)
        return;
    for (const Iteration& iteration : region.iterations)
        if (iteration.inlineBranch != nowhere)
            makePath(iteration.inlineBranch, paths_[iteration.inlineBranch]);
}

} // namespace headroom::behaviour
