// What a processor is worth in the seconds that work is stated in.
#pragma once

#include "project/library/components.h"
#include "project/resolve/resolver.h"

namespace headroom::project {

/// The processor that reference-seconds of the model are stated for: what a compute block's "reference" is unless it
/// says otherwise. Null if the libraries lack it, with one finding that says what to add.
const Component* referenceProcessor(Resolver& resolver);

/// Whether a benchmark says how fast one thread of both is.
bool benchmarked(const Component& processor, const Component& reference);
/// Speed of one thread, the rest idle, relative to the reference's: by the single-thread benchmark if there are
/// figures of both, else by clock (turbo) × instructions per cycle. One or the other, never both.
double singleThreadSpeed(const Component& processor, const Component& reference);

} // namespace headroom::project
