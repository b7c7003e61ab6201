// A drawn network as the engine reads it.
#pragma once

#include "accuracy/networks/system.h"
#include "project/document/json.h"

#include <string>

namespace headroom::accuracy::networks {

/// A project in which the clients run for `seconds`, a tenth of which is warm-up. Their operation is "go". `detail` is
/// that of the fabric.
project::Json projectOf(const System& system, double seconds, const std::string& detail);

} // namespace headroom::accuracy::networks
