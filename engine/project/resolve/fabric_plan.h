// The plan of a generated fabric: how many switches and cables it has, where the nodes are connected, what is
// oversubscribed. It is only arithmetic, without a model: the engine builds its fabrics by it, and the editor shows it
// while numbers are typed.
//
// Switches with nodes are called leaves, whatever the shape calls them (a star's one switch, a Clos network's outer
// switches, a fat tree's edge switches). Nodes are assigned leaf by leaf in the order of the node groups; those of one
// rack are together, and a named rack begins at a new leaf.
#pragma once

#include "project/document/hardware.h"
#include "project/library/components.h"
#include "project/resolve/resolver.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::project {

/// The ports of a switch model, from its data sheet.
struct SwitchPorts
{
    struct Ports
    {
        double rate = 0; ///< bytes per second
        double count = 0;
    };
    std::vector<Ports> classes; ///< in ascending order of rate
    double ports = 0;           ///< total number; a four-lane port counts as four
    double bytes = 0;           ///< bytes per second of all ports in one direction
    /// Rate of the fastest ports; 0 if none is known.
    double fastest() const { return classes.empty() ? 0 : classes.back().rate; }
};
SwitchPorts portsOf(const Component& component);

/// Ports of this rate (bytes per second) or more have four lanes (QSFP) and can be split into four.
inline constexpr double fourLanesFrom = 40e9 / 8;

/// Payload rate of an adapter, bytes per second: the data rate where line coding takes a part of the line rate
/// (InfiniBand's 8b/10b); 0 if there is no adapter.
double adapterRate(const Component* nic);

/// The number of places that a node group needs.
struct GroupPlaces
{
    std::string rack; ///< empty: any leaf with room
    std::uint32_t nodes = 0;
    double nodeRate = 0; ///< bytes per second that each of its cables will run at; 0: the fabric's
};

/// The numbers that a fabric specifies; 0 for a number that is not set.
struct FabricNumbersAsked
{
    std::string shape; ///< "star", "leaf-spine", "clos", "fat tree"
    std::uint32_t leaves = 0, leafNodes = 0, spines = 0, uplinks = 0, radix = 0;
    double oversubscription = 0;
    double nodeRate = 0, uplinkRate = 0; ///< bytes per second that each cable will run at
    double mostNodeRate = 0;             ///< highest rate of a cable to a node, whatever its adapter; 0: unknown
};

/// Consecutive nodes of a group at one leaf.
struct Seats
{
    std::uint32_t group = 0;
    std::uint32_t first = 0; ///< index within the group
    std::uint32_t count = 0;
    std::uint32_t leaf = 0;
};

/// Reasons why a fabric cannot be built from its numbers.
enum class FabricFault
{
    none,
    incomplete,    ///< a number that the shape requires is missing
    oddRadix,      ///< a fat tree's radix is not an even number from 2 on
    tooLarge,      ///< more than a hundred thousand switches or a million cables
    unevenUplinks, ///< the uplinks cannot be distributed evenly over the spines
    tooManyNodes   ///< more leaves are needed than the fabric has
};

/// The result of planFabric.
struct FabricPlan
{
    FabricFault fault = FabricFault::none;
    std::string faultField; ///< for tooLarge: the field of the number at fault
    std::uint32_t nodes = 0;
    double nodeRate = 0; ///< bytes per second of the fastest cable to a node
    std::uint32_t leaves = 0;
    std::uint32_t places = 0;       ///< for nodes, at each leaf
    std::uint32_t leavesNeeded = 0; ///< for all nodes, with this number of places at each leaf
    std::uint32_t spines = 0;       ///< of a fat tree: the core switches
    std::uint32_t aggregations = 0; ///< of a fat tree
    std::uint32_t cables = 0;       ///< from each leaf to each spine that it is connected to
    std::uint32_t leafUplinks = 0;  ///< cables from each leaf to the spines
    std::vector<Seats> seats;       ///< empty if the nodes do not fit

    std::uint32_t switches() const { return leaves + spines + aggregations; }
    std::uint64_t switchCables() const;
    std::uint64_t freePlaces() const { return std::uint64_t{leaves} * places - nodes; }
    /// Rate of the nodes at the fullest leaf over the rate of its uplinks; 0 if there are no uplinks.
    double oversubscription = 0;
};

/// Plans the fabric, and assigns the nodes of the groups to its leaves.
FabricPlan planFabric(const FabricNumbersAsked& asked, const std::vector<GroupPlaces>& groups);

/// The numbers of a project's fabric with the current parameters. False if a switch is missing, or an adapter where not
/// every node group has its own.
bool numbersAsked(const Topology& topology, const Fabric& fabric, Resolver& resolver, const std::string& pointer,
                  FabricNumbersAsked& asked);
/// The places that the node groups of a project need; the rates of their own adapters as far as the fabric allows them.
std::vector<GroupPlaces> placesAsked(const Topology& topology, Resolver& resolver, const FabricNumbersAsked& asked);
/// Rate of a cable whose adapter is this one; 0: unknown.
double nodeRateOf(const Component* nic, const FabricNumbersAsked& asked);

/// Plugs cables of these rates (bytes per second) and numbers into a switch; `ports` keeps the free ones. Fast cables
/// go first, each into the slowest port that is fast enough; four slow cables share a four-lane port. False if there
/// are too few ports.
bool plug(SwitchPorts& ports, std::vector<SwitchPorts::Ports> cables);

} // namespace headroom::project
