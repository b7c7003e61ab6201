// A shipped project with the machines of a cluster instead of its own. Internal to import/.
#pragma once

#include "import/adopt/generations.h"
#include "import/adopt/recipe.h"

#include <vector>

namespace headroom::import {

/// Sets counts and parts of the first generation by the project's own parameters, and adds a node group with parameters
/// of its own for each further one. Formulas over the numbers of nodes and drives get those of all.
void fillMachines(Recipe& recipe, const std::vector<Generation>& generations, Parts& parts, Sentences& said);

/// Clients as many and as fast as the nodes, since no file describes them, and the data that is stored spread over
/// them.
void fillClients(Recipe& recipe, const ClusterFacts& cluster, const std::vector<Generation>& generations, Parts& parts,
                 Sentences& said);

/// The load as measured beside that of the shipped project, if the files have rates.
void fillLoad(Recipe& recipe, const ClusterFacts& cluster);

/// Where roles run that the ring does not know, by the daemons of the machines.
void fillRoles(Recipe& recipe, const ClusterFacts& cluster, const std::vector<HostFacts>& hosts, Sentences& said);

} // namespace headroom::import
