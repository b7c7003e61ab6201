// Switches and cables of the active fabric, with their rates and latencies, for both drawn and generated fabrics.
#pragma once

#include "project/document/long_work.h"
#include "project/resolve/resolver.h"
#include "topology/expanded_topology.h"
#include "topology/switch_paths.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace headroom::topology {

/// The figures of one kind of switch.
struct SwitchKind
{
    double latencyS = 0; ///< forwarding latency
    double capacity = 0; ///< bytes per second through it in one direction; 0: no limit beyond its ports
    bool router = false; ///< separates subnets
    double portBufferBytes = std::numeric_limits<double>::infinity(); ///< maximum bytes waiting at a port, at packet
                                                                      ///< level
    double ports = 0;          ///< total number; a four-lane port counts as four; 0: unknown
    double portBytes = 0;      ///< bytes per second of all ports in one direction
    std::vector<double> rates; ///< of the ports, bytes per second, ascending
    const project::Component* component = nullptr;
};

/// One or more equal cables.
struct Cables
{
    std::uint32_t count = 1;
    double rate = 0;      ///< bytes per second; infinite: no limit
    double latencyS = 0;  ///< of the cable; at a node it includes the adapter's part
    bool shared = true;   ///< false: delay only
    bool packets = false; ///< at packet level
    std::uint32_t drawnAs = LinkInfo::none;
};

/// A cable in a port of a kind of adapter that bounds the sum of its ports.
struct PluggedCable
{
    std::uint32_t node = 0, cable = 0; ///< `cable`: its place among the node's cables
    const project::Component* nic = nullptr;
    std::string pointer; ///< place of the link that it is drawn as
};

/// Rules that turn figures into links:
/// - Rate: the minimum of the cable's own rate, the adapter's data rate and the rate of the switch's fastest port
///   (faster ports are split or run slower). A cable between switches without a rate of its own runs at the fastest
///   rate that both support.
/// - Latency: an adapter's figure for 64 bytes is its part of a round trip, once out and once in, so each direction
///   takes half of it; larger packets add serialisation, which the network model counts itself. A switch's forwarding
///   latency is added to the link that leads into it.
/// - In a delay-only fabric no link is shared, a switch's inside never limits, and adapters and kinds of switches may
///   be omitted: such a cable adds its own latency and, without a rate of its own, does not limit streams. Without any
///   switches and links every node reaches every other.
/// - A switch's inside becomes a link only if its capacity is below the sum of the cables that lead into it: otherwise
///   it never limits. A switching capacity above the sum of the ports counts both directions, as data sheets do, and
///   half of it is available in one direction.
/// - The ports of an adapter share its `total_rate_bps`, as a controller or a PCIe link bounds them together: a link in
///   each direction, if it is below the sum of the cables that are plugged into one adapter.
/// - At packet level a port of a switch may use half of the switch's packet buffer: dynamic thresholds leave that much
///   to a port that is the only congested one (Choudhury and Hahne, IEEE/ACM ToN 6(2), 1998, with α = 1). If several
///   are congested at once that is too much. The fabric's own `buffer` has precedence. A switch without a figure has 4
///   MB, as the 10 Gb/s top-of-rack switch of Alizadeh et al., SIGCOMM 2010, table 1.
class Wiring
{
public:
    static constexpr std::uint32_t none = SwitchPaths::unreachable;

    Wiring(std::vector<NodeInfo>& nodes_, project::Resolver& resolver, NetworkDetail detail, std::uint32_t mtu)
        : nodes(nodes_), delayOnly(detail == NetworkDetail::delayOnly), packets(detail == NetworkDetail::packet),
          leastMtu(mtu), resolver_(resolver)
    {
    }

    std::vector<NodeInfo>& nodes;
    const bool delayOnly; ///< the fabric's level of detail
    const bool packets;   ///< it is simulated at packet level
    std::vector<LinkInfo> links;
    std::vector<SwitchInfo> switches;
    std::vector<std::uint32_t> insides; ///< link of each switch's inside, or none; set by finish()
    std::unique_ptr<SwitchPaths> paths;
    std::uint32_t leastMtu;

    /// The figures of a component.
    static SwitchKind kindOf(const project::Component& component);
    std::uint32_t addKind(SwitchKind kind);
    /// `pointer` is the place of the switch's findings; several switches with the same one are reported once.
    std::uint32_t addSwitch(std::string id, std::string tier, std::uint32_t kind, std::string pointer);
    const SwitchKind& kind(std::uint32_t index) const { return kinds_[seats_[index].kind]; }

    /// Rate of a cable of an adapter (null: unknown) with its own limit `own` (0: none); 0 if the rate is unknown.
    double nodeRate(const project::Component* nic, double own, std::uint32_t toSwitch) const;
    double trunkRate(double own, std::uint32_t a, std::uint32_t b) const;
    /// The smaller of two rates; 0 means unknown.
    static double slower(double a, double b) { return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b); }
    static double adapterLatency(const project::Component* nic);
    /// The highest possible rate of a cable of the adapter, or between the switches; 0 if unknown.
    double fastest(const project::Component* nic, std::uint32_t toSwitch) const;
    double fastest(std::uint32_t a, std::uint32_t b) const;

    void attach(std::uint32_t node, std::uint32_t toSwitch, const Cables& cables);
    /// Cables between two nodes, without a switch.
    void connect(std::uint32_t a, std::uint32_t b, const Cables& cables);
    void join(std::uint32_t a, std::uint32_t b, const Cables& cables);
    /// Notes cables of which an adapter bounds the sum; call it for each node right after they are laid. Cables of
    /// several links share the adapters of a node, as AdapterInfo::count() counts them.
    void plugInto(const project::Component* nic, std::uint32_t node, std::uint32_t count, const std::string& pointer);
    /// After all cables: creates the insides and what adapters share, and reports switches with too few ports.
    void finish();

    void report(project::Severity severity, const char* key, const std::string& pointer, const std::string& place,
                const std::string& problem, const std::string& remedy);
    /// Reports a warning if a rate was requested that no port or adapter supports.
    void checkRate(double wanted, double fastest, const std::string& pointer, const std::string& place);
    /// Reports a warning if the adapter could be faster than its cable of this rate.
    void checkAdapter(const project::Component* nic, double rate, const std::string& pointer, const std::string& place);

private:
    struct Seat
    {
        std::uint32_t kind = 0;
        std::string pointer;
        double cables = 0;
        double cableBytes = 0; ///< bytes per second that all cables bring in
    };

    void addCable(std::string there, std::string back, LinkInfo link, double latencyBack);
    void plug(std::uint32_t index, double cables, double rate);
    void checkPorts(std::uint32_t index);
    void shareAdapters();
    void share(std::span<const PluggedCable> cables);

    project::Resolver& resolver_;
    project::LongWork madeSwitches_{"switches"}, madeLinks_{"links"};
    std::vector<SwitchKind> kinds_;
    std::vector<Seat> seats_; ///< by switch
    std::vector<PluggedCable> plugged_;
    std::set<std::string> reported_;
};

} // namespace headroom::topology
