// Plain values that a run says: series and their samples. No Qt, no simulation code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::record {

/// A quantity over simulated time. `path` names it from the general to the particular, for trees and legends:
///   {"operation", "PUT", "throughput"}           1/s   completed operations; "workload: PUT" where several have one
///   {"operation", "PUT", "bytes"}                B/s   payload of completed operations
///   {"operation", "PUT", "latency p50"}          s     of the operations completed in the interval; also "latency p99", "latency mean"
///   {"node group", "storage", "processor"}       share 0 … 1 of the interval, mean over the group's nodes
///   {"node group", "storage", "disk data"}       share; one for each device group ("disk " + its id)
///   {"node group", "storage", "network"}         share of the busier direction
///   {"node group", "storage", "disk data queue"} 1     mean number of I/Os at each device, waiting or in service
struct SeriesInfo
{
    std::uint32_t id = 0;
    std::vector<std::string> path;
    std::string unit; ///< base unit: "1/s", "B/s", "s", "share", "1"
};

std::string seriesName(const SeriesInfo& series); ///< path joined with " · "

/// Values of all series at one instant; NaN where there is nothing to say (no operation ended, say).
struct Sample
{
    double time = 0;  ///< simulated seconds, end of the interval
    double wall = 0;  ///< seconds of real time since the run began
    std::uint64_t events = 0; ///< events run so far
    std::vector<double> values; ///< by position in the list of watched series
};

} // namespace headroom::record
