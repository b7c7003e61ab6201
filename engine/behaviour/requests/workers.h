// Who serves a request: acceptance, event loops, threads.
#pragma once

#include "behaviour/base/connections.h"
#include "behaviour/base/core.h"
#include "behaviour/base/deployment.h"
#include "behaviour/base/node_outages.h"
#include "behaviour/records/operation_client.h"
#include "monitoring/meter.h"

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <unordered_map>
#include <vector>

namespace headroom::behaviour {

class Calls;
class Requests;
struct Parts;

class Workers
{
public:
    explicit Workers(Parts& parts);

    /// The path has its event loop to itself, if its request is served by one; else it waits for it.
    bool ensure(std::uint32_t path, Path& p);
    void release(Path& p)
    {
        if (p.holdsWorker)
            giveBack(p);
    }
    /// The path waits for its event loop no longer.
    void stopWaiting(const Path& p);
    /// The request that an event loop of the instance has served has ended.
    void leaveWorker(std::uint32_t role, std::uint32_t worker);

    /// Threads are numbered, so that what belongs to one (a connection it keeps, state of its own) finds it again.
    void takeThread(std::uint32_t role, Request& request);
    void leaveThread(std::uint32_t role, std::uint32_t thread);
    /// For who need not wait to be accepted.
    void takeFreeThread(std::uint32_t role, Request& request);
    /// Whether a thread of the instance is free.
    bool threadFree(std::uint32_t role) const;

    /// True if all workers of the instance are busy and the backlog is full.
    bool full(std::uint32_t role) const;
    /// `room` is called once, when a place may have become free there, or the node has died.
    void awaitRoom(std::uint32_t role, const kernel::Completion& room)
    {
        instances_[role].admissionQueue.push_back(room);
    }
    /// A workload asks a role that has so many workers: the operation waits for one as a call does.
    void ask(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame,
             const OperationTicket& ticket, std::uint64_t job);
    /// A request has reached its node: it is served, waits to be accepted, or is refused.
    void arrive(std::uint32_t call);
    /// The caller has given up before anybody accepted, or the node has died.
    void leaveQueue(std::uint32_t call);
    /// The node has died: nobody who waits there is accepted.
    void clearQueues(std::uint32_t node);
    /// Workloads that wait for room there may ask again.
    void admitAll(std::uint32_t node);
    /// Workloads whose operations waited to be accepted where they are lost learn that they failed.
    void failLostOperations();

    const std::vector<RoleInstance>& instances() const { return instances_; }
    /// Operations of workloads that wait to be accepted.
    std::size_t operationsWaiting() const { return tickets_.size(); }
    /// Time that workers were held in the window, holds under way included: the other side of the utilisation law.
    monitoring::Meter::Integral heldTime(const RoleInstance& role) const;
    /// Brings their meters up to the present.
    void settle();
    /// A new window begins.
    void reset();

private:
    void giveBack(Path& p);
    void serveNext(std::uint32_t role, std::uint32_t worker);
    void dropStale(RoleInstance& role, Worker& worker);
    /// A place may have become free: the next one in the admission queue asks again.
    void admitNext(std::uint32_t role);
    static void onAdmitted(void* self, std::uint64_t role);
    void stopQueuing(std::uint32_t call, std::uint32_t role);
    void accept(std::uint32_t call, std::uint32_t worker);
    void answerTicket(Handle call, std::uint32_t request, kernel::Time since);
    bool isIdle(const RoleInstance& role, const Worker& worker) const
    {
        return !worker.busy && worker.queue.empty() && worker.clients < core_.software.roles[role.role].clients;
    }
    std::uint32_t idleWorker(const RoleInstance& role, const Call& call) const;

    Core& core_;
    Connections& connections_;
    Deployment& deployment_;
    const NodeOutages& outages_;
    Calls& calls_;
    Requests& requests_;
    std::vector<RoleInstance> instances_;
    std::pmr::unsynchronized_pool_resource nodes_; ///< of the table's entries, which come and go with requests
    std::pmr::unordered_map<Handle, OperationTicket> tickets_{&nodes_}; ///< by calls that are a workload's
};

} // namespace headroom::behaviour
