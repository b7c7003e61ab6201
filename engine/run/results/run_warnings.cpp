#include "run/results/run_warnings.h"

#include "project/document/document.h"
#include "project/expression/quantity.h"
#include "topology/link_groups.h"

#include <algorithm>
#include <cmath>

namespace headroom::run {

namespace {

/// From this factor on, the size of the writes that fill a cache at the start differs from the run's in effect: the
/// cache holds half or twice as many of them, and a disk writes them back one by one, each with a seek.
constexpr double differs = 2;

/// True if the write caches of a device group are before this one of its devices: the memory of a RAID controller is
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
            warnings.push_back((workload->isOfJobs() ? "The jobs of \"" : "The operations of \"") + workload->id() +
                               "\" are not done: the run ended after its longest duration, " +
                               project::formatQuantity(model.durationS, "s") + '.');
}

/// True if the count ends at its highest and far above its mean. A count that rises evenly from the run's beginning on
/// is 1.33 times its mean at the end, if the warm-up was half of the run, and twice if there was none.
bool rises(const monitoring::Level& level)
{
    const auto present = static_cast<double>(level.present());
    return present > 10 + level.mean() && present > 1.3 * level.mean() &&
           present > 0.95 * static_cast<double>(level.maximum());
}

/// Queues without a bound hide an overload from the workloads, whose requests end when they have put their messages.
void addGrowingQueues(const Model& model, std::vector<std::string>& warnings)
{
    constexpr double always = 0.98;
    for (std::size_t o = 0; o < model.software.operations.size(); ++o) {
        const behaviour::Program& program = model.software.operations[o];
        if (program.queue == behaviour::nowhere || model.software.states[program.queue].keyed)
            continue;
        const auto instances = std::ranges::count_if(
            model.interpreter->roles(), [&](const auto& instance) { return instance.role == program.role; });
        const double busy = model.interpreter->consumersBusy()[o].mean();
        const monitoring::Level& messages = model.interpreter->states()[program.queue].used;
        if (busy > always * static_cast<double>(instances) * program.consumers && rises(messages))
            warnings.push_back("Overload: the queue \"" + model.software.states[program.queue].name + "\" of " +
                               model.software.roles[program.role].id + " grows: " + std::to_string(messages.present()) +
                               " messages wait in it at the end of the run, " +
                               project::formatNumber(std::round(messages.mean())) +
                               " did on average, and all its consumers are always busy.");
    }
}

void addZeroed(const Model& model, std::vector<std::string>& warnings)
{
    for (const auto& [monitor, times] : model.interpreter->zeroed()) {
        warnings.push_back("The " + model.software.blocks[monitor].inWords() + " computed " + std::to_string(times) +
                           (times == 1 ? " value" : " values") +
                           " below 0 or that are not a number, as of 0 / 0; they counted as 0.");
    }
}

/// Transfers that moved the chunk they were given as one piece, though their own chunks are smaller.
void addMergedChunks(const Model& model, std::vector<std::string>& warnings)
{
    constexpr std::size_t mostNamed = 3;
    const std::vector<std::uint32_t> blocks = model.interpreter->mergedStreams();
    if (blocks.empty())
        return;
    std::string names;
    for (std::size_t i = 0; i < blocks.size() && i < mostNamed; ++i)
        names += (i > 0 ? ", the " : "the ") + model.software.blocks[blocks[i]].inWords();
    if (blocks.size() > mostNamed)
        names += " and " + std::to_string(blocks.size() - mostNamed) + " more";
    warnings.push_back("In the path of a chunk, larger pieces were sent than the chunks of the sender, which makes the "
                       "results coarser: the whole chunk is there before any of it is sent. Let the stream be received "
                       "in chunks of that size. Transfers: " +
                       names + ".");
}

void addBeyondEnd(const Model& model, std::vector<std::string>& warnings)
{
    for (const auto& [monitor, times] : model.interpreter->beyondEnd()) {
        warnings.push_back("The " + model.software.blocks[monitor].inWords() + " asked " + std::to_string(times) +
                           (times == 1 ? " time" : " times") +
                           " for bytes beyond the end of its device, which has fewer: it used others of it instead.");
    }
}

/// At packet level: losses are what slows senders there, and no resource is busier for them. Some are how TCP finds its
/// rate.
void addLosses(const Model& model, std::vector<std::string>& warnings)
{
    constexpr double usual = 0.001;
    const resources::PacketNetwork* packets = model.cluster.network->packets();
    if (!packets)
        return;
    const auto conservation = packets->conservation();
    const std::uint64_t sent = conservation.sent.packets, dropped = conservation.dropped.packets;
    const double share = sent > 0 ? static_cast<double>(dropped) / static_cast<double>(sent) : 0;
    if (packets->timeouts() == 0 && share <= usual)
        return;
    std::string most;
    std::uint64_t highest = 0;
    for (const topology::LinkGroup& group : topology::linkGroups(*model.topology)) {
        std::uint64_t here = 0;
        for (const std::uint32_t link : group.links)
            here += packets->dropped(link).packets;
        if (here > highest) {
            highest = here;
            most = std::string(group.kind) + ' ' + group.name;
        }
    }
    std::string text = std::to_string(dropped) + " of " + std::to_string(sent) + " packets (" +
                       project::formatNumber(std::round(1e4 * share) / 100) + " %) were lost";
    if (highest > 0)
        text +=
            ", " + (highest == dropped ? std::string("all") : std::to_string(highest)) + " of them in front of " + most;
    const std::string times = std::to_string(packets->timeouts()) + (packets->timeouts() == 1 ? " time" : " times");
    text += packets->timeouts() == 0 ? ", and repaired without a timeout."
                                     : "; senders waited " + times + " for a timeout of at least 200 ms.";
    text += model.disturbances && model.disturbances->cutCables()
                ? " What reached a link while it was cut is among them."
                : " A larger buffer or fewer senders at a time make losses rarer.";
    warnings.push_back(std::move(text));
}

} // namespace

std::vector<std::string> warningsOf(const Model& model)
{
    std::vector<std::string> warnings;
    addMergedChunks(model, warnings);
    addFullCaches(model, warnings);
    addJobsNotDone(model, warnings);
    addGrowingQueues(model, warnings);
    addZeroed(model, warnings);
    addBeyondEnd(model, warnings);
    addLosses(model, warnings);
    return warnings;
}

} // namespace headroom::run
