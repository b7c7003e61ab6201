#include "run/model/consumption.h"

#include <algorithm>

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

} // namespace headroom::run
