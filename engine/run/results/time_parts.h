// Where the time of requests goes, from the requests that were followed.
#pragma once

#include "record/summary/summary.h"
#include "run/model/model.h"

namespace headroom::run {

/// Adds the parts of the mean latency of each operation. The resources must be there already: their means separate
/// waiting from service.
void addTimeParts(const Model& model, record::Summary& summary);

} // namespace headroom::run
