// Acceptance of requests: by a free worker at once, after a wait, or not at all.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/core/core.h"
#include "behaviour/core/hook.h"
#include "behaviour/records/operation_client.h"
#include "behaviour/records/role_instance.h"

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <unordered_map>
#include <vector>

namespace headroom::behaviour {

class Connections;
class NodeOutages;
class Requests;
class Workers;

class Acceptance
{
public:
    Acceptance(Core& core, Deployment& deployment, Connections& connections, const NodeOutages& outages,
               Workers& workers, Requests& requests);

    /// News of a call for its caller: a row that the part above sets.
    struct CallerRow
    {
        /// A request of its own serves it now. A message without an answer needs its record no more.
        Hook<void(std::uint32_t call)> accepted;
        Hook<void(std::uint32_t call)> refused;
        /// Nothing comes back.
        Hook<void(Handle call)> lost;
    } caller;

    /// Starts an operation of a workload on a role with a limited number of workers: it waits for one as a call does.
    void ask(std::uint32_t operation, std::uint32_t role, std::uint64_t key, double* frame,
             const OperationTicket& ticket, std::uint64_t job);
    /// A request has reached its node: it is served, waits to be accepted, or is refused.
    void arrive(std::uint32_t call);
    /// The caller has given up before the request was accepted, or the node has failed.
    void leaveQueue(std::uint32_t call);
    /// Tells workloads that operations lost while waiting to be accepted have failed.
    void failLostOperations();
    /// The client gives up an operation that waits to be accepted; nothing if there is none.
    std::optional<OperationTicket> withdraw(const OperationClient& client, std::uint64_t context);
    /// Requests under way, with operations of workloads that wait to be accepted.
    std::size_t inFlight() const { return core_.requests.inUse() + core_.simpleCalls + tickets_.size(); }
    void stopAboveLimit()
    {
        if (inFlight() > core_.settings.requestsAtOnce) [[unlikely]]
            core_.calendar.stop();
    }

private:
    void stopQueuing(std::uint32_t call, std::uint32_t role);
    void accept(std::uint32_t call, std::uint32_t worker);
    void answerTicket(Handle call, std::uint32_t request, kernel::Time since);
    std::uint32_t idleWorker(const RoleInstance& role, const Call& call) const;
    std::uint32_t firstIdleBy(const RoleInstance& role, std::uint64_t name) const;

    Core& core_;
    Deployment& deployment_;
    Connections& connections_;
    const NodeOutages& outages_;
    Workers& workers_;
    Requests& requests_;
    mutable std::vector<std::uint32_t> idle_;      ///< of idleWorker, kept so that it allocates nothing
    std::pmr::unsynchronized_pool_resource nodes_; ///< memory of the table's entries, which come and go with requests
    std::pmr::unordered_map<Handle, OperationTicket> tickets_{&nodes_}; ///< by call, for calls of a workload
};

} // namespace headroom::behaviour
