// Who serves a request: acceptance, event loops, threads.
#include "behaviour/interpreter/interpreter.h"
#include "behaviour/interpreter/tracer.h"

#include <algorithm>
#include <new>
#include <utility>

namespace headroom::behaviour {

namespace {

/// A bare TCP segment (RST): what a refused connection is answered with.
constexpr double refusalBytes = 52;
/// A status line: "HTTP/1.1 100 Continue" and the like in one segment.
constexpr double acceptedBytes = 100;
/// A status line with a few headers, from a request that ended without an answer of its own.
constexpr double failureBytes = 200;

} // namespace

std::uint32_t Interpreter::takeRequest(std::uint32_t operation, std::uint32_t role, std::uint64_t key)
{
    const std::uint32_t r = requests_.take();
    Request& request = requests_[r];
    new (&request) Request; // what an inline call leaves there need not be cleared
    request.program = operation;
    request.role = role;
    request.node = loads_[role].node;
    request.key = key;
    return r;
}

std::uint32_t Interpreter::openRequest(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame)
{
    const std::uint32_t r = takeRequest(operation, role, key);
    ++loads_[role].inFlight;
    frame[software_.operations[operation].requestSlot] = requestNumber(key);
    return r;
}

std::uint32_t Interpreter::beginRequest(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame)
{
    const std::uint32_t r = openRequest(operation, role, key, frame);
    spawn(r, nowhere, 0, software_.operations[operation].entry, frame, key);
    return r;
}

/// Who kept connections belong to: the client of a workload, the worker or the consumer that serves the request.
std::uint64_t Interpreter::sessionOf(const Request& request) const
{
    if (request.from == Request::From::workload)
        return request.ticket.session;
    return kernel::mix(request.role, workerOf(request));
}

bool Interpreter::ensureWorker(std::uint32_t path, Path& p)
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

void Interpreter::giveWorkerBack(Path& p)
{
    p.holdsWorker = false;
    const Request& request = requests_[p.request];
    RoleInstance& role = roles_[request.role];
    Worker& worker = role.workers[request.worker];
    const kernel::Time now = calendar_.now();
    role.heldSum += now - std::max(worker.heldSince, windowStart_);
    role.meter.end(now);
    role.meter.depart(now);
    worker.busy = false;
    serveNext(request.role, request.worker);
}

/// Takes what was cancelled meanwhile off the front of the queues.
void Interpreter::dropStale(RoleInstance& role, Worker& worker)
{
    while (!worker.queue.empty() && !paths_.holds(worker.queue.front()))
        worker.queue.pop_front();
    while (!role.accepting.empty() && !calls_.holds(role.accepting.front()))
        role.accepting.pop_front();
}

/// An event loop goes on with what has been ready longest: one of its own requests, or a new connection.
void Interpreter::serveNext(std::uint32_t roleIndex, std::uint32_t index)
{
    RoleInstance& role = roles_[roleIndex];
    Worker& worker = role.workers[index];
    dropStale(role, worker);
    const bool own = !worker.queue.empty();
    const bool fresh = !role.accepting.empty() && worker.clients < software_.roles[role.role].clients;
    const auto ownSince = [&] { return paths_[static_cast<std::uint32_t>(worker.queue.front())].waitSince; };
    const auto freshSince = [&] { return calls_[static_cast<std::uint32_t>(role.accepting.front())].queuedSince; };
    if (own && (!fresh || ownSince() <= freshSince())) {
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
    } else if (isIdle(role, worker)) {
        admitNext(roleIndex);
    }
}

std::uint32_t Interpreter::idleWorker(const RoleInstance& role, const Call& call) const
{
    // Any of the idle ones wakes up first; which, is chance, not order.
    const auto free = [&](const Worker& w) { return isIdle(role, w); };
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
void Interpreter::arrive(std::uint32_t c)
{
    Call& call = calls_[c];
    if (down_[call.calleeNode]) {
        loseMessage(calls_.handle(c));
        return;
    }
    call.connecting = false;
    const std::uint32_t roleIndex = roleOn(software_.operations[call.operation].role, call.calleeNode);
    RoleInstance& role = roles_[roleIndex];
    const RoleInfo& info = software_.roles[role.role];
    call.queuedSince = calendar_.now();

    std::uint32_t worker = nowhere;
    bool now = true;
    if (info.kind == WorkerKind::threads) {
        role.meter.arrive(calendar_.now());
        now = role.threadsBusy() < info.workers;
    } else if (info.kind == WorkerKind::eventLoop) {
        const bool kept = call.connection != nowhere && connections_[call.connection].open;
        worker = kept ? connections_[call.connection].worker : idleWorker(role, call);
        now = worker != nowhere;
    }
    if (now) {
        accept(c, worker);
    } else if (loads_[roleIndex].waiting < info.backlog) {
        role.accepting.push_back(calls_.handle(c));
        call.queued = true;
        ++loads_[roleIndex].waiting;
    } else {
        if (info.kind == WorkerKind::threads)
            role.meter.depart(calendar_.now());
        call.refused = true;
        answer(c, false, refusalBytes);
    }
}

bool Interpreter::full(std::uint32_t r) const
{
    const WorkerKind kind = loads_[r].kind;
    if (kind == WorkerKind::threadPerRequest)
        return false;
    const RoleInstance& role = roles_[r];
    const RoleInfo& info = software_.roles[role.role];
    const std::uint32_t taken = loads_[r].waiting + role.admitted;
    if (taken < info.backlog)
        return false;
    const auto idle = kind == WorkerKind::threads ? static_cast<std::ptrdiff_t>(info.workers) - role.threadsBusy()
                                                  : std::count_if(role.workers.begin(), role.workers.end(),
                                                                  [&](const Worker& w) { return isIdle(role, w); });
    return static_cast<std::ptrdiff_t>(taken - info.backlog) >= idle;
}

void Interpreter::onAdmitted(void* self, std::uint64_t index)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    const auto r = static_cast<std::uint32_t>(index);
    RoleInstance& role = m.roles_[r];
    --role.admitted;
    const kernel::Completion again = role.admissionQueue.front();
    role.admissionQueue.pop_front();
    again();
    if (!m.full(r)) // it did not want the place any more, or there is another
        m.admitNext(r);
}

/// A workload asks a role that has so many workers: the operation waits for one as a call does.
void Interpreter::askWorkers(std::uint32_t operation, std::uint32_t roleIndex, std::uint64_t key, double* frame,
                             const OperationTicket& ticket, std::uint64_t job)
{
    const RoleInstance& role = roles_[roleIndex];
    const std::uint32_t c = calls_.take();
    Call& call = calls_[c] = Call{};
    call.callerNode = call.calleeNode = role.node;
    call.operation = operation;
    call.oneWay = true;
    call.key = key;
    call.job = job;
    call.arguments = frame;
    tickets_.emplace(calls_.handle(c), ticket);
    arrive(c);
}

/// Who learns of the answer to a request that no other request has called.
void Interpreter::answerTo(std::uint32_t r, const OperationTicket& ticket, kernel::Time since)
{
    Request& request = requests_[r];
    request.from = Request::From::workload;
    request.ticket = ticket;
    if (tracer_) [[unlikely]]
        tracer_->started(r, request, paths_[request.paths], since);
}

void Interpreter::stopWaiting(std::uint32_t c, std::uint32_t role)
{
    calls_[c].queued = false;
    --loads_[role].waiting;
    admitNext(role);
}

/// The caller has given up before anybody accepted, or the node has died.
void Interpreter::leaveQueue(std::uint32_t c)
{
    const Call& call = calls_[c];
    if (!call.queued)
        return;
    const std::uint32_t roleIndex = roleOn(software_.operations[call.operation].role, call.calleeNode);
    stopWaiting(c, roleIndex);
    RoleInstance& role = roles_[roleIndex];
    if (software_.roles[role.role].kind == WorkerKind::threads)
        role.meter.depart(calendar_.now());
}

/// Threads are numbered, so that what belongs to one (a connection it keeps, state of its own) finds it again.
void Interpreter::takeThread(std::uint32_t on, Request& request)
{
    if (!loads_[on].numbersThreads)
        return;
    RoleInstance& role = roles_[on];
    if (role.idleThreads.empty()) {
        request.thread = role.threads++;
    } else {
        request.thread = role.idleThreads.back();
        role.idleThreads.pop_back();
    }
    if (software_.roles[role.role].kind == WorkerKind::threads)
        role.meter.begin(calendar_.now());
}

void Interpreter::accept(std::uint32_t c, std::uint32_t worker)
{
    Call& call = calls_[c];
    const std::uint32_t roleIndex = roleOn(software_.operations[call.operation].role, call.calleeNode);
    RoleInstance& role = roles_[roleIndex];
    if (call.queued)
        stopWaiting(c, roleIndex);
    const std::uint32_t r = beginRequest(call.operation, roleIndex, call.key, std::exchange(call.arguments, nullptr));
    Request& request = requests_[r];
    request.worker = worker;
    request.job = call.job;
    stopAboveLimit();
    resume(request.paths);
    if (worker != nowhere) {
        ++role.workers[worker].clients;
        paths_[request.paths].wantsWorker = true;
    } else {
        takeThread(roleIndex, request);
    }
    if (call.connection != nowhere && !std::exchange(connections_[call.connection].open, true))
        connections_[call.connection].worker = worker;
    if (tracer_) [[unlikely]]
        tracer_->accepted(calls_.handle(c), call.queuedSince, r, request, paths_[request.paths]);
    if (call.oneWay) {
        if (const auto ticket = tickets_.find(calls_.handle(c)); ticket != tickets_.end()) {
            answerTo(r, ticket->second, call.queuedSince);
            tickets_.erase(ticket);
        }
        giveCall(c);
        return;
    }
    request.from = Request::From::call;
    request.call = calls_.handle(c);
    call.callee = r;
    if (call.callerRequest == nowhere)
        return;
    const Program& caller = software_.operations[requests_[call.callerRequest].program];
    if (caller.calls[caller.code[call.instruction].detail].opened != nowhere)
        message(call.calleeNode, call.callerNode, acceptedBytes, flowOf(call), &Interpreter::onOpened,
                calls_.handle(c));
}

/// Every path has ended: who waits for an answer that was not given learns that it failed.
void Interpreter::tellCaller(Request& request)
{
    const Handle call = callOf(request);
    if (!request.replied) {
        request.replied = true;
        if (request.from == Request::From::waitingPath)
            goOnAnswered(request, false);
        else if (request.from == Request::From::workload)
            answerWorkload(request, false);
        else if (calls_.holds(call))
            answer(static_cast<std::uint32_t>(call), false, failureBytes);
    }
    if (call != noHandle && calls_.holds(call)) {
        const auto c = static_cast<std::uint32_t>(call);
        calls_[c].callee = nowhere;
        completeCall(c); // no more will come of a stream that the caller still waits for
        tryGiveCall(call);
    }
}

void Interpreter::finishRequest(std::uint32_t r)
{
    tellCaller(requests_[r]);
    closeRequest(r);
}

void Interpreter::closeRequest(std::uint32_t r)
{
    Request& request = requests_[r];
    if (tracer_) [[unlikely]]
        tracer_->requestEnded(r);
    const std::uint32_t on = request.role;
    --loads_[on].inFlight;
    if (request.memory > 0)
        releaseMemory(request.node, request.memory);
    const std::uint32_t worker = request.worker, thread = request.thread, consumer = request.consumer;
    const bool up = !down_[request.node];
    dropLists(r);
    request.program = nowhere;
    requests_.give(r);
    if (consumer != nowhere && up)
        takeNext(consumer);
    if (worker != nowhere) {
        RoleInstance& role = roles_[on];
        --role.workers[worker].clients;
        if (!role.workers[worker].busy)
            serveNext(on, worker);
    } else if (thread != nowhere) {
        leaveThread(on, thread);
    }
}

void Interpreter::leaveThread(std::uint32_t roleIndex, std::uint32_t thread)
{
    RoleInstance& role = roles_[roleIndex];
    role.idleThreads.push_back(thread);
    if (software_.roles[role.role].kind != WorkerKind::threads)
        return;
    role.meter.end(calendar_.now());
    role.meter.depart(calendar_.now());
    while (!role.accepting.empty() && !calls_.holds(role.accepting.front()))
        role.accepting.pop_front();
    if (role.accepting.empty()) {
        admitNext(roleIndex);
        return;
    }
    const auto next = static_cast<std::uint32_t>(role.accepting.front());
    role.accepting.pop_front();
    accept(next, nowhere);
}

monitoring::Meter::Integral Interpreter::heldTime(const RoleInstance& role) const
{
    auto sum = role.heldSum;
    for (const Worker& worker : role.workers)
        if (worker.busy)
            sum += role.meter.lastUpdate() - std::max(worker.heldSince, windowStart_);
    return sum;
}

} // namespace headroom::behaviour
