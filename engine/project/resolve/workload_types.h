// Types of workloads. A type may be the name of a generic parameter, so it is read with a Resolver.
#pragma once

#include "project/resolve/resolver.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::project {

/// The type of the workload at `index`: "closed loop", "open loop", "trace", "jobs" or "timer".
std::string workloadType(const Project& project, std::size_t index, Resolver& resolver);
/// The ids of the workloads of this type, in the order of the project. Types that are no such name are not reported.
std::vector<std::string> workloadsOfType(const Project& project, const std::string& type);

/// True if the requests of a workload of this type come by themselves: they do not wait for the answers of earlier
/// ones.
bool givesArrivals(const std::string& workloadType);
/// True if some workload does.
bool hasArrivals(const Project& project);

} // namespace headroom::project
