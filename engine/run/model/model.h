// Everything that makes up one simulated cluster. Internal to run/.
#pragma once

#include "behaviour/interpreter/interpreter.h"
#include "project/goals/result_formulas.h"
#include "record/summary/summary.h"
#include "run/model/capacity.h"
#include "run/model/disturbances.h"
#include "run/model/limits.h"
#include "run/model/precision.h"
#include "run/model/scaling.h"
#include "run/workload/workload.h"
#include "topology/routes.h"

#include <memory>
#include <string>
#include <vector>

namespace headroom::run {

/// The finest level for which there are series.
enum class SeriesDetail
{
    automatic, ///< limited by the total number of series
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
    Scaling scaling;
    kernel::Calendar calendar;
    behaviour::Cluster cluster;
    std::unique_ptr<behaviour::Interpreter> interpreter;
    std::vector<std::unique_ptr<Workload>> workloads;
    std::unique_ptr<Disturbances> disturbances;
    std::uint64_t seed = 1;
    double leastDurationS = 0; ///< minimum duration of a run with a precision; durationS is then the maximum
    SeriesDetail seriesDetail = SeriesDetail::automatic;
    double durationS = 0, warmUpS = 0, intervalS = 0.1;
    std::uint64_t windowParts = 0; ///< for the summary; 0: none
    bool untilJobsAreDone = false; ///< the run ends with the last job; durationS is then the limit
    /// The run ends when the last of these is not 0; durationS is then the limit.
    std::optional<project::ResultFormulas> condition;
    bool findWarmUp = false; ///< by MSER-5; warmUpS is then set to the warm-up that was found
    Limits limits;
    std::optional<PrecisionGoal::Settings> precision;
    double traceShare = 0;
    std::uint64_t traceRequests = 0;
    bool traceSome = false; ///< trace some hundred requests of a run for which the project asks for no spans
    std::optional<Capacity> capacity;
    project::ResultFormulas results;
    std::vector<record::GoalVerdict> goals;   ///< with their limits, not judged
    std::string conditions;                   ///< of the goal under which the run is made, see record::Summary
    std::vector<std::uint64_t> writtenBefore; ///< by device: bytes written to it before the measured window

    /// Brings every meter up to the present.
    void settle();
    /// Begins the measured window.
    void resetMonitors();
};

} // namespace headroom::run
