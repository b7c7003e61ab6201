#include "behaviour/interpreter/node_failure.h"

#include "behaviour/interpreter/caches.h"
#include "behaviour/interpreter/token_buckets.h"
#include "behaviour/requests/parts.h"

namespace headroom::behaviour {

NodeFailure::NodeFailure(Parts& parts, Caches& caches, TokenBuckets& buckets)
    : parts_(parts), core_(parts.core), caches_(caches), buckets_(buckets)
{
}

bool NodeFailure::setDown(std::uint32_t node, bool down)
{
    if (!parts_.outages.setDown(node, down))
        return false;
    parts_.deployment.setDown(node, down);
    parts_.members.setNodeDown(node, down);
    return true;
}

/// The node is silenced first, so that other nodes learn nothing of what ends on it, and no request that waits there is
/// accepted.
void NodeFailure::fail(std::uint32_t node)
{
    if (!setDown(node, true))
        return;
    for (std::uint32_t path = 0; path < core_.paths.size(); ++path)
        if (core_.paths.peek(path, &Path::request) != nowhere)
            parts_.inlineCalls.separateAll(path);
    parts_.calls.silence(node);
    parts_.queues.dismissConsumers(node);
    parts_.requests.failAllOf(node);
    parts_.workers.admitAll(node);
    parts_.workers.failLostOperations();
    endPaths(node);
    parts_.connections.closeAllOf(node);
    forget(node);
    core_.cluster.nodes[node].writeBack->loseAll();
    core_.cluster.nodes[node].cache->dropAll();
    parts_.paths.drain();
}

void NodeFailure::restore(std::uint32_t node)
{
    if (!setDown(node, false))
        return;
    parts_.queues.recallConsumers(node);
    parts_.outages.tellReturn(node);
    parts_.paths.drain();
}

void NodeFailure::forget(std::uint32_t node)
{
    caches_.forget(node);
    buckets_.forget(node);
    parts_.queues.forget(node);
    parts_.values.forget(node);
}

bool NodeFailure::runsOn(std::uint32_t request, std::uint32_t node) const
{
    return request != nowhere && core_.requests[request].node == node;
}

/// Ends also the paths of requests that have answered, and stragglers that no longer belong to a fork. When a path
/// ends, another one that waited for it may begin; so this repeats until none is left.
void NodeFailure::endPaths(std::uint32_t node)
{
    for (bool any = true; any;) {
        any = false;
        for (std::uint32_t s = 0; s < core_.regions.size(); ++s)
            if (runsOn(core_.regions.peek(s, &ParallelRegion::request), node) &&
                core_.regions[s].kind == ParallelRegion::Kind::fork)
                parts_.regions.cancel(s);
        for (std::uint32_t path = 0; path < core_.paths.size(); ++path)
            if (runsOn(core_.paths.peek(path, &Path::request), node)) {
                any = true;
                parts_.paths.cancel(path);
            }
    }
}

} // namespace headroom::behaviour
