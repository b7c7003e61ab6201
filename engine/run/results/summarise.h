// Computes the summary from the meters at the end of a run.
#pragma once

#include "record/summary/summary.h"
#include "run/model/model.h"

#include <span>
#include <string>
#include <vector>

namespace headroom::run {

/// Every meter must have been settled at the end of the window. Fills everything but wall time and `stopped`.
record::Summary summarise(const Model& model);

/// Adds price and capacity, which are known without a run.
void addInventory(const Model& model, record::Summary& summary);

/// Half width of the 95 % confidence interval of the mean of `values`, relative to it, from batch means: the values are
/// divided into 20 batches (fewer if there are fewer values), whose means are assumed to be independent; Student's t.
/// NaN for fewer than two values.
double confidence95(const std::vector<double>& values);

/// Requires that all laws hold exactly. `networkBreaches`: what the network's own check has found. Throws
/// std::runtime_error that names the first breach.
void requireLaws(const record::Summary& summary, std::span<const std::string> networkBreaches);

} // namespace headroom::run
