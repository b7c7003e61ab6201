// Which load comes by itself: its requests do not wait for the answers of earlier ones.
#pragma once

#include "project/resolve/resolver.h"

#include <string>

namespace headroom::project {

/// Of a workload of this type.
bool givesArrivals(const std::string& workloadType);
/// Whether some workload does.
bool hasArrivals(const Project& project, Resolver& resolver);

} // namespace headroom::project
