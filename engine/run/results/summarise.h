// From the meters at the end of a run to its summary.
#pragma once

#include "record/summary.h"
#include "run/model/model.h"

namespace headroom::run {

/// Call when every meter has been settled at the end of the window. Fills everything but wall time and `stopped`.
record::Summary summarise(const Model& model);

/// Half width of the 95 % confidence interval of the mean of `values`, relative to it, from batch means: the values
/// are cut into 20 batches (fewer when there are fewer values), whose means are taken as independent; Student's t. Not
/// a number for fewer than two values.
double confidence95(const std::vector<double>& values);

} // namespace headroom::run
