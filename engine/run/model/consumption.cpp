#include "run/model/consumption.h"

#include "project/library/component_power.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace headroom::run {

namespace {

constexpr double gigabyte = 1u << 30; // as memory is sold

/// Adds up prices of one group.
class Bill
{
public:
    explicit Bill(std::string group) { cost_.nodeGroup = std::move(group); }

    void add(const project::Component* component, double count, const std::string& what)
    {
        if (count <= 0)
            return;
        enter(component ? component->id : what, count, priceOf(component, "price_usd"));
    }
    /// Memory: the price of its modules, or of its gigabytes.
    void addMemory(const topology::GroupInfo& group)
    {
        const project::Component* module = group.memoryModule;
        if (module && module->has("price_usd") && group.memoryModules > 0)
            add(module, group.memoryModules * group.count, "memory");
        else if (module && module->has("price_usd_per_GB"))
            enter(module->id + " (GB)", group.memoryBytes / gigabyte * group.count,
                  priceOf(module, "price_usd_per_GB"));
        else
            enter(module ? module->id : "memory", group.memoryBytes / gigabyte * group.count, {});
    }
    /// A chassis that nobody has named is not known with its power supplies.
    void addChassis(const topology::GroupInfo& group)
    {
        add(group.chassis, group.count, "chassis");
        if (group.chassis)
            cost_.rackUnits = group.chassis->figure("rack_units") * group.count;
        if (const double supplied = group.chassis ? group.chassis->figure("power_supplies") : 0; group.powerSupply)
            add(group.powerSupply, group.count * std::max(0.0, group.powerSupplies - supplied), "power supply");
        else if (group.chassis && supplied == 0)
            add(nullptr, group.count, "power supply");
    }
    record::GroupCost cost() const { return cost_; }

private:
    /// A position of a single part at the price that `figure` of the component states, if it does.
    static record::BillLine priceOf(const project::Component* component, const std::string& figure)
    {
        record::BillLine line;
        if (!component || !component->has(figure))
            return line;
        line.usdEach = component->figure(figure);
        line.estimated = std::ranges::count(component->estimatedFields, figure) > 0;
        if (const auto basis = component->parameters.find("price_basis");
            basis != component->parameters.end() && basis->is_string())
            line.priceBasis = basis->get<std::string>();
        return line;
    }
    void enter(const std::string& part, double count, record::BillLine line)
    {
        if (line.usdEach)
            cost_.usd += *line.usdEach * count;
        else if (std::find(cost_.unknown.begin(), cost_.unknown.end(), part) == cost_.unknown.end())
            cost_.unknown.push_back(part);
        const auto same = std::find_if(cost_.lines.begin(), cost_.lines.end(),
                                       [&](const record::BillLine& other) { return other.part == part; });
        if (same != cost_.lines.end()) {
            same->count += count;
            return;
        }
        line.part = part;
        line.count = count;
        cost_.lines.push_back(std::move(line));
    }

    record::GroupCost cost_;
};

} // namespace

std::optional<PowerFigures> powerFigures(const project::Component& component)
{
    const auto full = project::fullPower(component);
    return full ? std::optional(PowerFigures{*project::idlePower(component), *full}) : std::nullopt;
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

namespace {

/// Points of the curve of a power supply: its efficiency by load.
std::map<double, double> efficiencyOf(const project::Component& supply)
{
    std::map<double, double> points;
    if (const auto rows = supply.parameters.find("efficiency"); rows != supply.parameters.end() && rows->is_array())
        for (const project::Json& row : *rows)
            if (row.is_object())
                points[row.value("load", 0.0)] = row.value("efficiency", 1.0);
    return points;
}

/// Beyond the ends of the curve its last value holds.
double efficiencyAt(const std::map<double, double>& points, double load)
{
    if (points.empty())
        return 1;
    const auto above = points.lower_bound(load);
    if (above == points.begin())
        return above->second;
    const auto below = std::prev(above);
    if (above == points.end())
        return below->second;
    return below->second + (above->second - below->second) * (load - below->first) / (above->first - below->first);
}

/// Adds up the power of one node group.
class GroupPower
{
public:
    GroupPower(const topology::GroupInfo& group, double on, record::Energy& energy)
        : group_(group), on_(on), energy_(energy)
    {
    }
    void add(const record::ResourceSummary& row)
    {
        const bool draws = row.resource == "processor" || row.resource == "network" ||
                           row.resource.starts_with("disk ") || row.resource.starts_with("controller ");
        if (row.powerW)
            powerW_ += *row.powerW;
        else if (draws)
            unknown(row.resource);
    }
    /// Parts whose power hardly depends on the load, or whose load is not measured.
    void add(const project::Component* part, double countPerNode, const char* what)
    {
        const auto figures = part && countPerNode > 0 ? powerFigures(*part) : std::nullopt;
        if (figures)
            powerW_ += figures->maxW * on_ * countPerNode * group_.count;
        else
            unknown(what);
    }
    void finish()
    {
        const double nodesOn = on_ * group_.count;
        energy_.powerW += nodesOn > 0 ? drawnPower(group_, powerW_ / nodesOn) * nodesOn : 0;
        if (!group_.powerSupply && group_.chassis)
            unknown("power supply");
    }

private:
    void unknown(const std::string& part) { energy_.unknown.push_back(group_.id + "." + part); }

    const topology::GroupInfo& group_;
    double on_;
    record::Energy& energy_;
    double powerW_ = 0;
};

} // namespace

double drawnPower(const topology::GroupInfo& group, double powerW)
{
    if (!group.powerSupply)
        return powerW;
    const double load = powerW / (group.powerSupplies * group.powerSupply->figure("rated_power_W"));
    return powerW / efficiencyAt(efficiencyOf(*group.powerSupply), load);
}

record::Energy totalEnergy(const topology::ExpandedTopology& topology, const std::vector<record::ResourceSummary>& rows,
                           const std::vector<double>& on, double spanS)
{
    record::Energy energy;
    for (std::size_t g = 0; g < topology.groups().size(); ++g) {
        const topology::GroupInfo& group = topology.groups()[g];
        if (!group.ours)
            continue;
        GroupPower power(group, on[g], energy);
        for (const record::ResourceSummary& row : rows)
            if (row.nodeGroup == group.id)
                power.add(row);
        power.add(group.memoryModule, group.memoryModules, "memory");
        power.add(group.chassis, 1, "chassis");
        power.finish();
    }
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
        if (!group.ours)
            continue;
        Bill bill(group.id);
        const double nodes = group.count;
        bill.add(group.processor, nodes * group.sockets, "processor");
        for (const auto& controller : group.controllers)
            bill.add(controller.component, nodes, controller.id);
        for (const auto& devices : group.deviceGroups)
            bill.add(devices.component, nodes * devices.countPerNode, devices.id);
        for (const auto& adapters : group.adapters)
            bill.add(adapters.component, nodes * adapters.count(), "adapter");
        bill.addMemory(group);
        bill.addChassis(group);
        result.push_back(bill.cost());
    }
    if (topology.switches().empty())
        return result;
    Bill network(record::switchesGroup);
    for (const auto& device : topology.switches())
        network.add(device.component, 1, device.id);
    result.push_back(network.cost());
    return result;
}

} // namespace headroom::run
