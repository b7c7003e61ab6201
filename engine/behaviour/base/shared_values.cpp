#include "behaviour/base/shared_values.h"

namespace headroom::behaviour {

double SharedValues::read(std::uint32_t state, std::uint32_t request) const
{
    const auto found = values_.find(ownerKey(core_, state, request));
    return found == values_.end() ? core_.software.states[state].initial : found->second.value;
}

void SharedValues::write(std::uint32_t state, std::uint32_t request, double value)
{
    const bool local = core_.software.states[state].ofNode();
    values_[ownerKey(core_, state, request)] = {local ? core_.requests[request].node : nowhere, value};
}

void SharedValues::forget(std::uint32_t node)
{
    std::erase_if(values_, [node](const auto& entry) { return entry.second.node == node; });
}

} // namespace headroom::behaviour
