// The summary of a whole run: the object that `--json` prints, as plain values.
#pragma once

#include "record/summary/consumption.h"
#include "record/summary/trust.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::record {

/// Mean, quantiles and maximum of a latency, milliseconds.
struct LatencySummary
{
    double meanMs = 0, p50Ms = 0, p95Ms = 0, p99Ms = 0, maxMs = 0;
};

/// Latencies from `lowerMs` up to, not including, `upperMs`.
struct LatencyBucket
{
    double lowerMs = 0, upperMs = 0;
    std::uint64_t count = 0;
    bool operator==(const LatencyBucket&) const = default;
};
/// Number of buckets for each doubling of the latency: a quantile read from them is within 1/32 (3 %) of the true one.
inline constexpr unsigned latencyBucketsPerDoubling = 16;

/// The operations of one name that ended in the measured window.
struct OperationSummary
{
    std::uint64_t count = 0;
    std::uint64_t errors = 0;
    double perSecond = 0;
    double bytesPerSecond = 0;
    LatencySummary latency;
    /// Half width of the 95 % confidence interval of the throughput over its value, from batch means over the measured
    /// window; the second one is for the mean latency.
    double ci95Relative = 0;
    double latencyCi95Relative = 0;
    /// The same for the quantiles; NaN if too few requests ended to bound them, and in older results.
    double p50Ci95Relative = std::numeric_limits<double>::quiet_NaN();
    double p95Ci95Relative = std::numeric_limits<double>::quiet_NaN();
    double p99Ci95Relative = std::numeric_limits<double>::quiet_NaN();
    /// Number of independent latencies that would tell as much of the high ones; NaN with few, and in older results.
    double independent = std::numeric_limits<double>::quiet_NaN();
    /// Distribution of the latencies, ascending, without empty buckets; none in older results.
    std::vector<LatencyBucket> buckets = {};
    std::string workload = {}; ///< id of the one that asks for it; empty in older results
};

/// The share of the operations that ended; nothing if none did.
std::optional<double> failedShare(const OperationSummary& operation);

/// One kind of resource of a node group in the measured window, or one direction of a link.
struct ResourceSummary
{
    std::string nodeGroup;      ///< "link" and "switch" for those of the fabric
    std::string resource;       ///< "processor", "disk data", "network"; of a link "uplink access→core"
    double utilisationMean = 0; ///< mean over the group's devices
    double utilisationMax = 0;  ///< the busiest device's
    double queueMean = 0;       ///< per device; for disks I/Os waiting or in service (iostat's aqu-sz), for others
                                ///< waiting only
    double bytesPerSecond = 0;  ///< total of the group
    /// Service demand: busy time of the busiest device for each completed operation, D = U·T/C (Denning & Buzen,
    /// "The operational analysis of queueing network models", ACM Computing Surveys 10, 1978).
    double demandS = 0;
    /// Busy time of all devices of the group together for each completed operation. With waitingS it shows where the
    /// time of requests goes, by Little's law (W = N/X). For processors it is the time of their threads.
    double servedS = 0;
    std::optional<double> waitingS = {}; ///< waiting time at them for each completed operation; empty: not measured
    std::optional<double> powerW = {};   ///< mean of the whole group; empty if the libraries have no figure
    std::optional<double> energyJ = {};  ///< over the measured window
    /// For keyed slots: the key that was held longest, for which utilisation and queue are given ("key 17 on store-1").
    std::string busiest = {};
};

/// Utilisation of each node of a group over the measured window, 0 … 1, to four digits; NaN for a node without such a
/// part.
struct NodeSummary
{
    std::string nodeGroup;
    std::vector<double> processor; ///< of its cores
    std::vector<double> disk;      ///< of its busiest device
    std::vector<double> network;   ///< of its busiest cable, in the busier direction
};

/// All operations of one workload.
struct WorkloadSummary
{
    std::string type;        ///< "closed loop", "open loop", "trace", "jobs", "timer"
    bool background = false; ///< no user waits for it
    std::uint64_t count = 0;
    std::uint64_t errors = 0;
    std::uint64_t refused = 0; ///< not started: too many were in flight, or a timer's previous round had not ended
    double perSecond = 0;
    double bytesPerSecond = 0;
    double inFlightMean = 0;
    std::uint64_t inFlightMax = 0;
    /// The mean number of users of a closed loop, and the mean time between an answer and the next request.
    std::optional<double> users = {}, thinkS = {};
    /// Time in which it was active, over which its rates are; empty: the whole measured window.
    std::optional<double> activeS = {};
    /// More arrivals than at the window's start wait at the clients at its end, since as many as may be are in flight.
    std::uint64_t waiting = 0;
};

/// The jobs of one workload that were completed in the measured window.
struct JobSummary
{
    std::uint64_t count = 0;
    std::uint64_t unfinished = 0; ///< started and not complete when the run ended
    double completionMeanS = 0;
    double completionMaxS = 0;
    std::uint64_t failed = 0; ///< ended with a task that had failed at each attempt; not counted as completed
};

/// Utilisation above which a resource is said to limit. Above it, waiting grows much faster than load (for one server
/// with random arrivals, M/M/1, the waiting time is then more than twice the service time).
inline constexpr double limitingShare = 0.7;

/// The resource that limits a run, and the effect of making it faster.
struct Bottleneck
{
    std::string resource;   ///< "storage.disk data", "proxies.workers"
    double utilisation = 0; ///< of its busiest device
    std::string next = {};  ///< the next limit once this one is removed; empty if there is none
    double nextUtilisation = 0;
    double headroom = 1; ///< by how much the throughput can grow before the next limit is as busy, at most
    /// Bounds of the throughput relative to the present one if the resource were twice as fast (for workers: twice as
    /// many).
    double speedupLow = 1, speedupHigh = 1;
    /// Upper bound of the throughput relative to the present one that the users of the closed loops can reach; NaN if
    /// some requests do not wait for answers.
    double usersLimit = std::numeric_limits<double>::quiet_NaN();
    /// Another resource that is used as much because both are one limit: slots that are held while the resource serves,
    /// or what serves while the slots are held. Empty: none.
    std::string sameAs = {};
    std::optional<double> timeShare = {}; ///< of the mean request of closed loops: at it or waiting for it
};

/// A part of the measured window in which the same workloads were active, each in the same one of its own stages.
struct StageSummary
{
    std::string stage;                  ///< "read", "read + write 2/3": the workloads, with the number of their stage
    std::vector<std::string> workloads; ///< those that were active, without background work
    double fromS = 0, toS = 0;          ///< in the run
    double perSecond = 0;               ///< operations of the users that ended
    double latencyS = 0;                ///< their mean
    std::vector<ResourceSummary> resources; ///< as those of the run, without power
    std::optional<Bottleneck> bottleneck;   ///< the same
};

/// The users' operations that ended in one of the equal parts of the measured window.
struct WindowPart
{
    double count = 0;
    double latencyS = 0; ///< sum over them
    bool operator==(const WindowPart&) const = default;
};

/// A part of the mean latency of an operation: the time along the critical path that a request spends at one resource,
/// or waits for one reason. Of parallel paths it is the one that was waited for. The parts of an operation add up to
/// its mean latency. They are divided as for the requests that were followed, a sample without a bias.
struct TimePart
{
    std::string workload;
    std::string operation; ///< as in Summary::operations
    std::string nodeGroup; ///< empty: not at one group
    /// As in ResourceSummary ("processor", "disk data"), or "network" (messages and chunks of streams to the group),
    /// "stream" (its other end has not begun, or is gone), "delay", "workers", "helper threads", "slots gate", "tokens
    /// rate", "queue jobs", "barrier", "memory", "answer" (one that failed or never came), "others" (other paths of the
    /// request).
    std::string resource;
    std::string activity; ///< "flush"; of messages "from clients", a node group
    double servedS = 0;   ///< with the waiting, if that is not known
    /// For others that are served there. At processors and devices it is the resource's mean share, elsewhere that of
    /// the requests that were followed; empty: it is not measured.
    std::optional<double> waitingS = {};
    std::uint64_t followed = 0; ///< requests of the operation that were followed
    /// The part of served and waiting during which the request waited at queues of the software, and others spent it
    /// here.
    double atQueuesS = 0;

    double seconds() const { return servedS + waitingS.value_or(0); }
};

/// The same time divided by the blocks at which it was spent; these parts add up to the mean latency too. The time of a
/// message or of a chunk on its way belongs to the block that sends it.
struct TimeAtBlock
{
    std::string workload;
    std::string operation; ///< of the workload, as in Summary::operations
    std::string diagram;   ///< as in BlockSummary; empty: before the first block, waiting to be accepted
    std::string block;
    double servedS = 0;                  ///< as in TimePart
    std::optional<double> waitingS = {}; ///< of what is known to be waiting or service

    double seconds() const { return servedS + waitingS.value_or(0); }
};

/// The time of requests at one block, to colour diagrams.
struct BlockSummary
{
    std::string diagram; ///< "proxy-server/PUT/full"
    std::string block;
    std::uint64_t visits = 0;
    double meanS = 0; ///< time from entering to leaving, queueing included
};

/// The time between two probes.
struct StretchSummary
{
    std::uint64_t count = 0;
    LatencySummary duration;
};

/// Statistics of a role's state item, over all its instances (of each node, each job ...). Values that do not apply to
/// its type are 0.
struct StateSummary
{
    std::string role;
    std::string state;
    std::string type;    ///< "slots", "cache", "queue", "barrier", "token bucket"
    double usedMean = 0; ///< slots taken; messages in the queue
    double usedMax = 0;
    double waitingMean = 0; ///< paths that wait for it
    double waitingMax = 0;
    /// Slots: mean share in use. Token bucket: tokens taken over those that came at its rate. NaN if the number of
    /// instances is unknown.
    double utilisation = 0;
    std::uint64_t lookUps = 0;
    double hitRatio = 0; ///< of a cache; of a queue by locality: share of messages with data taken where these are
};

/// Copies that a ring's partitions lacked after failures, and that a queue of the software was told.
struct MissingCopies
{
    std::string ring;
    std::string role, state;         ///< the queue
    std::uint64_t copies = 0;        ///< that went missing in the window
    std::uint64_t withoutSource = 0; ///< of which no other copy was up
    std::uint64_t forgotten = 0;     ///< whose message was lost by a failure, or that a failure has interrupted
    std::uint64_t left = 0;          ///< not made by the end of the run
    double incompleteS = 0;          ///< time in the window during which any was outstanding
};

/// Both sides of a law that a run must satisfy exactly, in picoseconds, requests or bytes, as decimal text (128 bits).
struct LawCheck
{
    std::string name; ///< "Little's law, requests" , "utilisation law, storage-1 data-3"
    std::string left, right;
};

/// A derived result of the project. Its figures are in its unit.
struct DerivedFigure
{
    std::string name;
    std::string unit;     ///< "min"; empty: a plain number
    double unitValue = 1; ///< of the unit in its base unit: 60
    /// With its 95 % confidence interval; nothing if it is not known. The ends may be infinite.
    std::optional<double> value, low, high;
    std::string why;      ///< why it is not known, or has no end
    std::string sentence; ///< "run time: 12.3 min (12.1 min to 12.5 min)."
};

/// A goal of the project compared with the run. Limits and figures are in the base unit.
struct GoalVerdict
{
    std::string id;
    std::string metric; ///< figures.h
    std::optional<double> atMost, atLeast;
    std::optional<double> value, low, high; ///< the figure and its 95 % confidence interval, if it is known
    /// "met" or "missed" if the whole interval is on one side of the limit, else "not yet known".
    std::string verdict;
    std::string sentence;  ///< "PUT.latency.p99 at most 50 ms: met, 38.2 ms (37.5 ms to 39 ms)."
    std::string unit = {}; ///< base unit of the figure; "%" for a share, empty for a number
    /// Under which it has to hold, if not those of the project: "LOAD = 1400 and one node of storage down".
    std::string conditions = {};
};

/// All results of a run; rates and means are over the measured window.
struct Summary
{
    std::string project;
    std::string conditions; ///< if it was run under those of a goal
    std::uint64_t seed = 0;
    double simulatedS = 0;
    double warmUpS = 0;
    double wallS = 0;
    std::uint64_t events = 0;
    bool stopped = false;                ///< ended before its end time
    std::string end;                     ///< why it ended: "the jobs were done"; empty if by a limit
    std::string limit;                   ///< why it had to end early; empty if it did not
    std::optional<Stuck> stuck;          ///< if nothing could happen any more while requests waited
    std::vector<Standstill> standstills; ///< if something could, but some workloads stood still
    WarmUp warmUp;
    std::optional<Precision> precision;  ///< if the project requires one
    std::vector<RequestCount> requests;  ///< by workload
    std::vector<WindowPart> windowParts; ///< in the order of time, if they were asked for
    std::vector<LoadCourse> loadCourses; ///< of workloads with given arrivals; none in older results
    std::uint64_t tracedRequests = 0;
    std::map<std::string, std::string> parameters; ///< values of the generic parameters in this run
    std::map<std::string, double> scaled; ///< resources that were made faster or more than the project says: factors
    /// By operation; by "workload: operation" for background work and if several workloads have an operation of that
    /// name.
    std::map<std::string, OperationSummary> operations;
    std::map<std::string, WorkloadSummary> workloads; ///< by id
    std::map<std::string, JobSummary> jobs;           ///< by workload
    std::vector<ResourceSummary> resources;
    std::vector<NodeSummary> nodes; ///< by node group; empty if there are more than ten thousand nodes
    std::optional<Bottleneck> bottleneck;
    std::vector<StageSummary> stages; ///< empty if the whole window is one; none in older results
    std::vector<BlockSummary> blocks;
    std::vector<TimePart> timeParts;                 ///< by operation; none in older results
    std::vector<TimeAtBlock> timeAtBlocks;           ///< the same
    std::map<std::string, StretchSummary> stretches; ///< by "role operation name"
    std::vector<StateSummary> states;
    std::vector<MissingCopies> missingCopies;
    std::vector<LawCheck> laws;
    std::vector<DerivedFigure> results;
    std::vector<GoalVerdict> goals;
    std::optional<double> rawBytes, usableBytes;
    std::vector<CapacityLoss> leftOut; ///< of the raw capacity; none in older results
    std::vector<GroupCost> costs;
    std::vector<DeviceWear> wear; ///< of solid-state devices; none in older results
    std::optional<Energy> energy;
    std::optional<Replications> replications; ///< if there were several; all other figures are means over them
};

/// True if its requests do not wait for the answers of earlier ones.
bool givesArrivals(const WorkloadSummary& workload);

/// The run as if its window had been that stage: its workloads with their operations, its resources and its limit. The
/// time of requests is known only if these workloads were active in no other stage.
Summary ofStage(const Summary& summary, const StageSummary& stage);

/// One for each workload, in the order of `summary.requests`. Older results do not have these counts.
std::vector<ServedLoad> servedLoads(const Summary& summary);

/// The troubles of all workloads, closed loops for which the run was too short, and copies that are still missing.
std::vector<std::string> loadTroubles(const Summary& summary);

} // namespace headroom::record
