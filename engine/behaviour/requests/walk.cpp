// Runs paths from block to block.
#include "behaviour/requests/calls.h"
#include "behaviour/requests/inline_branches.h"
#include "behaviour/requests/inline_calls.h"
#include "behaviour/requests/paths.h"
#include "behaviour/requests/work.h"
#include "behaviour/requests/workers.h"

namespace headroom::behaviour {

[[gnu::always_inline]] inline bool Paths::execute(std::uint32_t path, Path& p, const Program& program,
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

void Paths::walk(std::uint32_t path, Path& p)
{
    Core& core = core_; // a local, because it is used again and again
    const Handle handle = core.tracer ? core.paths.handle(path) : noHandle;
    for (;;) {
        const std::uint32_t walked = p.program;
        const Program& program = core.software.operations[walked];
        while (p.pc != nowhere && p.program == walked) {
            core.step();
            const Instruction& code = program.code[p.pc];
            if ((code.needsWorker && !workers_.ensureFor(path, p, code)) || !execute(path, p, program, code)) {
                if (core.tracer && core.paths.holds(handle)) [[unlikely]] // it may have ended, as at a fork
                    core.tracer->waits(p, blocks_.waitOf(p, core.codeOf(p).code));
                return;
            }
        }
        if (p.pc != nowhere)
            continue; // an inline call
        if (p.inlineBranch) {
            if (branches_.end(path, p))
                return;
            continue;
        }
        if (p.inSimpleCall) {
            inlineCalls_.returnFromSimpleCall(p);
            continue;
        }
        if (!inlineCalls_.runsInline(path, p)) {
            end(path);
            return;
        }
        if (!inlineCalls_.returnFromInline(path, p))
            return;
    }
}

void Paths::goOn(std::uint32_t path, Path& p)
{
    const Instruction& code = core_.codeOf(p);
    core_.advance(p, code, code.next);
    p.wait = Wait::nothing;
    walk(path, p);
}

void Paths::onPath(void* self, std::uint64_t handle)
{
    Paths& paths = *static_cast<Paths*>(self);
    if (paths.core_.paths.holds(handle)) {
        const auto path = static_cast<std::uint32_t>(handle);
        paths.goOn(path, paths.core_.paths[path]);
    }
    paths.drain();
}

/// A path has been served by a processor or a station.
void Paths::onServed(void* self, resources::StationJob& job)
{
    Paths& paths = *static_cast<Paths*>(self);
    paths.goOn(static_cast<std::uint32_t>(job.context), pathOf(job));
    if (paths.core_.anythingReady())
        paths.drain();
}

} // namespace headroom::behaviour
