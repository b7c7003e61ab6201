// Direct reads and writes of more bytes than a device has.
#include "project/checks/check_context.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <limits>
#include <string>

namespace headroom::project {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Evaluates fields of which errors are reported elsewhere.
struct Quiet
{
    explicit Quiet(const CheckContext& context) : resolver(context.project, context.resolver.components(), told) {}

    Findings told;
    Resolver resolver;
};

/// Bytes of a device of these, or of a set that RAID makes of them; 0 if they are not known.
double bytesOf(Quiet& quiet, const DeviceGroup& devices)
{
    const Json& fields = devices.fields;
    const Component* component = quiet.resolver.component(deviceFields(), "component", fields, "");
    const std::string raid = quiet.resolver.text(deviceFields(), "raid", fields, "");
    const double sets = std::max(1.0, quiet.resolver.number(deviceFields(), "sets", fields, ""));
    const double members = quiet.resolver.number(deviceFields(), "count", fields, "") / sets;
    if (!component || !quiet.told.empty())
        return 0;
    double holding = 1;
    if (raid == "RAID 0")
        holding = members;
    else if (raid == "RAID 5")
        holding = members - 1;
    else if (raid == "RAID 6")
        holding = members - 2;
    else if (raid == "RAID 10")
        holding = members / 2;
    return holding * component->figure("capacity_B");
}

/// Of the devices that a node which carries the role binds to the volume, the bytes of the largest; infinite if there
/// is none, or one whose size is not known.
double largestOf(Quiet& quiet, const CheckContext& context, const Role& role, const std::string& volume)
{
    double largest = 0;
    for (const NodeGroup& group : context.project.topology.groups) {
        if (std::ranges::find(group.roles, role.id) == group.roles.end())
            continue;
        for (const VolumeBinding& binding : group.volumes) {
            for (const DeviceGroup& devices : group.devices) {
                if (binding.volume != volume ||
                    (binding.devices != devices.id && std::ranges::count(binding.moreDevices, devices.id) == 0))
                    continue;
                const double bytes = bytesOf(quiet, devices);
                if (bytes <= 0)
                    return infinite;
                largest = std::max(largest, bytes);
            }
        }
    }
    return largest > 0 ? largest : infinite;
}

} // namespace

void checkDirectRange(CheckContext& context, const Role& role, const Block& block, const std::string& pointer,
                      const Scope& scope)
{
    // Few blocks say what they go through, and a resolver of a large project takes long to make.
    if ((block.type != "read" && block.type != "write") || !block.fields.contains("through"))
        return;
    Quiet quiet(context);
    const Fields& declared = context.blockTypes.find(block.type)->fields;
    if (quiet.resolver.text(declared, "through", block.fields, "") != "direct")
        return;
    const Json volume = block.fields.value("volume", Json());
    const double device = volume.is_string() ? largestOf(quiet, context, role, volume.get<std::string>()) : infinite;
    double end = 0;
    for (const char* field : {"offset", "bytes"}) {
        const Expression value = quiet.resolver.expression(declared, field, block.fields, "", scope);
        if (value.isConstant())
            end += value.value();
    }
    if (quiet.told.empty() && end > device)
        context.error("storage.beyond-end", pointer + "/bytes",
                      "It ends " + formatQuantity(end - device, "B") + " beyond the end of the largest device of \"" +
                          volume.get<std::string>() + "\", which has " + formatQuantity(device, "B") + '.',
                      "Make offset and bytes smaller, or bind the volume to larger devices.");
}

} // namespace headroom::project
