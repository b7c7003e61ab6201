#include "topology/node_storage.h"
#include "project/document/hardware.h"
#include "project/document/whole_number.h"

#include <algorithm>

namespace headroom::topology {

namespace {

using project::Severity;

/// The index of a controller in its list; none for an empty name, and, with a finding, for an unknown one.
std::uint32_t controllerNamed(const project::NodeGroup& group, const std::string& name, const std::string& pointer,
                              project::Resolver& resolver)
{
    if (name.empty())
        return ControllerInfo::none;
    for (std::size_t i = 0; i < group.controllers.size(); ++i)
        if (group.controllers[i].id == name)
            return static_cast<std::uint32_t>(i);
    resolver.findings().push_back({Severity::error, "controller.unknown", pointer, "node group " + group.id,
                                   "The group has no controller called \"" + name + "\".",
                                   "Name one of the group's controllers."});
    return ControllerInfo::none;
}

bool inCircle(const std::vector<ControllerInfo>& controllers, std::size_t index)
{
    std::uint32_t at = controllers[index].behind;
    for (std::size_t hops = 0; at != ControllerInfo::none && hops < controllers.size(); ++hops)
        at = controllers[at].behind;
    return at != ControllerInfo::none;
}

Raid raidOf(const std::string& word)
{
    if (word == "RAID 0")
        return Raid::striped;
    if (word == "RAID 1")
        return Raid::mirrored;
    if (word == "RAID 5")
        return Raid::singleParity;
    if (word == "RAID 6")
        return Raid::doubleParity;
    return word == "RAID 10" ? Raid::stripedMirrors : Raid::none;
}

/// True if so many devices make a set.
bool makesSet(Raid raid, std::uint32_t count)
{
    switch (raid) {
    case Raid::none:
        return true;
    case Raid::striped:
    case Raid::mirrored:
        return count >= 2;
    case Raid::stripedMirrors:
        return count >= 2 && count % 2 == 0;
    case Raid::singleParity:
        return count >= 3;
    case Raid::doubleParity:
        return count >= 4;
    }
    return false;
}

/// The other device group that caches this one; none, with a finding, if it cannot.
std::uint32_t cacheNamed(const project::NodeGroup& group, std::size_t index, const std::string& name,
                         const std::string& pointer, project::Resolver& resolver)
{
    if (name.empty())
        return ControllerInfo::none;
    for (std::size_t i = 0; i < group.devices.size(); ++i)
        if (group.devices[i].id == name && i != index &&
            resolver.text(project::deviceFields(), "cache_device", group.devices[i].fields, pointer).empty())
            return static_cast<std::uint32_t>(i);
    resolver.findings().push_back({Severity::error, "cache.unknown", pointer, "node group " + group.id,
                                   "\"" + name + "\" cannot cache these devices.",
                                   "Name another device group of the node that has no cache itself."});
    return ControllerInfo::none;
}

/// Returns the devices that volumes can use.
std::vector<std::uint32_t> appendGroup(const DeviceGroupInfo& group, const std::string& nodeName, std::uint32_t node,
                                       std::uint32_t deviceGroup, std::vector<DeviceInfo>& devices)
{
    const bool inSet = group.raid != Raid::none;
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < group.countPerNode; ++i) {
        all.push_back(static_cast<std::uint32_t>(devices.size()));
        devices.push_back({.name = nodeName + " " + group.id + "-" + std::to_string(i + 1),
                           .node = node,
                           .deviceGroup = deviceGroup,
                           .indexInGroup = i,
                           .inSet = inSet});
    }
    if (!inSet)
        return all;
    std::vector<std::uint32_t> sets;
    for (std::uint32_t s = 0; s < group.setsPerNode; ++s) {
        const auto first = all.begin() + s * group.devicesPerSet();
        sets.push_back(static_cast<std::uint32_t>(devices.size()));
        devices.push_back(
            {.name = nodeName + " " + group.id + (group.setsPerNode > 1 ? " set " + std::to_string(s + 1) : ""),
             .node = node,
             .deviceGroup = deviceGroup,
             .indexInGroup = s,
             .members = {first, first + group.devicesPerSet()}});
    }
    return sets;
}

/// For a fast group on one node: the number of slow devices that it caches, in all groups, and of those that have a
/// slice.
struct Slices
{
    std::uint32_t slowCount = 0;
    std::uint32_t dealt = 0;
};

/// The fast devices are assigned in turn; each is divided into as many slices as it has slow ones.
void appendCached(const std::vector<std::uint32_t>& slow, const std::vector<std::uint32_t>& fast, Slices& slices,
                  std::vector<DeviceInfo>& devices)
{
    if (fast.empty())
        return;
    const auto fastCount = static_cast<std::uint32_t>(fast.size());
    for (std::uint32_t i = 0; i < slow.size(); ++i) {
        const std::uint32_t turn = slices.dealt++;
        devices[slow[i]].inSet = true;
        devices.push_back({.name = devices[slow[i]].name + " cached",
                           .node = devices[slow[i]].node,
                           .deviceGroup = devices[slow[i]].deviceGroup,
                           .indexInGroup = i,
                           .members = {slow[i], fast[turn % fastCount]},
                           .cached = true,
                           .cacheSlice = turn / fastCount,
                           .cacheSlices = (slices.slowCount + fastCount - 1) / fastCount});
    }
}

} // namespace

std::vector<ControllerInfo> readControllers(const project::NodeGroup& group, const std::string& pointer,
                                            project::Resolver& resolver)
{
    const auto& fields = project::controllerFields();
    std::vector<ControllerInfo> result;
    for (std::size_t i = 0; i < group.controllers.size(); ++i) {
        const project::Json& values = group.controllers[i].fields;
        const std::string place = pointer + "/controllers/" + std::to_string(i);
        ControllerInfo& info = result.emplace_back();
        info.id = group.controllers[i].id;
        info.component = resolver.component(fields, "component", values, place);
        info.lanes = std::max(1U, project::wholeNumber<std::uint32_t>(resolver.number(fields, "lanes", values, place)));
        info.behind =
            controllerNamed(group, resolver.text(fields, "behind", values, place), place + "/behind", resolver);
    }
    for (std::size_t i = 0; i < result.size(); ++i)
        if (inCircle(result, i)) {
            resolver.findings().push_back(
                {Severity::error, "controller.circle", pointer + "/controllers/" + std::to_string(i) + "/behind",
                 "node group " + group.id,
                 "The controller \"" + result[i].id + "\" is attached to itself through others.",
                 "Attach the last of them to no other."});
            result[i].behind = ControllerInfo::none;
        }
    return result;
}

DeviceGroupInfo readDeviceGroup(const project::NodeGroup& group, std::size_t index, const std::string& pointer,
                                project::Resolver& resolver)
{
    const auto& fields = project::deviceFields();
    const project::DeviceGroup& device = group.devices[index];
    const std::string place = pointer + "/devices/" + std::to_string(index);
    DeviceGroupInfo info;
    info.id = device.id;
    info.component = resolver.component(fields, "component", device.fields, place);
    info.countPerNode = project::wholeNumber<std::uint32_t>(resolver.number(fields, "count", device.fields, place));
    info.controller = controllerNamed(group, resolver.text(fields, "controller", device.fields, place),
                                      place + "/controller", resolver);
    info.deadlineScheduler = resolver.text(fields, "scheduler", device.fields, place) == "deadline";
    info.nrRequests = project::wholeNumber<std::uint32_t>(resolver.number(fields, "nr_requests", device.fields, place));
    info.full = resolver.number(fields, "full", device.fields, place) != 0;
    info.batteryCacheBytes = project::wholeNumber(resolver.number(fields, "battery_cache", device.fields, place));
    info.cacheFullOf = project::wholeNumber(resolver.number(fields, "cache_full_of", device.fields, place));
    info.raid = raidOf(resolver.text(fields, "raid", device.fields, place));
    info.setsPerNode = project::wholeNumber<std::uint32_t>(resolver.number(fields, "sets", device.fields, place));
    info.rebuildBps = resolver.number(fields, "rebuild_rate", device.fields, place);
    info.stripeBytes = project::wholeNumber(resolver.number(fields, "stripe", device.fields, place));
    info.cacheGroup = cacheNamed(group, index, resolver.text(fields, "cache_device", device.fields, place),
                                 place + "/cache_device", resolver);
    info.writeBack = resolver.text(fields, "cache_mode", device.fields, place) == "write-back";
    info.cacheBytes = project::wholeNumber(resolver.number(fields, "cache_size", device.fields, place));
    info.cacheWarm = resolver.text(fields, "cache_start", device.fields, place) == "warm";
    info.sequentialCutoff = project::wholeNumber(resolver.number(fields, "sequential_cutoff", device.fields, place));
    if (info.setsPerNode < 1 || info.countPerNode % info.setsPerNode != 0) {
        resolver.findings().push_back({Severity::error, "raid.sets", place + "/sets", "node group " + group.id,
                                       "The devices \"" + info.id + "\" do not make so many RAID sets of one size.",
                                       "Give a number that divides their count."});
        info.setsPerNode = 1;
    }
    if (info.raid == Raid::none && info.setsPerNode > 1)
        resolver.findings().push_back({Severity::warning, "raid.no-sets", place + "/sets", "node group " + group.id,
                                       "The devices \"" + info.id + "\" make no RAID set.", "Choose a RAID level."});
    if (!makesSet(info.raid, info.devicesPerSet()))
        resolver.findings().push_back({Severity::error, "raid.members", place + "/count", "node group " + group.id,
                                       "The devices \"" + info.id + "\" do not make a RAID set.",
                                       "Each RAID 0 and RAID 1 takes two devices or more, RAID 5 three, RAID 6 four, "
                                       "RAID 10 an even number."});
    const bool striped = info.raid != Raid::none && info.raid != Raid::mirrored;
    if (striped && info.component && info.stripeBytes > project::wholeNumber(info.component->figure("capacity_B")))
        resolver.findings().push_back({Severity::error, "raid.stripe", place + "/stripe", "node group " + group.id,
                                       "The stripe is larger than one of the devices \"" + info.id + "\".",
                                       "Make it smaller."});
    return info;
}

void appendDevices(const std::vector<DeviceGroupInfo>& groups, const std::string& nodeName, std::uint32_t node,
                   std::vector<DeviceInfo>& devices)
{
    std::vector<std::vector<std::uint32_t>> seen(groups.size()); // devices that volumes can use, by group
    for (std::uint32_t g = 0; g < groups.size(); ++g)
        seen[g] = appendGroup(groups[g], nodeName, node, g, devices);
    std::vector<Slices> slices(groups.size()); // by group, if it is a cache
    for (std::uint32_t g = 0; g < groups.size(); ++g)
        if (groups[g].cacheGroup != ControllerInfo::none)
            slices[groups[g].cacheGroup].slowCount += static_cast<std::uint32_t>(seen[g].size());
    for (std::uint32_t g = 0; g < groups.size(); ++g)
        if (const std::uint32_t fast = groups[g].cacheGroup; fast != ControllerInfo::none)
            appendCached(seen[g], seen[fast], slices[fast], devices);
}

} // namespace headroom::topology
