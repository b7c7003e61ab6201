// The speed of a processor relative to the reference processor, for which work is stated in seconds.
#pragma once

#include "project/library/components.h"
#include "project/resolve/resolver.h"

#include <vector>

namespace headroom::project {

/// The reference processor of the model: the default of a compute block's "reference". Null if the libraries lack it,
/// with one finding that states what to add.
const Component* referenceProcessor(Resolver& resolver);
/// Factor from work stated for the role's reference processor to that of the model; 1 if the role names none.
/// `workers` are the values of workersFields() at the pointer.
double roleToReference(Resolver& resolver, const Json& workers, const std::string& pointer);

/// Speed of one thread, with all others idle, relative to the reference's: from the single-thread benchmark if there
/// are figures of both, else from clock (turbo) × instructions per cycle. The two are never mixed.
double singleThreadSpeed(const Component& processor, const Component& reference);

/// Speed of each busy core with 1, 2 … all cores of the socket busy, relative to the reference's single thread: it
/// follows the clock. With one core busy that is the turbo clock, with all of them the all-core turbo clock, or the
/// base clock if that is not known; in between the published turbo bins hold, and without them it falls linearly.
/// Benchmarks of all cores together do not enter: they contain what their own programs do not scale by.
std::vector<double> coreSpeeds(const Component& processor, const Component& reference);
/// The rows of the processor's idle states; an empty list if none are known.
Json idleStates(const Component& processor);
/// True if the processor has a turbo, and its clock with all cores busy is not known.
bool lacksAllCoreClock(const Component& processor);

} // namespace headroom::project
