#include "behaviour/requests/workers.h"

#include "behaviour/requests/calls.h"
#include "behaviour/requests/parts.h"
#include "behaviour/requests/paths.h"
#include "behaviour/requests/requests.h"
#include "project/document/long_work.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

Workers::Workers(Parts& parts)
    : core_(parts.core), connections_(parts.connections), deployment_(parts.deployment), outages_(parts.outages),
      calls_(parts.calls), requests_(parts.requests), paths_(parts.paths)
{
    project::LongWork made("event loops");
    for (std::uint32_t r = 0; r < core_.software.roles.size(); ++r) {
        const RoleInfo& info = core_.software.roles[r];
        for (std::uint32_t place = 0; place < deployment_.countOf(r); ++place) {
            RoleInstance instance;
            instance.role = r;
            instance.node = deployment_.load(static_cast<std::uint32_t>(instances_.size())).node;
            if (info.kind == WorkerKind::eventLoop) {
                made.step(info.workers);
                instance.workers.resize(info.workers);
            }
            instance.meter.setServers(info.workers);
            instance.helperMeter.setServers(info.helpersOfInstance());
            instances_.push_back(std::move(instance));
        }
    }
}

// Turns of paths --------------------------------------------------------------------------------------------------

Worker* Workers::workerOf(const Request& request)
{
    RoleInstance& role = instances_[request.workerOn];
    if (request.worker != nowhere)
        return &role.workers[request.worker];
    return request.thread < role.threadsOfRequests.size() ? &role.threadsOfRequests[request.thread] : nullptr;
}

bool Workers::ensure(std::uint32_t path, Path& p)
{
    if (p.holds == Holds::worker)
        return true;
    release(p);
    p.helped = false;
    const Request& request = core_.requests[p.request];
    Worker* worker = workerOf(request);
    if (!worker)
        return true;
    if (request.worker != nowhere)
        instances_[request.workerOn].meter.arrive(core_.calendar.now());
    if (worker->busy) {
        p.wait = Wait::worker;
        p.waitSince = core_.calendar.now();
        worker->queue.push_back(core_.paths.handle(path));
        return false;
    }
    return begin(path, p, *worker);
}

bool Workers::begin(std::uint32_t path, Path& p, Worker& worker)
{
    const Request& request = core_.requests[p.request];
    const kernel::Time now = core_.calendar.now();
    const bool slept = worker.since < now;
    worker.busy = true;
    worker.since = now;
    if (request.worker != nowhere)
        instances_[request.workerOn].meter.begin(now);
    p.holds = Holds::worker;
    const double wakeUp = core_.software.roles[instances_[request.workerOn].role].wakeUpS;
    if (!slept || !(wakeUp > 0))
        return true;
    p.wait = Wait::waking;
    core_.processors[p.node]->run(wakeUp, jobOf(path, p, woken_));
    return false;
}

void Workers::onWoken(void* self, resources::StationJob& job)
{
    Workers& workers = *static_cast<Workers*>(self);
    workers.core_.resume(job.context);
    workers.paths_.drain();
}

void Workers::giveBack(Path& p, bool goesOn)
{
    const Request& request = core_.requests[p.request];
    if (std::exchange(p.holds, Holds::nothing) == Holds::helper) {
        giveHelperBack(request);
        return;
    }
    RoleInstance& role = instances_[request.workerOn];
    Worker& worker = *workerOf(request);
    const kernel::Time now = core_.calendar.now();
    worker.busy = false;
    const kernel::Time since = std::exchange(worker.since, now);
    if (request.worker == nowhere) {
        serveThread(worker);
        return;
    }
    role.heldSum += now - std::max(since, core_.windowStart);
    role.meter.endAndDepart(now);
    if (goesOn)
        serveNext(request.workerOn, request.worker);
}

void Workers::stopWaiting(Path& p)
{
    const Request& request = core_.requests[p.request];
    if (p.wait == Wait::waking)
        core_.processors[p.node]->cancel(p.job); // the path gives the worker back at its end
    else if (p.wait == Wait::helper)
        instances_[request.workerOn].helperMeter.depart(core_.calendar.now());
    else if (request.worker != nowhere)
        instances_[request.workerOn].meter.depart(core_.calendar.now());
}

/// The first waiting path goes on with the worker.
void Workers::serveNextPath(Worker& worker)
{
    const auto path = static_cast<std::uint32_t>(worker.queue.front());
    worker.queue.pop_front();
    worker.busy = true;
    worker.since = core_.calendar.now();
    core_.paths[path].holds = Holds::worker;
    core_.resume(path);
}

/// A thread goes on with another path of its request.
void Workers::serveThread(Worker& thread)
{
    while (!thread.queue.empty() && !core_.paths.holds(thread.queue.front()))
        thread.queue.pop_front();
    if (!thread.queue.empty())
        serveNextPath(thread);
}

// Helper threads --------------------------------------------------------------------------------------------------

HelperThreads& Workers::helpersOf(const Request& request)
{
    std::vector<HelperThreads>& helpers = instances_[request.workerOn].helpers;
    const std::size_t of = request.worker != nowhere ? request.worker : 0;
    if (of >= helpers.size())
        helpers.resize(of + 1);
    return helpers[of];
}

bool Workers::takeHelper(std::uint32_t path, Path& p)
{
    release(p);
    p.helped = true;
    const Request& request = core_.requests[p.request];
    HelperThreads& helpers = helpersOf(request);
    RoleInstance& role = instances_[request.workerOn];
    role.helperMeter.arrive(core_.calendar.now());
    if (helpers.busy >= core_.software.roles[role.role].helperThreads) {
        p.wait = Wait::helper;
        helpers.queue.push_back(core_.paths.handle(path));
        return false;
    }
    ++helpers.busy;
    role.helperMeter.begin(core_.calendar.now());
    p.holds = Holds::helper;
    return true;
}

void Workers::giveHelperBack(const Request& request)
{
    HelperThreads& helpers = helpersOf(request);
    monitoring::Meter& meter = instances_[request.workerOn].helperMeter;
    --helpers.busy;
    meter.endAndDepart(core_.calendar.now());
    while (!helpers.queue.empty()) {
        const Handle next = helpers.queue.front();
        helpers.queue.pop_front();
        if (!core_.paths.holds(next))
            continue;
        const auto path = static_cast<std::uint32_t>(next);
        ++helpers.busy;
        meter.begin(core_.calendar.now());
        core_.paths[path].holds = Holds::helper;
        core_.resume(path);
        return;
    }
}

// Event loops ---------------------------------------------------------------------------------------------------

/// Removes cancelled entries from the front of the queues.
void Workers::dropStale(RoleInstance& role, Worker& worker)
{
    while (!worker.queue.empty() && !core_.paths.holds(worker.queue.front())) {
        worker.queue.pop_front();
        worker.round -= worker.round > 0 ? 1 : 0;
    }
    for (Fifo<Handle>* calls : {&role.accepting, &worker.accepting})
        while (!calls->empty() && !core_.calls.holds(calls->front()))
            calls->pop_front();
}

/// The queue with the call that the event loop accepts next: one of its own, or that of its instance.
Fifo<Handle>& Workers::acceptsFrom(RoleInstance& role, Worker& worker)
{
    if (worker.accepting.empty() || role.accepting.empty())
        return worker.accepting.empty() ? role.accepting : worker.accepting;
    return queuedSince(worker.accepting) <= queuedSince(role.accepting) ? worker.accepting : role.accepting;
}

/// What is ready when a round begins is served in it; what becomes ready meanwhile waits for the next one.
bool Workers::drawPath(const RoleInstance& role, Worker& worker, bool connects)
{
    const std::uint64_t source = kernel::mix(role.role, 0x707011);
    const std::uint64_t loop = kernel::mix(role.node, static_cast<std::uint64_t>(&worker - role.workers.data()));
    while (!worker.queue.empty()) {
        if (worker.round == 0) {
            worker.connections = role.accepting.size() + worker.accepting.size();
            worker.round = worker.queue.size();
        }
        if (connects && worker.connections > 0) {
            --worker.connections;
            return false;
        }
        std::swap(worker.queue.front(), worker.queue[core_.random.below(worker.round, source, loop, worker.turns++)]);
        --worker.round;
        if (core_.paths.holds(worker.queue.front()))
            return true;
        worker.queue.pop_front();
    }
    return false;
}

/// An event loop continues with what has been ready longest, unless it serves in rounds: one of its own requests, or a
/// new one.
void Workers::serveNext(std::uint32_t roleIndex, std::uint32_t index)
{
    RoleInstance& role = instances_[roleIndex];
    Worker& worker = role.workers[index];
    dropStale(role, worker);
    Fifo<Handle>& calls = acceptsFrom(role, worker);
    const bool fresh = !calls.empty() && worker.clients < core_.software.roles[role.role].clients;
    const bool own = core_.software.roles[role.role].rounds
                         ? drawPath(role, worker, fresh)
                         : !worker.queue.empty() && (!fresh || waitSince(worker) <= queuedSince(calls));
    if (own) {
        role.meter.begin(core_.calendar.now());
        serveNextPath(worker);
    } else if (fresh) {
        const auto call = static_cast<std::uint32_t>(calls.front());
        calls.pop_front();
        accept(call, index);
    } else if (isIdle(role, worker)) {
        admitNext(roleIndex);
    }
}

std::uint32_t Workers::idleWorker(const RoleInstance& role, const Call& call) const
{
    // Any of the idle ones may wake up first; it is chosen at random, not by order. Each connection that is kept ranks
    // the workers by a name of its own: the same seed spreads connections in the same way, whatever the timing, so that
    // two configurations can be compared.
    if (call.connection != nowhere)
        return firstIdleBy(role, core_.random.bits(acceptance(role), connections_.flowOf(call)));
    // They are listed without a branch on each: the processor could not predict it.
    idle_.resize(std::max(idle_.size(), role.workers.size()));
    std::size_t idle = 0;
    for (std::uint32_t w = 0; w < role.workers.size(); ++w) {
        idle_[idle] = w;
        idle += isIdle(role, role.workers[w]) ? 1 : 0;
    }
    return idle == 0 ? nowhere : idle_[core_.random.below(idle, acceptance(role), call.key)];
}

/// The idle worker to which the name gives the highest rank (rendezvous hashing).
std::uint32_t Workers::firstIdleBy(const RoleInstance& role, std::uint64_t name) const
{
    std::uint32_t first = nowhere;
    std::uint64_t highest = 0;
    for (std::uint32_t w = 0; w < role.workers.size(); ++w) {
        if (!isIdle(role, role.workers[w]))
            continue;
        if (const std::uint64_t rank = kernel::nthOf(name, w); first == nowhere || rank > highest) {
            first = w;
            highest = rank;
        }
    }
    return first;
}

void Workers::leaveWorker(std::uint32_t roleIndex, std::uint32_t index)
{
    Worker& worker = instances_[roleIndex].workers[index];
    --worker.clients;
    if (!worker.busy)
        serveNext(roleIndex, index);
}

// Threads -------------------------------------------------------------------------------------------------------

void Workers::takeThread(std::uint32_t on, Request& request)
{
    if (!deployment_.load(on).numbersThreads)
        return;
    RoleInstance& role = instances_[on];
    if (role.idleThreads.empty()) {
        request.thread = role.threads++;
    } else {
        request.thread = role.idleThreads.back();
        role.idleThreads.pop_back();
    }
    const RoleInfo& info = core_.software.roles[role.role];
    if (info.kind == WorkerKind::threads)
        role.meter.begin(core_.calendar.now());
    if (info.sharesThreads && request.thread >= role.threadsOfRequests.size())
        role.threadsOfRequests.resize(request.thread + 1);
}

void Workers::takeFreeThread(std::uint32_t on, Request& request)
{
    if (deployment_.load(on).kind == WorkerKind::threads)
        instances_[on].meter.arrive(core_.calendar.now());
    takeThread(on, request);
}

void Workers::lend(const Request& caller, Request& request)
{
    request.worker = caller.worker;
    request.thread = caller.thread;
    request.workerOn = caller.workerOn;
    request.consumer = caller.consumer;
    request.lent = true;
}

bool Workers::threadFree(std::uint32_t on) const
{
    const RoleInstance& role = instances_[on];
    return role.threadsBusy() < core_.software.roles[role.role].workers;
}

void Workers::leaveThread(std::uint32_t roleIndex, std::uint32_t thread)
{
    RoleInstance& role = instances_[roleIndex];
    role.idleThreads.push_back(thread);
    if (core_.software.roles[role.role].kind != WorkerKind::threads)
        return;
    role.meter.end(core_.calendar.now());
    role.meter.depart(core_.calendar.now());
    while (!role.accepting.empty() && !core_.calls.holds(role.accepting.front()))
        role.accepting.pop_front();
    if (role.accepting.empty()) {
        admitNext(roleIndex);
        return;
    }
    const auto next = static_cast<std::uint32_t>(role.accepting.front());
    role.accepting.pop_front();
    accept(next, nowhere);
}

// Acceptance ----------------------------------------------------------------------------------------------------

bool Workers::full(std::uint32_t r) const
{
    const WorkerKind kind = deployment_.load(r).kind;
    if (kind == WorkerKind::threadPerRequest)
        return false;
    const RoleInstance& role = instances_[r];
    const RoleInfo& info = core_.software.roles[role.role];
    const std::uint32_t taken = deployment_.load(r).waiting + role.admitted;
    if (taken < info.backlog)
        return false;
    const auto idle = kind == WorkerKind::threads ? static_cast<std::ptrdiff_t>(info.workers) - role.threadsBusy()
                                                  : std::count_if(role.workers.begin(), role.workers.end(),
                                                                  [&](const Worker& w) { return isIdle(role, w); });
    return static_cast<std::ptrdiff_t>(taken - info.backlog) >= idle;
}

void Workers::admitNext(std::uint32_t index)
{
    RoleInstance& role = instances_[index];
    if (role.admitted == role.admissionQueue.size())
        return;
    ++role.admitted;
    core_.ready.push_back({index, &Workers::onAdmitted, this});
}

void Workers::onAdmitted(void* self, std::uint64_t index)
{
    Workers& workers = *static_cast<Workers*>(self);
    const auto r = static_cast<std::uint32_t>(index);
    RoleInstance& role = workers.instances_[r];
    --role.admitted;
    const kernel::Completion again = role.admissionQueue.front();
    role.admissionQueue.pop_front();
    again();
    if (!workers.full(r)) // the workload did not take the place, or there is another one
        workers.admitNext(r);
}

void Workers::ask(std::uint32_t operation, std::uint32_t roleIndex, std::uint64_t key, double* frame,
                  const OperationTicket& ticket, std::uint64_t job)
{
    const RoleInstance& role = instances_[roleIndex];
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

void Workers::arrive(std::uint32_t c)
{
    Call& call = core_.calls[c];
    if (outages_.down(call.calleeNode)) {
        calls_.loseMessage(core_.calls.handle(c));
        return;
    }
    call.connecting = false;
    const std::uint32_t roleIndex = call.calleeInstance;
    if (deployment_.load(roleIndex).down) {
        calls_.refuse(c);
        return;
    }
    RoleInstance& role = instances_[roleIndex];
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
        now = worker != nowhere && (!kept || hasRoom(role, role.workers[worker]));
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
        calls_.refuse(c);
    }
}

void Workers::stopQueuing(std::uint32_t c, std::uint32_t role)
{
    core_.calls[c].queued = false;
    instances_[role].queued.change(core_.calendar.now(), -1);
    --deployment_.load(role).waiting;
    admitNext(role);
}

void Workers::leaveQueue(std::uint32_t c)
{
    const Call& call = core_.calls[c];
    if (!call.queued)
        return;
    const std::uint32_t roleIndex = call.calleeInstance;
    stopQueuing(c, roleIndex);
    RoleInstance& role = instances_[roleIndex];
    if (core_.software.roles[role.role].kind == WorkerKind::threads)
        role.meter.depart(core_.calendar.now());
}

void Workers::accept(std::uint32_t c, std::uint32_t worker)
{
    Call& call = core_.calls[c];
    const std::uint32_t roleIndex = call.calleeInstance;
    RoleInstance& role = instances_[roleIndex];
    if (call.queued)
        stopQueuing(c, roleIndex);
    const std::uint32_t r =
        requests_.begin(call.operation, roleIndex, call.key, std::exchange(call.arguments, nullptr));
    Request& request = core_.requests[r];
    request.worker = worker;
    request.job = call.job;
    requests_.stopAboveLimit();
    bool awake = true;
    if (worker != nowhere) {
        // An idle event loop is taken at once: of two, another request at this instant finds the other one, and a path
        // that has just become ready does not come before a request that has waited. It may be busy if the
        // connection is its own.
        ++role.workers[worker].clients;
        if (!role.workers[worker].busy) {
            role.meter.arrive(core_.calendar.now());
            awake = begin(request.paths, core_.paths[request.paths], role.workers[worker]);
        }
    } else {
        takeThread(roleIndex, request);
    }
    if (awake)
        core_.resume(request.paths);
    if (call.connection != nowhere && !std::exchange(connections_[call.connection].open, true))
        connections_[call.connection].worker = worker;
    if (core_.tracer) [[unlikely]]
        core_.tracer->accepted(core_.calls.handle(c), call.queuedSince, r, request, core_.paths[request.paths]);
    if (call.oneWay) {
        answerTicket(core_.calls.handle(c), r, call.queuedSince);
        calls_.give(c);
        return;
    }
    request.from = Request::From::call;
    request.call = core_.calls.handle(c);
    call.callee = r;
    calls_.tellOpened(c);
}

/// Answers an operation of a workload that has waited to be accepted.
void Workers::answerTicket(Handle call, std::uint32_t request, kernel::Time since)
{
    const auto ticket = tickets_.find(call);
    if (ticket == tickets_.end())
        return;
    requests_.answerTo(request, ticket->second, since);
    tickets_.erase(ticket);
}

// Failure -------------------------------------------------------------------------------------------------------

void Workers::admitAll(std::uint32_t instance)
{
    while (instances_[instance].admitted < instances_[instance].admissionQueue.size())
        admitNext(instance);
}

void Workers::tellReturn(std::uint32_t role)
{
    for (const kernel::Completion& back : std::exchange(instances_[role].awaitingReturn, {}))
        back();
}

void Workers::failLostOperations()
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

std::optional<OperationTicket> Workers::withdraw(const OperationClient& client, std::uint64_t context)
{
    const auto found = std::ranges::find_if(
        tickets_, [&](const auto& entry) { return entry.second.client == &client && entry.second.context == context; });
    if (found == tickets_.end())
        return {};
    const auto [call, ticket] = *found;
    tickets_.erase(found);
    leaveQueue(static_cast<std::uint32_t>(call));
    calls_.give(static_cast<std::uint32_t>(call));
    return ticket;
}

// Meters --------------------------------------------------------------------------------------------------------

void Workers::settle()
{
    for (RoleInstance& role : instances_)
        role.advance(core_.calendar.now());
}

void Workers::reset()
{
    for (RoleInstance& role : instances_)
        role.reset(core_.windowStart);
}

} // namespace headroom::behaviour
