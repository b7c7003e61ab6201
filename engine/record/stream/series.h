// The series of a run and their samples, as plain values. No Qt, no simulation code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::record {

/// A quantity over simulated time. `path` names it from the general to the particular, for trees and legends:
///   {"operation", "PUT", "throughput"}           1/s   completed operations; "workload: PUT" if several workloads
///                                                      have a PUT
///   {"operation", "PUT", "bytes"}                B/s   payload of completed operations
///   {"operation", "PUT", "errors"}               1/s   failed operations
///   {"operation", "PUT", "latency p50"}          s     of the operations completed in the interval; also
///                                                      "latency p99", "latency mean"
///   {"node group", "storage", "processor"}       share 0 … 1 of the interval, mean over the group's nodes
///   {"node group", "storage", "disk data"}       share; one for each device group ("disk " + its id)
///   {"node group", "storage", "network"}         share of the busier direction
///   {"node group", "storage", "disk data queue"} 1     mean number of I/Os at each device, waiting or in service
///   {"node group", "storage", "dirty pages"}     B     in all page caches of the group, at the end of the interval
///   {"node group", "storage", "disk data reads"} 1/s   I/Os of all the group's devices; also "disk data writes"
///   {"node group", "storage", "disk data bytes"} B/s   moved by all the group's devices
///   {"node group", "storage", "page cache hits"} share of the pages that reads ask for and find in memory; none if
///                                                      no read went through the page cache
///   {"node group", "storage", "network sent"}    B/s   by all nodes of the group; also "network received"
///   {"node", "storage-3", "processor"}           share of one node; network, disks, their queues and, in a small
///                                                      cluster, rates as for a group
///   {"node", "storage-3", "disk data 7", "busy"} share of one device of the node; also "queue"
///   {"link", "uplink access→core", "mean"}       share of the rate of one direction of a link, mean over its cables;
///   also
///                                                      "busiest" (cable) and "bytes" (B/s, all cables); "switch"
///                                                      with its id for a switch's inside
///   {"role", "proxy", "workers"}                 share of the workers that run or hold a request
///   {"block", "proxy/PUT/full", "md5", "visits"} 1/s   paths that leave a block of a diagram
///   {"block", "proxy/PUT/full", "md5", "present"} 1    total time at the block of the paths that left it in the
///                                                      interval, over the interval: by Little's law the mean
///                                                      number of paths at the block
///   {"role", "proxy", "locks used"}              1     mean number of a state item's slots, entries or messages in
///                                                      use; also "locks waiting", and for a cache "… hits" (share
///                                                      of look-ups)
struct SeriesInfo
{
    std::uint32_t id = 0;
    std::vector<std::string> path;
    std::string unit; ///< base unit: "1/s", "B/s", "s", "share", "1"
};

std::string seriesName(const SeriesInfo& series); ///< path joined with " · "
bool ofSingleNode(const SeriesInfo& series);      ///< of one node or one of its devices, not of a group or role
bool ofBlock(const SeriesInfo& series);           ///< of a block of a behaviour diagram
bool isHitRatio(const SeriesInfo& series);        ///< share of look-ups that a cache answers, not of a capacity
/// Other words by which people look for a series: "IOPS" for reads and writes of a disk, "MB/s" for bytes. May be
/// empty.
std::string otherWords(const SeriesInfo& series);
/// At most `most` of the series, the most informative ones first: operations, groups and roles, then blocks, single
/// nodes, their devices. Returns their ids in that order.
std::vector<std::uint32_t> mostTelling(const std::vector<SeriesInfo>& series, std::size_t most);

/// The throughput of a run that has come to its steady state.
struct Steady
{
    double perSecond = 0; ///< requests of users
    double relative = 0;  ///< half width of its 95 % interval over its value
    bool operator==(const Steady&) const = default;
};

/// Values of all series at one instant; NaN if a value is undefined (for example, if no operation ended).
struct Sample
{
    double time = 0;                   ///< simulated seconds, end of the interval
    double wall = 0;                   ///< seconds of real time since the run began
    std::uint64_t events = 0;          ///< events run so far
    std::vector<double> values;        ///< by position in the list of watched series
    std::uint64_t requests = 0;        ///< users' requests answered successfully so far, warm-up included
    std::optional<Steady> steady = {}; ///< if it is known; it is withdrawn when the run changes
};

} // namespace headroom::record
