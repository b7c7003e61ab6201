#include "topology/generated_fabric.h"

#include "topology/drawn_fabric.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::topology {

namespace {

using project::Severity;

/// Cables between switches; more than anybody lays, and a bound for a number with a few zeros too many.
constexpr double mostCables = 1e6;
constexpr double mostSwitches = 1e5;

/// Groups that stand together.
struct Rack
{
    std::string name; ///< empty: wherever there is room
    std::vector<std::uint32_t> groups;
    std::uint32_t nodes = 0;
};

class GeneratedFabric
{
public:
    GeneratedFabric(const project::Fabric& fabric, const std::string& pointer, std::vector<GroupInfo>& groups,
                    project::Resolver& resolver, Wiring& wiring)
        : fabric_(fabric), pointer_(pointer), groups_(groups), resolver_(resolver), wiring_(wiring)
    {
    }

    void lay()
    {
        shape_ = resolver_.text(fields_, "generate", fabric_.fields, pointer_);
        if (!readParts())
            return;
        gatherRacks();
        if (shape_ == "star")
            layLeaves(1, 0, wholeNodes());
        else if (shape_ == "fat tree")
            layFatTree();
        else
            layLeafSpine();
        wiring_.finish();
    }

private:
    bool readParts();
    void gatherRacks();
    void layLeafSpine();
    void layFatTree();
    void layLeaves(std::uint32_t leaves, std::uint32_t spines, std::uint32_t capacity);
    bool seat(std::uint32_t leaves, std::uint32_t capacity);
    bool joinAll(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs, std::uint32_t cables);

    std::uint32_t leavesFor(std::uint32_t capacity) const;
    std::uint32_t capacityFor(std::uint32_t leaves) const;
    std::uint32_t cablesPerSpine(std::uint32_t spines, std::uint32_t capacity);
    std::uint32_t wholeNodes() const { return static_cast<std::uint32_t>(wiring_.nodes.size()); }
    double uplinkRate() const;

    double number(const char* name)
    {
        return isSet(fabric_.fields, name) ? resolver_.number(fields_, name, fabric_.fields, pointer_) : 0.0;
    }
    std::uint32_t count(const char* name)
    {
        return static_cast<std::uint32_t>(std::clamp(number(name), 0.0, mostCables));
    }
    void error(const char* key, const char* field, const std::string& problem, const std::string& remedy)
    {
        wiring_.report(Severity::error, key, pointer_ + "/" + field, "fabric " + fabric_.id, problem, remedy);
    }
    bool fits(double switches, double cables, const char* field)
    {
        if (switches <= mostSwitches && cables <= mostCables)
            return true;
        error("fabric.too-large", field, "It has more than a hundred thousand switches or a million cables.",
              "Lower its numbers.");
        return false;
    }

    const project::Fields& fields_ = project::fabricFields();
    const project::Fabric& fabric_;
    const std::string& pointer_;
    std::vector<GroupInfo>& groups_;
    project::Resolver& resolver_;
    Wiring& wiring_;
    std::string shape_;
    const project::Component* nic_ = nullptr;
    std::uint32_t leafKind_ = 0, spineKind_ = 0;
    const char* spineField_ = "leaf_switch"; ///< which field names the kind of the spines
    double leafRate_ = 0, spineRate_ = 0;    ///< of the fastest ports
    double nodeRate_ = 0, uplinkRate_ = 0;   ///< as asked for; 0: what there is
    double latencyS_ = 0;
    std::vector<Rack> racks_;
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
        error("fabric.no-switch", "leaf_switch", "It does not say which switch the nodes hang on.",
              "Pick a leaf switch.");
    if (!isSet(fabric_.fields, "nic"))
        error("link.no-adapter", "nic", "It does not say which network adapter its nodes have.", "Pick an adapter.");
    if (!leaf || !spine || !nic_)
        return false;
    SwitchKind kind = Wiring::kindOf(*leaf);
    leafRate_ = kind.rates.empty() ? 0 : kind.rates.back();
    leafKind_ = wiring_.addKind(std::move(kind));
    kind = Wiring::kindOf(*spine);
    spineRate_ = kind.rates.empty() ? 0 : kind.rates.back();
    spineKind_ = wiring_.addKind(std::move(kind));
    nodeRate_ = number("node_rate");
    uplinkRate_ = number("uplink_rate");
    latencyS_ = number("cable_latency");
    return true;
}

void GeneratedFabric::gatherRacks()
{
    for (std::uint32_t g = 0; g < groups_.size(); ++g) {
        const GroupInfo& group = groups_[g];
        auto rack = std::find_if(racks_.begin(), racks_.end(),
                                 [&](const Rack& other) { return !group.rack.empty() && other.name == group.rack; });
        if (rack == racks_.end())
            rack = racks_.insert(racks_.end(), Rack{group.rack, {}, 0});
        rack->groups.push_back(g);
        rack->nodes += group.count;
    }
}

/// How many leaves the nodes fill with so many places at each.
std::uint32_t GeneratedFabric::leavesFor(std::uint32_t capacity) const
{
    std::uint64_t filled = 0; // places, those that a rack leaves empty too
    bool named = false;
    for (const Rack& rack : racks_) {
        if (named || !rack.name.empty())
            filled = (filled + capacity - 1) / capacity * capacity;
        named = !rack.name.empty();
        filled += rack.nodes;
    }
    return static_cast<std::uint32_t>((filled + capacity - 1) / capacity);
}

/// The least number of places at a leaf with which so many leaves do; without one as many as there are nodes.
std::uint32_t GeneratedFabric::capacityFor(std::uint32_t leaves) const
{
    std::uint32_t low = 1;
    std::uint32_t high = std::max(1U, wholeNodes());
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (leavesFor(middle) <= leaves)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool GeneratedFabric::seat(std::uint32_t leaves, std::uint32_t capacity)
{
    if (const std::uint32_t needed = leavesFor(capacity); needed > leaves) {
        error(
            "fabric.too-many-nodes", "generate",
            "The " + std::to_string(wholeNodes()) + " nodes do not fit: with " + std::to_string(capacity) +
                " at each they need " + std::to_string(needed) + " leaf switches, and there are " +
                std::to_string(leaves) + '.',
            "Raise the number of leaf switches or of nodes at each (in a fat tree the radix), or put more node groups "
            "into one rack.");
        return false;
    }
    Cables cables;
    cables.shared = !wiring_.delayOnly;
    cables.packets = wiring_.packets;
    cables.rate = wiring_.nodeRate(nic_, nodeRate_, 0);
    cables.latencyS = Wiring::adapterLatency(nic_) + latencyS_;
    wiring_.checkRate(nodeRate_, wiring_.fastest(nic_, 0), pointer_ + "/node_rate", "fabric " + fabric_.id);
    if (!(cables.rate > 0)) {
        error("link.no-rate", "node_rate", "Neither adapter nor switch say how fast its cables are.",
              "Set a rate, or pick components with a rate.");
        return false;
    }
    std::uint32_t place = 0;
    bool named = false;
    for (const Rack& rack : racks_) {
        if (named || !rack.name.empty())
            place = (place + capacity - 1) / capacity * capacity;
        named = !rack.name.empty();
        for (const std::uint32_t g : rack.groups) {
            groups_[g].nic = nic_;
            for (std::uint32_t n = 0; n < groups_[g].count; ++n)
                wiring_.attach(groups_[g].firstNode + n, place++ / capacity, cables);
        }
    }
    return true;
}

double GeneratedFabric::uplinkRate() const
{
    double rate = leafRate_ > 0 && spineRate_ > 0 ? std::min(leafRate_, spineRate_) : 0;
    if (uplinkRate_ > 0)
        rate = rate > 0 ? std::min(rate, uplinkRate_) : uplinkRate_;
    return rate;
}

std::uint32_t GeneratedFabric::cablesPerSpine(std::uint32_t spines, std::uint32_t capacity)
{
    if (const std::uint32_t uplinks = count("uplinks"); uplinks > 0) {
        if (uplinks % spines == 0)
            return uplinks / spines;
        error("fabric.uneven-uplinks", "uplinks",
              std::to_string(uplinks) + " uplinks cannot be shared out evenly over " + std::to_string(spines) +
                  " spine switches.",
              "Make it a multiple of the number of spine switches.");
        return 0;
    }
    const double wanted = number("oversubscription");
    if (!(wanted > 0) || !(uplinkRate() > 0))
        return 1;
    const double nodeRate = wiring_.nodeRate(nic_, nodeRate_, 0);
    return static_cast<std::uint32_t>(
        std::max(1.0, std::ceil(capacity * nodeRate / (wanted * uplinkRate() * spines) * (1 - 1e-9))));
}

void GeneratedFabric::layLeafSpine()
{
    std::uint32_t leaves = count("leaves");
    std::uint32_t capacity = count("leaf_nodes");
    const std::uint32_t spines = count("spines");
    const bool clos = shape_ == "clos";
    if (spines == 0 || (leaves == 0 && capacity == 0) || (clos && (leaves == 0 || capacity == 0))) {
        error("fabric.incomplete", "generate",
              clos ? "A Clos network needs its three numbers: leaf_nodes (n), spines (m) and leaves (r)."
                   : "A leaf-spine fabric needs the number of spines, and that of leaves or of nodes at each leaf.",
              "Set them.");
        return;
    }
    if (capacity == 0)
        capacity = capacityFor(leaves);
    if (leaves == 0)
        leaves = std::max(1U, leavesFor(capacity));
    layLeaves(leaves, spines, capacity);
}

void GeneratedFabric::layLeaves(std::uint32_t leaves, std::uint32_t spines, std::uint32_t capacity)
{
    if (!fits(static_cast<double>(leaves) + spines, 0, "leaves"))
        return;
    const bool clos = shape_ == "clos";
    for (std::uint32_t l = 0; l < leaves; ++l)
        wiring_.addSwitch(spines == 0 ? "switch" : (clos ? "outer-" : "leaf-") + std::to_string(l + 1), leafKind_,
                          pointer_ + "/leaf_switch");
    for (std::uint32_t s = 0; s < spines; ++s)
        wiring_.addSwitch((clos ? "middle-" : "spine-") + std::to_string(s + 1), spineKind_,
                          pointer_ + "/" + spineField_);
    if (!seat(leaves, std::max(1U, capacity)))
        return;
    const std::uint32_t cables = spines > 0 ? cablesPerSpine(spines, capacity) : 0;
    if ((spines > 0 && cables == 0) || !fits(0, static_cast<double>(leaves) * spines * cables, "uplinks"))
        return;
    const auto first = static_cast<std::uint32_t>(wiring_.links.size());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t l = 0; l < leaves; ++l)
        for (std::uint32_t s = 0; s < spines; ++s)
            pairs.emplace_back(l, leaves + s);
    if (joinAll(pairs, cables))
        wiring_.paths = std::make_unique<LeafSpinePaths>(leaves, spines, cables, first);
}

void GeneratedFabric::layFatTree()
{
    const std::uint32_t k = count("radix");
    if (k < 2 || k % 2 != 0) {
        error("fabric.odd-radix", "radix", "The radix of a fat tree is an even number from 2 on.",
              "Set it to the number of ports that each switch uses.");
        return;
    }
    const std::uint32_t half = k / 2;
    if (!fits(1.25 * k * k, 0.5 * k * k * k, "radix"))
        return;
    const auto two = [](std::uint32_t a, std::uint32_t b) {
        return std::to_string(a + 1) + "-" + std::to_string(b + 1);
    };
    for (const char* tier : {"edge-", "aggregation-"})
        for (std::uint32_t i = 0; i < k * half; ++i)
            wiring_.addSwitch(tier + two(i / half, i % half), *tier == 'e' ? leafKind_ : spineKind_,
                              pointer_ + "/" + (*tier == 'e' ? "leaf_switch" : spineField_));
    for (std::uint32_t c = 0; c < half * half; ++c)
        wiring_.addSwitch("core-" + two(c / half, c % half), spineKind_, pointer_ + "/" + spineField_);
    if (!seat(k * half, half))
        return;
    const auto first = static_cast<std::uint32_t>(wiring_.links.size());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t edge = 0; edge < k * half; ++edge)
        for (std::uint32_t a = 0; a < half; ++a)
            pairs.emplace_back(edge, k * half + edge / half * half + a);
    for (std::uint32_t up = 0; up < k * half; ++up)
        for (std::uint32_t j = 0; j < half; ++j)
            pairs.emplace_back(k * half + up, k * k + up % half * half + j);
    if (joinAll(pairs, 1))
        wiring_.paths = std::make_unique<FatTreePaths>(k, first);
}

bool GeneratedFabric::joinAll(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs, std::uint32_t cables)
{
    if (pairs.empty())
        return true;
    Cables each;
    each.count = cables;
    each.latencyS = latencyS_;
    each.shared = !wiring_.delayOnly;
    each.packets = wiring_.packets;
    each.rate = uplinkRate();
    const auto [a, b] = pairs.front();
    wiring_.checkRate(uplinkRate_, wiring_.fastest(a, b), pointer_ + "/uplink_rate", "fabric " + fabric_.id);
    if (!(each.rate > 0)) {
        error("link.no-rate", "uplink_rate", "Its switches do not say how fast the cables between them are.",
              "Set a rate, or pick switches with known ports.");
        return false;
    }
    for (const auto& [lower, upper] : pairs)
        wiring_.join(lower, upper, each);
    return true;
}

} // namespace

void generateFabric(const project::Fabric& fabric, const std::string& pointer, std::vector<GroupInfo>& groups,
                    project::Resolver& resolver, Wiring& wiring)
{
    GeneratedFabric(fabric, pointer, groups, resolver, wiring).lay();
}

} // namespace headroom::topology
