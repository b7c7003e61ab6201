#include "behaviour/interpreter/request_items.h"

#include "behaviour/items/shared_items.h"
#include "behaviour/items/shared_values.h"
#include "behaviour/paths/requests.h"
#include "behaviour/shared/caches.h"
#include "behaviour/shared/message_queues.h"
#include "behaviour/shared/token_buckets.h"

namespace headroom::behaviour {

RequestItems::RequestItems(const Core& core, Requests& requests, SharedValues& values, MessageQueues& queues,
                           Caches& caches, TokenBuckets& buckets)
    : core_(core), values_(values), queues_(queues), caches_(caches), buckets_(buckets)
{
    const auto& states = core.software.states;
    for (std::uint32_t s = 0; s < states.size(); ++s)
        if (states[s].owner == Owner::request)
            items_.push_back(s);
    if (!items_.empty())
        requests.stateEnds.set<&RequestItems::end>(this);
}

/// Slots that nobody holds and barriers at which nobody waits are gone by themselves.
void RequestItems::end(std::uint32_t request)
{
    const std::uint32_t role = core_.software.operations[core_.requests[request].program].role;
    for (const std::uint32_t s : items_) {
        const StateInfo& state = core_.software.states[s];
        if (state.role != role)
            continue;
        const std::uint64_t instance = ownerKey(core_, s, request);
        if (state.kind == StateKind::value)
            values_.forget(s, request);
        else if (state.kind == StateKind::cache)
            caches_.drop(instance);
        else if (state.kind == StateKind::queue)
            queues_.drop(instance);
        else if (state.kind == StateKind::tokens)
            buckets_.drop(instance);
    }
}

} // namespace headroom::behaviour
