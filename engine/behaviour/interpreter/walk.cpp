#include "behaviour/interpreter/walk.h"

#include "behaviour/calls/calls.h"
#include "behaviour/paths/inline_branches.h"
#include "behaviour/paths/inline_calls.h"
#include "behaviour/paths/paths.h"
#include "behaviour/work/work.h"
#include "behaviour/workers/workers.h"

namespace headroom::behaviour {

Walk::Walk(Core& core, const BlockTable& blocks, Workers& workers, Paths& paths, InlineCalls& inlineCalls,
           InlineBranches& branches, Calls& calls, Work& work)
    : core_(core), blocks_(blocks), workers_(workers), paths_(paths), inlineCalls_(inlineCalls), branches_(branches),
      calls_(calls), work_(work)
{
    core.served = {&Walk::onServed, this};
    core.runReady.set<&Walk::runReady>(this);
    core.walkPath.set<&Walk::walk>(this);
    core.onPath = &Walk::onPath;
    core.walk = this;
}

[[gnu::always_inline]] inline bool Walk::execute(std::uint32_t path, Path& p, const Program& program,
                                                 const Instruction& code)
{
    switch (code.code) { // the blocks that nearly every request passes are handled before the table
    case Code::compute:
        return work_.compute(path, p, program, code);
    case Code::blackBox:
        return work_.blackBox(path, p, program, code);
    case Code::call:
        return calls_.call(path, p, program, code);
    case Code::reply:
        if (!p.inSimpleCall)
            return calls_.reply(path, p, program, code);
        inlineCalls_.answerSimpleCall(p, program.replies[code.detail]);
        core_.advance(p, code, code.next);
        return true;
    default:
        const BlockKind& kind = blocks_[code.code];
        return kind.enter(kind.part, path, p, program, code);
    }
}

[[gnu::always_inline]] inline void Walk::walkOn(std::uint32_t path, Path& p)
{
    Core& core = core_; // a local, because it is used again and again
    const Handle self = core.paths.handle(path, p);
    const bool followed = p.followed;
    for (;;) {
        while (p.pc != nowhere) {
            core.step();
            const Program& program = core.programOf(p);
            const Instruction& code = core.codeOf(p);
            if ((code.needsWorker && !workers_.ensureFor(path, p, code)) || !execute(path, p, program, code)) {
                if (followed || self == core.followers.lastAdopted()) [[unlikely]]
                    tellWait(self, p, followed);
                return;
            }
        }
        if (p.inlineBranch) {
            if (branches_.end(path, p))
                return;
            continue;
        }
        if (p.inSimpleCall) {
            inlineCalls_.returnFromSimpleCall(p);
            continue;
        }
        if (!paths_.runsInline(path, p)) {
            paths_.end(path);
            return;
        }
        if (!inlineCalls_.returnFromInline(path, p))
            return;
    }
}

void Walk::walk(std::uint32_t path, Path& p)
{
    walkOn(path, p);
}

/// The path waits at its block, unless it has ended, as at a fork. It may have been adopted on its way.
void Walk::tellWait(Handle self, const Path& p, bool followed)
{
    if (core_.paths.holds(self) && (followed || p.followed))
        core_.followers.waits(p, core_.codeOf(p), blocks_.waitOf(p, core_.codeOf(p).code));
}

[[gnu::always_inline]] inline void Walk::runPath(std::uint32_t path)
{
    Path& p = core_.paths[path];
    p.wait = Wait::nothing;
    walk(path, p);
}

void Walk::runReady()
{
    if (running_)
        return;
    running_ = true;
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
    running_ = false;
}

[[gnu::always_inline]] inline void Walk::goOn(std::uint32_t path, Path& p)
{
    const Instruction& code = core_.codeOf(p);
    core_.advance(p, code, code.next);
    p.wait = Wait::nothing;
    walkOn(path, p);
}

void Walk::onPath(void* self, std::uint64_t handle)
{
    Walk& walk = *static_cast<Walk*>(self);
    if (walk.core_.paths.holds(handle)) {
        const auto path = static_cast<std::uint32_t>(handle);
        walk.goOn(path, walk.core_.paths[path]);
    }
    walk.core_.drain();
}

/// A path has been served by a processor or a station.
void Walk::onServed(void* self, resources::StationJob& job)
{
    Walk& walk = *static_cast<Walk*>(self);
    walk.goOn(static_cast<std::uint32_t>(job.context), pathOf(job));
    if (walk.core_.anythingReady())
        walk.runReady();
}

} // namespace headroom::behaviour
