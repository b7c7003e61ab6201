#include "run/model/consumption.h"

#include <algorithm>
#include <map>

namespace headroom::run {

namespace {

constexpr double idleShareOfDesignPower = 0.3;

/// Adds up prices of one group.
class Bill
{
public:
    explicit Bill(std::string group) { cost_.nodeGroup = std::move(group); }

    void add(const project::Component* component, double count, const std::string& what)
    {
        if (count <= 0)
            return;
        if (component && component->has("price_usd"))
            cost_.usd += component->figure("price_usd") * count;
        else
            unknown(component ? component->id : what);
    }
    void unknown(const std::string& what)
    {
        if (std::find(cost_.unknown.begin(), cost_.unknown.end(), what) == cost_.unknown.end())
            cost_.unknown.push_back(what);
    }
    record::GroupCost cost() const { return cost_; }

private:
    record::GroupCost cost_;
};

/// Number of copies that the rings keep of each (role, volume), by volume on the nodes of that role.
std::map<std::pair<std::string, std::string>, double> copies(const project::Project& project,
                                                             project::Resolver& resolver)
{
    std::map<std::pair<std::string, std::string>, double> result;
    const auto& fields = project::selectorFields();
    for (std::size_t s = 0; s < project.selectors.size(); ++s) {
        const auto& values = project.selectors[s].fields;
        const std::string at = "/selectors/" + std::to_string(s);
        double& most = result[{resolver.text(fields, "role", values, at), resolver.text(fields, "volume", values, at)}];
        most = std::max(most, resolver.number(fields, "replicas", values, at));
    }
    return result;
}

/// Bytes on the devices of a node for each byte of data.
double copiesInSet(const topology::DeviceGroupInfo& devices)
{
    const double count = devices.devicesPerSet();
    switch (devices.raid) {
    case topology::Raid::mirrored:
        return count;
    case topology::Raid::stripedMirrors:
        return 2;
    case topology::Raid::singleParity:
        return count / (count - 1);
    case topology::Raid::doubleParity:
        return count / (count - 2);
    default:
        return 1;
    }
}

} // namespace

std::optional<PowerFigures> powerFigures(const project::Component& component)
{
    for (const char* name : {"active_power_W", "power_W", "tdp_W"}) {
        if (!component.has(name))
            continue;
        const double max = component.figure(name);
        const bool design = std::string(name) == "tdp_W";
        return PowerFigures{component.figure("idle_power_W", design ? max * idleShareOfDesignPower : max), max};
    }
    return {};
}

void addPower(record::ResourceSummary& row, const std::vector<Parts>& parts, double on, double spanS)
{
    double powerW = 0;
    for (const Parts& part : parts) {
        const auto figures = part.component ? powerFigures(*part.component) : std::nullopt;
        if (!figures)
            return;
        powerW += figures->at(std::min(on, row.utilisationMean), on) * part.count;
    }
    if (parts.empty())
        return;
    row.powerW = powerW;
    row.energyJ = powerW * spanS;
}

record::Energy totalEnergy(const topology::ExpandedTopology& topology, const std::vector<record::ResourceSummary>& rows,
                           double spanS)
{
    record::Energy energy;
    for (const auto& row : rows) {
        const bool draws = row.resource == "processor" || row.resource == "network" ||
                           row.resource.starts_with("disk ") || row.resource.starts_with("controller ");
        if (row.powerW)
            energy.powerW += *row.powerW;
        else if (draws)
            energy.unknown.push_back(row.nodeGroup + "." + row.resource);
    }
    for (const auto& group : topology.groups())
        energy.unknown.push_back(group.id + ".memory");
    for (const auto& device : topology.switches()) {
        // The power of a switch hardly depends on its load; its load is not measured, so its idle figure is not used.
        if (const auto figures = device.component ? powerFigures(*device.component) : std::nullopt)
            energy.powerW += figures->maxW;
        else
            energy.unknown.push_back(device.id);
    }
    energy.energyJ = energy.powerW * spanS;
    return energy;
}

std::vector<record::GroupCost> costs(const topology::ExpandedTopology& topology)
{
    std::vector<record::GroupCost> result;
    for (const auto& group : topology.groups()) {
        Bill bill(group.id);
        const double nodes = group.count;
        bill.add(group.processor, nodes * group.sockets, "processor");
        for (const auto& controller : group.controllers)
            bill.add(controller.component, nodes, controller.id);
        for (const auto& devices : group.deviceGroups)
            bill.add(devices.component, nodes * devices.countPerNode, devices.id);
        for (const auto& adapters : group.adapters)
            bill.add(adapters.component, nodes * adapters.count(), "adapter");
        bill.unknown("memory");
        bill.unknown("chassis");
        result.push_back(bill.cost());
    }
    if (topology.switches().empty())
        return result;
    Bill network("switches");
    for (const auto& device : topology.switches())
        network.add(device.component, 1, device.id);
    result.push_back(network.cost());
    return result;
}

std::optional<Capacity> capacity(const project::Project& project, project::Resolver& resolver,
                                 const topology::ExpandedTopology& topology)
{
    const auto kept = copies(project, resolver);
    Capacity capacity;
    for (const auto& group : topology.groups())
        for (std::uint32_t d = 0; d < group.deviceGroups.size(); ++d) {
            const auto& devices = group.deviceGroups[d];
            double share = -1; // share of a device that users' data may fill; the ring's volume decides
            bool ring = false;
            for (const auto& volume : group.volumes) {
                if (std::ranges::count(volume.deviceGroups, d) == 0)
                    continue;
                double most = 0;
                for (const std::string& role : group.roles)
                    if (const auto found = kept.find({role, volume.volume}); found != kept.end())
                        most = std::max(most, found->second);
                if (share >= 0 && (ring || most == 0))
                    continue;
                ring = most > 0;
                share = volume.fillLimit * (1 - volume.overhead) / std::max(1.0, most);
            }
            if (share < 0)
                continue;
            const double bytes = devices.component->figure("capacity_B") * devices.countPerNode * group.count;
            capacity.rawBytes += bytes;
            capacity.usableBytes += bytes * share / copiesInSet(devices);
        }
    return capacity.rawBytes > 0 ? std::optional(capacity) : std::nullopt;
}

} // namespace headroom::run
