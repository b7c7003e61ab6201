// Reads and writes of more bytes than a device has.
#include "project/checks/check_context.h"
#include "project/document/document.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <limits>
#include <string>

namespace headroom::project {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Bytes of a device of these, or of a set that RAID makes of them; 0 if they are not known.
double bytesOf(CheckContext& context, const DeviceGroup& devices)
{
    const ReportedElsewhere faults(context.findings);
    Resolver& resolver = context.resolver;
    const Json& fields = devices.fields;
    const Component* component = resolver.component(deviceFields(), "component", fields, "");
    const std::string raid = resolver.text(deviceFields(), "raid", fields, "");
    const double sets = std::max(1.0, resolver.number(deviceFields(), "sets", fields, ""));
    const double members = resolver.number(deviceFields(), "count", fields, "") / sets;
    if (!component || faults.any())
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

/// Bytes of the largest device that a node which carries the role binds to the volume; infinite if there is none, or
/// one whose size is not known.
double largestOf(CheckContext& context, const Role& role, const std::string& volume)
{
    double largest = 0;
    for (const NodeGroup& group : context.project.topology.groups) {
        if (!group.carries(role.id))
            continue;
        for (const VolumeBinding& binding : group.volumes) {
            for (const DeviceGroup& devices : group.devices) {
                const bool other = binding.fields.value("otherwise", Json()) == devices.id;
                if (binding.volume != volume || (!other && binding.devices != devices.id &&
                                                 std::ranges::count(binding.moreDevices, devices.id) == 0))
                    continue;
                const double bytes = bytesOf(context, devices);
                if (bytes <= 0)
                    return infinite;
                largest = std::max(largest, bytes);
            }
        }
    }
    return largest > 0 ? largest : infinite;
}

/// Sum of those of offset and size that are the same for all requests; 0 if they have faults.
double endOf(CheckContext& context, const Block& block, const Scope& scope)
{
    const ReportedElsewhere faults(context.findings);
    const Fields& declared = context.blockTypes.find(block.type)->fields;
    double end = 0;
    for (const char* field : {"offset", "bytes"}) {
        const Expression value = context.resolver.expression(declared, field, block.fields, "", scope);
        if (value.isConstant())
            end += value.value();
    }
    return faults.any() ? 0 : end;
}

} // namespace

void checkDeviceRange(CheckContext& context, const Role& role, const Block& block, const std::string& pointer,
                      const Scope& scope)
{
    const Json volume = block.fields.value("volume", Json());
    if ((block.type != "read" && block.type != "write") || !volume.is_string())
        return;
    const auto name = volume.get<std::string>();
    const double end = endOf(context, block, scope);
    const double device = end > 0 ? largestOf(context, role, name) : infinite;
    if (end > device)
        context.error("storage.beyond-end", pointer + "/bytes",
                      "It ends " + formatQuantity(end - device, "B") + " beyond the end of the largest device of \"" +
                          name + "\", which has " + formatQuantity(device, "B") + '.',
                      "Make offset and bytes smaller, or bind the volume to larger devices.");
}

} // namespace headroom::project
