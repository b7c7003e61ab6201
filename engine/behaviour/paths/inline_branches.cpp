#include "behaviour/paths/inline_branches.h"

#include "behaviour/paths/inline_calls.h"
#include "behaviour/paths/iterations.h"
#include "behaviour/paths/paths.h"
#include "behaviour/paths/regions.h"
#include "kernel/random.h"

namespace headroom::behaviour {

InlineBranches::InlineBranches(Core& core, CallTargets& targets, Iterations& iterations, Paths& paths,
                               InlineCalls& inlineCalls, Regions& regions)
    : core_(core), targets_(targets), iterations_(iterations), paths_(paths), inlineCalls_(inlineCalls),
      regions_(regions)
{
    regions.launchInline.set<&InlineBranches::launch>(this);
}

void InlineBranches::launch(std::uint32_t s)
{
    ParallelRegion& region = core_.regions[s];
    const Program& program = core_.programOf(region);
    const ForkStep& step = core_.forkOf(region);
    Path caller; // the target and the arguments of a call depend only on these members of it
    caller.program = region.program;
    caller.request = region.request;
    caller.node = core_.requests[region.request].node;
    caller.frame = core_.frames.copy(region.frame);
    for (std::uint32_t i = 0; i < region.count; ++i) {
        iterations_.setItem(caller.frame, region, step, i);
        const Instruction& call = program.code[step.entry(i)];
        const Target& target = program.calls[call.detail].target;
        const std::uint32_t role = targets_.choose(caller, target, call);
        const std::uint64_t key = kernel::nthOf(region.key, i);
        if (!inlineCalls_.takesAtOnce(caller.node, role)) {
            core_.resume(paths_.spawn(region.request, s, i, step.entry(i), core_.frames.copy(caller.frame), key));
            continue;
        }
        const Program& called = core_.software.operations[target.operation];
        double* const arguments = called.frame ? argumentsFor(core_, target, caller) : nullptr;
        caller.key = key;
        caller.draws = 0;
        const std::uint32_t path = core_.paths.take();
        Path& p = core_.paths[path];
        p.reset();
        p.request = region.request;
        p.region = s;
        p.iteration = i;
        p.inlineBranch = true;
        p.called = core_.calendar.now();
        p.role = role;
        inlineCalls_.enterRole(p, target.operation, role, nameNext(caller, call), arguments);
        region.iterations[i].live = 1;
        region.iterations[i].inlineBranch = path;
        ++region.inlineBranches;
        start(path, p);
    }
    core_.frames.drop(caller.frame);
    region.launched = region.count;
    if (region.inlineBranches > 0)
        ++core_.requests[region.request].live;
}

/// A branch runs after the paths that are ready. Usually there are none, and it begins with a wait: then it starts at
/// once.
void InlineBranches::start(std::uint32_t path, Path& p)
{
    const Instruction& first = core_.codeOf(p);
    const bool waits = first.code == Code::compute || first.code == Code::blackBox || first.code == Code::delay;
    if (waits && !core_.anythingReady())
        core_.walkPath(path, p);
    else
        core_.resume(path);
}

bool InlineBranches::end(std::uint32_t path, Path& p)
{
    if (!p.ok) {
        inlineCalls_.makePath(path, p);
        inlineCalls_.returnFromSimpleCall(p);
        return false;
    }
    core_.frames.drop(p.frame);
    inlineCalls_.leaveRole(p, p.role);
    const std::uint32_t s = p.region, request = p.request;
    ParallelRegion& region = core_.regions[s];
    Iteration& iteration = region.iterations[p.iteration];
    const Program& program = core_.programOf(region);
    const Instruction& call = program.code[core_.forkOf(region).entry(p.iteration)];
    core_.count(call, p.called);
    core_.count(program.code[call.next], core_.calendar.now());
    core_.countSteps(2);
    if (JoinState& join = region.joins[0]; !join.fired)
        ++join.arrived;
    iteration.arrived = 1;
    iteration.live = 0;
    iteration.inlineBranch = nowhere;
    p.request = nowhere;
    core_.paths.give(path);
    const bool last = --region.inlineBranches == 0;
    regions_.endIteration(s, 0);
    if (last)
        paths_.leave(request);
    return true;
}

} // namespace headroom::behaviour
