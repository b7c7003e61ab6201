// From the meters at the end of a run to its summary.
#pragma once

#include "record/summary.h"
#include "run/model/model.h"

#include <span>
#include <string>
#include <vector>

namespace headroom::run {

/// Call when every meter has been settled at the end of the window. Fills everything but wall time and `stopped`.
record::Summary summarise(const Model& model);

/// Half width of the 95 % confidence interval of the mean of `values`, relative to it, from batch means: the values
/// are cut into 20 batches (fewer when there are fewer values), whose means are taken as independent; Student's t. Not
/// a number for fewer than two values.
double confidence95(const std::vector<double>& values);

/// Requires that all laws hold exactly. `networkBreaches`: what the network's own check has found. Throws
/// std::runtime_error that names the first breach.
void requireLaws(const record::Summary& summary, std::span<const std::string> networkBreaches);

} // namespace headroom::run
