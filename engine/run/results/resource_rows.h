// The summary's rows of resources, and what the bottleneck is found from. Internal to run/.
#pragma once

#include "record/summary/summary.h"
#include "run/model/model.h"
#include "run/results/bottleneck.h"

#include <vector>

namespace headroom::run {

/// For findBottleneck().
struct Demands
{
    std::vector<ResourceDemand> resources;
    Users users;
};

/// Fills the resources from the meters of the measured window of `spanS` seconds.
Demands summariseResources(const Model& model, double spanS, record::Summary& summary);

/// For each node group the share of the measured window for which its nodes were up.
std::vector<double> sharesUp(const Model& model, double spanS);

} // namespace headroom::run
