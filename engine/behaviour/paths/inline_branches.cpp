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
    Call call;
    for (std::uint32_t i = 0; i < region.count; ++i) {
        if (const std::uint32_t entry = step.entry(i); entry != call.entry)
            call = callAt(program, entry);
        iterations_.setItem(caller.frame, region, step, i);
        const std::uint32_t role = targets_.choose(caller, *call.target, *call.instruction);
        const std::uint64_t key = kernel::nthOf(region.key, i);
        if (!inlineCalls_.takesAtOnce(caller.node, role)) {
            core_.resume(paths_.spawn(region.request, s, i, call.entry, core_.frames.copy(caller.frame), key));
            continue;
        }
        double* const arguments = call.called->frame ? argumentsFor(core_, *call.target, caller) : nullptr;
        const std::uint32_t path = core_.paths.take();
        Path& p = core_.paths[path];
        p.reset();
        p.request = region.request;
        p.region = s;
        p.iteration = i;
        p.inlineBranch = true;
        p.called = core_.calendar.now();
        p.role = role;
        inlineCalls_.enterRole(p, call.target->operation, role, firstName(key, *call.instruction), arguments);
        Iteration& iteration = region.iterations[i];
        iteration.live = 1;
        iteration.inlineBranch = path;
        ++region.inlineBranches;
        start(path, p, call.waits);
    }
    core_.frames.drop(caller.frame);
    region.launched = region.count;
    if (region.inlineBranches > 0)
        ++core_.requests[region.request].live;
}

InlineBranches::Call InlineBranches::callAt(const Program& program, std::uint32_t entry) const
{
    const Instruction& instruction = program.code[entry];
    const Target& target = program.calls[instruction.detail].target;
    const Program& called = core_.program(target.operation);
    const Code first = called.code[called.entry].code;
    return {entry, &instruction, &target, &called,
            first == Code::compute || first == Code::blackBox || first == Code::delay};
}

/// A branch runs after the paths that are ready. Usually there are none, and it begins with a wait: then it starts at
/// once.
void InlineBranches::start(std::uint32_t path, Path& p, bool waits)
{
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
    const Instruction* const code = core_.instructionsOf(region);
    const Instruction& call = code[core_.forkOf(region).entry(p.iteration)];
    core_.count(call, p.called);
    core_.count(code[call.next], core_.calendar.now());
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
