#include "behaviour/interpreter/request_items.h"

#include "behaviour/interpreter/caches.h"
#include "behaviour/interpreter/token_buckets.h"
#include "behaviour/requests/parts.h"

namespace headroom::behaviour {

RequestItems::RequestItems(Parts& parts, Caches& caches, TokenBuckets& buckets)
    : parts_(parts), caches_(caches), buckets_(buckets)
{
    const auto& states = parts.core.software.states;
    for (std::uint32_t s = 0; s < states.size(); ++s)
        if (states[s].owner == Owner::request)
            items_.push_back(s);
    if (!items_.empty())
        parts.requests.atEnd(&RequestItems::onEnd, this);
}

/// Slots that nobody holds and barriers at which nobody waits are gone by themselves.
void RequestItems::onEnd(void* self, std::uint32_t request)
{
    const RequestItems& items = *static_cast<RequestItems*>(self);
    const Core& core = items.parts_.core;
    const std::uint32_t role = core.software.operations[core.requests[request].program].role;
    for (const std::uint32_t s : items.items_) {
        const StateInfo& state = core.software.states[s];
        if (state.role != role)
            continue;
        const std::uint64_t instance = ownerKey(core, s, request);
        if (state.kind == StateKind::value)
            items.parts_.values.forget(s, request);
        else if (state.kind == StateKind::cache)
            items.caches_.drop(instance);
        else if (state.kind == StateKind::queue)
            items.parts_.queues.drop(instance);
        else if (state.kind == StateKind::tokens)
            items.buckets_.drop(instance);
    }
}

} // namespace headroom::behaviour
