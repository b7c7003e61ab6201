#include "behaviour/interpreter/failures.h"

#include "behaviour/calls/acceptance.h"
#include "behaviour/calls/calls.h"
#include "behaviour/cluster/deployment.h"
#include "behaviour/items/shared_values.h"
#include "behaviour/messages/connections.h"
#include "behaviour/paths/inline_calls.h"
#include "behaviour/paths/paths.h"
#include "behaviour/paths/regions.h"
#include "behaviour/paths/requests.h"
#include "behaviour/shared/caches.h"
#include "behaviour/shared/message_queues.h"
#include "behaviour/shared/token_buckets.h"
#include "behaviour/targets/node_outages.h"
#include "behaviour/targets/ring_members.h"
#include "behaviour/workers/workers.h"

namespace headroom::behaviour {

/// The node is silenced first, so that other nodes learn nothing of what ends on it, and no request that waits there is
/// accepted.
void Failures::failNode(std::uint32_t node, bool known)
{
    if (!parts_.outages.setDown(node, true))
        return;
    const Failed failed{node};
    parts_.members.setNodeDown(node, true, known);
    begin(failed);
    parts_.calls.silence(node);
    end(failed);
    core_.cluster.nodes[node].writeBack->loseAll();
    core_.cluster.nodes[node].cache->dropAll();
    core_.drain();
}

void Failures::restoreNode(std::uint32_t node)
{
    if (!parts_.outages.setDown(node, false))
        return;
    parts_.members.setNodeDown(node, false);
    restore({node});
}

void Failures::failProcess(std::uint32_t instance)
{
    const Failed failed{parts_.deployment.load(instance).node, instance};
    parts_.members.setProcessDown(instance, true);
    begin(failed);
    parts_.calls.refuseQueued(instance);
    end(failed);
    core_.drain();
}

void Failures::restoreProcess(std::uint32_t instance)
{
    parts_.members.setProcessDown(instance, false);
    restore({parts_.deployment.load(instance).node, instance});
}

void Failures::begin(const Failed& failed)
{
    parts_.deployment.setDown(failed, true);
    for (std::uint32_t path = 0; path < core_.paths.size(); ++path)
        if (core_.paths.peek(path, &Path::request) != nowhere)
            parts_.inlineCalls.separateAll(path);
}

/// Ends what runs there, and clears the memory.
void Failures::end(const Failed& failed)
{
    parts_.queues.dismissConsumers(failed);
    if (failed.wholeNode())
        parts_.requests.failAllOf(failed.node);
    for (std::uint32_t instance = 0; instance < parts_.workers.instances().size(); ++instance)
        if (parts_.deployment.within(failed, instance))
            parts_.workers.admitAll(instance);
    parts_.acceptance.failLostOperations();
    // An operation that is executed in place belongs to the process that executes it.
    endPaths([&](std::uint32_t request) { return parts_.deployment.within(failed, core_.requests[request].workerOn); });
    parts_.connections.closeAllOf(parts_.deployment, failed);
    forget(failed);
}

/// Restarts the instances of the returned part that nothing else keeps down.
void Failures::restore(const Failed& failed)
{
    parts_.deployment.setDown(failed, false);
    for (std::uint32_t instance = 0; instance < parts_.workers.instances().size(); ++instance)
        if (parts_.deployment.within(failed, instance) && !parts_.deployment.load(instance).down) {
            parts_.queues.recallConsumers(instance);
            parts_.workers.tellReturn(instance);
        }
    core_.drain();
}

void Failures::forget(const Failed& failed)
{
    parts_.caches.forget(failed);
    parts_.buckets.forget(failed);
    parts_.queues.forget(failed);
    parts_.values.forget(failed);
}

std::optional<OperationTicket> Failures::giveUp(const OperationClient& client, std::uint64_t context)
{
    for (std::uint32_t r = 0; r < core_.requests.size(); ++r) {
        if (core_.requests.peek(r, &Request::program) == nowhere)
            continue;
        Request& request = core_.requests[r];
        if (request.from != Request::From::workload || request.replied || request.ticket.client != &client ||
            request.ticket.context != context)
            continue;
        const OperationTicket ticket = request.ticket;
        request.replied = true;
        for (std::uint32_t path = 0; path < core_.paths.size(); ++path)
            if (core_.paths.peek(path, &Path::request) == r)
                parts_.inlineCalls.separateAll(path);
        const Handle handle = core_.requests.handle(r);
        endPaths([&](std::uint32_t of) { return of == r && core_.requests.holds(handle); });
        core_.drain();
        return ticket;
    }
    return parts_.acceptance.withdraw(client, context);
}

/// Ends also the paths of requests that have answered, and stragglers that no longer belong to a fork. When a path
/// ends, another one that waited for it may begin; so this repeats until none is left.
template <typename Ends>
void Failures::endPaths(Ends ends)
{
    for (bool any = true; any;) {
        any = false;
        for (std::uint32_t s = 0; s < core_.regions.size(); ++s)
            if (const std::uint32_t request = core_.regions.peek(s, &ParallelRegion::request);
                request != nowhere && ends(request) && core_.regions[s].kind == ParallelRegion::Kind::fork)
                parts_.regions.cancel(s);
        for (std::uint32_t path = 0; path < core_.paths.size(); ++path)
            if (const std::uint32_t request = core_.paths.peek(path, &Path::request);
                request != nowhere && ends(request)) {
                any = true;
                parts_.paths.cancel(path);
            }
    }
}

} // namespace headroom::behaviour
