#include "behaviour/items/shared_values.h"

#include "behaviour/cluster/deployment.h"

namespace headroom::behaviour {

double SharedValues::read(std::uint32_t state, std::uint32_t request) const
{
    const auto found = values_.find(ownerKey(core_, state, request));
    return found == values_.end() ? core_.software.states[state].initial : found->second.value;
}

void SharedValues::write(std::uint32_t state, std::uint32_t request, double value)
{
    const bool local = core_.software.states[state].ofNode();
    values_[ownerKey(core_, state, request)] = {local ? core_.requests[request].role : nowhere, value};
}

void SharedValues::forget(const Failed& failed)
{
    std::erase_if(values_, [&](const auto& entry) { return core_.deployment.within(failed, entry.second.role); });
}

} // namespace headroom::behaviour
