#include "topology/drawn_fabric.h"

#include "project/document/hardware.h"
#include "project/document/long_work.h"
#include "project/document/whole_number.h"
#include "project/resolve/fabric_plan.h"
#include "topology/switch_routes.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace headroom::topology {

bool isSet(const project::Json& fields, const char* name)
{
    return fields.is_object() && fields.contains(name) && !fields.at(name).is_null();
}

namespace {

using project::Severity;

/// The processor time of packets.
bool costTheSame(const project::Component& a, const project::Component& b)
{
    for (const char* figure : {"cpu_per_packet_offload_us", "cpu_per_packet_no_offload_us", "cpu_per_byte_offload_ns",
                               "cpu_per_byte_no_offload_ns"})
        if (a.figure(figure) != b.figure(figure))
            return false;
    return true;
}

class DrawnFabric
{
public:
    DrawnFabric(const project::Fabric& fabric, const std::string& pointer, std::vector<GroupInfo>& groups,
                project::Resolver& resolver, Wiring& wiring)
        : fabric_(fabric), pointer_(pointer), groups_(groups), resolver_(resolver), wiring_(wiring),
          groupCables_(groups.size()), linked_(groups.size()), fabricMtu_(wiring.leastMtu)
    {
    }

    void lay()
    {
        for (std::size_t i = 0; i < fabric_.switches.size(); ++i)
            if (isThere(fabric_.switches[i].id))
                readSwitch(i);
        for (std::size_t i = 0; i < fabric_.links.size(); ++i)
            if (cablesOf(fabric_.links[i], linkPointer(i)) > 0)
                lay(i);
        wiring_.finish();
        wiring_.leastMtu = leastMtu_.value_or(fabricMtu_);
        layRoutes();
        const bool ideal = wiring_.delayOnly && fabric_.switches.empty() && fabric_.links.empty();
        if (!ideal)
            checkReach();
    }

private:
    bool isThere(const std::string& switchId);
    void readSwitch(std::size_t index);
    void lay(std::size_t index);
    void layToNodes(std::size_t index, std::uint32_t group, std::uint32_t toSwitch);
    void layBetweenNodes(std::size_t index, std::uint32_t a, std::uint32_t b);
    void layBetweenSwitches(std::size_t index, std::uint32_t a, std::uint32_t b);
    void plug(GroupInfo& group, const project::Component* nic, std::uint32_t cables, const project::Link& link,
              const std::string& pointer);
    bool setRate(Cables& cables, double rate, const project::Link& link, const std::string& pointer);
    void noteMtu(std::size_t index);
    void layRoutes();
    void checkReach();

    double numberOf(const project::Link& link, const char* name, const std::string& pointer)
    {
        return isSet(link.fields, name) ? resolver_.number(project::linkFields(), name, link.fields, pointer) : 0.0;
    }
    const project::Component* adapterOf(const project::Link& link, std::uint32_t group, const std::string& pointer);
    std::uint32_t cablesOf(const project::Link& link, const std::string& pointer)
    {
        return project::wholeNumber<std::uint32_t>(
            resolver_.number(project::linkFields(), "count", link.fields, pointer));
    }
    std::string linkPointer(std::size_t index) const { return pointer_ + "/links/" + std::to_string(index); }

    template <typename Items>
    static std::uint32_t find(const Items& items, const std::string& id)
    {
        const auto found = std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.id == id; });
        return found == items.end() ? Wiring::none : static_cast<std::uint32_t>(found - items.begin());
    }

    const project::Fabric& fabric_;
    const std::string& pointer_;
    std::vector<GroupInfo>& groups_;
    project::Resolver& resolver_;
    Wiring& wiring_;
    std::vector<bool> known_;                             ///< of each switch: has a component
    std::vector<std::vector<std::uint32_t>> groupCables_; ///< switch at the end of each cable of a group's nodes
    std::vector<std::pair<std::uint32_t, std::uint32_t>> direct_; ///< groups that are joined without a switch
    std::vector<bool> linked_; ///< of each group: a link to it is drawn; a fault may keep it from being laid
    const std::uint32_t fabricMtu_;
    std::optional<std::uint32_t> leastMtu_; ///< of the links so far
};

/// False if all links that lead to the switch have no cables.
bool DrawnFabric::isThere(const std::string& switchId)
{
    bool any = false;
    for (std::size_t i = 0; i < fabric_.links.size(); ++i) {
        const project::Link& link = fabric_.links[i];
        if (link.from != switchId && link.to != switchId)
            continue;
        if (cablesOf(link, linkPointer(i)) > 0)
            return true;
        any = true;
    }
    return !any;
}

void DrawnFabric::readSwitch(std::size_t index)
{
    const project::Switch& drawn = fabric_.switches[index];
    const std::string pointer = pointer_ + "/switches/" + std::to_string(index);
    const auto& fields = project::switchFields();
    const project::Component* component = resolver_.component(fields, "component", drawn.fields, pointer);
    SwitchKind kind = component ? Wiring::kindOf(*component) : SwitchKind{};
    kind.router = resolver_.text(fields, "kind", drawn.fields, pointer) == "router";
    if (isSet(drawn.fields, "latency"))
        kind.latencyS = resolver_.number(fields, "latency", drawn.fields, pointer);
    if (isSet(drawn.fields, "rate"))
        kind.capacity = resolver_.number(fields, "rate", drawn.fields, pointer);
    if (isSet(drawn.fields, "rate") && wiring_.delayOnly)
        wiring_.report(Severity::warning, "switch.rate-unused", pointer + "/rate", "switch " + drawn.id,
                       "In a delay-only fabric a switch limits nothing.",
                       "Set the rate of its links, or choose another level of detail.");
    known_.push_back(component || wiring_.delayOnly);
    if (!component && !wiring_.delayOnly && !isSet(drawn.fields, "component"))
        wiring_.report(Severity::error, "field.missing", pointer + "/component", "switch " + drawn.id,
                       "The kind of switch is not set.", "Pick the kind of switch, or make the fabric delay only.");
    wiring_.addSwitch(drawn.id, drawn.id, wiring_.addKind(std::move(kind)), pointer);
}

void DrawnFabric::lay(std::size_t index)
{
    const project::Link& link = fabric_.links[index];
    const std::uint32_t fromSwitch = find(wiring_.switches, link.from);
    const std::uint32_t toSwitch = find(wiring_.switches, link.to);
    const std::uint32_t fromGroup = find(groups_, link.from);
    const std::uint32_t toGroup = find(groups_, link.to);
    if (fromSwitch != Wiring::none && toSwitch != Wiring::none && fromSwitch != toSwitch) {
        layBetweenSwitches(index, fromSwitch, toSwitch);
    } else if (fromGroup != Wiring::none && toSwitch != Wiring::none) {
        layToNodes(index, fromGroup, toSwitch);
    } else if (fromSwitch != Wiring::none && toGroup != Wiring::none) {
        layToNodes(index, toGroup, fromSwitch);
    } else if (fromGroup != Wiring::none && toGroup != Wiring::none) {
        layBetweenNodes(index, fromGroup, toGroup);
    } else {
        wiring_.report(Severity::error, "link.bad-ends", linkPointer(index), "link " + link.id,
                       "It leads from \"" + link.from + "\" to \"" + link.to +
                           "\", which are not two of the node groups and of the switches of this fabric.",
                       "Connect it to a switch of the fabric, or to a node group.");
    }
}

void DrawnFabric::layToNodes(std::size_t index, std::uint32_t group, std::uint32_t toSwitch)
{
    const project::Link& link = fabric_.links[index];
    const std::string pointer = linkPointer(index);
    const project::Component* nic = adapterOf(link, group, pointer);
    Cables cables;
    cables.count = cablesOf(link, pointer);
    cables.drawnAs = static_cast<std::uint32_t>(index);
    linked_[group] = true;
    if ((!nic && !wiring_.delayOnly) || !known_[toSwitch])
        return;
    const GroupInfo& info = groups_[group];
    plug(groups_[group], nic, cables.count, link, pointer);
    const double own = numberOf(link, "rate", pointer);
    wiring_.checkRate(own, wiring_.fastest(nic, toSwitch), pointer + "/rate", "link " + link.id);
    if (!setRate(cables, wiring_.nodeRate(nic, own, toSwitch), link, pointer))
        return;
    if (!(own > 0)) // a rate that is stated is meant
        wiring_.checkAdapter(nic, cables.rate, pointer, "link " + link.id);
    cables.latencyS = Wiring::adapterLatency(nic) + numberOf(link, "latency", pointer);
    for (std::uint32_t node = info.firstNode; node < info.firstNode + info.count; ++node) {
        wiring_.attach(node, toSwitch, cables);
        wiring_.plugInto(nic, node, cables.count, pointer);
    }
    groupCables_[group].insert(groupCables_[group].end(), cables.count, toSwitch);
    noteMtu(index);
}

/// Cables from node to node run at the rate of the slower of the two adapters.
void DrawnFabric::layBetweenNodes(std::size_t index, std::uint32_t a, std::uint32_t b)
{
    const project::Link& link = fabric_.links[index];
    const std::string pointer = linkPointer(index);
    linked_[a] = linked_[b] = true;
    const project::Component* nicA = adapterOf(link, a, pointer);
    const project::Component* nicB = a == b ? nicA : adapterOf(link, b, pointer);
    Cables cables;
    cables.count = cablesOf(link, pointer);
    cables.drawnAs = static_cast<std::uint32_t>(index);
    if ((!nicA || !nicB) && !wiring_.delayOnly)
        return;
    const GroupInfo &first = groups_[a], &second = groups_[b];
    const bool oneToOne = resolver_.text(project::linkFields(), "pairing", link.fields, pointer) == "one to one";
    if (oneToOne && (a == b || first.count != second.count)) {
        wiring_.report(Severity::error, "link.no-pairs", pointer + "/pairing", "link " + link.id,
                       a == b
                           ? "The nodes of one group cannot be joined one to one."
                           : "\"" + first.id + "\" has " + std::to_string(first.count) + " nodes and \"" + second.id +
                                 "\" " + std::to_string(second.count) + ": they cannot be joined one to one.",
                       "Join each with each, or give both groups as many nodes.");
        return;
    }
    const double own = numberOf(link, "rate", pointer);
    const double fastest = Wiring::slower(project::adapterRate(nicA), project::adapterRate(nicB));
    wiring_.checkRate(own, fastest, pointer + "/rate", "link " + link.id);
    if (!setRate(cables, Wiring::slower(fastest, own), link, pointer))
        return;
    if (!(own > 0))
        wiring_.checkAdapter(nicA, cables.rate, pointer, "link " + link.id);
    if (!(own > 0) && nicB != nicA)
        wiring_.checkAdapter(nicB, cables.rate, pointer, "link " + link.id);
    cables.latencyS = Wiring::adapterLatency(nicA) + Wiring::adapterLatency(nicB) + numberOf(link, "latency", pointer);
    for (std::uint32_t from = 0; from < first.count; ++from)
        for (std::uint32_t to = a == b ? from + 1 : 0; to < second.count; ++to)
            if (!oneToOne || from == to) {
                wiring_.connect(first.firstNode + from, second.firstNode + to, cables);
                wiring_.plugInto(nicA, first.firstNode + from, cables.count, pointer);
                wiring_.plugInto(nicB, second.firstNode + to, cables.count, pointer);
            }
    plug(groups_[a], nicA, cables.count * (oneToOne ? 1 : a == b ? first.count - 1 : second.count), link, pointer);
    if (a != b)
        plug(groups_[b], nicB, cables.count * (oneToOne ? 1 : first.count), link, pointer);
    direct_.emplace_back(a, b);
    noteMtu(index);
}

/// Adds the link's adapters to those of the group.
void DrawnFabric::plug(GroupInfo& group, const project::Component* nic, std::uint32_t cables, const project::Link& link,
                       const std::string& pointer)
{
    const auto same = std::find_if(group.adapters.begin(), group.adapters.end(),
                                   [nic](const AdapterInfo& each) { return each.component == nic; });
    if (same != group.adapters.end())
        same->cables += cables;
    else
        group.adapters.push_back({nic, cables});
    if (!group.nic)
        group.nic = nic;
    if (nic && !costTheSame(*nic, *group.nic))
        wiring_.report(Severity::warning, "link.adapters-differ", pointer + "/nic", "link " + link.id,
                       "The adapters of \"" + group.id + "\" do not cost its processor the same; the run takes what " +
                           group.nic->id + " costs for all of them.",
                       "Give the links of the node group one kind of adapter.");
}

/// An unspecified rate (0) means unlimited in a delay-only fabric; otherwise it is an error.
bool DrawnFabric::setRate(Cables& cables, double rate, const project::Link& link, const std::string& pointer)
{
    const std::string detail = resolver_.text(project::linkFields(), "detail", link.fields, pointer);
    cables.packets = detail == "packet" || (detail == "as the fabric" && wiring_.packets);
    cables.shared = cables.packets || (wiring_.delayOnly ? detail == "shared" : detail != "delay only");
    cables.rate = rate > 0 || cables.shared ? rate : std::numeric_limits<double>::infinity();
    if (cables.rate > 0)
        return true;
    wiring_.report(Severity::error, "link.no-rate", pointer, "link " + link.id, "Neither of its ends states a rate.",
                   "Set a rate, or pick adapters and switches with known rates.");
    return false;
}

void DrawnFabric::layBetweenSwitches(std::size_t index, std::uint32_t a, std::uint32_t b)
{
    const project::Link& link = fabric_.links[index];
    const std::string pointer = linkPointer(index);
    Cables cables;
    cables.count = cablesOf(link, pointer);
    cables.drawnAs = static_cast<std::uint32_t>(index);
    if (!known_[a] || !known_[b])
        return;
    const double own = numberOf(link, "rate", pointer);
    wiring_.checkRate(own, wiring_.fastest(a, b), pointer + "/rate", "link " + link.id);
    if (!setRate(cables, wiring_.trunkRate(own, a, b), link, pointer))
        return;
    cables.latencyS = numberOf(link, "latency", pointer);
    wiring_.join(a, b, cables);
    // The cables between two routers form a subnet of their own, whose MTU counts only if it is set.
    const bool between = wiring_.kind(a).router && wiring_.kind(b).router;
    if (!between || isSet(link.fields, "mtu"))
        noteMtu(index);
}

void DrawnFabric::noteMtu(std::size_t index)
{
    const double own = numberOf(fabric_.links[index], "mtu", linkPointer(index));
    const std::uint32_t mtu = own > 0 ? static_cast<std::uint32_t>(own) : fabricMtu_;
    leastMtu_ = std::min(leastMtu_.value_or(mtu), mtu);
}

void DrawnFabric::layRoutes()
{
    auto routes = std::make_unique<SwitchRoutes>(static_cast<std::uint32_t>(wiring_.switches.size()));
    for (std::uint32_t l = 0; l < wiring_.links.size(); ++l) {
        const LinkInfo& link = wiring_.links[l];
        if (link.reverse != Wiring::none && link.fromSwitch != Wiring::none && link.toSwitch != Wiring::none)
            routes->addLink(link.fromSwitch, link.toSwitch, l);
    }
    std::vector<std::uint32_t> targets;
    for (const auto& cables : groupCables_)
        targets.insert(targets.end(), cables.begin(), cables.end());
    routes->build(targets);
    wiring_.paths = std::move(routes);
}

/// Every group must reach every other; for each group that does not, one finding names the first one that it cannot
/// reach. Where cables without a switch are drawn, some nodes may have no need to: then it is a warning.
void DrawnFabric::checkReach()
{
    if (wiring_.nodes.size() < 2)
        return;
    project::LongWork checked("routes between node groups");
    const auto reaches = [&](std::size_t a, std::size_t b) {
        checked.step();
        for (const auto& [first, second] : direct_)
            if ((first == a && second == b) || (first == b && second == a))
                return true;
        if (a == b && groups_[a].count == 1)
            return true;
        for (const std::uint32_t from : groupCables_[a])
            for (const std::uint32_t to : groupCables_[b])
                if (wiring_.paths->distance(from, to) != Wiring::none)
                    return true;
        return false;
    };
    for (std::size_t a = 0; a < groups_.size(); ++a) {
        if (groups_[a].count == 0)
            continue;
        const std::string pointer = "/topology/groups/" + std::to_string(a);
        const auto isDirect = [&](std::size_t group) {
            return std::any_of(direct_.begin(), direct_.end(),
                               [&](const auto& pair) { return pair.first == group || pair.second == group; });
        };
        if (groupCables_[a].empty() && !isDirect(a)) {
            if (linked_[a])
                continue; // the fault of its link is reported there
            wiring_.report(Severity::error, "topology.unconnected", pointer, "node group " + groups_[a].id,
                           "No link of the active fabric leads to its nodes.", "Draw a link from it to a switch.");
            continue;
        }
        for (std::size_t b = 0; b < groups_.size(); ++b)
            if (groups_[b].count > 0 && (!groupCables_[b].empty() || isDirect(b)) && !reaches(a, b)) {
                const bool direct = isDirect(a) || isDirect(b);
                wiring_.report(direct ? Severity::warning : Severity::error, "topology.unreachable", pointer,
                               "node group " + groups_[a].id,
                               a == b ? "Its nodes cannot reach each other."
                                      : "Its nodes cannot reach those of \"" + groups_[b].id + "\".",
                               direct ? "Connect them, unless they never talk to each other."
                                      : "Connect their switches.");
                break;
            }
    }
}

const project::Component* DrawnFabric::adapterOf(const project::Link& link, std::uint32_t group,
                                                 const std::string& pointer)
{
    if (isSet(link.fields, "nic"))
        return resolver_.component(project::linkFields(), "nic", link.fields, pointer);
    if (groups_[group].ownNic)
        return groups_[group].ownNic;
    if (isSet(fabric_.fields, "nic"))
        return resolver_.component(project::fabricFields(), "nic", fabric_.fields, pointer_);
    if (!wiring_.delayOnly)
        wiring_.report(Severity::error, "link.no-adapter", pointer, "link " + link.id,
                       "Neither the link, nor the node group, nor the fabric names a network adapter.",
                       "Pick an adapter for the fabric, the node group or the link.");
    return nullptr;
}

} // namespace

void drawFabric(const project::Fabric& fabric, const std::string& pointer, std::vector<GroupInfo>& groups,
                project::Resolver& resolver, Wiring& wiring)
{
    DrawnFabric(fabric, pointer, groups, resolver, wiring).lay();
}

} // namespace headroom::topology
