// Who serves a request: acceptance, event loops, threads.
#include "behaviour/machine.h"

#include <algorithm>

namespace headroom::behaviour {

std::uint32_t Machine::roleOn(std::uint32_t role, std::uint32_t node) const
{
    return roleOnNode_[role][node];
}

std::uint32_t Machine::beginRequest(std::uint32_t operation, std::uint32_t role, std::uint64_t key, std::uint64_t session,
                                    std::span<const double> arguments)
{
    const std::uint32_t r = requests_.take();
    Request& request = requests_[r];
    request = Request{};
    request.program = operation;
    request.role = role;
    request.node = roles_[role].node;
    request.key = key;
    request.session = session;
    ++roles_[role].inFlight;
    double* frame = frames_.take();
    std::copy_n(arguments.begin(), std::min<std::size_t>(arguments.size(), frames_.slots()), frame);
    spawn(r, nowhere, 0, software_.operations[operation].entry, frame, key);
    return r;
}

bool Machine::ensureWorker(std::uint32_t path, Path& p)
{
    Request& request = requests_[p.request];
    if (p.holdsWorker || request.worker == nowhere)
        return true;
    RoleInstance& role = roles_[request.role];
    Worker& worker = role.workers[request.worker];
    role.meter.arrive(calendar_.now());
    if (worker.busy) {
        p.wait = Wait::worker;
        p.waitSince = calendar_.now();
        worker.queue.push_back(paths_.handle(path));
        return false;
    }
    worker.busy = true;
    worker.heldSince = calendar_.now();
    role.meter.begin(calendar_.now());
    p.holdsWorker = true;
    return true;
}

void Machine::releaseWorker(Path& p)
{
    if (!p.holdsWorker)
        return;
    p.holdsWorker = false;
    const Request& request = requests_[p.request];
    RoleInstance& role = roles_[request.role];
    Worker& worker = role.workers[request.worker];
    const kernel::Time now = calendar_.now();
    role.heldSum += now - std::max(worker.heldSince, windowStart_);
    role.meter.end(now);
    role.meter.depart(now);
    worker.busy = false;
    serveNext(role, request.worker);
}

/// An event loop goes on with what has been ready longest: one of its own requests, or a new connection.
void Machine::serveNext(RoleInstance& role, std::uint32_t index)
{
    Worker& worker = role.workers[index];
    while (!worker.queue.empty() && !paths_.holds(worker.queue.front()))
        worker.queue.pop_front();
    while (!role.accepting.empty() && !calls_.holds(role.accepting.front()))
        role.accepting.pop_front();

    const bool own = !worker.queue.empty();
    const bool fresh = !role.accepting.empty() && worker.clients < software_.roles[role.role].clients;
    const auto since = [&](bool ownOne) {
        return ownOne ? paths_[static_cast<std::uint32_t>(worker.queue.front())].waitSince
                      : calls_[static_cast<std::uint32_t>(role.accepting.front())].queuedSince;
    };
    if (own && (!fresh || since(true) <= since(false))) {
        const auto path = static_cast<std::uint32_t>(worker.queue.front());
        worker.queue.pop_front();
        worker.busy = true;
        worker.heldSince = calendar_.now();
        role.meter.begin(calendar_.now());
        paths_[path].holdsWorker = true;
        resume(path);
    } else if (fresh) {
        const auto call = static_cast<std::uint32_t>(role.accepting.front());
        role.accepting.pop_front();
        accept(call, index);
    }
}

std::uint32_t Machine::idleWorker(const RoleInstance& role, const Call& call) const
{
    // Any of the idle ones wakes up first; which, is chance, not order.
    const std::uint32_t limit = software_.roles[role.role].clients;
    const auto free = [&](const Worker& w) { return !w.busy && w.queue.empty() && w.clients < limit; };
    const auto idle = static_cast<std::uint64_t>(std::count_if(role.workers.begin(), role.workers.end(), free));
    if (idle == 0)
        return nowhere;
    std::uint64_t pick = random_.below(idle, kernel::mix(role.role, 0xacce97), call.key);
    for (std::uint32_t w = 0; w < role.workers.size(); ++w)
        if (free(role.workers[w]) && pick-- == 0)
            return w;
    return nowhere;
}

/// A request has reached its node: it is served, waits to be accepted, or is refused.
void Machine::arrive(std::uint32_t c)
{
    Call& call = calls_[c];
    RoleInstance& role = roles_[roleOn(software_.operations[call.operation].role, call.calleeNode)];
    const RoleInfo& info = software_.roles[role.role];
    call.queuedSince = calendar_.now();

    std::uint32_t worker = nowhere;
    bool now = true;
    switch (info.kind) {
    case WorkerKind::threadPerRequest: break;
    case WorkerKind::threads:
        role.meter.arrive(calendar_.now());
        now = role.threadsBusy < info.workers;
        break;
    case WorkerKind::eventLoop:
        if (call.connection != 0)
            if (const auto kept = connections_.find(call.connection); kept != connections_.end())
                worker = kept->second;
        if (worker == nowhere)
            worker = idleWorker(role, call);
        now = worker != nowhere;
        break;
    }
    if (now) {
        accept(c, worker);
    } else if (role.accepting.size() < info.backlog) {
        role.accepting.push_back(calls_.handle(c));
    } else {
        if (info.kind == WorkerKind::threads)
            role.meter.depart(calendar_.now());
        call.refused = true;
        answer(c, false, 60);
    }
}

void Machine::accept(std::uint32_t c, std::uint32_t worker)
{
    Call& call = calls_[c];
    const std::uint32_t roleIndex = roleOn(software_.operations[call.operation].role, call.calleeNode);
    RoleInstance& role = roles_[roleIndex];
    const std::uint64_t session = worker == nowhere ? call.key : kernel::mix(roleIndex, worker);
    const std::uint32_t r = beginRequest(call.operation, roleIndex, call.key, session, call.arguments);
    Request& request = requests_[r];
    request.worker = worker;
    if (worker != nowhere) {
        ++role.workers[worker].clients;
        if (call.connection != 0)
            connections_.try_emplace(call.connection, worker);
    } else if (software_.roles[role.role].kind == WorkerKind::threads) {
        ++role.threadsBusy;
        request.holdsThread = true;
        role.meter.begin(calendar_.now());
    }
    if (call.oneWay) {
        calls_.give(c);
        return;
    }
    request.call = calls_.handle(c);
    call.callee = r;
    if (call.callerRequest == nowhere)
        return;
    const Program& caller = software_.operations[requests_[call.callerRequest].program];
    if (caller.calls[caller.code[call.instruction].detail].opened != nowhere)
        message(call.calleeNode, call.callerNode, 100, call.flowHash, &Machine::onOpened, calls_.handle(c));
}

void Machine::finishRequest(std::uint32_t r)
{
    Request& request = requests_[r];
    if (!request.replied) {
        // Every path has ended without an answer: the caller learns that it failed.
        request.replied = true;
        if (calls_.holds(request.call))
            answer(static_cast<std::uint32_t>(request.call), false, 200);
        else if (request.done)
            request.done(request.doneSelf, request.doneContext, false);
    }
    if (calls_.holds(request.call)) {
        calls_[static_cast<std::uint32_t>(request.call)].callee = nowhere;
        tryGiveCall(request.call);
    }
    RoleInstance& role = roles_[request.role];
    --role.inFlight;
    const std::uint32_t worker = request.worker;
    const bool thread = request.holdsThread;
    requests_.give(r);
    if (worker != nowhere) {
        --role.workers[worker].clients;
        if (!role.workers[worker].busy)
            serveNext(role, worker);
    } else if (thread) {
        --role.threadsBusy;
        role.meter.end(calendar_.now());
        role.meter.depart(calendar_.now());
        while (!role.accepting.empty() && !calls_.holds(role.accepting.front()))
            role.accepting.pop_front();
        if (!role.accepting.empty()) {
            const auto next = static_cast<std::uint32_t>(role.accepting.front());
            role.accepting.pop_front();
            accept(next, nowhere);
        }
    }
}

monitoring::Meter::Integral Machine::heldTime(const RoleInstance& role) const
{
    auto sum = role.heldSum;
    for (const Worker& worker : role.workers)
        if (worker.busy)
            sum += role.meter.lastUpdate() - std::max(worker.heldSince, windowStart_);
    return sum;
}

} // namespace headroom::behaviour
