// What the page caches hold when a run begins.
#pragma once

#include "behaviour/base/core.h"
#include "behaviour/interpreter/volumes.h"

namespace headroom::behaviour {

void warmPageCaches(const Core& core, const Volumes& volumes);

} // namespace headroom::behaviour
