// The speed of a processor relative to the reference processor, for which work is stated in seconds.
#pragma once

#include "project/library/components.h"
#include "project/resolve/resolver.h"

namespace headroom::project {

/// The reference processor of the model: the default of a compute block's "reference". Null if the libraries lack it,
/// with one finding that states what to add.
const Component* referenceProcessor(Resolver& resolver);

/// Whether single-thread benchmark figures of both processors are known.
bool benchmarked(const Component& processor, const Component& reference);
/// Speed of one thread, with all others idle, relative to the reference's: from the single-thread benchmark if there
/// are figures of both, else from clock (turbo) × instructions per cycle. The two are never mixed.
double singleThreadSpeed(const Component& processor, const Component& reference);

} // namespace headroom::project
