// A fabric that is generated from a few numbers.
#pragma once

#include "project/document/hardware.h"
#include "topology/wiring.h"

namespace headroom::topology {

/// Creates a star, a leaf-spine fabric, a folded three-stage Clos network or a fat tree, as selected by the fabric's
/// field `generate`:
/// - star: one switch.
/// - leaf-spine: every leaf has the same number of cables to every spine. It follows from `uplinks`, or from the wanted
///   `oversubscription` (the smallest number of uplinks that achieves it), or is one to each spine.
/// - clos: (n, m, r) of Clos (1953), folded as in data centres: r outer switches with n nodes each, and a cable from
///   each of them to each of m middle switches. It is a leaf-spine fabric with other names. It is non-blocking from m =
///   n on for flows that can be moved (Beneš), from m = 2 n − 1 on for any.
/// - fat tree: of switches with k ports (Al-Fares, Loukissas and Vahdat 2008): k³/4 places for nodes, k²/2 edge and as
///   many aggregation switches, k²/4 core switches.
///
/// Nodes are assigned leaf by leaf in the order of the node groups; those of one rack are together, and a named rack
/// begins at a new leaf.
void generateFabric(const project::Topology& topology, const project::Fabric& fabric, const std::string& pointer,
                    std::vector<GroupInfo>& groups, project::Resolver& resolver, Wiring& wiring);

} // namespace headroom::topology
