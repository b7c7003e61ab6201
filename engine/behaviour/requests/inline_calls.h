// Calls that take no time and that nobody in particular serves: the path of the caller carries them out itself, inline.
// Nothing else is different from a path that waits for another's answer; whatever needs two paths separates them.
#pragma once

#include "behaviour/base/core.h"
#include "behaviour/base/deployment.h"
#include "behaviour/requests/requests.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace headroom::behaviour {

class InlineBranches;
class Paths;
struct Parts;

class InlineCalls
{
public:
    explicit InlineCalls(Parts& parts);

    bool runsInline(std::uint32_t path, const Path& p) const { return core_.requests[p.request].inlinePath == path; }
    /// From here on the path walks the diagram of what it has called.
    void callInline(std::uint32_t path, Path& p, std::uint32_t request, double* arguments);
    /// The path has done what it carries out inline, if it does. With an answer (or if none can come any more) it goes
    /// on where it called; else it waits there for the answer, as others are still at work on it. Whether it goes on.
    bool returnFromInline(std::uint32_t path, Path& p);
    /// Gives what the path has called from a path of its own, which waits for the answer in its place. Returns that.
    std::uint32_t separate(std::uint32_t path);
    /// From all that called one from another.
    void separateAll(std::uint32_t path);
    /// The request has its answer, from the path p. `last`: nothing comes behind the reply on that path.
    void answerPath(const Path& p, Request& request, const ReplyStep& reply, bool last);
    /// The waiting path goes on, unless it was given up meanwhile.
    void goOnAnswered(Request& request, bool ok);

    // The same without a record of the request: nothing but the path knows of a simple call.
    void callSimple(Path& p, std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* arguments);
    /// The path has done it and goes on where it called.
    void returnFromSimpleCall(Path& p);
    void answerSimpleCall(Path& p, const ReplyStep& reply)
    {
        if (std::exchange(p.replied, true))
            return;
        p.ok = reply.ok;
        if (!p.inlineBranch) // of that nobody looks at the results
            takeSimpleCallResults(p, reply);
    }
    /// Gives the simple call a record, as if the path had carried out a request from the beginning.
    void openSimpleCall(std::uint32_t path, Path& p);
    void enterRole(Path& p, std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* arguments);
    void leaveRole(Path& p, std::uint32_t role);
    /// Paths that are in one.
    std::size_t simpleCalls() const { return simpleCalls_; }

private:
    /// The path is at the beginning of a diagram.
    void beginDiagram(Path& p, std::uint32_t program, std::uint32_t node, std::uint64_t key, double* arguments);
    void restoreCaller(Path& p, const Request::Caller& caller);
    /// From the call that the path has made and is at again.
    void leaveCall(Path& p, bool ok)
    {
        const Instruction& code = core_.codeOf(p);
        core_.advance(p, code, ok ? code.next : core_.programOf(p).calls[code.detail].error);
    }
    void takeResults(double* frame, const CallStep& step, const ReplyStep& reply, const Path& p);
    void takeSimpleCallResults(const Path& p, const ReplyStep& reply);

    Core& core_;
    Deployment& deployment_;
    InlineBranches& branches_;
    Paths& paths_;
    Requests& requests_;
    std::size_t simpleCalls_ = 0;
};

[[gnu::always_inline]] inline void InlineCalls::beginDiagram(Path& p, std::uint32_t program, std::uint32_t node,
                                                             std::uint64_t key, double* arguments)
{
    p.program = program;
    p.pc = core_.software.operations[program].entry;
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
    ++simpleCalls_;
    ++deployment_.load(role).inFlight;
    if (arguments)
        arguments[core_.software.operations[operation].requestSlot] = requestNumber(key);
    beginDiagram(p, operation, deployment_.load(role).node, key, arguments);
}

[[gnu::always_inline]] inline void InlineCalls::leaveRole(Path& p, std::uint32_t role)
{
    --deployment_.load(role).inFlight;
    p.inSimpleCall = false;
    --simpleCalls_;
}

} // namespace headroom::behaviour
