#include "run/results/rows/wear.h"

#include "project/library/endurance.h"
#include "project/vocabulary/component_kinds.h"

#include <algorithm>

namespace headroom::run {

namespace {

double writtenInWindow(const Model& model, std::uint32_t device)
{
    const std::uint64_t before = device < model.writtenBefore.size() ? model.writtenBefore[device] : 0;
    return static_cast<double>(model.cluster.devices[device].device->writesAsked().bytes - before);
}

record::DeviceWear wearOf(const Model& model, const topology::GroupInfo& group, std::uint32_t deviceGroup, double spanS)
{
    const topology::DeviceGroupInfo& devices = group.deviceGroups[deviceGroup];
    record::DeviceWear wear{group.id, devices.id, devices.component->id};
    wear.enduranceBytes = project::enduranceBytes(*devices.component);
    for (std::uint32_t i = group.firstDevice; i < group.firstDevice + group.deviceCount; ++i) {
        const topology::DeviceInfo& device = model.topology->devices()[i];
        if (device.deviceGroup != deviceGroup || !device.members.empty())
            continue; // a RAID set or a cached device: its parts are counted
        const double perSecond = writtenInWindow(model, i) / spanS;
        ++wear.count;
        wear.writtenMeanBps += perSecond;
        wear.writtenMostBps = std::max(wear.writtenMostBps, perSecond);
    }
    wear.writtenMeanBps /= std::max(1.0, wear.count);
    return wear;
}

} // namespace

void summariseWear(const Model& model, double spanS, record::Summary& summary)
{
    for (const topology::GroupInfo& group : model.topology->groups())
        for (std::uint32_t d = 0; d < group.deviceGroups.size(); ++d)
            if (group.deviceGroups[d].countPerNode > 0 &&
                !project::findComponentKind(group.deviceGroups[d].component->kind)->rotates)
                summary.wear.push_back(wearOf(model, group, d, spanS));
}

} // namespace headroom::run
