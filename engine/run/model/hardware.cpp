#include "run/model/hardware.h"

#include "kernel/random.h"
#include "project/document/whole_number.h"
#include "project/library/interface_rate.h"
#include "project/resolve/processor_speed.h"
#include "run/model/resource_names.h"
#include "run/model/storage_hardware.h"
#include "topology/racks.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace headroom::run {

namespace {

constexpr double micro = 1e-6;
constexpr double milli = 1e-3;

/// The route function for the network: a thin adapter to the topology's. Nodes without a route get no links.
void routeThrough(const void* routes, std::uint32_t from, std::uint32_t to, std::uint64_t flow,
                  std::vector<std::uint32_t>& links)
{
    static_cast<const topology::Routes*>(routes)->route(from, to, flow, links);
}

/// The packet level of the network; nothing if no link is at that level.
std::optional<resources::PacketLevel> packetLevel(const topology::ExpandedTopology& topology,
                                                  const std::vector<double>& linkFactors)
{
    if (std::ranges::none_of(topology.links(), [](const auto& link) { return link.packets; }))
        return {};
    resources::PacketLevel level;
    for (const auto& link : topology.links()) {
        auto& spec = level.links.emplace_back();
        spec.name = link.name;
        spec.rateBps = link.lineRate * linkFactors[level.links.size() - 1];
        spec.latencyS = link.latencyS;
        if (link.packets && std::isfinite(link.bufferBytes))
            spec.bufferBytes = project::wholeNumber(link.bufferBytes);
        spec.cutThrough = link.cutThrough;
        level.atPacketLevel.push_back(link.packets);
    }
    // Every route between two nodes begins with one of these.
    for (const auto& node : topology.nodes())
        for (const std::uint32_t link : node.transmitLinks)
            level.links[link].latencyS += topology.latencyS();
    level.settings.mtu = topology.mtu();
    level.settings.streamRateBps = topology.streamRate();
    level.settings.receiveWindowBytes = topology.transport().receiveWindowBytes;
    level.settings.probes = topology.transport().probes;
    level.settings.initialWindowPackets = topology.transport().initialWindowPackets;
    level.settings.control =
        topology.transport().cubic ? resources::CongestionControl::cubic : resources::CongestionControl::newReno;
    return level;
}

behaviour::NetworkCost networkCost(const project::Component* nic, bool offload)
{
    behaviour::NetworkCost cost;
    if (!nic)
        return cost;
    cost.perPacketS = nic->figure(offload ? "cpu_per_packet_offload_us" : "cpu_per_packet_no_offload_us") * micro;
    cost.perByteS = nic->figure(offload ? "cpu_per_byte_offload_ns" : "cpu_per_byte_no_offload_ns") * 1e-9;
    return cost;
}

/// The figures of the parts of a group's nodes.
struct NodeFigures
{
    resources::ProcessorSpec processor;
    resources::MemorySpec memory;
    behaviour::NetworkCost network;
    double copyBps = 0; ///< of one thread
};

resources::ProcessorSpec::Discipline disciplineOf(topology::Scheduling scheduling)
{
    using Discipline = resources::ProcessorSpec::Discipline;
    switch (scheduling) {
    case topology::Scheduling::firstComeFirstServed:
        return Discipline::fifo;
    case topology::Scheduling::timeSlice:
        return Discipline::timeSlice;
    case topology::Scheduling::sharing:
        break;
    }
    return Discipline::sharing;
}

std::vector<resources::IdleState> idleStatesOf(const project::Component& processor)
{
    std::vector<resources::IdleState> states;
    for (const project::Json& row : project::idleStates(processor))
        states.push_back({row.value("target_residency_us", 0.0) * micro, row.value("exit_latency_us", 0.0) * micro});
    return states;
}

} // namespace

resources::HardDiskSpec hardDiskSpec(const project::Component& c)
{
    resources::HardDiskSpec spec;
    spec.name = c.id;
    spec.capacityBytes = project::wholeNumber(c.figure("capacity_B"));
    spec.revolutionsPerMinute = c.figure("rpm", 7200);
    spec.averageSeekReadS = c.figure("avg_seek_read_ms", 8.5) * milli;
    spec.averageSeekWriteS = c.figure("avg_seek_write_ms", 9.5) * milli;
    spec.trackToTrackSeekS = c.figure("track_to_track_seek_ms", 0.8) * milli;
    spec.outerRateBps = c.figure("media_rate_outer_Bps", c.figure("seq_read_Bps"));
    spec.innerRateBps = c.figure("media_rate_inner_Bps", spec.outerRateBps / 2);
    spec.interfaceRateBps = project::interfaceRate(c);
    spec.cacheBytes = project::wholeNumber(c.figure("cache_B"));
    spec.writeCache = c.parameters.value("write_cache_enabled", true);
    spec.queueDepth = static_cast<std::uint32_t>(c.figure("saturation_queue_depth", 32));
    return spec;
}

resources::SolidStateSpec solidStateSpec(const project::Component& c)
{
    resources::SolidStateSpec spec;
    spec.name = c.id;
    spec.capacityBytes = project::wholeNumber(c.figure("capacity_B"));
    spec.readIops = c.figure("rand_read_4k_iops");
    spec.writeIops = c.figure("rand_write_4k_iops");
    spec.readIops8k = c.figure("rand_read_8k_iops");
    spec.writeIops8k = c.figure("rand_write_8k_iops");
    spec.mixedIops = c.figure("rand_mixed_70_30_iops");
    spec.sequentialReadBps = c.figure("seq_read_Bps");
    spec.sequentialWriteBps = c.figure("seq_write_Bps");
    spec.readLatencyS = c.figure("read_latency_us") * micro;
    spec.writeLatencyS = c.figure("write_latency_us") * micro;
    spec.sequentialReadLatencyS = c.figure("seq_read_latency_us", c.figure("read_latency_us")) * micro;
    spec.sequentialWriteLatencyS = c.figure("seq_write_latency_us", c.figure("write_latency_us")) * micro;
    spec.readLatencySpread = c.figure("read_latency_cv");
    spec.writeLatencySpread = c.figure("write_latency_cv");
    spec.sustainedWriteBps = c.figure("sustained_write_Bps");
    if (spec.sustainedWriteBps > 0)
        spec.fastCacheBytes = project::wholeNumber(c.figure("fast_cache_B"));
    spec.interfaceRateBps = project::interfaceRate(c);
    spec.saturationDepth = static_cast<std::uint32_t>(c.figure("saturation_queue_depth", 32));
    spec.parallelChannels = static_cast<std::uint32_t>(c.figure("parallel_channels", 1));
    spec.programTimeS = c.figure("program_time_us") * micro;
    spec.powerLossProtection = c.parameters.value("power_loss_protection", false);
    spec.flushLatencyS = c.figure("flush_latency_us") * micro;
    return spec;
}

resources::ProcessorSpec processorSpec(const topology::GroupInfo& group)
{
    const project::Component& c = *group.processor;
    resources::ProcessorSpec spec;
    spec.sockets = group.sockets;
    spec.coresPerSocket = static_cast<std::uint32_t>(c.figure("cores", 1));
    spec.threadsPerSocket = static_cast<std::uint32_t>(c.figure("threads", spec.coresPerSocket));
    spec.coreSpeeds = project::coreSpeeds(c, *group.reference);
    if (group.coresInUse > 0 && group.coresInUse < spec.coresPerSocket) {
        spec.threadsPerSocket = spec.threadsPerSocket * group.coresInUse / spec.coresPerSocket;
        spec.coresPerSocket = group.coresInUse;
        spec.coreSpeeds.resize(group.coresInUse);
    }
    spec.secondThreadShare = group.secondThread;
    spec.discipline = disciplineOf(group.scheduling);
    spec.quantumS = group.quantumS;
    spec.contextSwitchS = group.contextSwitchS;
    if (group.idleCores != topology::IdleCoresAre::awake)
        spec.idleStates = idleStatesOf(c);
    if (group.idleCores == topology::IdleCoresAre::spread)
        spec.takes = resources::IdleCores::Takes::longestIdle;
    if (group.idleCores == topology::IdleCoresAre::random)
        spec.takes = resources::IdleCores::Takes::anyIdle;
    return spec;
}

resources::MemorySpec memorySpec(const topology::GroupInfo& group)
{
    constexpr double fourChannelsBps = 76.8e9; // of DDR4-2400
    resources::MemorySpec spec;
    spec.capacityBytes = project::wholeNumber(group.memoryBytes);
    spec.bandwidthBps = group.memoryBusRate;
    if (group.memoryBusRate == 0) {
        spec.bandwidthBps = group.sockets * group.processor->figure("memory_bandwidth_Bps", fourChannelsBps);
        if (group.memoryModules > 0)
            spec.bandwidthBps = std::min(spec.bandwidthBps,
                                         group.memoryModules * group.memoryModule->figure("bandwidth_per_channel_Bps"));
    }
    spec.copyBps = group.memoryBandwidth * project::singleThreadSpeed(*group.processor, *group.reference);
    return spec;
}

namespace {

NodeFigures nodeFigures(const topology::GroupInfo& group, bool offload, const Scaling& scaling)
{
    NodeFigures figures{processorSpec(group), memorySpec(group), networkCost(group.nic, offload),
                        group.memoryBandwidth};
    const double processor = scaling.of(group.id, processorName), memory = scaling.of(group.id, memoryName);
    makeFaster(figures.processor, processor);
    figures.memory.bandwidthBps *= memory;
    figures.memory.copyBps *= memory * processor; // a thread copies as fast as its core works
    figures.copyBps *= memory;
    return figures;
}

} // namespace

behaviour::Cluster buildCluster(kernel::Calendar& calendar, const topology::ExpandedTopology& topology,
                                const topology::Routes& routes, std::uint64_t seed, bool audit, const Scaling& scaling)
{
    behaviour::Cluster cluster;
    std::vector<NodeFigures> figures; // read once for a group, not for each of its nodes
    for (const auto& group : topology.groups())
        figures.push_back(nodeFigures(group, topology.offload(), scaling));
    cluster.nodes.reserve(topology.nodes().size());
    cluster.racks = topology::racksOf(topology);
    for (const auto& node : topology.nodes()) {
        const auto& group = topology.groups()[node.group];
        const NodeFigures& its = figures[node.group];
        behaviour::NodeHardware hardware;
        resources::ProcessorSpec processor = its.processor;
        processor.draws = kernel::mix(seed, cluster.nodes.size());
        hardware.processor = std::make_unique<resources::Processor>(calendar, processor);
        hardware.cache =
            std::make_unique<resources::PageCache>(project::wholeNumber(group.memoryBytes * group.cacheShare));
        hardware.writeBack = std::make_unique<resources::WriteBack>(
            calendar, *hardware.cache,
            resources::WriteBackSettings{group.dirtyBackgroundRatio, group.dirtyRatio, group.dirtyExpireS,
                                         group.writebackIntervalS});
        hardware.reader = std::make_unique<resources::PageReader>(*hardware.cache);
        hardware.memory = std::make_unique<resources::Memory>(calendar, its.memory);
        hardware.network = its.network;
        hardware.aes = group.processor->parameters.value("aes_instructions", true);
        hardware.copyBps = its.copyBps;
        cluster.nodes.push_back(std::move(hardware));
    }
    buildStorage(calendar, topology, seed, cluster, scaling);
    const std::vector<double> linkFactors = scaling.ofLinks(topology);
    std::vector<resources::LinkSpec> links;
    for (const auto& link : topology.links())
        links.push_back({link.name, link.lineRate * linkFactors[links.size()] * resources::payloadShare(topology.mtu()),
                         link.latencyS, link.shared});
    resources::Network::Settings settings;
    settings.mtu = topology.mtu();
    settings.smallMessageBytes = topology.smallMessageBytes();
    settings.latencyS = topology.latencyS();
    settings.streamRateBps = topology.streamRate();
    settings.byMessages = topology.detail() == topology::NetworkDetail::message;
    settings.audit = audit;
    if (links.empty() &&
        topology.detail() == topology::NetworkDetail::delayOnly) { // a node reaches itself no slower than others
        settings.loopbackLatencyS = std::min(settings.loopbackLatencyS, settings.latencyS);
        settings.loopbackRateBps = std::max(settings.loopbackRateBps, settings.streamRateBps);
    }
    cluster.network = std::make_unique<resources::ClusterNetwork>(calendar, std::move(links), &routeThrough, &routes,
                                                                  settings, packetLevel(topology, linkFactors));
    cluster.mtu = topology.mtu();
    return cluster;
}

} // namespace headroom::run
