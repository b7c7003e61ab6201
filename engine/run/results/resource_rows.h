// The summary's rows of resources, and the bottleneck and energy derived from them. Internal to run/.
#pragma once

#include "record/summary/summary.h"
#include "run/model/model.h"

namespace headroom::run {

/// Fills resources and bottleneck from the meters of the measured window of `spanS` seconds.
void summariseResources(const Model& model, double spanS, record::Summary& summary);

/// For each node group the share of the measured window for which its nodes were up.
std::vector<double> sharesUp(const Model& model, double spanS);

} // namespace headroom::run
