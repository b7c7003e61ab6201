// The summary's rows of resources, and what the bottleneck is found from. Internal to run/.
#pragma once

#include "record/summary/summary.h"
#include "run/model/model.h"
#include "run/results/limits/bottleneck.h"
#include "run/results/rows/resource_row.h"

#include <vector>

namespace headroom::run {

/// For findBottleneck().
struct Demands
{
    std::vector<ResourceDemand> resources;
    Users users;
};

/// The sums of the meters of all resources over the measured window of `spanS` seconds.
std::vector<ResourceRow> resourceRows(const Model& model, double spanS);

/// Fills the resources from them.
Demands summariseResources(const Model& model, double spanS, record::Summary& summary);

/// For each node group the share of the measured window for which its nodes were up.
std::vector<double> sharesUp(const Model& model, double spanS);

} // namespace headroom::run
