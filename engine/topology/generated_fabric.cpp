#include "topology/generated_fabric.h"

#include "project/document/hardware.h"
#include "project/resolve/fabric_plan.h"
#include "topology/drawn_fabric.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace headroom::topology {

namespace {

using project::Severity;

class GeneratedFabric
{
public:
    GeneratedFabric(const project::Topology& topology, const project::Fabric& fabric, const std::string& pointer,
                    std::vector<GroupInfo>& groups, project::Resolver& resolver, Wiring& wiring)
        : topology_(topology), fabric_(fabric), pointer_(pointer), groups_(groups), resolver_(resolver), wiring_(wiring)
    {
    }

    void lay()
    {
        asked_.shape = resolver_.text(fields_, "generate", fabric_.fields, pointer_);
        if (!readParts())
            return;
        plan_ = project::planFabric(asked_, places());
        if (!tell() || !addSwitches())
            return;
        seat();
        join();
        wiring_.finish();
    }

private:
    bool readParts();
    std::vector<project::GroupPlaces> places() const;
    bool tell();
    bool addSwitches();
    void seat();
    void join();
    bool checkUplinks(std::uint32_t lower, std::uint32_t upper);

    const project::Component* nicOf(const GroupInfo& group) const { return group.ownNic ? group.ownNic : nic_; }
    double number(const char* name)
    {
        return isSet(fabric_.fields, name) ? resolver_.number(fields_, name, fabric_.fields, pointer_) : 0.0;
    }
    void error(const char* key, const char* field, const std::string& problem, const std::string& remedy)
    {
        wiring_.report(Severity::error, key, pointer_ + "/" + field, "fabric " + fabric_.id, problem, remedy);
    }

    const project::Fields& fields_ = project::fabricFields();
    const project::Topology& topology_;
    const project::Fabric& fabric_;
    const std::string& pointer_;
    std::vector<GroupInfo>& groups_;
    project::Resolver& resolver_;
    Wiring& wiring_;
    project::FabricNumbersAsked asked_;
    project::FabricPlan plan_;
    const project::Component* nic_ = nullptr; ///< of groups that name none themselves
    std::uint32_t leafKind_ = 0, spineKind_ = 0;
    const char* spineField_ = "leaf_switch"; ///< the field that names the kind of the spines
    double nodeRate_ = 0, uplinkRate_ = 0;   ///< as specified; 0: determined by the parts
    double latencyS_ = 0;
};

bool GeneratedFabric::readParts()
{
    const project::Component* leaf = resolver_.component(fields_, "leaf_switch", fabric_.fields, pointer_);
    const project::Component* spine = leaf;
    if (isSet(fabric_.fields, "spine_switch")) {
        spine = resolver_.component(fields_, "spine_switch", fabric_.fields, pointer_);
        spineField_ = "spine_switch";
    }
    nic_ = resolver_.component(fields_, "nic", fabric_.fields, pointer_);
    if (!isSet(fabric_.fields, "leaf_switch"))
        error("fabric.no-switch", "leaf_switch", "It names no switch for its nodes.", "Pick a leaf switch.");
    const bool without = !isSet(fabric_.fields, "nic") &&
                         std::any_of(groups_.begin(), groups_.end(), [](const auto& each) { return !each.ownNic; });
    if (without)
        error("link.no-adapter", "nic", "It names no network adapter for its nodes.", "Pick an adapter.");
    if (!leaf || !spine || without || (isSet(fabric_.fields, "nic") && !nic_))
        return false;
    leafKind_ = wiring_.addKind(Wiring::kindOf(*leaf));
    spineKind_ = wiring_.addKind(Wiring::kindOf(*spine));
    nodeRate_ = number("node_rate");
    uplinkRate_ = number("uplink_rate");
    latencyS_ = number("cable_latency");
    return project::numbersAsked(topology_, fabric_, resolver_, pointer_, asked_);
}

std::vector<project::GroupPlaces> GeneratedFabric::places() const
{
    std::vector<project::GroupPlaces> places;
    for (const GroupInfo& group : groups_)
        places.push_back({group.rack, group.count, group.ownNic ? project::nodeRateOf(group.ownNic, asked_) : 0});
    return places;
}

/// Reports what is wrong with the numbers; true if nothing is.
bool GeneratedFabric::tell()
{
    using enum project::FabricFault;
    switch (plan_.fault) {
    case none:
        return true;
    case incomplete:
        error("fabric.incomplete", "generate",
              asked_.shape == "clos"
                  ? "A Clos network needs its three numbers: leaf_nodes (n), spines (m) and leaves (r)."
                  : "A leaf-spine fabric needs the number of spines, and that of leaves or of nodes at each leaf.",
              "Set them.");
        break;
    case oddRadix:
        error("fabric.odd-radix", "radix", "The radix of a fat tree is an even number from 2 on.",
              "Set it to the number of ports that each switch uses.");
        break;
    case tooLarge:
        error("fabric.too-large", plan_.faultField.c_str(),
              "It has more than a hundred thousand switches or a million cables.", "Lower its numbers.");
        break;
    case unevenUplinks:
        error("fabric.uneven-uplinks", "uplinks",
              std::to_string(asked_.uplinks) + " uplinks cannot be shared out evenly over " +
                  std::to_string(plan_.spines) + " spine switches.",
              "Make it a multiple of the number of spine switches.");
        break;
    case tooManyNodes:
        error(
            "fabric.too-many-nodes", "generate",
            "The " + std::to_string(plan_.nodes) + " nodes do not fit: with " + std::to_string(plan_.places) +
                " at each they need " + std::to_string(plan_.leavesNeeded) + " leaf switches, and there are " +
                std::to_string(plan_.leaves) + '.',
            "Raise the number of leaf switches or of nodes at each (in a fat tree the radix), or put more node groups "
            "into one rack.");
        break;
    }
    return false;
}

bool GeneratedFabric::addSwitches()
{
    const bool tree = plan_.aggregations > 0;
    const std::uint32_t half = asked_.radix / 2;
    const auto named = [&](const std::string& tier, std::uint32_t index) {
        return tier + "-" +
               (tree ? std::to_string(index / half + 1) + "-" + std::to_string(index % half + 1)
                     : std::to_string(index + 1));
    };
    const auto add = [&](const std::string& tier, std::uint32_t switches, bool leaves) {
        for (std::uint32_t i = 0; i < switches; ++i)
            wiring_.addSwitch(named(tier, i), tier, leaves ? leafKind_ : spineKind_,
                              pointer_ + "/" + (leaves ? "leaf_switch" : spineField_));
    };
    if (asked_.shape == "star") {
        wiring_.addSwitch("switch", "switch", leafKind_, pointer_ + "/leaf_switch");
    } else {
        const bool clos = asked_.shape == "clos";
        add(tree ? "edge" : clos ? "outer" : "leaf", plan_.leaves, true);
        add("aggregation", plan_.aggregations, false);
        add(tree ? "core" : clos ? "middle" : "spine", plan_.spines, false);
    }
    std::vector<const project::Component*> checked;
    for (const GroupInfo& group : groups_) {
        const project::Component* nic = nicOf(group);
        if (std::find(checked.begin(), checked.end(), nic) != checked.end())
            continue;
        checked.push_back(nic);
        const double rate = project::nodeRateOf(nic, asked_);
        if (!(rate > 0)) {
            error("link.no-rate", "node_rate", "Neither adapter nor switch states a rate for its cables.",
                  "Set a rate, or pick components with a rate.");
            return false;
        }
        wiring_.checkRate(nodeRate_, wiring_.fastest(nic, 0), pointer_ + "/node_rate", "fabric " + fabric_.id);
        wiring_.checkAdapter(nic, rate, pointer_ + "/nic", "fabric " + fabric_.id);
    }
    return true;
}

void GeneratedFabric::seat()
{
    Cables cables;
    cables.shared = !wiring_.delayOnly;
    cables.packets = wiring_.packets;
    for (const project::Seats& seats : plan_.seats) {
        GroupInfo& group = groups_[seats.group];
        group.nic = nicOf(group);
        group.adapters = {{group.nic, cables.count}};
        cables.rate = project::nodeRateOf(group.nic, asked_);
        cables.latencyS = Wiring::adapterLatency(group.nic) + latencyS_;
        for (std::uint32_t n = seats.first; n < seats.first + seats.count; ++n)
            wiring_.attach(group.firstNode + n, seats.leaf, cables);
    }
}

void GeneratedFabric::join()
{
    const std::uint32_t leaves = plan_.leaves;
    const auto first = static_cast<std::uint32_t>(wiring_.links.size());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    if (plan_.aggregations > 0) {
        const std::uint32_t half = asked_.radix / 2;
        for (std::uint32_t edge = 0; edge < leaves; ++edge)
            for (std::uint32_t a = 0; a < half; ++a)
                pairs.emplace_back(edge, leaves + edge / half * half + a);
        for (std::uint32_t up = 0; up < leaves; ++up)
            for (std::uint32_t j = 0; j < half; ++j)
                pairs.emplace_back(leaves + up, 2 * leaves + up % half * half + j);
    } else {
        for (std::uint32_t l = 0; l < leaves; ++l)
            for (std::uint32_t s = 0; s < plan_.spines; ++s)
                pairs.emplace_back(l, leaves + s);
    }
    Cables each;
    each.count = plan_.cables;
    each.latencyS = latencyS_;
    each.shared = !wiring_.delayOnly;
    each.packets = wiring_.packets;
    each.rate = asked_.uplinkRate;
    if (!pairs.empty() && !checkUplinks(pairs.front().first, pairs.front().second))
        return;
    for (const auto& [lower, upper] : pairs)
        wiring_.join(lower, upper, each);
    if (plan_.aggregations > 0)
        wiring_.paths = std::make_unique<FatTreePaths>(asked_.radix, first);
    else
        wiring_.paths = std::make_unique<LeafSpinePaths>(leaves, plan_.spines, plan_.cables, first);
}

bool GeneratedFabric::checkUplinks(std::uint32_t lower, std::uint32_t upper)
{
    wiring_.checkRate(uplinkRate_, wiring_.fastest(lower, upper), pointer_ + "/uplink_rate", "fabric " + fabric_.id);
    if (asked_.uplinkRate > 0)
        return true;
    error("link.no-rate", "uplink_rate", "Its switches state no rate for the cables between them.",
          "Set a rate, or pick switches with known ports.");
    return false;
}

} // namespace

void generateFabric(const project::Topology& topology, const project::Fabric& fabric, const std::string& pointer,
                    std::vector<GroupInfo>& groups, project::Resolver& resolver, Wiring& wiring)
{
    GeneratedFabric(topology, fabric, pointer, groups, resolver, wiring).lay();
}

} // namespace headroom::topology
