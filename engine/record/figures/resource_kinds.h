// Kinds of resources by their names.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom::record {

/// The name in the node group, of one in the whole model ("storage.slots gate").
inline std::string_view nameInGroup(std::string_view resource)
{
    return resource.substr(resource.find('.') + 1);
}

/// True if requests hold it while others serve them.
inline bool isHeld(std::string_view resource)
{
    constexpr std::array<std::string_view, 4> kinds = {"workers ", "slots ", "helpers ", "consumers "};
    return std::ranges::any_of(
        kinds, [name = nameInGroup(resource)](std::string_view kind) { return name.starts_with(kind); });
}

/// True if it is a number or a rate that the software sets, and nothing to buy.
inline bool isOfSoftware(std::string_view resource)
{
    return isHeld(resource) || nameInGroup(resource).starts_with("tokens ");
}

} // namespace headroom::record
