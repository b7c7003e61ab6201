#include "topology/wiring.h"

#include "project/document/whole_number.h"
#include "project/expression/quantity.h"
#include "project/resolve/fabric_plan.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace headroom::topology {

namespace {

using project::Severity;

constexpr double bitsPerByte = 8;
constexpr double microsecond = 1e-6;
/// Packet buffer of a switch without a figure, and the part of a buffer that one port may fill (wiring.h).
constexpr double usualBuffer = 4e6;
constexpr double shareOfPort = 0.5;

std::string cableName(const std::string& from, const std::string& to, std::uint32_t cable, std::uint32_t cables)
{
    return from + " → " + to + (cables > 1 ? " #" + std::to_string(cable + 1) : "");
}

std::string inBits(double bytesPerS)
{
    constexpr double giga = 1e9;
    return project::formatNumber(bytesPerS * bitsPerByte / giga) + " Gb/s";
}

/// Rate at the switch of a cable that could run at `wanted`; `wanted` itself if the switch's ports are unknown.
double portRate(const SwitchKind& kind, double wanted)
{
    return Wiring::slower(wanted, kind.rates.empty() ? 0 : kind.rates.back());
}

} // namespace

SwitchKind Wiring::kindOf(const project::Component& component)
{
    SwitchKind kind;
    kind.component = &component;
    kind.latencyS = component.figure("forwarding_latency_us") * microsecond;
    kind.portBufferBytes = component.figure("packet_buffer_B", usualBuffer) * shareOfPort;
    const project::SwitchPorts ports = project::portsOf(component);
    kind.ports = ports.ports;
    kind.portBytes = ports.bytes;
    for (const auto& each : ports.classes)
        kind.rates.push_back(each.rate);
    const double capacity = component.figure("switching_capacity_bps") / bitsPerByte;
    kind.capacity = capacity > kind.portBytes ? capacity / 2 : capacity;
    return kind;
}

std::uint32_t Wiring::addKind(SwitchKind kind)
{
    kinds_.push_back(std::move(kind));
    return static_cast<std::uint32_t>(kinds_.size() - 1);
}

std::uint32_t Wiring::addSwitch(std::string id, std::string tier, std::uint32_t kind, std::string pointer)
{
    madeSwitches_.step();
    switches.push_back({std::move(id), std::move(tier), 0, 0, kinds_[kind].component});
    insides.push_back(none);
    seats_.push_back({kind, std::move(pointer), 0, 0});
    return static_cast<std::uint32_t>(switches.size() - 1);
}

double Wiring::fastest(const project::Component* nic, std::uint32_t toSwitch) const
{
    return portRate(kind(toSwitch), project::adapterRate(nic));
}

double Wiring::fastest(std::uint32_t a, std::uint32_t b) const
{
    if (kind(a).rates.empty() || kind(b).rates.empty())
        return 0;
    return std::min(kind(a).rates.back(), kind(b).rates.back());
}

double Wiring::nodeRate(const project::Component* nic, double own, std::uint32_t toSwitch) const
{
    return portRate(kind(toSwitch), slower(project::adapterRate(nic), own));
}

double Wiring::trunkRate(double own, std::uint32_t a, std::uint32_t b) const
{
    return portRate(kind(b), portRate(kind(a), own > 0 ? own : fastest(a, b)));
}

double Wiring::adapterLatency(const project::Component* nic)
{
    return nic ? nic->figure("latency_64B_us") / 2 * microsecond : 0;
}

void Wiring::addCable(std::string there, std::string back, LinkInfo link, double latencyBack)
{
    madeLinks_.step(2);
    const auto index = static_cast<std::uint32_t>(links.size());
    link.name = std::move(there);
    link.reverse = index + 1;
    links.push_back(link);
    std::swap(link.fromSwitch, link.toSwitch);
    link.name = std::move(back);
    link.reverse = index;
    link.latencyS = latencyBack;
    links.push_back(std::move(link));
}

void Wiring::attach(std::uint32_t node, std::uint32_t toSwitch, const Cables& cables)
{
    NodeInfo& end = nodes[node];
    const std::string& name = switches[toSwitch].id;
    for (std::uint32_t cable = 0; cable < cables.count; ++cable) {
        end.transmitLinks.push_back(static_cast<std::uint32_t>(links.size()));
        end.receiveLinks.push_back(static_cast<std::uint32_t>(links.size() + 1));
        end.switches.push_back(toSwitch);
        addCable(cableName(end.name, name, cable, cables.count), cableName(name, end.name, cable, cables.count),
                 {{},
                  cables.rate,
                  cables.latencyS + kind(toSwitch).latencyS,
                  cables.shared,
                  none,
                  toSwitch,
                  none,
                  cables.drawnAs,
                  cables.packets},
                 cables.latencyS);
    }
    if (std::isfinite(cables.rate))
        switches[toSwitch].downlink += cables.rate * cables.count;
    plug(toSwitch, cables.count, cables.rate);
}

void Wiring::connect(std::uint32_t a, std::uint32_t b, const Cables& cables)
{
    for (std::uint32_t cable = 0; cable < cables.count; ++cable) {
        const auto there = static_cast<std::uint32_t>(links.size());
        for (const auto& [node, peer, out] : {std::tuple(a, b, there), std::tuple(b, a, there + 1)}) {
            nodes[node].transmitLinks.push_back(out);
            nodes[node].receiveLinks.push_back(2 * there + 1 - out);
            nodes[node].switches.push_back(none);
            nodes[node].peers.resize(nodes[node].transmitLinks.size() - 1, none);
            nodes[node].peers.push_back(peer);
        }
        addCable(cableName(nodes[a].name, nodes[b].name, cable, cables.count),
                 cableName(nodes[b].name, nodes[a].name, cable, cables.count),
                 {{}, cables.rate, cables.latencyS, cables.shared, none, none, none, cables.drawnAs, cables.packets},
                 cables.latencyS);
    }
}

void Wiring::join(std::uint32_t a, std::uint32_t b, const Cables& cables)
{
    const std::string& nameA = switches[a].id;
    const std::string& nameB = switches[b].id;
    for (std::uint32_t cable = 0; cable < cables.count; ++cable)
        addCable(cableName(nameA, nameB, cable, cables.count), cableName(nameB, nameA, cable, cables.count),
                 {{},
                  cables.rate,
                  cables.latencyS + kind(b).latencyS,
                  cables.shared,
                  a,
                  b,
                  none,
                  cables.drawnAs,
                  cables.packets},
                 cables.latencyS + kind(a).latencyS);
    for (const std::uint32_t end : {a, b}) {
        if (std::isfinite(cables.rate))
            switches[end].uplink += cables.rate * cables.count;
        plug(end, cables.count, cables.rate);
    }
}

void Wiring::plug(std::uint32_t index, double cables, double rate)
{
    seats_[index].cables += cables;
    if (std::isfinite(rate))
        seats_[index].cableBytes += cables * rate;
}

void Wiring::plugInto(const project::Component* nic, std::uint32_t node, std::uint32_t count,
                      const std::string& pointer)
{
    if (delayOnly || !nic || !nic->has("total_rate_bps"))
        return;
    const auto all = static_cast<std::uint32_t>(nodes[node].transmitLinks.size());
    for (std::uint32_t cable = all - count; cable < all; ++cable)
        plugged_.push_back({node, cable, nic, pointer});
}

/// Fills one adapter of a kind after the other with the cables of each node, in the order in which they were laid.
void Wiring::shareAdapters()
{
    const auto ofOneKind = [](const PluggedCable& a, const PluggedCable& b) {
        return std::tie(a.node, a.nic->id) < std::tie(b.node, b.nic->id);
    };
    std::stable_sort(plugged_.begin(), plugged_.end(), ofOneKind);
    for (auto first = plugged_.begin(); first != plugged_.end();) {
        const auto end = std::upper_bound(first, plugged_.end(), *first, ofOneKind);
        const auto ports = std::max(1U, project::wholeNumber<std::uint32_t>(first->nic->figure("ports", 1)));
        while (first != end) {
            const auto last = first + std::min<std::ptrdiff_t>(ports, end - first);
            share({first, last});
            first = last;
        }
    }
    plugged_.clear();
}

/// The cables of one adapter.
void Wiring::share(std::span<const PluggedCable> cables)
{
    NodeInfo& node = nodes[cables.front().node];
    const project::Component& nic = *cables.front().nic;
    const double total = nic.figure("total_rate_bps") / bitsPerByte;
    double sum = 0, fastestCable = 0;
    for (const PluggedCable& each : cables) {
        const double rate = links[node.transmitLinks[each.cable]].lineRate;
        sum += rate;
        fastestCable = std::max(fastestCable, rate);
    }
    if (!(total * (1 + 1e-9) < sum))
        return;
    const std::string& pointer = cables.back().pointer;
    if (total <= fastestCable * (1 + 1e-9) && cables.size() > 1 && reported_.insert(pointer).second)
        report(Severity::note, "link.adapter-shared", pointer, "node " + node.name,
               "The ports of its adapter \"" + nic.id + "\" carry " + inBits(total) +
                   " together, as much as one of its cables: the others bring no more throughput.",
               "Use one cable unless another is meant to stand in for it, or pick an adapter whose ports have their "
               "rates to themselves.");
    node.sharedPorts.push_back(
        {static_cast<std::uint32_t>(links.size()), static_cast<std::uint32_t>(links.size() + 1)});
    for (const char* const direction : {" adapter out", " adapter in"}) {
        LinkInfo& link = links.emplace_back();
        link.name = node.name + direction;
        link.lineRate = total;
        link.ofAdapter = true;
        link.packets = links[node.transmitLinks[cables.front().cable]].packets;
    }
    node.sharedBy.resize(node.transmitLinks.size(), none);
    for (const PluggedCable& each : cables)
        node.sharedBy[each.cable] = static_cast<std::uint32_t>(node.sharedPorts.size() - 1);
}

void Wiring::finish()
{
    shareAdapters();
    for (std::uint32_t i = 0; i < switches.size(); ++i) {
        const double passes = kind(i).capacity;
        if (!delayOnly && passes > 0 && passes * (1 + 1e-9) < seats_[i].cableBytes) {
            insides[i] = static_cast<std::uint32_t>(links.size());
            links.push_back({switches[i].id, passes, 0, true, i, i, none, none});
            links.back().packets = packets;
        }
        checkPorts(i);
    }
}

void Wiring::checkPorts(std::uint32_t index)
{
    const Seat& seat = seats_[index];
    const SwitchKind& has = kind(index);
    const bool tooMany = seat.cables > has.ports || seat.cableBytes > has.portBytes * (1 + 1e-9);
    if (has.ports > 0 && tooMany && reported_.insert(seat.pointer).second)
        report(Severity::warning, "switch.too-few-ports", seat.pointer, "switch " + switches[index].id,
               "More cables lead to it than it has ports, even with every four-lane port split.",
               "Pick a switch with more ports, or add switches.");
}

void Wiring::checkRate(double wanted, double fastest, const std::string& pointer, const std::string& place)
{
    if (fastest > 0 && wanted > fastest * (1 + 1e-9))
        report(Severity::warning, "link.rate-no-port", pointer, place,
               "No port at its ends is as fast as " + inBits(wanted) + "; it runs at " + inBits(fastest) + '.',
               "Lower the rate, or pick an adapter and switches with faster ports.");
}

void Wiring::checkAdapter(const project::Component* nic, double rate, const std::string& pointer,
                          const std::string& place)
{
    if (const double own = project::adapterRate(nic); own > rate * (1 + 1e-9))
        report(Severity::warning, "link.adapter-faster", pointer, place,
               "Its adapter \"" + nic->id + "\" could send " + inBits(own) +
                   ", but the port that it is connected to runs at " + inBits(rate) + '.',
               "State the rate of the link if it is meant, or pick a switch with faster ports or a slower adapter.");
}

void Wiring::report(Severity severity, const char* key, const std::string& pointer, const std::string& place,
                    const std::string& problem, const std::string& remedy)
{
    resolver_.findings().push_back({severity, key, pointer, place, problem, remedy});
}

} // namespace headroom::topology
