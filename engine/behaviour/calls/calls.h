// Calls between roles: connecting, sending the request, answering, giving up.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/messages/connections.h"
#include "behaviour/targets/call_targets.h"
#include "behaviour/targets/node_outages.h"

#include <cstdint>

namespace headroom::behaviour {

class Acceptance;
class InlineCalls;
class Messages;
class Paths;
class Requests;
class RingMembers;
class StreamTransport;
class Transfers;
class Workers;

class Calls
{
public:
    struct Uses
    {
        Connections& connections;
        Deployment& deployment;
        const NodeOutages& outages;
        CallTargets& targets;
        Messages& messages;
        StreamTransport& transport;
        Workers& workers;
        Paths& paths;
        Requests& requests;
        InlineCalls& inlineCalls;
        Transfers& transfers;
        Acceptance& acceptance;
        RingMembers& members;
    };
    Calls(Core& core, BlockTable& blocks, const Uses& uses);

    // Block functions.
    bool call(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool reply(std::uint32_t path, Path& p, const Program& program, const Instruction& code);

    /// The node sends nothing more, and messages to it do not arrive.
    void silence(std::uint32_t node);
    /// The kernel refuses the calls that wait for an instance whose process has ended.
    void refuseQueued(std::uint32_t instance);

private:
    // The callee's side.

    /// A request of its own serves the call now.
    void accepted(std::uint32_t call);
    void tellOpened(std::uint32_t call);
    void answer(std::uint32_t call, bool ok, double bytes);
    /// The call is not accepted: the caller learns that it is refused.
    void refuse(std::uint32_t call);
    /// The request has ended without an answer of its own.
    void answerFailed(Request& request);
    /// The request that served the call sends nothing more.
    void endCallee(Handle call);
    /// Frees the record.
    void give(std::uint32_t call);
    /// The caller continues when the answer has arrived and what was streamed to it has been received.
    void complete(std::uint32_t call);
    /// A message to the other side is lost.
    void loseMessage(Handle call);
    /// The caller receives nothing more. One that is still connecting notices this only by its timeout.
    void lose(std::uint32_t call);

    bool send(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void tellReply(const Path& p, const Request& request, bool ok);
    bool giveReply(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void cancelCall(Path& p);
    /// Sends the request, or with `back` the answer: its sender's processor has worked on it.
    void message(std::uint32_t call, bool back, kernel::Handler handler);
    /// Sends a message that no path works on (a handshake, a refusal): the node does.
    void kernelMessage(std::uint32_t from, std::uint32_t to, double bytes, std::uint64_t flow, kernel::Handler handler,
                       Handle handle);
    bool sends(std::uint32_t path, Path& p, std::uint32_t call, std::uint32_t node, kernel::Handler sent);
    void continueSender(Handle path);
    void depart(std::uint32_t call, Path& p);
    void dispatch(Handle call);
    bool prepareAnswer(std::uint32_t call, bool ok, double bytes);
    void sendAnswer(std::uint32_t call);
    std::uint32_t open(Path& p, const Target& target, const Instruction& code, std::uint32_t node);
    bool callAtOnce(std::uint32_t path, Path& p, const CallStep& step, const Instruction& code, std::uint32_t role);
    void abandon(std::uint32_t call);
    void forget(std::uint32_t call);
    void tryGive(Handle call);
    /// A message of the call has arrived. Calls `received` once the receiver's processor has taken it in.
    void receive(Handle call, std::uint32_t Call::*receiver, void (*received)(void* self, std::uint64_t handle));
    void goOnWithout(std::uint32_t call, std::uint32_t CallStep::*way);
    static void onCallSent(void* self, std::uint64_t handle);
    static void onSendSent(void* self, std::uint64_t handle);
    static void onAnswerSent(void* self, std::uint64_t handle);
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
    Messages& messages_;
    StreamTransport& transport_;
    Workers& workers_;
    Paths& paths_;
    Requests& requests_;
    InlineCalls& inlineCalls_;
    Transfers& transfers_;
    Acceptance& acceptance_;
    RingMembers& members_;
};

} // namespace headroom::behaviour
