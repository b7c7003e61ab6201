// Contents of the page caches at the start of a run.
#pragma once

#include "behaviour/base/core.h"
#include "behaviour/interpreter/volumes.h"

namespace headroom::behaviour {

void warmPageCaches(const Core& core, const Volumes& volumes);

} // namespace headroom::behaviour
