// The load of a cluster: its workloads, the distributions that they draw from, and failures while it runs.
#pragma once

#include "project/document/json.h"

#include <string>
#include <vector>

namespace headroom::project {

struct OperationShare
{
    std::string operation;
    Json fields = Json::object(); ///< shareFields(): weight, arguments
};

struct Workload
{
    std::string id;
    std::string role;             ///< the role whose operations are started, e.g. "client"
    Json fields = Json::object(); ///< workloadFields(): type, workers, think time, ramp-up, keys ...
    std::vector<OperationShare> operations;
};

/// Values of which requests draw: times, sizes and the like as they were measured.
struct Distribution
{
    std::string id;
    Json fields = Json::object(); ///< distributionFields(): values, quantiles or a file
};

/// A failure while the cluster runs, or its repair.
struct Disturbance
{
    std::string id;
    Json fields = Json::object(); ///< disturbanceFields(): what, target, at, action ...
};

} // namespace headroom::project
