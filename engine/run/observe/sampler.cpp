#include "run/observe/sampler.h"

#include "project/document/document.h"
#include "topology/link_groups.h"

namespace headroom::run {

namespace {

/// With more series of single nodes and devices than this, those of devices are left out, then those of nodes:
/// otherwise a result file would contain little else.
constexpr std::size_t mostWithDevices = 2000, mostWithNodes = 6000;
constexpr std::size_t mostBlocks = 1000, mostLinks = 1000, mostRates = 600;

std::vector<std::string> under(std::vector<std::string> path, std::string name)
{
    path.push_back(std::move(name));
    return path;
}

} // namespace

Sampler::Sampler(Model& model) : model_(model)
{
    addOperations();
    const auto& topology = *model.topology;
    for (const auto& group : topology.groups()) {
        addNodes({"node group", group.id}, group, group.firstNode, group.count);
        addRates({"node group", group.id}, group, group.firstNode, group.count);
        std::vector<const resources::WriteBack*> caches;
        for (std::uint32_t n = group.firstNode; n < group.firstNode + group.count; ++n)
            caches.push_back(model.cluster.nodes[n].writeBack.get());
        if (group.deviceCount > 0)
            add({"node group", group.id}, {{"dirty pages", "B"}}, std::make_unique<DirtyReading>(std::move(caches)));
    }
    addLinks();
    addRoles();
    const SeriesDetail wanted = detail();
    for (std::uint32_t n = 0; n < topology.nodes().size() && wanted != SeriesDetail::groups; ++n) {
        const auto& node = topology.nodes()[n];
        addNodes({"node", node.name}, topology.groups()[node.group], n, 1);
        if (ratesOfNodes())
            addRates({"node", node.name}, topology.groups()[node.group], n, 1);
        if (wanted == SeriesDetail::devices)
            addDevices({"node", node.name}, topology.groups()[node.group], n);
    }
    addBlocks();
}

SeriesDetail Sampler::detail() const
{
    if (model_.seriesDetail != SeriesDetail::automatic)
        return model_.seriesDetail;
    std::size_t ofNodes = 0, ofDevices = 0;
    for (const auto& group : model_.topology->groups()) {
        ofNodes += group.count * (2 + 2 * group.deviceGroups.size());
        ofDevices += 2 * std::size_t{group.deviceCount};
    }
    if (ofNodes + ofDevices <= mostWithDevices)
        return SeriesDetail::devices;
    return ofNodes <= mostWithNodes ? SeriesDetail::nodes : SeriesDetail::groups;
}

/// Single nodes have series of rates only if there are few of them.
bool Sampler::ratesOfNodes() const
{
    std::size_t series = 0;
    for (const auto& group : model_.topology->groups())
        series += group.count * (3 + 3 * group.deviceGroups.size());
    return series <= mostRates;
}

void Sampler::add(const std::vector<std::string>& above, std::initializer_list<Named> series,
                  std::unique_ptr<Reading> reading)
{
    for (const Named& one : series)
        series_.push_back({static_cast<std::uint32_t>(series_.size()), under(above, one.name), one.unit});
    readings_.push_back(std::move(reading));
}

void Sampler::addOperations()
{
    for (const auto& workload : model_.workloads)
        for (std::size_t i = 0; i < workload->operations().size(); ++i)
            add({"operation", workload->operations()[i].label},
                {{"throughput", "1/s"},
                 {"bytes", "B/s"},
                 {"errors", "1/s"},
                 {"latency mean", "s"},
                 {"latency p50", "s"},
                 {"latency p99", "s"}},
                std::make_unique<OperationReading>(*workload, i));
}

void Sampler::addNodes(const std::vector<std::string>& above, const topology::GroupInfo& group, std::uint32_t first,
                       std::uint32_t count)
{
    const auto& topology = *model_.topology;
    std::vector<const monitoring::Meter*> processors;
    std::vector<std::uint32_t> transmit, receive;
    std::vector<std::vector<const monitoring::Meter*>> disks(group.deviceGroups.size());
    for (std::uint32_t n = first; n < first + count; ++n) {
        const auto& node = topology.nodes()[n];
        processors.push_back(&model_.cluster.nodes[n].processor->meter());
        transmit.insert(transmit.end(), node.transmitLinks.begin(), node.transmitLinks.end());
        receive.insert(receive.end(), node.receiveLinks.begin(), node.receiveLinks.end());
        for (std::uint32_t d = node.firstDevice; d < node.firstDevice + node.deviceCount; ++d)
            if (const auto& device = topology.devices()[d]; device.members.empty())
                disks[device.deviceGroup].push_back(&model_.cluster.devices[d].device->meter());
    }
    add(above, {{"processor", "share"}}, std::make_unique<ShareReading>(std::move(processors), false));
    for (std::size_t g = 0; g < disks.size(); ++g) {
        const std::string disk = "disk " + group.deviceGroups[g].id;
        add(above, {{disk, "share"}, {disk + " queue", "1"}},
            std::make_unique<ShareReading>(std::move(disks[g]), true));
    }
    add(above, {{"network", "share"}},
        std::make_unique<TrafficReading>(*model_.cluster.network, std::move(transmit), std::move(receive)));
}

/// Adds I/Os and bytes of each device group, bytes of the network, and hits of the page caches.
void Sampler::addRates(const std::vector<std::string>& above, const topology::GroupInfo& group, std::uint32_t first,
                       std::uint32_t count)
{
    const auto& topology = *model_.topology;
    std::vector<std::uint32_t> transmit, receive;
    std::vector<const resources::PageReader*> readers;
    std::vector<std::vector<const resources::StorageDevice*>> disks(group.deviceGroups.size());
    for (std::uint32_t n = first; n < first + count; ++n) {
        const auto& node = topology.nodes()[n];
        transmit.insert(transmit.end(), node.transmitLinks.begin(), node.transmitLinks.end());
        receive.insert(receive.end(), node.receiveLinks.begin(), node.receiveLinks.end());
        readers.push_back(model_.cluster.nodes[n].reader.get());
        for (std::uint32_t d = node.firstDevice; d < node.firstDevice + node.deviceCount; ++d)
            if (const auto& device = topology.devices()[d]; device.members.empty())
                disks[device.deviceGroup].push_back(model_.cluster.devices[d].device.get());
    }
    for (std::size_t g = 0; g < disks.size(); ++g) {
        const std::string disk = "disk " + group.deviceGroups[g].id;
        add(above, {{disk + " reads", "1/s"}, {disk + " writes", "1/s"}, {disk + " bytes", "B/s"}},
            std::make_unique<DeviceRateReading>(std::move(disks[g])));
    }
    if (group.deviceCount > 0)
        add(above, {{"page cache hits", "share"}}, std::make_unique<PageHitReading>(std::move(readers)));
    add(above, {{"network sent", "B/s"}, {"network received", "B/s"}},
        std::make_unique<NetworkRateReading>(*model_.cluster.network, std::move(transmit), std::move(receive)));
}

/// Adds each device separately, with its number from 1, if a node has several in a group.
void Sampler::addDevices(const std::vector<std::string>& above, const topology::GroupInfo& group, std::uint32_t n)
{
    const auto& node = model_.topology->nodes()[n];
    std::vector<std::uint32_t> among(group.deviceGroups.size());
    for (std::uint32_t d = node.firstDevice; d < node.firstDevice + node.deviceCount; ++d)
        if (const auto& device = model_.topology->devices()[d]; device.members.empty())
            ++among[device.deviceGroup];
    for (std::uint32_t d = node.firstDevice; d < node.firstDevice + node.deviceCount; ++d) {
        const auto& device = model_.topology->devices()[d];
        if (!device.members.empty() || among[device.deviceGroup] < 2)
            continue;
        const std::string number = std::to_string(device.indexInGroup + 1);
        add(under(above, "disk " + group.deviceGroups[device.deviceGroup].id + " " + number),
            {{"busy", "share"}, {"queue", "1"}},
            std::make_unique<ShareReading>(std::vector{&std::as_const(*model_.cluster.devices[d].device).meter()},
                                           true));
    }
}

void Sampler::addLinks()
{
    std::vector<topology::LinkGroup> groups = topology::linkGroups(*model_.topology);
    if (groups.size() > mostLinks)
        return;
    for (topology::LinkGroup& group : groups)
        add({group.kind, group.name}, {{"mean", "share"}, {"busiest", "share"}, {"bytes", "B/s"}},
            std::make_unique<LinkReading>(*model_.cluster.network, std::move(group.links)));
}

void Sampler::addRoles()
{
    for (std::uint32_t r = 0; r < model_.software.roles.size(); ++r) {
        const behaviour::RoleInfo& role = model_.software.roles[r];
        if (role.kind != behaviour::WorkerKind::threadPerRequest) {
            std::vector<const monitoring::Meter*> workers;
            for (const auto& instance : model_.interpreter->roles())
                if (instance.role == r)
                    workers.push_back(&instance.meter);
            add({"role", role.id}, {{"workers", "share"}}, std::make_unique<ShareReading>(std::move(workers), false));
        }
        addStages(r);
        for (std::size_t s = 0; s < model_.software.states.size(); ++s) {
            const behaviour::StateInfo& state = model_.software.states[s];
            if (state.role != r || state.kind == behaviour::StateKind::value)
                continue;
            const behaviour::StateMonitor& monitor = model_.interpreter->states()[s];
            const Named used{state.name + " used", "1"}, waiting{state.name + " waiting", "1"};
            const bool cache = state.kind == behaviour::StateKind::cache;
            auto reading = std::make_unique<StateReading>(monitor, cache);
            if (cache)
                add({"role", role.id}, {used, waiting, {state.name + " hits", "share"}}, std::move(reading));
            else
                add({"role", role.id}, {used, waiting}, std::move(reading));
        }
    }
}

void Sampler::addBlocks()
{
    const auto& blocks = model_.software.blocks;
    if (blocks.size() > mostBlocks)
        return;
    for (std::size_t b = 0; b < blocks.size(); ++b)
        add({"block", blocks[b].diagram, blocks[b].block}, {{"visits", "1/s"}, {"present", "1"}},
            std::make_unique<BlockReading>(model_.interpreter->blocks()[b]));
}

/// Adds the role's black boxes, each over all nodes: "operation block".
void Sampler::addStages(std::uint32_t r)
{
    const std::string& role = model_.software.roles[r].id;
    for (std::uint32_t s = 0; s < model_.software.stages.size(); ++s) {
        const behaviour::StageInfo& info = model_.software.stages[s];
        if (info.role != r)
            continue;
        std::vector<const monitoring::Meter*> stations;
        for (const auto& stage : model_.interpreter->stages())
            if (stage.info == s)
                stations.push_back(&stage.stations.meter());
        if (!stations.empty())
            add({"role", role}, {{info.name.substr(role.size() + 1), "share"}},
                std::make_unique<ShareReading>(std::move(stations), false));
    }
}

void Sampler::sample(std::vector<double>& values)
{
    model_.settle();
    values.clear();
    const Interval interval{last_, model_.calendar.now()};
    for (const auto& reading : readings_)
        reading->read(interval, values);
    last_ = interval.end;
}

void Sampler::windowReset()
{
    for (const auto& reading : readings_)
        reading->windowReset();
    last_ = model_.calendar.now();
}

} // namespace headroom::run
