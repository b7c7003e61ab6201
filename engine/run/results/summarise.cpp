#include "run/results/summarise.h"

#include "behaviour/tracing/time_split.h"
#include "project/document/document.h"
#include "project/resolve/parameter_values.h"
#include "record/figures/statistics.h"
#include "run/model/consumption.h"
#include "run/model/storage_hardware.h"
#include "run/results/quantile_interval.h"
#include "run/results/rows/node_rows.h"
#include "run/results/rows/resource_rows.h"
#include "run/results/rows/wear.h"
#include "run/results/time_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

namespace headroom::run {

namespace {

constexpr double toMs = 1e-9; // picoseconds
constexpr double shortestSpan = 1e-12;

std::string decimal(monitoring::Meter::Integral value)
{
    const bool negative = value < 0;
    if (negative)
        value = -value;
    std::string digits;
    do {
        digits.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
        value /= 10;
    } while (value > 0);
    if (negative)
        digits.push_back('-');
    std::reverse(digits.begin(), digits.end());
    return digits;
}

record::LawCheck law(const std::string& name, monitoring::Meter::Integral left, monitoring::Meter::Integral right)
{
    return {name, decimal(left), decimal(right)};
}

record::LatencySummary latencySummary(const monitoring::Histogram& durations)
{
    return {durations.mean() * toMs, static_cast<double>(durations.quantile(0.5)) * toMs,
            static_cast<double>(durations.quantile(0.95)) * toMs, static_cast<double>(durations.quantile(0.99)) * toMs,
            static_cast<double>(durations.maximum()) * toMs};
}

record::OperationSummary summariseOperation(const OperationMeter& meter, double spanS, const std::vector<char>& active)
{
    record::OperationSummary summary;
    summary.count = meter.window.done;
    summary.errors = meter.window.failed;
    const bool any = spanS > shortestSpan;
    summary.perSecond = any ? static_cast<double>(meter.window.done) / spanS : 0;
    summary.bytesPerSecond = any ? meter.window.bytes / spanS : 0;
    summary.latency = latencySummary(meter.window.latency);
    for (const auto& bucket : meter.window.latency.buckets(record::latencyBucketsPerDoubling))
        summary.buckets.push_back(
            {static_cast<double>(bucket.lower) * toMs, static_cast<double>(bucket.upper) * toMs, bucket.count});
    std::vector<double> counts, means;
    for (std::size_t b = 0; b < meter.batches.size(); ++b) {
        if (b < active.size() && !active[b])
            continue;
        const auto& [count, seconds] = meter.batches[b];
        counts.push_back(count);
        if (count > 0)
            means.push_back(seconds / count);
    }
    summary.ci95Relative = confidence95(counts);
    summary.latencyCi95Relative = confidence95(means);
    const auto halfWidth = [&](double share) {
        return quantileHalfWidth(meter.window.latency, meter.latencies.whole(), share);
    };
    summary.p50Ci95Relative = halfWidth(0.5);
    summary.p95Ci95Relative = halfWidth(0.95);
    summary.p99Ci95Relative = halfWidth(0.99);
    summary.independent = independentInTail(meter.window.latency, meter.latencies.whole());
    return summary;
}

std::vector<record::WindowPart> windowParts(const Model& model)
{
    std::vector<record::WindowPart> parts;
    for (const auto& workload : model.workloads)
        for (const OperationMeter& meter : workload->operations()) {
            if (workload->background())
                continue;
            parts.resize(std::max(parts.size(), meter.batches.size()));
            for (std::size_t p = 0; p < meter.batches.size(); ++p) {
                parts[p].count += meter.batches[p].first;
                parts[p].latencyS += meter.batches[p].second;
            }
        }
    return parts;
}

/// One law for many parts of a kind: for each of them, or, if there are more than `mostTold`, for their sums and for
/// those that violate it. Otherwise the summary of a large cluster would consist of laws only.
class LawOfMany
{
public:
    static constexpr std::size_t mostTold = 1000;

    LawOfMany(record::Summary& summary, std::string name, std::size_t parts)
        : summary_(summary), name_(std::move(name)), parts_(parts)
    {
    }

    template <typename NamePart>
    void add(NamePart namePart, monitoring::Meter::Integral left, monitoring::Meter::Integral right)
    {
        if (parts_ <= mostTold || left != right)
            summary_.laws.push_back(law(name_ + namePart(), left, right));
        left_ += left;
        right_ += right;
    }
    void finish(const char* all)
    {
        if (parts_ > mostTold)
            summary_.laws.push_back(law(name_ + all, left_, right_));
    }

private:
    record::Summary& summary_;
    std::string name_;
    std::size_t parts_;
    monitoring::Meter::Integral left_ = 0, right_ = 0;
};

/// Arrivals by the workload's meter, departures by the operations' counters.
record::RequestCount countRequests(const Model& model, std::size_t w)
{
    const Workload& workload = *model.workloads[w];
    record::RequestCount count{workload.id(),       workload.carried(), workload.requests().arrivals(), 0, 0,
                               workload.inFlight(), workload.givenUp()};
    for (const OperationMeter& meter : workload.operations()) {
        count.done += meter.window.done;
        count.failed += meter.window.failed;
    }
    return count;
}

/// Instances of an item in the whole cluster; NaN if there are as many as keys, jobs or requests.
double instancesOf(const Model& model, const behaviour::StateInfo& info)
{
    if (!model.software.countable(info))
        return std::numeric_limits<double>::quiet_NaN();
    double instances = 0;
    for (const auto& role : model.interpreter->roles())
        if (role.role == info.role)
            instances += info.owner == behaviour::Owner::worker ? model.software.serversOf(info.role) : 1;
    return info.owner == behaviour::Owner::cluster ? 1 : instances;
}

void summariseState(const Model& model, record::Summary& summary)
{
    static constexpr const char* types[] = {"slots", "cache", "queue", "barrier", "token bucket", "value"};
    for (std::size_t s = 0; s < model.software.states.size(); ++s) {
        const behaviour::StateInfo& info = model.software.states[s];
        if (info.kind == behaviour::StateKind::value)
            continue; // nothing waits for it
        const behaviour::StateMonitor& monitor = model.interpreter->states()[s];
        record::StateSummary row;
        row.role = model.software.roles[info.role].id;
        row.state = info.name;
        row.type = types[static_cast<std::size_t>(info.kind)];
        row.usedMean = monitor.used.mean();
        row.usedMax = static_cast<double>(monitor.used.maximum());
        row.waitingMean = monitor.waiting.mean();
        row.waitingMax = static_cast<double>(monitor.waiting.maximum());
        if (info.kind == behaviour::StateKind::slots)
            row.utilisation = row.usedMean / (info.capacity * instancesOf(model, info));
        if (info.kind == behaviour::StateKind::tokens)
            row.utilisation = static_cast<double>(monitor.taken) /
                              (info.tokensPerS * instancesOf(model, info) * (summary.simulatedS - summary.warmUpS));
        row.lookUps = monitor.lookUps;
        row.hitRatio = monitor.hitRatio();
        summary.states.push_back(row);
        if (info.missingOf != behaviour::nowhere)
            summary.missingCopies.push_back({model.project.selectors[info.missingOf].id, row.role, row.state,
                                             monitor.missing, monitor.withoutSource, monitor.forgotten,
                                             monitor.outstanding,
                                             monitor.incomplete.mean() * (summary.simulatedS - summary.warmUpS)});
    }
    for (std::size_t s = 0; s < model.software.stretches.size(); ++s) {
        const auto& durations = model.interpreter->stretches()[s];
        summary.stretches[model.software.stretches[s]] = {durations.count(), latencySummary(durations)};
    }
}

void summariseBlocks(const Model& model, record::Summary& summary)
{
    const auto& monitors = model.interpreter->blocks();
    const auto add = [&](const std::string& diagram, const std::string& block, std::uint64_t visits, double timePs) {
        if (visits > 0)
            summary.blocks.push_back(
                {diagram, block, visits,
                 timePs / static_cast<double>(kernel::picosecondsPerSecond) / static_cast<double>(visits)});
    };
    for (std::size_t b = 0; b < model.software.blocks.size(); ++b)
        add(model.software.blocks[b].diagram, model.software.blocks[b].block, monitors[b].visits,
            static_cast<double>(monitors[b].timePs));
    for (const behaviour::GroupName& group : model.software.groups) {
        std::uint64_t visits = 0;
        double timePs = 0;
        for (const std::uint32_t entry : group.entries)
            visits += monitors[entry].visits;
        for (const std::uint32_t member : group.members)
            timePs += static_cast<double>(monitors[member].timePs);
        add(group.diagram, group.block, visits, timePs);
    }
}

/// Bytes in are bytes out: each device and each controller has moved the requested bytes, or still has them.
void checkByteLaws(const Model& model, record::Summary& summary)
{
    std::unordered_map<const resources::PathStage*, std::uint64_t> onStages;
    LawOfMany devices(summary, "conservation, bytes of ", model.cluster.devices.size());
    for (std::size_t d = 0; d < model.cluster.devices.size(); ++d) {
        const resources::StorageDevice& device = *model.cluster.devices[d].device;
        const resources::ByteBalance balance = device.byteBalance();
        devices.add([&] { return model.topology->devices()[d].name; }, balance.asked, balance.accounted());
        if (const auto* path = dynamic_cast<const resources::StoragePath*>(&device))
            path->addOnStages(onStages);
    }
    devices.finish("all devices");
    LawOfMany stages(summary, "conservation, bytes of ", model.cluster.controllers.size());
    forEachStage(model.cluster, [&](const resources::PathStage& stage) {
        const auto on = onStages.find(&stage);
        stages.add([&] { return stage.name(); }, stage.bytesEntered(),
                   stage.meter().bytesEver() + (on != onStages.end() ? on->second : 0));
    });
    stages.finish("all controllers");
}

void checkPartsLaws(const Model& model, record::Summary& summary)
{
    const std::size_t devices = model.cluster.devices.size();
    LawOfMany utilisation(summary, "utilisation law, ", devices), little(summary, "Little's law, ", devices);
    for (std::size_t d = 0; d < devices; ++d) {
        const auto& device = *model.cluster.devices[d].device;
        const auto name = [&] { return model.topology->devices()[d].name; };
        utilisation.add(name, device.meter().busyTime(), device.serviceTimeSum());
        little.add(name, device.meter().presentTime(), device.responseTimeSum());
    }
    utilisation.finish("all devices");
    little.finish("all devices");
    LawOfMany stages(summary, "utilisation law, ", model.cluster.controllers.size());
    forEachStage(model.cluster, [&](const resources::PathStage& stage) {
        stages.add([&] { return stage.name(); }, stage.meter().busyTime(), stage.serviceTimeSum());
    });
    stages.finish("all controllers");
    checkByteLaws(model, summary);
    LawOfMany workers(summary, "utilisation law, ", model.interpreter->roles().size());
    for (const auto& role : model.interpreter->roles())
        if (!role.workers.empty())
            workers.add(
                [&] {
                    return "workers of " + model.software.roles[role.role].id + " on " +
                           model.topology->nodes()[role.node].name;
                },
                role.meter.busyTime(), model.interpreter->heldTime(role));
    workers.finish("all workers");
}

void checkLaws(const Model& model, record::Summary& summary)
{
    const kernel::Time now = model.calendar.now();
    for (std::size_t w = 0; w < model.workloads.size(); ++w) {
        const Workload& workload = *model.workloads[w];
        const std::string& name = workload.id();
        summary.laws.push_back(
            law("Little's law, operations of " + name, workload.requests().presentTime(), workload.timeSpent(now)));
        const record::RequestCount& count = summary.requests[w];
        summary.laws.push_back(
            law("conservation, requests of " + name,
                static_cast<monitoring::Meter::Integral>(count.carried) + count.started,
                static_cast<monitoring::Meter::Integral>(count.done) + count.failed + count.givenUp + count.inFlight));
        for (std::uint32_t m = 0; m < workload.operations().size(); ++m)
            if (const auto* split = model.interpreter->timeSplit().of(workload.client(), m))
                summary.laws.push_back(law("critical paths, " + name + ' ' + workload.operations()[m].name,
                                           split->accounted, split->measured));
        if (const auto offered = workload.offeredInWindow())
            summary.laws.push_back(law("conservation, arrivals of " + name,
                                       static_cast<monitoring::Meter::Integral>(*offered) + workload.waitingBefore(),
                                       static_cast<monitoring::Meter::Integral>(count.started) +
                                           summary.workloads.at(name).refused + workload.waiting()));
    }
    checkPartsLaws(model, summary);
}

} // namespace

double confidence95(const std::vector<double>& values)
{
    const std::size_t batches = std::min<std::size_t>(20, values.size());
    if (batches < 2)
        return std::numeric_limits<double>::quiet_NaN();
    std::vector<double> means;
    for (std::size_t b = 0; b < batches; ++b) {
        const auto from = values.begin() + static_cast<std::ptrdiff_t>(b * values.size() / batches);
        const auto to = values.begin() + static_cast<std::ptrdiff_t>((b + 1) * values.size() / batches);
        means.push_back(std::accumulate(from, to, 0.0) / static_cast<double>(to - from));
    }
    const double mean = std::accumulate(means.begin(), means.end(), 0.0) / static_cast<double>(batches);
    if (mean == 0)
        return 0;
    double squares = 0;
    for (const double m : means)
        squares += (m - mean) * (m - mean);
    const double deviation = std::sqrt(squares / static_cast<double>(batches - 1));
    return record::studentT975(batches - 1) * deviation / std::sqrt(static_cast<double>(batches)) / std::abs(mean);
}

void addInventory(const Model& model, record::Summary& summary)
{
    summary.costs = costs(*model.topology);
    if (model.capacity) {
        summary.rawBytes = model.capacity->rawBytes;
        summary.usableBytes = model.capacity->usableBytes;
        summary.leftOut = model.capacity->leftOut;
    }
}

record::Summary summarise(const Model& model)
{
    record::Summary summary;
    summary.project = model.project.name;
    summary.conditions = model.conditions;
    summary.seed = model.seed;
    summary.simulatedS = kernel::toSeconds(model.calendar.now());
    summary.warmUpS = model.warmUpS;
    summary.events = model.calendar.eventsRun();
    for (const auto& parameter : model.project.parameters)
        summary.parameters[parameter.name] = project::settingText(parameter.value);
    const double spanS = std::max(shortestSpan, summary.simulatedS - std::min(model.warmUpS, summary.simulatedS));
    summary.scaled = model.scaling.factors();
    for (const auto& workload : model.workloads) {
        for (const auto& meter : workload->operations()) {
            record::OperationSummary& operation = summary.operations[meter.label];
            operation = summariseOperation(meter, workload->activeS(), workload->activeIntervals());
            operation.workload = workload->id();
        }
        summary.workloads[workload->id()] = workload->totals();
        workload->addTo(summary);
    }
    if (model.windowParts > 0)
        summary.windowParts = windowParts(model);
    for (std::size_t w = 0; w < model.workloads.size(); ++w)
        summary.requests.push_back(countRequests(model, w));
    const Demands demands = summariseResources(model, spanS, summary);
    summariseNodes(model, summary);
    summariseWear(model, spanS, summary);
    addInventory(model, summary);
    summary.energy = totalEnergy(*model.topology, summary.resources, sharesUp(model, spanS), spanS);
    summariseBlocks(model, summary);
    setTimeParts(model, AtQueues::ofQueue, summary); // consumers, too, are resources
    summary.bottleneck = findBottleneck(demands.resources, demands.users, pathTimes(summary));
    setTimeParts(model, AtQueues::ofOthers, summary);
    summariseState(model, summary);
    checkLaws(model, summary);
    return summary;
}

void requireLaws(const record::Summary& summary, std::span<const std::string> networkBreaches)
{
    for (const auto& law : summary.laws)
        if (law.left != law.right)
            throw std::runtime_error("a law is broken: " + law.name + ": " + law.left + " is not " + law.right);
    if (!networkBreaches.empty())
        throw std::runtime_error("a law is broken: network: " + networkBreaches.front());
}

} // namespace headroom::run
