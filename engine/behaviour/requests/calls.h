// Calls between roles: connecting, asking, answering, giving up.
#pragma once

#include "behaviour/base/block_table.h"
#include "behaviour/base/call_targets.h"
#include "behaviour/base/connections.h"
#include "behaviour/base/core.h"
#include "behaviour/base/deployment.h"
#include "behaviour/base/node_outages.h"

#include <cstdint>

namespace headroom::behaviour {

class InlineCalls;
class Paths;
class Requests;
class Transfers;
class Workers;
struct Parts;

class Calls
{
public:
    explicit Calls(Parts& parts);

    // Blocks.
    bool call(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool reply(std::uint32_t path, Path& p, const Program& program, const Instruction& code);

    /// Whether a call gets there in no time and finds somebody free to serve it.
    bool takesAtOnce(std::uint32_t from, std::uint32_t role) const;
    double* argumentsFor(const Target& target, const Path& p);

    // The callee's side.
    /// Somebody serves the call now, a request of its own.
    void tellOpened(std::uint32_t call);
    void answer(std::uint32_t call, bool ok, double bytes);
    /// Nobody serves the call: the caller learns that it is refused.
    void refuse(std::uint32_t call);
    /// It has ended without an answer of its own.
    void answerFailed(Handle call);
    /// Nothing more comes from the request that has served it.
    void endCallee(Handle call);
    /// Gives the record back.
    void give(std::uint32_t call);

    /// The caller goes on once the answer is there and what was streamed to it has been taken.
    void complete(std::uint32_t call);

    /// What was to be told to the other side is lost.
    void loseMessage(Handle call);
    /// Its caller hears nothing any more. One that is still connecting notices it by that, after a while.
    void lose(std::uint32_t call);
    /// Nothing more comes from the node, and nothing that goes to it arrives.
    void silence(std::uint32_t node);

private:
    bool send(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void giveReply(Path& p, const Program& program, const Instruction& code);
    void cancelCall(Path& p);
    /// Whether messages between two nodes take no time and cost nobody anything: then they need not pass the calendar.
    bool immediate(std::uint32_t from, std::uint32_t to) const
    {
        return from == to ? immediateWithin_ : immediateBetween_;
    }
    void message(std::uint32_t from, std::uint32_t to, double bytes, std::uint64_t flow, kernel::Handler handler,
                 Handle handle);
    std::uint32_t open(Path& p, const Target& target, const Instruction& code, std::uint32_t node);
    bool callAtOnce(std::uint32_t path, Path& p, const CallStep& step, const Instruction& code, std::uint32_t role);
    void abandon(std::uint32_t call);
    void forget(std::uint32_t call);
    void tryGive(Handle call);
    void goOnWithout(std::uint32_t call, std::uint32_t CallStep::*way);
    static void onSynArrived(void* self, std::uint64_t handle);
    static void onConnected(void* self, std::uint64_t handle);
    static void onRequestArrived(void* self, std::uint64_t handle);
    static void onRequestReceived(void* self, std::uint64_t handle);
    static void onOpened(void* self, std::uint64_t handle);
    static void onReplyArrived(void* self, std::uint64_t handle);
    static void onReplyReceived(void* self, std::uint64_t handle);
    static void onDeadline(void* self, std::uint64_t handle);
    static void onConnectTimeout(void* self, std::uint64_t handle);

    Core& core_;
    Connections& connections_;
    Deployment& deployment_;
    const NodeOutages& outages_;
    CallTargets& targets_;
    InlineCalls& inlineCalls_;
    Paths& paths_;
    Requests& requests_;
    Transfers& transfers_;
    Workers& workers_;
    bool immediateBetween_ = false, immediateWithin_ = false;
};

} // namespace headroom::behaviour
