#include "run/sampler.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace headroom::run {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

} // namespace

std::uint32_t Sampler::add(std::vector<std::string> path, const char* unit)
{
    const auto id = static_cast<std::uint32_t>(series_.size());
    series_.push_back({id, std::move(path), unit});
    return id;
}

Sampler::Sampler(Model& model) : model_(model)
{
    for (const auto& workload : model.workloads)
        for (const OperationMeter& operation : workload->operations()) {
            add({"operation", operation.label, "throughput"}, "1/s");
            add({"operation", operation.label, "bytes"}, "B/s");
            add({"operation", operation.label, "latency mean"}, "s");
            add({"operation", operation.label, "latency p50"}, "s");
            add({"operation", operation.label, "latency p99"}, "s");
        }
    const auto& topology = *model.topology;
    for (const auto& group : topology.groups()) {
        Share processor;
        Traffic traffic;
        for (std::uint32_t n = group.firstNode; n < group.firstNode + group.count; ++n) {
            processor.meters.push_back(&model.cluster.nodes[n].processor->meter());
            const auto& node = topology.nodes()[n];
            // What a delay-only link carries has nothing to be a share of.
            const auto shared = [&](std::uint32_t link) { return model.cluster.network->link(link).shared; };
            std::ranges::copy_if(node.transmitLinks, std::back_inserter(traffic.transmit), shared);
            std::ranges::copy_if(node.receiveLinks, std::back_inserter(traffic.receive), shared);
        }
        for (const std::uint32_t link : traffic.transmit)
            traffic.capacity += model.cluster.network->link(link).rateBps;
        add({"node group", group.id, "processor"}, "share");
        shares_.push_back(std::move(processor));
        for (std::uint32_t g = 0; g < group.deviceGroups.size(); ++g) {
            Share disks;
            disks.queue = true;
            for (std::uint32_t d = group.firstDevice; d < group.firstDevice + group.deviceCount; ++d)
                if (topology.devices()[d].deviceGroup == g && topology.devices()[d].members.empty())
                    disks.meters.push_back(&model.cluster.devices[d].device->meter());
            add({"node group", group.id, "disk " + group.deviceGroups[g].id}, "share");
            add({"node group", group.id, "disk " + group.deviceGroups[g].id + " queue"}, "1");
            shares_.push_back(std::move(disks));
        }
        add({"node group", group.id, "network"}, "share");
        traffic_.push_back(std::move(traffic));
    }
    for (const auto& role : model.software.roles) {
        if (role.kind == behaviour::WorkerKind::threadPerRequest)
            continue;
        Share workers;
        for (const auto& instance : model.machine->roles())
            if (model.software.roles[instance.role].id == role.id)
                workers.meters.push_back(&instance.meter);
        add({"role", role.id, "workers"}, "share");
        shares_.push_back(std::move(workers));
    }
    for (Share& share : shares_)
        for (const auto* meter : share.meters)
            share.servers += meter->servers();
}

void Sampler::sampleWorkload(const Workload& workload, double span, std::vector<double>& values) const
{
    for (const OperationMeter& operation : workload.operations()) {
        const auto& latency = operation.interval.latency;
        const bool any = latency.count() > 0;
        values.push_back(static_cast<double>(operation.interval.done) / span);
        values.push_back(operation.interval.bytes / span);
        values.push_back(any ? latency.mean() / static_cast<double>(kernel::picosecondsPerSecond) : nothing);
        values.push_back(any ? kernel::toSeconds(latency.quantile(0.5)) : nothing);
        values.push_back(any ? kernel::toSeconds(latency.quantile(0.99)) : nothing);
    }
}

void Sampler::sample(std::vector<double>& values)
{
    model_.settle();
    values.clear();
    const kernel::Time now = model_.calendar.now();
    const double span = std::max(1e-12, kernel::toSeconds(now - last_));
    for (const auto& workload : model_.workloads)
        sampleWorkload(*workload, span, values);
    std::size_t next = 0;
    const auto sampleShare = [&](Share& share) {
        monitoring::Meter::Integral busy = 0, present = 0;
        for (const auto* meter : share.meters) {
            busy += meter->busyTime();
            present += meter->presentTime();
        }
        const double all = static_cast<double>(now - last_) * std::max(1.0, share.servers);
        values.push_back(now > last_ ? static_cast<double>(busy - share.lastBusy) / all : 0);
        if (share.queue) // in the queue or in service, as iostat's aqu-sz; destaging has no request that waits
            values.push_back(now > last_ ? static_cast<double>(present - share.lastPresent) / all : 0);
        share.lastBusy = busy;
        share.lastPresent = present;
    };
    for (std::size_t g = 0; g < model_.topology->groups().size(); ++g) {
        sampleShare(shares_[next++]);
        for (std::size_t d = 0; d < model_.topology->groups()[g].deviceGroups.size(); ++d)
            sampleShare(shares_[next++]);
        Traffic& traffic = traffic_[g];
        double transmit = 0, receive = 0;
        for (const std::uint32_t link : traffic.transmit)
            transmit += model_.cluster.network->linkBytes(link, now);
        for (const std::uint32_t link : traffic.receive)
            receive += model_.cluster.network->linkBytes(link, now);
        const double busiest = std::max(transmit - traffic.lastTransmit, receive - traffic.lastReceive);
        values.push_back(traffic.capacity > 0 ? busiest / (traffic.capacity * span) : 0);
        traffic.lastTransmit = transmit;
        traffic.lastReceive = receive;
    }
    while (next < shares_.size())
        sampleShare(shares_[next++]);
    last_ = now;
}

void Sampler::windowReset()
{
    for (Share& share : shares_)
        share.lastBusy = share.lastPresent = 0;
    for (Traffic& traffic : traffic_)
        traffic.lastTransmit = traffic.lastReceive = 0;
    last_ = model_.calendar.now();
}

} // namespace headroom::run
