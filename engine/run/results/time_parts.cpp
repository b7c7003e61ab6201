#include "run/results/time_parts.h"

#include "behaviour/tracing/time_split.h"
#include "run/model/resource_names.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace headroom::run {

namespace {

using behaviour::Spent;

constexpr double rounding = 1e-9; ///< of sums of many doubles

/// Node group, resource and activity.
using Place = std::tuple<std::string, std::string, std::string>;

/// The devices of the block's volume in the group.
std::string disk(const Model& model, const topology::GroupInfo& group, const behaviour::BlockName& block)
{
    if (block.volume != behaviour::nowhere)
        for (const topology::VolumeInfo& bound : group.volumes)
            if (bound.volume == model.software.volumes[block.volume].name && !bound.deviceGroups.empty())
                return diskName(group.deviceGroups[bound.deviceGroups.front()]);
    return "storage";
}

Place stateItem(const std::string& group, const behaviour::StateInfo& state)
{
    switch (state.kind) {
    case behaviour::StateKind::slots:
        return {group, slotsName(state), ""};
    case behaviour::StateKind::tokens:
        return {group, tokensName(state), ""};
    case behaviour::StateKind::queue:
        return {group, queueName(state), ""};
    case behaviour::StateKind::barrier:
        return {"", "barrier", ""};
    case behaviour::StateKind::cache: // nobody waits for these
    case behaviour::StateKind::value:
        break;
    }
    return {"", "others", ""};
}

Place placeOf(const Model& model, const behaviour::SpentAt& at)
{
    const topology::GroupInfo& group = model.topology->groups()[model.topology->nodes()[at.node].group];
    const behaviour::Software& software = model.software;
    switch (at.what) {
    case Spent::processor:
        return {group.id, processorName, ""};
    case Spent::worker:
        return {group.id, workersPlace, ""};
    case Spent::helper:
        return {group.id, helpersPlace, ""};
    case Spent::storage:
        return {group.id, disk(model, group, software.blocks[at.block]), ""};
    case Spent::flush:
        return {group.id, disk(model, group, software.blocks[at.block]), "flush"};
    case Spent::station:
        return {group.id, stageName(software.stages[software.blocks[at.block].stage]), ""};
    case Spent::delay:
        return {"", "delay", ""};
    case Spent::state:
    case Spent::room:
    case Spent::turn:
    case Spent::message:
        return stateItem(group.id, software.states[software.blocks[at.block].state]);
    case Spent::memory:
        return {group.id, memoryName, ""};
    case Spent::network:
        return {group.id, networkName, "from " + model.topology->groups()[model.topology->nodes()[at.from].group].id};
    case Spent::stream:
        return {"", "stream", ""};
    case Spent::answer:
        return {"", "answer", ""};
    case Spent::others:
        break;
    }
    return {"", "others", ""};
}

/// Only waiting: nothing is served meanwhile.
bool onlyWaits(Spent what)
{
    switch (what) {
    case Spent::worker:
    case Spent::helper:
    case Spent::state:
    case Spent::room:
    case Spent::turn:
    case Spent::message:
    case Spent::others:
        return true;
    case Spent::processor:
    case Spent::storage:
    case Spent::flush:
    case Spent::station:
    case Spent::delay:
    case Spent::memory:
    case Spent::network:
    case Spent::stream:
    case Spent::answer:
        break;
    }
    return false;
}

/// Share of the time at the resource that is waiting, over all that use it. Nothing if it is not measured.
std::optional<double> waitingShare(const record::Summary& summary, const Place& place)
{
    for (const record::ResourceSummary& row : summary.resources)
        if (row.nodeGroup == std::get<0>(place) && row.resource == std::get<1>(place) && row.waitingS)
            return *row.waitingS > rounding * row.servedS ? *row.waitingS / (row.servedS + *row.waitingS) : 0;
    return {};
}

/// The same of one part of the time. Nothing if it is not known.
std::optional<double> waitingShare(const record::Summary& summary, const Place& place, const behaviour::SpentAt& at)
{
    using Part = behaviour::SpentAt::Part;
    if (onlyWaits(at.what) || at.part == Part::waiting)
        return 1;
    return at.part == Part::service ? 0 : waitingShare(summary, place);
}

struct Time
{
    double servedS = 0;
    std::optional<double> waitingS = {};
    double atQueuesS = 0;

    void add(double seconds, const std::optional<double>& share)
    {
        servedS += seconds * (1 - share.value_or(0));
        if (share)
            waitingS = waitingS.value_or(0) + seconds * *share;
    }
};

using Divided = std::map<behaviour::SpentAt, behaviour::TimeSplit::Divided>;

Divided undivided(const behaviour::SplitTime& split)
{
    Divided parts;
    for (const auto& [at, time] : split.partsPs)
        parts[at].allPs = time;
    return parts;
}

void addParts(const Model& model, const behaviour::SplitTime& split, const Divided& parts, const std::string& workload,
              const OperationMeter& meter, record::Summary& summary)
{
    std::map<Place, Time> places;
    std::map<std::uint32_t, Time> blocks; ///< by number: in the order of the diagrams
    // The followed requests say how the time is divided; how long it is, all of them.
    const double meanS = meter.window.latency.mean() / static_cast<double>(kernel::picosecondsPerSecond);
    for (const auto& [at, time] : parts) {
        const Place place = placeOf(model, at);
        const std::optional<double> share = waitingShare(summary, place, at);
        const double seconds = time.allPs * meanS / split.totalPs;
        places[place].add(seconds, share);
        places[place].atQueuesS += time.atQueuesPs * meanS / split.totalPs;
        blocks[at.block + 1].add(seconds, share); // 0: before the first one
    }
    for (const auto& [place, time] : places) {
        const auto& [group, resource, activity] = place;
        summary.timeParts.push_back({workload, meter.label, group, resource, activity, time.servedS, time.waitingS,
                                     split.followed, time.atQueuesS});
    }
    for (const auto& [number, time] : blocks) {
        const behaviour::BlockName* const block = number > 0 ? &model.software.blocks[number - 1] : nullptr;
        summary.timeAtBlocks.push_back({workload, meter.label, block ? block->diagram : std::string(),
                                        block ? block->block : std::string(), time.servedS, time.waitingS});
    }
}

} // namespace

void setTimeParts(const Model& model, AtQueues atQueues, record::Summary& summary)
{
    summary.timeParts.clear();
    summary.timeAtBlocks.clear();
    const behaviour::TimeSplit& splits = model.interpreter->timeSplit();
    for (const auto& workload : model.workloads)
        for (std::uint32_t m = 0; m < workload->operations().size(); ++m)
            if (const auto* split = splits.of(workload->client(), m); split && split->totalPs > 0)
                addParts(model, *split, atQueues == AtQueues::ofQueue ? undivided(*split) : splits.divided(*split),
                         workload->id(), workload->operations()[m], summary);
}

} // namespace headroom::run
