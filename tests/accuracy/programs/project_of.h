// A drawn system as the engine reads it.
#pragma once

#include "accuracy/programs/system.h"
#include "project/document/json.h"

namespace headroom::accuracy::programs {

/// A project in which the load of the system runs for `seconds`, a tenth of which is warm-up. Its operation is
/// "serve0".
project::Json projectOf(const System& system, double seconds);

} // namespace headroom::accuracy::programs
