// Calls that take no time and need no worker: the path of the caller executes them itself, inline. The result is the
// same as with a path that waits for another one's answer; a function that needs two paths separates them.
// An inline branch (inline_branches.h) is such a path too, with less stored of it.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/core/core.h"
#include "behaviour/messages/messages.h"
#include "behaviour/paths/paths.h"
#include "behaviour/paths/requests.h"
#include "behaviour/workers/workers.h"

#include <cstdint>
#include <utility>

namespace headroom::behaviour {

class InlineCalls
{
public:
    InlineCalls(Core& core, Deployment& deployment, const Messages& messages, const Workers& workers, Paths& paths,
                Requests& requests);

    /// True if a call arrives in zero time and finds a free worker.
    bool takesAtOnce(std::uint32_t from, std::uint32_t role) const
    {
        const RoleLoad& called = deployment_.load(role);
        if (called.down || !messages_.immediate(from, called.node))
            return false;
        if (called.kind != WorkerKind::threads)
            return called.kind == WorkerKind::threadPerRequest;
        return workers_.threadFree(role);
    }
    /// From here on the path runs the diagram of the called operation.
    void callInline(std::uint32_t path, Path& p, std::uint32_t request, double* arguments);
    /// The path has finished its inline call, if it is in one. If the answer is there (or none can come any more), it
    /// continues at its call; otherwise it waits there for the answer, because other paths still work on the request.
    /// Returns true if it continues.
    bool returnFromInline(std::uint32_t path, Path& p);
    /// Gives the called request a path of its own; the old path waits for its answer. Returns the new path.
    std::uint32_t separate(std::uint32_t path);
    /// The same for all nested inline calls of the path.
    void separateAll(std::uint32_t path);
    /// The request has its answer, from the path p. `last`: the path has nothing more to do after the reply.
    void answerPath(Path& p, Request& request, const ReplyStep& reply, bool last);
    /// The waiting path continues, unless it was cancelled meanwhile.
    void goOnAnswered(Request& request, bool ok);

    // The same without a record of the request: only the path knows of a simple call.
    void callSimple(Path& p, std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* arguments);
    /// The path has finished the operation and continues at its call.
    void returnFromSimpleCall(Path& p);
    void answerSimpleCall(Path& p, const ReplyStep& reply)
    {
        if (std::exchange(p.replied, true))
            return;
        p.ok = reply.ok;
        if (!p.inlineBranch) // nothing reads the results of a branch
            takeSimpleCallResults(p, reply);
    }
    /// Creates a record for the simple call, as if the path had executed a request from the beginning.
    void openSimpleCall(std::uint32_t path, Path& p);
    void enterRole(Path& p, std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* arguments);
    void leaveRole(Path& p, std::uint32_t role);

    /// From here on the inline branch is an ordinary path in a simple call.
    void makePath(std::uint32_t path, Path& p);
    void makePaths(const ParallelRegion& region);

private:
    void cancelled(std::uint32_t path, Path& p);
    void fail(Request& request) { goOnAnswered(request, false); }
    /// Puts the path at the beginning of a diagram.
    void beginDiagram(Path& p, std::uint32_t program, std::uint32_t node, std::uint64_t key, double* arguments);
    void restoreCaller(Path& p, const Request::Caller& caller);
    /// The path is at its call again and leaves it.
    void leaveCall(Path& p, bool ok)
    {
        const Instruction& code = core_.codeOf(p);
        core_.advance(p, code, ok ? code.next : core_.programOf(p).calls[code.detail].error);
    }
    void takeResults(double* frame, const CallStep& step, const ReplyStep& reply, const Path& p);
    void takeSimpleCallResults(const Path& p, const ReplyStep& reply);

    Core& core_;
    Deployment& deployment_;
    const Messages& messages_;
    const Workers& workers_;
    Paths& paths_;
    Requests& requests_;
};

[[gnu::always_inline]] inline void InlineCalls::beginDiagram(Path& p, std::uint32_t program, std::uint32_t node,
                                                             std::uint64_t key, double* arguments)
{
    p.program = program;
    p.pc = core_.program(program).entry;
    p.node = node;
    p.draws = 0;
    p.frame = arguments;
    p.key = key;
    p.entered = core_.calendar.now();
    p.stage = 0;
    p.wait = Wait::nothing;
    core_.countSteps(1);
}

[[gnu::always_inline]] inline void InlineCalls::enterRole(Path& p, std::uint32_t operation, std::uint32_t role,
                                                          std::uint64_t key, double* arguments)
{
    p.inSimpleCall = true;
    p.replied = p.ok = false;
    ++core_.simpleCalls;
    RoleLoad& load = deployment_.load(role);
    ++load.inFlight;
    if (arguments)
        arguments[core_.program(operation).requestSlot] = requestNumber(key);
    beginDiagram(p, operation, load.node, key, arguments);
}

[[gnu::always_inline]] inline void InlineCalls::leaveRole(Path& p, std::uint32_t role)
{
    --deployment_.load(role).inFlight;
    p.inSimpleCall = false;
    --core_.simpleCalls;
}

} // namespace headroom::behaviour
