#include "behaviour/calls/acceptance.h"

#include "behaviour/messages/connections.h"
#include "behaviour/paths/requests.h"
#include "behaviour/targets/node_outages.h"
#include "behaviour/workers/workers.h"
#include "kernel/random.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

namespace {

/// The source of the random draws that say which worker accepts.
std::uint64_t drawOf(const RoleInfo& role)
{
    return kernel::mix(role.drawName, 0xacce97);
}

} // namespace

Acceptance::Acceptance(Core& core, Deployment& deployment, Connections& connections, const NodeOutages& outages,
                       Workers& workers, Requests& requests)
    : caller{{core.hooks, "a call is accepted"}, {core.hooks, "a call is refused"}, {core.hooks, "a call is lost"}},
      core_(core), deployment_(deployment), connections_(connections), outages_(outages), workers_(workers),
      requests_(requests)
{
    workers.accept.set<&Acceptance::accept>(this);
}

void Acceptance::ask(std::uint32_t operation, std::uint32_t roleIndex, std::uint64_t key, double* frame,
                     const OperationTicket& ticket, std::uint64_t job)
{
    const RoleInstance& role = workers_.instance(roleIndex);
    const std::uint32_t c = core_.calls.take();
    Call& call = core_.calls[c] = Call{};
    call.callerNode = call.calleeNode = role.node;
    call.calleeInstance = roleIndex;
    call.operation = operation;
    call.oneWay = true;
    call.key = key;
    call.job = job;
    call.arguments = frame;
    tickets_.emplace(core_.calls.handle(c), ticket);
    arrive(c);
}

void Acceptance::arrive(std::uint32_t c)
{
    Call& call = core_.calls[c];
    if (outages_.down(call.calleeNode)) {
        caller.lost(core_.calls.handle(c));
        return;
    }
    call.connecting = false;
    const std::uint32_t roleIndex = call.calleeInstance;
    if (deployment_.load(roleIndex).down) {
        caller.refused(c);
        return;
    }
    RoleInstance& role = workers_.instance(roleIndex);
    const RoleInfo& info = core_.software.roles[role.role];
    call.queuedSince = core_.calendar.now();

    std::uint32_t worker = nowhere;
    Fifo<Handle>* calls = &role.accepting;
    bool now = true;
    if (info.kind == WorkerKind::threads) {
        role.meter.arrive(core_.calendar.now());
        now = role.threadsBusy() < info.workers;
    } else if (info.kind == WorkerKind::eventLoop) {
        const bool kept = call.connection != nowhere && connections_[call.connection].open;
        worker = kept ? connections_[call.connection].worker : idleWorker(role, call);
        now = worker != nowhere && (!kept || workers_.hasRoom(role, role.workers[worker]));
        if (kept)
            calls = &role.workers[worker].accepting;
    }
    if (now) {
        accept(c, worker);
    } else if (deployment_.load(roleIndex).waiting < info.backlog) {
        calls->push_back(core_.calls.handle(c));
        call.queued = true;
        role.queued.change(core_.calendar.now(), 1);
        ++deployment_.load(roleIndex).waiting;
    } else {
        if (info.kind == WorkerKind::threads)
            role.meter.depart(core_.calendar.now());
        caller.refused(c);
    }
}

void Acceptance::stopQueuing(std::uint32_t c, std::uint32_t role)
{
    core_.calls[c].queued = false;
    workers_.instance(role).queued.change(core_.calendar.now(), -1);
    --deployment_.load(role).waiting;
    workers_.admitNext(role);
}

void Acceptance::leaveQueue(std::uint32_t c)
{
    const Call& call = core_.calls[c];
    if (!call.queued)
        return;
    const std::uint32_t roleIndex = call.calleeInstance;
    stopQueuing(c, roleIndex);
    RoleInstance& role = workers_.instance(roleIndex);
    if (core_.software.roles[role.role].kind == WorkerKind::threads)
        role.meter.depart(core_.calendar.now());
}

void Acceptance::accept(std::uint32_t c, std::uint32_t worker)
{
    Call& call = core_.calls[c];
    const std::uint32_t roleIndex = call.calleeInstance;
    RoleInstance& role = workers_.instance(roleIndex);
    if (call.queued)
        stopQueuing(c, roleIndex);
    const std::uint32_t r =
        requests_.begin(call.operation, roleIndex, call.key, std::exchange(call.arguments, nullptr));
    Request& request = core_.requests[r];
    request.worker = worker;
    request.job = call.job;
    stopAboveLimit();
    bool awake = true;
    if (worker != nowhere) {
        // An idle event loop is taken at once: of two, another request at this instant finds the other one, and a path
        // that has just become ready does not come before a request that has waited. It may be busy if the
        // connection is its own.
        ++role.workers[worker].clients;
        if (!role.workers[worker].busy) {
            role.meter.arrive(core_.calendar.now());
            awake = workers_.begin(request.paths, core_.paths[request.paths], role.workers[worker]);
        }
    } else {
        workers_.takeThread(roleIndex, request);
    }
    if (awake)
        core_.resume(request.paths);
    if (call.connection != nowhere && !std::exchange(connections_[call.connection].open, true))
        connections_[call.connection].worker = worker;
    if (call.followed) [[unlikely]]
        core_.followers.accepted(core_.calls.handle(c), call.queuedSince, r, request, core_.paths[request.paths]);
    if (call.oneWay) {
        answerTicket(core_.calls.handle(c), r, call.queuedSince);
    } else {
        request.from = Request::From::call;
        request.call = core_.calls.handle(c);
        call.callee = r;
    }
    caller.accepted(c);
}

/// Answers an operation of a workload that has waited to be accepted.
void Acceptance::answerTicket(Handle call, std::uint32_t request, kernel::Time since)
{
    const auto ticket = tickets_.find(call);
    if (ticket == tickets_.end())
        return;
    requests_.answerTo(request, ticket->second, since);
    tickets_.erase(ticket);
}

void Acceptance::failLostOperations()
{
    std::vector<std::pair<Handle, OperationTicket>> waiting; // their calls are gone already
    for (const auto& each : tickets_)
        if (!core_.calls.holds(each.first))
            waiting.push_back(each);
    std::sort(waiting.begin(), waiting.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [call, ticket] : waiting) {
        tickets_.erase(call);
        ticket.client->operationDone(ticket, false);
    }
}

std::optional<OperationTicket> Acceptance::withdraw(const OperationClient& client, std::uint64_t context)
{
    const auto found = std::ranges::find_if(
        tickets_, [&](const auto& entry) { return entry.second.client == &client && entry.second.context == context; });
    if (found == tickets_.end())
        return {};
    const auto [call, ticket] = *found;
    tickets_.erase(found);
    leaveQueue(static_cast<std::uint32_t>(call));
    caller.lost(call);
    return ticket;
}

std::uint32_t Acceptance::idleWorker(const RoleInstance& role, const Call& call) const
{
    // Any of the idle ones may wake up first; it is chosen at random, not by order. Each connection that is kept ranks
    // the workers by a name of its own: the same seed spreads connections in the same way, whatever the timing, so that
    // two configurations can be compared.
    if (call.connection != nowhere)
        return firstIdleBy(role, core_.random.bits(drawOf(core_.software.roles[role.role]), connections_.flowOf(call)));
    // They are listed without a branch on each: the processor could not predict it.
    idle_.resize(std::max(idle_.size(), role.workers.size()));
    std::size_t idle = 0;
    for (std::uint32_t w = 0; w < role.workers.size(); ++w) {
        idle_[idle] = w;
        idle += workers_.isIdle(role, role.workers[w]) ? 1 : 0;
    }
    return idle == 0 ? nowhere : idle_[core_.random.below(idle, drawOf(core_.software.roles[role.role]), call.key)];
}

/// The idle worker to which the name gives the highest rank (rendezvous hashing).
std::uint32_t Acceptance::firstIdleBy(const RoleInstance& role, std::uint64_t name) const
{
    std::uint32_t first = nowhere;
    std::uint64_t highest = 0;
    for (std::uint32_t w = 0; w < role.workers.size(); ++w) {
        if (!workers_.isIdle(role, role.workers[w]))
            continue;
        if (const std::uint64_t rank = kernel::nthOf(name, w); first == nowhere || rank > highest) {
            first = w;
            highest = rank;
        }
    }
    return first;
}

} // namespace headroom::behaviour
