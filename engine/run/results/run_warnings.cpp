#include "run/results/run_warnings.h"

#include "project/expression/quantity.h"
#include "run/results/merged_streams.h"

namespace headroom::run {

namespace {

/// From this factor on, the size of the writes that fill a cache at the start differs from the run's in effect: the
/// cache holds half or twice as many of them, and a disk writes them back one by one, each with a seek.
constexpr double differs = 2;

/// Whether the write caches of a device group are before this one of its devices: the memory of a RAID controller is
/// before the sets.
bool hasCaches(const topology::DeviceInfo& device, const topology::DeviceGroupInfo& group)
{
    const bool isSet = !device.members.empty();
    const bool beforeSets = group.batteryCacheBytes > 0 && group.raid != topology::Raid::none;
    return !device.cached && isSet == beforeSets;
}

void addFullCaches(const Model& model, std::vector<std::string>& warnings)
{
    const auto& topology = *model.topology;
    for (std::uint32_t g = 0; g < topology.groups().size(); ++g) {
        const topology::GroupInfo& group = topology.groups()[g];
        for (std::uint32_t d = 0; d < group.deviceGroups.size(); ++d) {
            const auto declared = static_cast<double>(group.deviceGroups[d].cacheFullOf);
            if (declared == 0)
                continue;
            double writes = 0, bytes = 0;
            for (std::uint32_t i = group.firstDevice; i < group.firstDevice + group.deviceCount; ++i) {
                const topology::DeviceInfo& device = topology.devices()[i];
                if (device.deviceGroup != d || !hasCaches(device, group.deviceGroups[d]))
                    continue;
                const resources::WriteCount asked = model.cluster.devices[i].device->writesAsked();
                writes += static_cast<double>(asked.writes);
                bytes += static_cast<double>(asked.bytes);
            }
            const double mean = writes > 0 ? bytes / writes : declared;
            if (mean < declared * differs && declared < mean * differs)
                continue;
            warnings.push_back("The write caches of \"" + group.deviceGroups[d].id + "\" of " + group.id +
                               " started full of writes of " + project::formatQuantity(declared, "B") +
                               " (cache_full_of), but the writes of the run were of " +
                               project::formatQuantity(mean, "B") +
                               " on average: the start does not stand for a long load of this kind.");
        }
    }
}

void addJobsNotDone(const Model& model, std::vector<std::string>& warnings)
{
    if (!model.untilJobsAreDone)
        return;
    for (const auto& workload : model.workloads)
        if (workload->endsByItself() && !workload->finished())
            warnings.push_back("The jobs of \"" + workload->id() +
                               "\" are not done: the run ended after its longest duration, " +
                               project::formatQuantity(model.durationS, "s") + '.');
}

} // namespace

std::vector<std::string> warningsOf(const Model& model)
{
    std::vector<std::string> warnings;
    if (std::string merged = mergedStreamsIn(model); !merged.empty())
        warnings.push_back(std::move(merged));
    addFullCaches(model, warnings);
    addJobsNotDone(model, warnings);
    return warnings;
}

} // namespace headroom::run
