// Everything that makes up one simulated cluster. Internal to run/.
#pragma once

#include "behaviour/interpreter/interpreter.h"
#include "run/model/consumption.h"
#include "run/model/disturbances.h"
#include "run/model/limits.h"
#include "run/model/precision.h"
#include "run/workload/workload.h"
#include "topology/routes.h"

#include <memory>
#include <string>
#include <vector>

namespace headroom::run {

/// Down to what there are series.
enum class SeriesDetail
{
    automatic, ///< as far as their number stays bearable
    groups,
    nodes,
    devices
};

struct Model
{
    project::Project project;
    std::unique_ptr<topology::ExpandedTopology> topology;
    std::unique_ptr<topology::Routes> routes;
    std::unique_ptr<mapping::Placement> placement;
    behaviour::Software software;
    kernel::Calendar calendar;
    behaviour::Cluster cluster;
    std::unique_ptr<behaviour::Interpreter> interpreter;
    std::vector<std::unique_ptr<Workload>> workloads;
    std::unique_ptr<Disturbances> disturbances;
    std::uint64_t seed = 1;
    double leastDurationS = 0; ///< of a run with a precision; durationS is the longest then
    SeriesDetail seriesDetail = SeriesDetail::automatic;
    double durationS = 0, warmUpS = 0, intervalS = 0.1;
    bool findWarmUp = false; ///< by MSER-5; then warmUpS holds what was cut once that is known
    Limits limits;
    std::optional<PrecisionGoal::Settings> precision;
    double traceShare = 0;
    std::uint64_t traceRequests = 0;
    bool traceSome = false; ///< ever fewer: what is worth a look of a run that asks for no spans
    std::optional<Capacity> capacity;
    std::vector<std::uint64_t> carried; ///< by workload: requests under way when the measured window began

    /// Brings every meter up to the present.
    void settle();
    /// Begins the measured window.
    void resetMonitors();
};

} // namespace headroom::run
