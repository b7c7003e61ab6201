// Nodes that die and come back, and calls that nothing comes back from.
#include "behaviour/interpreter/interpreter.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

/// Whether that is new.
bool Interpreter::setDown(std::uint32_t node, bool down)
{
    if (std::exchange(down_[node], down) == down)
        return false;
    if (down)
        downSince_[node] = calendar_.now();
    else
        timeDown_[node] += downUntilNow(node);
    for (RoleLoad& load : loads_)
        if (load.node == node)
            load.down = down;
    return true;
}

void Interpreter::failNode(std::uint32_t node)
{
    if (!setDown(node, true))
        return;
    for (std::uint32_t path = 0; path < paths_.size(); ++path)
        if (paths_.peek(path, &Path::request) != nowhere)
            separateAll(path);
    silence(node);
    dismissConsumers(node);
    failOperations(node);
    endPaths(node);
    for (Connection& connection : connections_)
        connection.open = connection.open && connection.from != node && connection.to != node;
    forgetMemory(node);
    drain();
}

void Interpreter::returnNode(std::uint32_t node)
{
    if (!setDown(node, false))
        return;
    for (std::uint32_t c = 0; c < shared_.consumers.size(); ++c)
        if (roles_[shared_.consumers[c].role].node == node)
            takeNext(c);
    for (const kernel::Completion& back : std::exchange(awaitingReturn_[node], {}))
        back();
    drain();
}

/// Nothing more comes from the node, and nothing that goes to it arrives. First of all, so that nothing of what ends
/// on the node is told to others, and no request that waits there is taken up.
void Interpreter::silence(std::uint32_t node)
{
    for (std::uint32_t c = 0; c < calls_.size(); ++c) {
        if (calls_.peek(c, &Call::operation) == nowhere || calls_[c].calleeNode != node)
            continue;
        leaveQueue(c);
        loseMessage(calls_.handle(c));
    }
    for (RoleInstance& role : roles_)
        if (role.node == node)
            role.accepting.clear();
}

/// What was to be told to the other side is lost.
void Interpreter::loseMessage(Handle handle)
{
    if (!calls_.holds(handle))
        return;
    const auto c = static_cast<std::uint32_t>(handle);
    if (calls_[c].oneWay)
        giveCall(c);
    else
        loseCall(c);
}

/// Its caller hears nothing any more. One that is still connecting notices it by that, after a while.
void Interpreter::loseCall(std::uint32_t c)
{
    Call& call = calls_[c];
    if (std::exchange(call.lost, true))
        return;
    closeFlows(call);
    if (!call.connecting || call.abandoned || !paths_.holds(call.callerHandle))
        return;
    const Path& p = paths_[call.callerPath()];
    const Program& program = programOf(p);
    const double timeout = evaluate(program.calls[program.code[call.instruction].detail].connectTimeout, p);
    if (timeout > 0)
        calendar_.schedule(after(timeout - kernel::toSeconds(calendar_.now() - call.queuedSince)),
                           &Interpreter::onConnectTimeout, this, calls_.handle(c));
}

void Interpreter::onConnectTimeout(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (m.calls_.holds(handle))
        m.goOnWithout(static_cast<std::uint32_t>(handle), &CallStep::refused);
    m.drain();
}

/// Who sends over them waits on, as for a window that stays closed, until the call is given up.
void Interpreter::closeFlows(Call& call)
{
    if (call.streams == nowhere)
        return;
    for (Stream* stream : {&streams_[call.streams].up, &streams_[call.streams].down})
        if (const auto flow = std::exchange(stream->flow, resources::noStream); flow != resources::noStream)
            cluster_.network->close(flow);
}

/// Those who took messages off queues wait no longer: they begin anew when the node returns.
void Interpreter::dismissConsumers(std::uint32_t node)
{
    for (auto& [key, queue] : shared_.queues)
        for (std::uint32_t w = queue.getters.first; w != nowhere;) {
            const Waiter waiter = shared_.waiters[w];
            if (waiter.consumer != nowhere && roles_[shared_.consumers[waiter.consumer].role].node == node)
                dequeue(w);
            w = waiter.following;
        }
}

/// No request of the node answers any more; workloads, which stand beside the cluster, learn that it failed.
void Interpreter::failOperations(std::uint32_t node)
{
    for (std::uint32_t r = 0; r < requests_.size(); ++r) {
        if (requests_.peek(r, &Request::program) == nowhere)
            continue;
        Request& request = requests_[r];
        if (request.node != node || std::exchange(request.replied, true))
            continue;
        if (request.from == Request::From::workload)
            answerWorkload(request, false);
    }
    for (std::uint32_t r = 0; r < roles_.size(); ++r)
        while (roles_[r].node == node && roles_[r].admitted < roles_[r].admissionQueue.size())
            admitNext(r);
    std::vector<std::pair<Handle, OperationTicket>> waiting; // what they asked is gone already
    for (const auto& each : tickets_)
        if (!calls_.holds(each.first))
            waiting.push_back(each);
    std::sort(waiting.begin(), waiting.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [call, ticket] : waiting) {
        tickets_.erase(call);
        ticket.client->operationDone(ticket, false);
    }
}

/// Also of requests that have answered, and of stragglers that belong to no fork any more. What ends may be what others
/// were waiting for, which then begin: until nothing is left.
void Interpreter::endPaths(std::uint32_t node)
{
    for (bool any = true; any;) {
        any = false;
        for (std::uint32_t s = 0; s < regions_.size(); ++s)
            if (runsOn(regions_.peek(s, &ParallelRegion::request), node) &&
                regions_[s].kind == ParallelRegion::Kind::fork)
                cancelRegion(s);
        for (std::uint32_t path = 0; path < paths_.size(); ++path)
            if (runsOn(paths_.peek(path, &Path::request), node)) {
                any = true;
                cancelPath(path);
            }
    }
}

void Interpreter::forgetMemory(std::uint32_t node)
{
    forgetNode(node);
    cluster_.nodes[node].writeBack->loseAll();
    cluster_.nodes[node].cache->dropAll();
}

} // namespace headroom::behaviour
