// What a generated fabric comes to: how many switches and cables, where the nodes stand, what is oversubscribed.
// Arithmetic alone, without a model: the engine lays its fabrics by it, the editor shows it while numbers are typed.
//
// Switches that nodes hang on are leaves, whatever the shape calls them (a star's one switch, a Clos network's outer
// switches, a fat tree's edge switches). Nodes take their places leaf by leaf in the order of the node groups, those of
// one rack together; a rack that is named begins at a leaf of its own.
#pragma once

#include "project/library/components.h"
#include "project/resolve/resolver.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::project {

/// The ports of a kind of switch, from its data sheet.
struct SwitchPorts
{
    struct Ports
    {
        double rate = 0; ///< bytes per second
        double count = 0;
    };
    std::vector<Ports> classes; ///< by rising rate
    double ports = 0;           ///< how many, each four-lane port split
    double bytes = 0;           ///< bytes per second of all ports, one direction
    /// Of the fastest ports; 0 if none is known.
    double fastest() const { return classes.empty() ? 0 : classes.back().rate; }
};
SwitchPorts portsOf(const Component& component);

/// From this rate on (bytes per second) ports have four lanes (QSFP) and can be split into four.
inline constexpr double fourLanesFrom = 40e9 / 8;

/// Bytes per second that an adapter carries: the data rate where coding takes a part of the line (InfiniBand's 8b/10b);
/// 0 for none.
double adapterRate(const Component* nic);

/// The nodes of one group, as they ask for places.
struct GroupPlaces
{
    std::string rack; ///< empty: wherever there is room
    std::uint32_t nodes = 0;
};

/// What a fabric's numbers say; 0 where a number is not set.
struct FabricNumbersAsked
{
    std::string shape; ///< "star", "leaf-spine", "clos", "fat tree"
    std::uint32_t leaves = 0, leafNodes = 0, spines = 0, uplinks = 0, radix = 0;
    double oversubscription = 0;
    double nodeRate = 0, uplinkRate = 0; ///< bytes per second that each cable will run at
};

/// Some nodes of a group at one leaf.
struct Seats
{
    std::uint32_t group = 0;
    std::uint32_t first = 0; ///< of the group's nodes
    std::uint32_t count = 0;
    std::uint32_t leaf = 0;
};

enum class FabricFault
{
    none,
    incomplete,    ///< a number that the shape needs is missing
    oddRadix,      ///< a fat tree's radix is not an even number from 2 on
    tooLarge,      ///< more than a hundred thousand switches or a million cables
    unevenUplinks, ///< cannot be shared out evenly over the spines
    tooManyNodes   ///< more leaves are needed than there are
};

struct FabricPlan
{
    FabricFault fault = FabricFault::none;
    std::string faultField; ///< which number is at fault, for tooLarge
    std::uint32_t nodes = 0;
    std::uint32_t leaves = 0;
    std::uint32_t places = 0;       ///< for nodes, at each leaf
    std::uint32_t leavesNeeded = 0; ///< by the nodes with so many places at each
    std::uint32_t spines = 0;       ///< of a fat tree: of the core
    std::uint32_t aggregations = 0; ///< of a fat tree
    std::uint32_t cables = 0;       ///< from each leaf to each spine that it reaches
    std::uint32_t leafUplinks = 0;  ///< from each leaf
    std::vector<Seats> seats;       ///< none where the nodes do not fit

    std::uint32_t switches() const { return leaves + spines + aggregations; }
    std::uint64_t switchCables() const;
    std::uint64_t freePlaces() const { return std::uint64_t{leaves} * places - nodes; }
    /// What the nodes of the fullest leaf can bring over what its uplinks carry; 0 if nothing leads on.
    double oversubscription = 0;
};

FabricPlan planFabric(const FabricNumbersAsked& asked, const std::vector<GroupPlaces>& groups);

/// What a fabric of a project asks for as its parameters stand. False: an adapter or a switch is missing.
bool numbersAsked(const Fabric& fabric, Resolver& resolver, const std::string& pointer, FabricNumbersAsked& asked);
/// The node groups of a project, as they ask for places.
std::vector<GroupPlaces> placesAsked(const Topology& topology, Resolver& resolver);

/// The ports that are left at a switch when cables of these rates (bytes per second) and numbers are plugged, slow
/// cables into slow ports first, a four-lane port for each four slow cables. False: there are too few.
bool plug(SwitchPorts& ports, std::vector<SwitchPorts::Ports> cables);

} // namespace headroom::project
