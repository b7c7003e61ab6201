// Workers that serve requests: event loops, threads and their helper threads.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/core/core.h"
#include "behaviour/core/hook.h"
#include "behaviour/records/role_instance.h"

#include <cstdint>
#include <vector>

namespace headroom::behaviour {

class Workers
{
public:
    Workers(Core& core, Deployment& deployment);

    /// A free worker accepts the call. `worker`: the event loop; nowhere: a thread.
    Hook<void(std::uint32_t call, std::uint32_t worker)> accept;

    /// True if the path has what a block needs: its worker, or one of its helper threads; otherwise it waits for it. It
    /// is the worker that gives a helper thread something to do.
    bool ensureFor(std::uint32_t path, Path& p, const Instruction& code)
    {
        if (!code.aside)
            return p.holds == Holds::worker || ensure(path, p);
        return p.holds == Holds::helper || ((p.helped || ensure(path, p)) && takeHelper(path, p));
    }
    /// The path lets go of its worker or its helper thread.
    void release(Path& p)
    {
        if (p.holds != Holds::nothing)
            giveBack(p);
    }
    /// The same with the last path of a request. An event loop turns to what is next when the request has left it
    /// (leaveWorker): only then may it accept another one.
    void releaseLast(Path& p)
    {
        if (p.holds != Holds::nothing)
            giveBack(p, false);
    }
    /// The event loop of the request turns to what is next after all, unless it is busy.
    void goOn(const Request& request)
    {
        if (request.worker != nowhere && !instances_[request.workerOn].workers[request.worker].busy)
            serveNext(request.workerOn, request.worker);
    }
    // A turn of an event loop goes on with a request until a call would wait: what follows the end of a path at once,
    // as the next chunk of a stream that is there already, belongs to the same turn.
    struct Loop
    {
        std::uint32_t instance = nowhere, worker = nowhere;
    };
    /// The path leaves its event loop, which stays busy for what continues the turn, up to endTurn. What is not an
    /// event loop is released. Returns what was kept before, for endTurn.
    Loop keepTurn(Path& p);
    /// The path continues the turn that is kept, if its request is one of that event loop. With `chunks` above 0 this
    /// is a further chunk of a stream, and the turn ends with that number of them.
    bool continueTurn(Path& p, std::uint32_t chunks);
    /// Nothing else continues the turn: the event loop, unless it has been continued, turns to what is next.
    void endTurn(const Loop& outer);
    /// The path goes on with the worker; false if it has to wake up first.
    bool begin(std::uint32_t path, Path& p, Worker& worker);
    /// True if the event loop serves fewer clients than it may, and none waits for it.
    bool hasRoom(const RoleInstance& role, const Worker& worker) const
    {
        return worker.clients < core_.software.roles[role.role].clients && worker.accepting.empty();
    }
    bool isIdle(const RoleInstance& role, const Worker& worker) const
    {
        return !worker.busy && worker.queue.empty() && hasRoom(role, worker);
    }
    /// The path no longer waits for its worker or a helper thread.
    void stopWaiting(Path& p);
    /// A request served by an event loop of the instance has ended.
    void leaveWorker(std::uint32_t role, std::uint32_t worker);

    /// Threads are numbered, so that what belongs to one (a kept connection, its own state) is found again.
    void takeThread(std::uint32_t role, Request& request);
    void leaveThread(std::uint32_t role, std::uint32_t thread);
    /// For a request that need not wait to be accepted.
    void takeFreeThread(std::uint32_t role, Request& request);
    /// The caller's worker executes the request that it has called in place.
    static void lend(const Request& caller, Request& request);
    /// True if a thread of the instance is free.
    bool threadFree(std::uint32_t role) const;

    /// True if all workers of the instance are busy and the backlog is full.
    bool full(std::uint32_t role) const;
    /// `room` is called once, when a place may have become free there, or the node has failed.
    void awaitRoom(std::uint32_t role, const kernel::Completion& room)
    {
        instances_[role].admissionQueue.push_back(room);
    }
    /// The instance has failed: the requests that wait there are not accepted.
    void clearQueue(std::uint32_t instance)
    {
        instances_[instance].accepting.clear();
        for (Worker& worker : instances_[instance].workers)
            worker.accepting.clear();
    }
    /// A place may have become free: the next entry of the admission queue tries again.
    void admitNext(std::uint32_t role);
    /// Workloads that wait for room at an instance may try again.
    void admitAll(std::uint32_t instance);
    /// `back` is called once, when the instance is back.
    void awaitReturn(std::uint32_t role, const kernel::Completion& back)
    {
        instances_[role].awaitingReturn.push_back(back);
    }
    void tellReturn(std::uint32_t role);

    const std::vector<RoleInstance>& instances() const { return instances_; }
    RoleInstance& instance(std::uint32_t index) { return instances_[index]; }
    /// Updates the meters to the present time.
    void settle();
    /// Starts a new window.
    void reset();

private:
    /// True if the path has its worker (an event loop, or the thread that the paths of its request share), or needs
    /// none; otherwise the path waits for it, or until it has woken up.
    bool ensure(std::uint32_t path, Path& p);
    bool takeHelper(std::uint32_t path, Path& p);
    HelperThreads& helpersOf(const Request& request);
    void giveHelperBack(const Request& request);
    /// The worker whose turns the paths of the request take; null: there is none.
    Worker* workerOf(const Request& request);
    static void onWoken(void* self, resources::StationJob& job);
    void giveBack(Path& p, bool goesOn = true);
    void serveThread(Worker& thread);
    void serveNextPath(Worker& worker);
    void serveNext(std::uint32_t role, std::uint32_t worker);
    enum class Turn : std::uint8_t
    {
        nothing,
        path,       ///< one of its own requests goes on: the first of its queue
        request,    ///< a new one over a kept connection: the first of these
        connection, ///< a new one over a new connection: the first that waits at its instance
    };
    /// For an event loop that serves in rounds: brings what it turns to next to the front of its queue. `admits`: it
    /// can accept a request.
    Turn drawTurn(RoleInstance& role, Worker& worker, bool admits);
    Turn oldestTurn(RoleInstance& role, Worker& worker, bool admits);
    /// It gives the event loop back, which turns to what is next if it `goesOn`.
    void leaveLoop(std::uint32_t role, std::uint32_t worker, bool goesOn);
    void dropStale(RoleInstance& role, Worker& worker);
    Fifo<Handle>& acceptsFrom(RoleInstance& role, Worker& worker);
    /// Time since which the first one waits.
    kernel::Time waitSince(const Worker& worker) const
    {
        return core_.paths[static_cast<std::uint32_t>(worker.queue.front())].waitSince;
    }
    kernel::Time queuedSince(const Fifo<Handle>& calls) const
    {
        return core_.calls[static_cast<std::uint32_t>(calls.front())].queuedSince;
    }
    static void onAdmitted(void* self, std::uint64_t role);

    Core& core_;
    Deployment& deployment_;
    resources::StationClient woken_{&Workers::onWoken, this};
    std::vector<RoleInstance> instances_;
    Loop kept_; ///< for what continues its turn
};

} // namespace headroom::behaviour
