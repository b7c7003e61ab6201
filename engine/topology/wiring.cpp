#include "topology/wiring.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::topology {

namespace {

using project::Severity;

constexpr double bitsPerByte = 8;
constexpr double microsecond = 1e-6;
/// From this rate on ports have four lanes (QSFP) and can be split into four.
constexpr double fourLanesFromBps = 40e9;
/// Cables of one link; keeps a slip of the pen from filling the memory.
constexpr double mostCables = 1024;

bool isSet(const project::Json& fields, const char* name)
{
    return fields.is_object() && fields.contains(name) && !fields.at(name).is_null();
}

std::string cableName(const std::string& from, const std::string& to, std::uint32_t cable, std::uint32_t cables)
{
    return from + " → " + to + (cables > 1 ? " #" + std::to_string(cable + 1) : "");
}

/// What the adapter carries: the data rate where coding takes a part of the line (InfiniBand's 8b/10b).
double adapterRate(const project::Component& nic)
{
    return nic.figure("data_rate_bps", nic.figure("link_rate_bps")) / bitsPerByte;
}

double adapterLatency(const project::Component& nic)
{
    return nic.figure("latency_64B_us") / 2 * microsecond;
}

} // namespace

Wiring::Wiring(const project::Fabric& fabric, NetworkDetail detail, std::string pointer, std::vector<GroupInfo>& groups,
               std::vector<NodeInfo>& nodes, project::Resolver& resolver)
    : groupCables(groups.size()), routes(static_cast<std::uint32_t>(fabric.switches.size())),
      pointer_(std::move(pointer)), delayOnly_(detail == NetworkDetail::delayOnly), groups_(groups), nodes_(nodes),
      resolver_(resolver)
{
    readSwitches(fabric);
    for (std::size_t i = 0; i < fabric.links.size(); ++i)
        lay(fabric, i);
    finishSwitches();
    std::vector<std::uint32_t> targets;
    for (const auto& cables : groupCables)
        targets.insert(targets.end(), cables.begin(), cables.end());
    routes.build(targets);
    const bool ideal = delayOnly_ && fabric.switches.empty() && fabric.links.empty();
    if (!ideal)
        checkReach();
}

void Wiring::readSwitches(const project::Fabric& fabric)
{
    for (std::size_t i = 0; i < fabric.switches.size(); ++i) {
        SwitchFigures figures;
        figures.pointer = pointer_ + "/switches/" + std::to_string(i);
        figures.component =
            resolver_.component(project::switchFields(), "component", fabric.switches[i].fields, figures.pointer);
        if (figures.component)
            readPorts(figures);
        else if (!delayOnly_ && !isSet(fabric.switches[i].fields, "component"))
            report(Severity::error, "field.missing", figures.pointer + "/component", "switch " + fabric.switches[i].id,
                   "Nothing says what kind of switch it is.",
                   "Pick the kind of switch, or make the fabric delay only.");
        figures_.push_back(std::move(figures));
        switches.push_back({fabric.switches[i].id, 0, 0});
    }
    insides.assign(switches.size(), none);
}

void Wiring::readPorts(SwitchFigures& figures)
{
    figures.latencyS = figures.component->figure("forwarding_latency_us") * microsecond;
    const project::Json& parameters = figures.component->parameters;
    if (!parameters.contains("ports") || !parameters.at("ports").is_array())
        return;
    for (const project::Json& port : parameters.at("ports")) {
        if (!port.is_object())
            continue;
        const project::Json count = port.value("count", project::Json());
        const project::Json rate = port.value("rate_bps", project::Json());
        if (!count.is_number() || !rate.is_number() || rate.get<double>() <= 0)
            continue;
        const double bps = rate.get<double>();
        figures.ports += count.get<double>() * (bps >= fourLanesFromBps ? 4 : 1);
        figures.portBytes += count.get<double>() * bps / bitsPerByte;
        figures.rates.push_back(bps / bitsPerByte);
    }
    std::sort(figures.rates.begin(), figures.rates.end());
}

void Wiring::lay(const project::Fabric& fabric, std::size_t index)
{
    const project::Link& link = fabric.links[index];
    const std::string pointer = pointer_ + "/links/" + std::to_string(index);
    const std::uint32_t fromSwitch = findSwitch(link.from);
    const std::uint32_t toSwitch = findSwitch(link.to);
    const std::uint32_t fromGroup = findGroup(link.from);
    const std::uint32_t toGroup = findGroup(link.to);
    if (fromSwitch != none && toSwitch != none && fromSwitch != toSwitch) {
        layBetweenSwitches(link, pointer, fromSwitch, toSwitch);
    } else if (fromGroup != none && toSwitch != none) {
        layToNodes(fabric, link, pointer, fromGroup, toSwitch);
    } else if (fromSwitch != none && toGroup != none) {
        layToNodes(fabric, link, pointer, toGroup, fromSwitch);
    } else {
        report(Severity::error, "link.bad-ends", pointer, "link " + link.id,
               "It leads from \"" + link.from + "\" to \"" + link.to +
                   "\", which is not a node group and a switch, or two switches, of this fabric.",
               "Connect it to a switch of the fabric.");
    }
}

void Wiring::layToNodes(const project::Fabric& fabric, const project::Link& link, const std::string& pointer,
                        std::uint32_t group, std::uint32_t toSwitch)
{
    const bool shared = isShared(link, pointer);
    const project::Component* nic = adapterOf(fabric, link, !delayOnly_, pointer);
    const std::uint32_t cables = cablesOf(link, pointer);
    if ((!nic && !delayOnly_) || cables == 0 || !known(toSwitch))
        return;
    GroupInfo& info = groups_[group];
    if (!info.nic)
        info.nic = nic;
    double rate = nic ? adapterRate(*nic) : 0.0;
    if (const double own = ownRate(link, pointer); own > 0)
        rate = rate > 0 ? std::min(rate, own) : own;
    rate = cableRate(portRate(figures_[toSwitch], rate), shared, link, pointer);
    if (!(rate > 0))
        return;
    const double latency =
        (nic ? adapterLatency(*nic) : 0.0) + resolver_.number(project::linkFields(), "latency", link.fields, pointer);
    const double inbound = latency + figures_[toSwitch].latencyS;
    for (std::uint32_t node = info.firstNode; node < info.firstNode + info.count; ++node)
        for (std::uint32_t cable = 0; cable < cables; ++cable) {
            NodeInfo& end = nodes_[node];
            const std::string& name = switches[toSwitch].id;
            end.transmitLinks.push_back(addLink(cableName(end.name, name, cable, cables), rate, inbound, shared));
            end.receiveLinks.push_back(addLink(cableName(name, end.name, cable, cables), rate, latency, shared));
        }
    groupCables[group].insert(groupCables[group].end(), cables, toSwitch);
    if (std::isfinite(rate))
        switches[toSwitch].downlink += rate * cables * info.count;
    plug(toSwitch, static_cast<double>(cables) * info.count, rate);
}

void Wiring::layBetweenSwitches(const project::Link& link, const std::string& pointer, std::uint32_t a, std::uint32_t b)
{
    const std::uint32_t cables = cablesOf(link, pointer);
    if (cables == 0 || !known(a) || !known(b))
        return;
    const bool shared = isShared(link, pointer);
    double rate = ownRate(link, pointer);
    if (!(rate > 0) && !figures_[a].rates.empty() && !figures_[b].rates.empty())
        rate = std::min(figures_[a].rates.back(), figures_[b].rates.back());
    rate = cableRate(portRate(figures_[b], portRate(figures_[a], rate)), shared, link, pointer);
    if (!(rate > 0))
        return;
    const double latency = resolver_.number(project::linkFields(), "latency", link.fields, pointer);
    for (std::uint32_t cable = 0; cable < cables; ++cable) {
        const std::string& nameA = switches[a].id;
        const std::string& nameB = switches[b].id;
        routes.addLink(a, b,
                       addLink(cableName(nameA, nameB, cable, cables), rate, latency + figures_[b].latencyS, shared));
        routes.addLink(b, a,
                       addLink(cableName(nameB, nameA, cable, cables), rate, latency + figures_[a].latencyS, shared));
    }
    for (const std::uint32_t end : {a, b}) {
        if (std::isfinite(rate))
            switches[end].uplink += rate * cables;
        plug(end, cables, rate);
    }
}

void Wiring::finishSwitches()
{
    for (std::uint32_t i = 0; i < switches.size(); ++i) {
        const SwitchFigures& figures = figures_[i];
        if (!figures.component)
            continue;
        const double capacity = figures.component->figure("switching_capacity_bps") / bitsPerByte;
        const double oneWay = capacity > figures.portBytes ? capacity / 2 : capacity;
        if (!delayOnly_ && oneWay > 0 && oneWay < figures.cableBytes)
            insides[i] = addLink(switches[i].id, oneWay, 0, true);
        const bool tooMany = figures.cables > figures.ports || figures.cableBytes > figures.portBytes * (1 + 1e-9);
        if (figures.ports > 0 && tooMany)
            report(Severity::warning, "switch.too-few-ports", figures.pointer, "switch " + switches[i].id,
                   "More cables lead to it than its ports take, even with every four-lane port split.",
                   "Pick a switch with more ports, or add switches.");
    }
}

/// Every group must reach every other; for each that does not, one finding names the first it misses.
void Wiring::checkReach()
{
    if (nodes_.size() < 2)
        return;
    const auto reaches = [this](std::size_t a, std::size_t b) {
        for (const std::uint32_t from : groupCables[a])
            for (const std::uint32_t to : groupCables[b])
                if (routes.distance(from, to) != none)
                    return true;
        return false;
    };
    for (std::size_t a = 0; a < groups_.size(); ++a) {
        if (groups_[a].count == 0)
            continue;
        const std::string pointer = "/topology/groups/" + std::to_string(a);
        if (groupCables[a].empty()) {
            report(Severity::error, "topology.unconnected", pointer, "node group " + groups_[a].id,
                   "No link of the active fabric leads to its nodes.", "Draw a link from it to a switch.");
            continue;
        }
        for (std::size_t b = 0; b < groups_.size(); ++b)
            if (groups_[b].count > 0 && !groupCables[b].empty() && !reaches(a, b)) {
                report(Severity::error, "topology.unreachable", pointer, "node group " + groups_[a].id,
                       "Its nodes cannot reach those of \"" + groups_[b].id + "\".", "Connect their switches.");
                break;
            }
    }
}

bool Wiring::isShared(const project::Link& link, const std::string& pointer)
{
    const std::string detail = resolver_.text(project::linkFields(), "detail", link.fields, pointer);
    return delayOnly_ ? detail == "shared" : detail != "delay only";
}

/// The rate that a cable of known or unknown (0) rate is laid with: unknown is unbounded where nothing is shared.
double Wiring::cableRate(double rate, bool shared, const project::Link& link, const std::string& pointer)
{
    if (!(rate > 0) && !shared)
        return std::numeric_limits<double>::infinity();
    if (!(rate > 0))
        report(Severity::error, "link.no-rate", pointer, "link " + link.id, "Nothing at its ends says how fast it is.",
               "Set a rate, or pick adapters and switches with known rates.");
    return rate;
}

/// The link's own rate limit in bytes per second; 0 if it has none.
double Wiring::ownRate(const project::Link& link, const std::string& pointer)
{
    return isSet(link.fields, "rate") ? resolver_.number(project::linkFields(), "rate", link.fields, pointer) : 0.0;
}

const project::Component* Wiring::adapterOf(const project::Fabric& fabric, const project::Link& link, bool required,
                                            const std::string& pointer)
{
    if (isSet(link.fields, "nic"))
        return resolver_.component(project::linkFields(), "nic", link.fields, pointer);
    if (isSet(fabric.fields, "nic"))
        return resolver_.component(project::fabricFields(), "nic", fabric.fields, pointer_);
    if (required)
        report(Severity::error, "link.no-adapter", pointer, "link " + link.id,
               "Neither the link nor the fabric says which network adapter its nodes have.",
               "Pick an adapter for the fabric or the link.");
    return nullptr;
}

std::uint32_t Wiring::cablesOf(const project::Link& link, const std::string& pointer)
{
    const double count = resolver_.number(project::linkFields(), "count", link.fields, pointer);
    if (count >= 1 && count <= mostCables)
        return static_cast<std::uint32_t>(std::lround(count));
    report(Severity::error, "link.bad-count", pointer + "/count", "link " + link.id,
           "The number of cables must lie between 1 and 1024.", "Correct it.");
    return 0;
}

std::uint32_t Wiring::findGroup(const std::string& id) const
{
    for (std::uint32_t i = 0; i < groups_.size(); ++i)
        if (groups_[i].id == id)
            return i;
    return none;
}

std::uint32_t Wiring::findSwitch(const std::string& id) const
{
    for (std::uint32_t i = 0; i < switches.size(); ++i)
        if (switches[i].id == id)
            return i;
    return none;
}

std::uint32_t Wiring::addLink(std::string name, double rate, double latencyS, bool shared)
{
    links.push_back({std::move(name), rate, latencyS, shared});
    return static_cast<std::uint32_t>(links.size() - 1);
}

/// What a cable that could run at `wanted` (0: not known) gets at the switch; `wanted` itself if its ports are not
/// known.
double Wiring::portRate(const SwitchFigures& figures, double wanted)
{
    if (figures.rates.empty())
        return wanted;
    return wanted > 0 ? std::min(wanted, figures.rates.back()) : figures.rates.back();
}

void Wiring::plug(std::uint32_t index, double cables, double rate)
{
    figures_[index].cables += cables;
    if (std::isfinite(rate))
        figures_[index].cableBytes += cables * rate;
}

void Wiring::report(Severity severity, const char* key, const std::string& pointer, const std::string& place,
                    const std::string& problem, const std::string& remedy)
{
    resolver_.findings().push_back({severity, key, pointer, place, problem, remedy});
}

} // namespace headroom::topology
