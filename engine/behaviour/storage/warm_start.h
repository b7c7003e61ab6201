// Contents of the page caches at the start of a run.
#pragma once

#include "behaviour/core/core.h"
#include "behaviour/storage/volumes.h"

namespace headroom::behaviour {

/// Puts the files of the lowest keys into memory, as far as they fit.
void warmPageCaches(const Core& core, const Volumes& volumes);
/// Makes as many bytes dirty as writers settle at that are faster than the devices (DirtyLimits::balance()).
void dirtyPageCaches(const Core& core, const Volumes& volumes);

} // namespace headroom::behaviour
