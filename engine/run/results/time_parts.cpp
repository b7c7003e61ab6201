#include "run/results/time_parts.h"

#include "behaviour/tracing/time_split.h"
#include "run/model/resource_names.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace headroom::run {

namespace {

using behaviour::Spent;

constexpr double rounding = 1e-9; ///< of sums of many doubles

/// Node group, resource and activity.
using Place = std::tuple<std::string, std::string, std::string>;

class Naming
{
public:
    explicit Naming(const Model& model) : model_(model), blocks_(model.software.blocks.size())
    {
        for (const behaviour::Program& program : model.software.operations)
            for (const behaviour::Instruction& code : program.code)
                blocks_[code.monitor] = {&program, &code};
    }

    Place place(const behaviour::SpentAt& at) const
    {
        const topology::GroupInfo& group = model_.topology->groups()[model_.topology->nodes()[at.node].group];
        switch (at.what) {
        case Spent::processor:
            return {group.id, processorName, ""};
        case Spent::worker:
            return {group.id, "workers", ""};
        case Spent::helper:
            return {group.id, "helper threads", ""};
        case Spent::storage:
            return {group.id, disk(group, at.block), ""};
        case Spent::flush:
            return {group.id, disk(group, at.block), "flush"};
        case Spent::station:
            return {group.id, stage(at.block), ""};
        case Spent::delay:
            return {"", "delay", ""};
        case Spent::slots:
        case Spent::tokens:
        case Spent::queue:
            return {group.id, item(at.block), ""};
        case Spent::barrier:
            return {"", "barrier", ""};
        case Spent::memory:
            return {group.id, memoryName, ""};
        case Spent::network:
            return {"", networkName, ""};
        case Spent::stream:
            return {"", "stream", ""};
        case Spent::answer:
            return {"", "answer", ""};
        case Spent::others:
            break;
        }
        return {"", "others", ""};
    }

private:
    struct Block
    {
        const behaviour::Program* program = nullptr;
        const behaviour::Instruction* code = nullptr;
    };

    /// The devices of the block's volume in the group.
    std::string disk(const topology::GroupInfo& group, std::uint32_t block) const
    {
        const std::uint32_t volume = model_.software.blocks[block].volume;
        if (volume != behaviour::nowhere)
            for (const topology::VolumeInfo& bound : group.volumes)
                if (bound.volume == model_.software.volumes[volume].name && !bound.deviceGroups.empty())
                    return diskName(group.deviceGroups[bound.deviceGroups.front()]);
        return "storage";
    }

    std::string stage(std::uint32_t block) const
    {
        const auto [program, code] = blocks_[block];
        return stageName(model_.software.stages[program->blackBoxes[code->detail].stage]);
    }

    std::string item(std::uint32_t block) const
    {
        const auto [program, code] = blocks_[block];
        const auto name = [&](const char* kind, std::uint32_t state) {
            return kind + model_.software.states[state].name;
        };
        switch (code->code) {
        case behaviour::Code::acquire:
            return name("slots ", program->states[code->detail].state);
        case behaviour::Code::takeTokens:
            return name("tokens ", program->states[code->detail].state);
        case behaviour::Code::put:
            return name("queue ", program->puts[code->detail].state);
        case behaviour::Code::get:
            return name("queue ", program->gets[code->detail].state);
        default:
            return "queue";
        }
    }

    const Model& model_;
    std::vector<Block> blocks_; ///< by monitor
};

/// Only waiting: nothing is served meanwhile.
bool onlyWaits(Spent what)
{
    switch (what) {
    case Spent::worker:
    case Spent::helper:
    case Spent::slots:
    case Spent::tokens:
    case Spent::queue:
    case Spent::barrier:
    case Spent::others:
        return true;
    default:
        return false;
    }
}

/// Share of the time at the resource that is waiting, over all that use it. Nothing if it is not measured.
std::optional<double> waitingShare(const record::Summary& summary, const Place& place)
{
    for (const record::ResourceSummary& row : summary.resources)
        if (row.nodeGroup == std::get<0>(place) && row.resource == std::get<1>(place) && row.waitingS)
            return *row.waitingS > rounding * row.servedS ? *row.waitingS / (row.servedS + *row.waitingS) : 0;
    return {};
}

void addParts(const Naming& naming, const behaviour::SplitTime& split, const std::string& workload,
              const OperationMeter& meter, record::Summary& summary)
{
    struct Time
    {
        double all = 0, waiting = 0;
        bool waitingKnown = true;
    };
    std::map<Place, Time> places;
    for (const auto& [at, timePs] : split.partsPs) {
        const Place place = naming.place(at);
        Time& time = places[place];
        time.all += timePs;
        const std::optional<double> waiting = onlyWaits(at.what) ? 1 : waitingShare(summary, place);
        time.waiting += timePs * waiting.value_or(0);
        time.waitingKnown = waiting.has_value();
    }
    // The followed requests say how the time is divided; how long it is, all of them.
    const double meanS = meter.window.latency.mean() / static_cast<double>(kernel::picosecondsPerSecond);
    for (const auto& [place, time] : places) {
        const double scale = meanS / split.totalPs;
        const auto& [group, resource, activity] = place;
        summary.timeParts.push_back(
            {workload, meter.label, group, resource, activity, (time.all - time.waiting) * scale,
             time.waitingKnown ? std::optional(time.waiting * scale) : std::nullopt, split.followed});
    }
}

} // namespace

void addTimeParts(const Model& model, record::Summary& summary)
{
    const Naming naming(model);
    const behaviour::TimeSplit& splits = model.interpreter->timeSplit();
    for (const auto& workload : model.workloads)
        for (std::uint32_t m = 0; m < workload->operations().size(); ++m)
            if (const auto* split = splits.of(workload->client(), m); split && split->totalPs > 0)
                addParts(naming, *split, workload->id(), workload->operations()[m], summary);
}

} // namespace headroom::run
