// Figures of a run that a study compares, from its summary.
#pragma once

#include "record/summary/summary.h"
#include "study/measure/window_error.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>

namespace headroom::study {

/// The load for which users wait: all operations of all workloads together that are not in the background.
struct Measure
{
    /// Operations that were completed in a second; if all load is jobs, one over their mean completion time.
    double perSecond = 0;
    double meanMs = std::numeric_limits<double>::quiet_NaN(); ///< NaN if nothing was completed
    /// From the distribution's buckets, linear within a bucket (a bucket is 1/16 of a doubling wide).
    double p99Ms = std::numeric_limits<double>::quiet_NaN();
    /// Standard error of its logarithm, by order statistics of as many independent latencies as would give the error of
    /// the mean; NaN if the parts of the window are not known, or if too few requests have ended.
    double p99Error = std::numeric_limits<double>::quiet_NaN();
    WindowParts parts; ///< if they were asked for; for jobs they say nothing
    std::uint64_t completed = 0;
    bool jobs = false;          ///< all load is jobs
    bool arrivalsGiven = false; ///< no workload waits for answers
    /// False if arrivals are given and more than one in twenty of them was neither done nor failed in the window, in
    /// excess of those that were in flight when it began: they pile up.
    bool settles = true;
    /// Verdicts by the ids of the project's goals, without those that have to hold under other conditions.
    std::map<std::string, std::string> goals;
};

Measure measureOf(const record::Summary& summary);

} // namespace headroom::study
