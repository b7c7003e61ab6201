#include "project/resolve/fabric_plan.h"

#include "project/document/hardware.h"
#include "project/document/whole_number.h"

#include <algorithm>
#include <cmath>

namespace headroom::project {
namespace {

constexpr double bitsPerByte = 8;
/// More than any real fabric; also limits for a number with a few zeros too many.
constexpr double mostCables = 1e6;
constexpr double mostSwitches = 1e5;

/// Groups in the same rack.
struct Rack
{
    std::string name; ///< empty: any leaf with room
    std::vector<std::uint32_t> groups;
    std::uint32_t nodes = 0;
};

class Planning
{
public:
    Planning(const FabricNumbersAsked& asked, const std::vector<GroupPlaces>& groups) : asked_(asked), groups_(groups)
    {
        for (std::uint32_t g = 0; g < groups.size(); ++g) {
            auto rack = std::find_if(racks_.begin(), racks_.end(), [&](const Rack& other) {
                return !groups[g].rack.empty() && other.name == groups[g].rack;
            });
            if (rack == racks_.end())
                rack = racks_.insert(racks_.end(), Rack{groups[g].rack, {}, 0});
            rack->groups.push_back(g);
            rack->nodes += groups[g].nodes;
            plan_.nodes += groups[g].nodes;
            plan_.nodeRate = std::max(plan_.nodeRate, rateOf(groups[g]));
        }
    }

    FabricPlan plan()
    {
        if (asked_.shape == "star") {
            plan_.leaves = 1;
            plan_.places = std::max(1U, plan_.nodes);
        } else if (asked_.shape == "fat tree") {
            sizeFatTree();
        } else {
            sizeLeafSpine();
        }
        if (plan_.fault == FabricFault::none)
            seat();
        if (plan_.fault == FabricFault::none)
            layUplinks();
        return std::move(plan_);
    }

private:
    void fail(FabricFault fault, const char* field = "generate")
    {
        plan_.fault = fault;
        plan_.faultField = field;
    }

    void sizeFatTree()
    {
        const std::uint32_t k = asked_.radix;
        if (k < 2 || k % 2 != 0)
            return fail(FabricFault::oddRadix, "radix");
        if (1.25 * k * k > mostSwitches || 0.5 * k * k * k > mostCables)
            return fail(FabricFault::tooLarge, "radix");
        const std::uint32_t half = k / 2;
        plan_.leaves = plan_.aggregations = k * half;
        plan_.spines = half * half;
        plan_.places = half;
    }

    void sizeLeafSpine()
    {
        plan_.leaves = asked_.leaves;
        plan_.places = asked_.leafNodes;
        plan_.spines = asked_.spines;
        const bool clos = asked_.shape == "clos";
        const bool noLeaves = plan_.leaves == 0;
        const bool noPlaces = plan_.places == 0;
        if (plan_.spines == 0 || (noLeaves && noPlaces) || (clos && (noLeaves || noPlaces)))
            return fail(FabricFault::incomplete);
        if (noPlaces)
            plan_.places = capacityFor(plan_.leaves);
        if (noLeaves)
            plan_.leaves = std::max(1U, leavesFor(plan_.places));
        if (static_cast<double>(plan_.leaves) + plan_.spines > mostSwitches)
            fail(FabricFault::tooLarge, "leaves");
    }

    /// Number of leaves that the nodes fill with this number of places at each.
    std::uint32_t leavesFor(std::uint32_t capacity) const
    {
        std::uint64_t filled = 0; // places, including those that a rack leaves empty
        bool named = false;
        for (const Rack& rack : racks_) {
            filled = begin(filled, capacity, rack, named);
            filled += rack.nodes;
        }
        return static_cast<std::uint32_t>((filled + capacity - 1) / capacity);
    }

    /// The place where a rack begins: a named rack, and what comes after it, begins at a new leaf.
    static std::uint64_t begin(std::uint64_t filled, std::uint32_t capacity, const Rack& rack, bool& named)
    {
        if (named || !rack.name.empty())
            filled = (filled + capacity - 1) / capacity * capacity;
        named = !rack.name.empty();
        return filled;
    }

    /// The smallest number of places at a leaf with which this number of leaves suffices; if there is none, the number
    /// of nodes.
    std::uint32_t capacityFor(std::uint32_t leaves) const
    {
        std::uint32_t low = 1;
        std::uint32_t high = std::max(1U, plan_.nodes);
        while (low < high) {
            const std::uint32_t middle = low + (high - low) / 2;
            if (leavesFor(middle) <= leaves)
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }

    void seat()
    {
        plan_.leavesNeeded = leavesFor(plan_.places);
        if (plan_.leavesNeeded > plan_.leaves)
            return fail(FabricFault::tooManyNodes);
        std::uint64_t place = 0;
        bool named = false;
        for (const Rack& rack : racks_) {
            place = begin(place, plan_.places, rack, named);
            for (const std::uint32_t g : rack.groups) {
                for (std::uint32_t first = 0; first < groups_[g].nodes;) {
                    const auto room = static_cast<std::uint32_t>(plan_.places - place % plan_.places);
                    const std::uint32_t count = std::min(room, groups_[g].nodes - first);
                    plan_.seats.push_back({g, first, count, static_cast<std::uint32_t>(place / plan_.places)});
                    place += count;
                    first += count;
                }
            }
        }
    }

    void layUplinks()
    {
        if (plan_.aggregations > 0) {
            plan_.cables = 1;
            plan_.leafUplinks = asked_.radix / 2;
        } else if (plan_.spines > 0) {
            plan_.cables = cablesPerSpine();
            if (plan_.cables == 0)
                return fail(FabricFault::unevenUplinks, "uplinks");
            if (static_cast<double>(plan_.leaves) * plan_.spines * plan_.cables > mostCables)
                return fail(FabricFault::tooLarge, "uplinks");
            plan_.leafUplinks = plan_.spines * plan_.cables;
        }
        if (plan_.leafUplinks == 0 || !(asked_.uplinkRate > 0))
            return;
        std::vector<double> sent(plan_.leaves);
        for (const Seats& seats : plan_.seats)
            sent[seats.leaf] += seats.count * rateOf(groups_[seats.group]);
        const double most = sent.empty() ? 0 : *std::max_element(sent.begin(), sent.end());
        plan_.oversubscription = most / (plan_.leafUplinks * asked_.uplinkRate);
    }

    double rateOf(const GroupPlaces& group) const { return group.nodeRate > 0 ? group.nodeRate : asked_.nodeRate; }

    /// 0 if the uplinks cannot be distributed evenly.
    std::uint32_t cablesPerSpine() const
    {
        if (asked_.uplinks > 0)
            return asked_.uplinks % plan_.spines == 0 ? asked_.uplinks / plan_.spines : 0;
        if (!(asked_.oversubscription > 0) || !(asked_.uplinkRate > 0))
            return 1;
        const double uplinkBytes = asked_.oversubscription * asked_.uplinkRate * plan_.spines;
        const double wanted = std::ceil(plan_.places * plan_.nodeRate / uplinkBytes * (1 - 1e-9));
        return static_cast<std::uint32_t>(std::clamp(wanted, 1.0, mostCables + 1));
    }

    const FabricNumbersAsked& asked_;
    const std::vector<GroupPlaces>& groups_;
    std::vector<Rack> racks_;
    FabricPlan plan_;
};

/// The smaller of two rates; 0 means unknown.
double lesser(double a, double b)
{
    return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
}

bool isSet(const Json& fields, const char* name)
{
    const auto found = fields.find(name);
    return found != fields.end() && !found->is_null();
}

std::uint32_t countUpTo(double most, double value)
{
    return wholeNumber<std::uint32_t>(std::min(value, most));
}

} // namespace

SwitchPorts portsOf(const Component& component)
{
    SwitchPorts result;
    const Json ports = component.parameters.value("ports", Json::array());
    for (const Json& port : ports.is_array() ? ports : Json::array()) {
        if (!port.is_object())
            continue;
        const Json count = port.value("count", Json());
        const Json rate = port.value("rate_bps", Json());
        if (!count.is_number() || !rate.is_number() || rate.get<double>() <= 0)
            continue;
        const double bytes = rate.get<double>() / bitsPerByte;
        result.ports += count.get<double>() * (bytes >= fourLanesFrom ? 4 : 1);
        result.bytes += count.get<double>() * bytes;
        result.classes.push_back({bytes, count.get<double>()});
    }
    std::sort(result.classes.begin(), result.classes.end(),
              [](const auto& a, const auto& b) { return a.rate < b.rate; });
    return result;
}

double adapterRate(const Component* nic)
{
    return nic ? nic->figure("data_rate_bps", nic->figure("link_rate_bps")) / bitsPerByte : 0;
}

std::uint64_t FabricPlan::switchCables() const
{
    const std::uint64_t fromLeaves = std::uint64_t{leaves} * leafUplinks;
    return aggregations > 0 ? 2 * fromLeaves : fromLeaves;
}

FabricPlan planFabric(const FabricNumbersAsked& asked, const std::vector<GroupPlaces>& groups)
{
    return Planning(asked, groups).plan();
}

double nodeRateOf(const Component* nic, const FabricNumbersAsked& asked)
{
    return lesser(asked.mostNodeRate, adapterRate(nic));
}

bool numbersAsked(const Topology& topology, const Fabric& fabric, Resolver& resolver, const std::string& pointer,
                  FabricNumbersAsked& asked)
{
    const Fields& fields = fabricFields();
    const auto number = [&](const char* name) {
        return isSet(fabric.fields, name) ? resolver.number(fields, name, fabric.fields, pointer) : 0.0;
    };
    const auto component = [&](const char* name) -> const Component* {
        return isSet(fabric.fields, name) ? resolver.component(fields, name, fabric.fields, pointer) : nullptr;
    };
    asked.shape = resolver.text(fields, "generate", fabric.fields, pointer);
    asked.leaves = countUpTo(mostCables, number("leaves"));
    asked.leafNodes = countUpTo(mostCables, number("leaf_nodes"));
    asked.spines = countUpTo(mostCables, number("spines"));
    asked.uplinks = countUpTo(mostCables, number("uplinks"));
    asked.radix = countUpTo(mostCables, number("radix"));
    asked.oversubscription = number("oversubscription");
    const Component* leaf = component("leaf_switch");
    const Component* spine = isSet(fabric.fields, "spine_switch") ? component("spine_switch") : leaf;
    const Component* nic = component("nic");
    const double leafRate = leaf ? portsOf(*leaf).fastest() : 0;
    const double spineRate = spine ? portsOf(*spine).fastest() : 0;
    asked.mostNodeRate = lesser(leafRate, number("node_rate"));
    asked.nodeRate = nodeRateOf(nic, asked);
    asked.uplinkRate = leafRate > 0 && spineRate > 0 ? std::min(leafRate, spineRate) : 0;
    asked.uplinkRate = lesser(asked.uplinkRate, number("uplink_rate"));
    const bool adapters = nic || std::all_of(topology.groups.begin(), topology.groups.end(),
                                             [](const auto& group) { return isSet(group.fields, "nic"); });
    return leaf && spine && adapters;
}

std::vector<GroupPlaces> placesAsked(const Topology& topology, Resolver& resolver, const FabricNumbersAsked& asked)
{
    constexpr double mostNodes = 1e6; // maximum of a run
    std::vector<GroupPlaces> places;
    for (std::size_t i = 0; i < topology.groups.size(); ++i) {
        const std::string pointer = "/topology/groups/" + std::to_string(i);
        const Json& values = topology.groups[i].fields;
        const Component* nic = resolver.component(nodeGroupFields(), "nic", values, pointer);
        places.push_back({resolver.text(nodeGroupFields(), "rack", values, pointer),
                          countUpTo(mostNodes, resolver.number(nodeGroupFields(), "count", values, pointer)),
                          nic ? nodeRateOf(nic, asked) : 0});
    }
    return places;
}

bool plug(SwitchPorts& ports, std::vector<SwitchPorts::Ports> cables)
{
    std::sort(cables.begin(), cables.end(), [](const auto& a, const auto& b) { return a.rate > b.rate; });
    // Fast cables have the least choice; they go first, each into the slowest port that is fast enough.
    bool fits = true;
    for (SwitchPorts::Ports& cable : cables) {
        for (SwitchPorts::Ports& port : ports.classes) {
            if (port.rate * (1 + 1e-9) < cable.rate)
                continue;
            const bool splits = port.rate >= fourLanesFrom && cable.rate * 4 <= port.rate * (1 + 1e-9);
            const double taken = std::min(port.count, std::ceil(cable.count / (splits ? 4 : 1)));
            cable.count -= std::min(cable.count, taken * (splits ? 4 : 1));
            port.count -= taken;
        }
        fits = fits && cable.count <= 0;
    }
    return fits;
}

} // namespace headroom::project
