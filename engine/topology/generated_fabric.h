// A fabric that is made from a few numbers instead of being drawn.
#pragma once

#include "topology/wiring.h"

namespace headroom::topology {

/// Lays a star, a leaf-spine fabric, a folded three-stage Clos network or a fat tree as the fabric's field `generate`
/// says:
/// - star: one switch.
/// - leaf-spine: every leaf has equally many cables to every spine. How many follows from `uplinks`, from the wanted
///   `oversubscription` (the least number of uplinks that keeps it), or is one to each spine.
/// - clos: (n, m, r) of Clos (1953), folded as data centres build it: r outer switches with n nodes each, a cable from
///   each to each of m middle switches. It is a leaf-spine fabric by other names, without blocking from m = n on for
///   flows that can be moved (Beneš), from m = 2 n − 1 on for any.
/// - fat tree: of switches with k ports (Al-Fares, Loukissas and Vahdat 2008): k³/4 places for nodes, k²/2 edge and as
///   many aggregation switches, k²/4 core switches.
///
/// Nodes take their places leaf by leaf in the order of the node groups, those of one rack together; a rack that is
/// named begins at a leaf of its own.
void generateFabric(const project::Fabric& fabric, const std::string& pointer, std::vector<GroupInfo>& groups,
                    project::Resolver& resolver, Wiring& wiring);

} // namespace headroom::topology
