// Calls of roles that have an instance for each device: which of them is meant.
#include "project/checks/check_context.h"
#include "project/document/document.h"

#include <algorithm>

namespace headroom::project {

void checkInstanceCall(CheckContext& context, const Role& role, const Block& block, const std::string& pointer)
{
    const Behaviour* called = findBehaviour(context.project, block.fields.at("role").get<std::string>());
    const std::string volume = deviceVolumeOf(called->role);
    if (volume.empty())
        return;
    const Json selector = block.fields.value("selector", Json());
    if (selector == "here" && deviceVolumeOf(role) != volume)
        context.error("call.no-instance", pointer + "/selector",
                      "\"" + block.id + "\" is executed here, and \"" + called->role.id +
                          "\" has an instance for each device of \"" + volume + "\": none of them is meant.",
                      "Give the workers of \"" + role.id +
                          "\" the same volume under \"for_each\", or choose another "
                          "selector.");
    const auto ring = std::ranges::find_if(
        context.project.selectors, [&](const auto& each) { return block.fields.value("ring", Json()) == each.id; });
    if ((selector == "ring" || selector == "locality") && ring != context.project.selectors.end() &&
        ring->fields.value("volume", Json()) != volume)
        context.error("call.other-devices", pointer + "/ring",
                      "The ring \"" + ring->id + "\" gives devices of another volume than \"" + volume +
                          "\", each device of which has an instance of \"" + called->role.id + "\".",
                      "Choose a ring over the volume \"" + volume + "\".");
}

} // namespace headroom::project
