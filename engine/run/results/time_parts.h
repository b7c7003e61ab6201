// Where the time of requests goes, from the requests that were followed.
#pragma once

#include "record/summary/summary.h"
#include "run/model/model.h"

namespace headroom::run {

/// Time at queues of the software: that of the queue, or of what others did whom requests waited for there.
enum class AtQueues
{
    ofQueue,
    ofOthers
};

/// Sets the parts of the mean latency of each operation. The resources must be there already: their means separate
/// waiting from service.
void setTimeParts(const Model& model, AtQueues atQueues, record::Summary& summary);

} // namespace headroom::run
