#include "run/summarise.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::run {

namespace {

constexpr double toMs = 1e-9; // picoseconds

/// 97.5 % quantile of Student's t for 1 … 19 degrees of freedom.
double studentT(std::size_t freedom)
{
    static constexpr double table[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                       2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093};
    return table[std::clamp<std::size_t>(freedom, 1, std::size(table)) - 1];
}

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

record::OperationSummary summariseOperation(const OperationMeter& meter, double spanS)
{
    record::OperationSummary summary;
    summary.count = meter.window.done;
    summary.errors = meter.window.failed;
    summary.perSecond = static_cast<double>(meter.window.done) / spanS;
    summary.bytesPerSecond = meter.window.bytes / spanS;
    const auto& latency = meter.window.latency;
    summary.latency = {latency.mean() * toMs, static_cast<double>(latency.quantile(0.5)) * toMs,
                       static_cast<double>(latency.quantile(0.95)) * toMs,
                       static_cast<double>(latency.quantile(0.99)) * toMs,
                       static_cast<double>(latency.maximum()) * toMs};
    std::vector<double> counts, means;
    for (const auto& [count, seconds] : meter.batches) {
        counts.push_back(count);
        if (count > 0)
            means.push_back(seconds / count);
    }
    summary.ci95Relative = confidence95(counts);
    summary.latencyCi95Relative = confidence95(means);
    return summary;
}

/// Adds up the meters of one kind of resource in a node group.
class ResourceRow
{
public:
    ResourceRow(const std::string& group, const std::string& resource)
    {
        row_.nodeGroup = group;
        row_.resource = resource;
    }
    void add(double utilisation, double queue, double bytesPerSecond)
    {
        ++count_;
        row_.utilisationMean += utilisation;
        row_.utilisationMax = std::max(row_.utilisationMax, utilisation);
        row_.queueMean += queue;
        row_.bytesPerSecond += bytesPerSecond;
    }
    /// `queue`: mean number waiting at the meter's resource, or, with `inService`, waiting or being served.
    void add(const monitoring::Meter& meter, double spanS, bool inService)
    {
        const auto customers = inService ? meter.presentTime() : meter.presentTime() - meter.busyTime();
        const double queue =
            static_cast<double>(customers) / (spanS * static_cast<double>(kernel::picosecondsPerSecond));
        add(meter.utilisation(), queue, static_cast<double>(meter.bytes()) / spanS);
    }
    void finish(std::vector<record::ResourceSummary>& rows)
    {
        if (count_ == 0)
            return;
        row_.utilisationMean /= count_;
        row_.queueMean /= count_;
        rows.push_back(row_);
    }

private:
    record::ResourceSummary row_;
    int count_ = 0;
};

/// Black boxes of the roles on a group's nodes; one that the whole cluster shares counts where its role stands first.
void summariseStages(const Model& model, std::uint32_t group, double spanS, record::Summary& summary)
{
    const auto& infos = model.software.stages;
    std::vector<ResourceRow> rows;
    for (const auto& info : infos)
        rows.emplace_back(model.topology->groups()[group].id, "stage " + info.name);
    for (const auto& stage : model.machine->stages())
        if (model.topology->nodes()[stage.node].group == group)
            rows[stage.info].add(stage.stations.meter(), spanS, false);
    for (ResourceRow& row : rows)
        row.finish(summary.resources);
}

void summariseResources(const Model& model, double spanS, record::Summary& summary)
{
    const auto& topology = *model.topology;
    const kernel::Time now = model.calendar.now();
    for (std::uint32_t g = 0; g < topology.groups().size(); ++g) {
        const auto& group = topology.groups()[g];
        ResourceRow processor(group.id, "processor");
        ResourceRow network(group.id, "network");
        for (std::uint32_t n = group.firstNode; n < group.firstNode + group.count; ++n) {
            processor.add(model.cluster.nodes[n].processor->meter(), spanS, false);
            const auto& node = topology.nodes()[n];
            for (std::size_t port = 0; port < node.transmitLinks.size(); ++port) {
                const auto out = model.cluster.network->load(node.transmitLinks[port], now);
                const auto in = model.cluster.network->load(node.receiveLinks[port], now);
                network.add(std::max(out.utilisation, in.utilisation), 0, (out.payloadBytes + in.payloadBytes) / spanS);
            }
        }
        processor.finish(summary.resources);
        for (std::uint32_t d = 0; d < group.deviceGroups.size(); ++d) {
            ResourceRow disks(group.id, "disk " + group.deviceGroups[d].id);
            for (std::uint32_t i = 0; i < topology.devices().size(); ++i)
                if (topology.nodes()[topology.devices()[i].node].group == g && topology.devices()[i].deviceGroup == d)
                    disks.add(model.cluster.devices[i].device->meter(), spanS, true);
            disks.finish(summary.resources);
        }
        network.finish(summary.resources);
        for (std::uint32_t r = 0; r < model.software.roles.size(); ++r) {
            if (model.software.roles[r].kind == behaviour::WorkerKind::threadPerRequest)
                continue;
            ResourceRow workers(group.id, "workers " + model.software.roles[r].id);
            for (const auto& instance : model.machine->roles())
                if (instance.role == r && topology.nodes()[instance.node].group == g)
                    workers.add(instance.meter, spanS, false);
            workers.finish(summary.resources);
        }
        summariseStages(model, g, spanS, summary);
    }
    const auto busiest =
        std::max_element(summary.resources.begin(), summary.resources.end(),
                         [](const auto& a, const auto& b) { return a.utilisationMean < b.utilisationMean; });
    if (busiest != summary.resources.end())
        summary.bottleneck = record::Bottleneck{busiest->nodeGroup + "." + busiest->resource, busiest->utilisationMean};
}

void checkLaws(const Model& model, record::Summary& summary)
{
    const kernel::Time now = model.calendar.now();
    for (const auto& workload : model.workloads)
        summary.laws.push_back(law("Little's law, operations of " + workload->id(), workload->requests().presentTime(),
                                   workload->timeSpent(now)));
    for (std::size_t d = 0; d < model.cluster.devices.size(); ++d) {
        const auto& device = *model.cluster.devices[d].device;
        const std::string& name = model.topology->devices()[d].name;
        summary.laws.push_back(law("utilisation law, " + name, device.meter().busyTime(), device.serviceTimeSum()));
        summary.laws.push_back(law("Little's law, " + name, device.meter().presentTime(), device.responseTimeSum()));
    }
    for (const auto& role : model.machine->roles())
        if (!role.workers.empty())
            summary.laws.push_back(law("utilisation law, workers of " + model.software.roles[role.role].id + " on " +
                                           model.topology->nodes()[role.node].name,
                                       role.meter.busyTime(), model.machine->heldTime(role)));
}

} // namespace

double confidence95(const std::vector<double>& values)
{
    const std::size_t batches = std::min<std::size_t>(20, values.size());
    if (batches < 2)
        return 0;
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
    return studentT(batches - 1) * deviation / std::sqrt(static_cast<double>(batches)) / std::abs(mean);
}

record::Summary summarise(const Model& model)
{
    record::Summary summary;
    summary.project = model.project.name;
    summary.seed = model.seed;
    summary.simulatedS = kernel::toSeconds(model.calendar.now());
    summary.warmUpS = model.warmUpS;
    summary.events = model.calendar.eventsRun();
    for (const auto& parameter : model.project.parameters)
        summary.parameters[parameter.name] =
            parameter.value.is_string() ? parameter.value.get<std::string>() : parameter.value.dump();
    const double spanS = std::max(1e-12, summary.simulatedS - std::min(model.warmUpS, summary.simulatedS));
    for (const auto& workload : model.workloads) {
        for (const auto& meter : workload->operations())
            summary.operations[meter.label] = summariseOperation(meter, spanS);
        summary.workloads[workload->id()] = workload->totals(spanS);
        workload->addTo(summary);
    }
    summariseResources(model, spanS, summary);
    for (std::size_t b = 0; b < model.software.blocks.size(); ++b) {
        const auto& monitor = model.machine->blocks()[b];
        if (monitor.visits > 0)
            summary.blocks.push_back(
                {model.software.blocks[b].diagram, model.software.blocks[b].block, monitor.visits,
                 static_cast<double>(monitor.timePs) / static_cast<double>(kernel::picosecondsPerSecond) /
                     static_cast<double>(monitor.visits)});
    }
    checkLaws(model, summary);
    return summary;
}

} // namespace headroom::run
