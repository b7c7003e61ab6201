#include "behaviour/workers/workers.h"

#include "project/document/long_work.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

Workers::Workers(Core& core, Deployment& deployment)
    : accept(core.hooks, "a free worker accepts a call"), core_(core), deployment_(deployment)
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
    worker.chunks = 0;
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
    workers.core_.drain();
}

void Workers::giveBack(Path& p, bool goesOn)
{
    const Request& request = core_.requests[p.request];
    if (std::exchange(p.holds, Holds::nothing) == Holds::helper) {
        giveHelperBack(request);
        return;
    }
    if (request.worker != nowhere) {
        leaveLoop(request.workerOn, request.worker, goesOn);
        return;
    }
    Worker& thread = *workerOf(request);
    thread.busy = false;
    thread.since = core_.calendar.now();
    serveThread(thread);
}

void Workers::leaveLoop(std::uint32_t roleIndex, std::uint32_t index, bool goesOn)
{
    RoleInstance& role = instances_[roleIndex];
    Worker& worker = role.workers[index];
    const kernel::Time now = core_.calendar.now();
    worker.busy = false;
    const kernel::Time since = std::exchange(worker.since, now);
    role.heldSum += now - std::max(since, core_.windowStart);
    role.meter.endAndDepart(now);
    if (goesOn)
        serveNext(roleIndex, index);
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
    worker.chunks = 0;
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

// Workloads that wait for room, or for the return of an instance ------------------------------------------------

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
