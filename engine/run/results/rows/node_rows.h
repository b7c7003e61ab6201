// The summary's figures of single nodes. Internal to run/.
#pragma once

#include "record/summary/summary.h"
#include "run/model/model.h"

namespace headroom::run {

/// Fills the nodes from the meters of the measured window, unless there are too many to be examined one by one.
void summariseNodes(const Model& model, record::Summary& summary);

} // namespace headroom::run
