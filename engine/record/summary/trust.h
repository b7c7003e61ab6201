// Reliability of the figures of a run: part of the summary.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::record {

/// The warm-up at the beginning, and its method.
struct WarmUp
{
    std::string method = "fixed"; ///< or "MSER-5"
    bool settled = true;          ///< MSER-5: false if the series had not settled after half of the duration
    /// A fixed one that is too short: one that would leave the beginning out which differs from the rest.
    std::optional<double> neededS = {};
};

/// The result of a run that has to reach a precision.
struct Precision
{
    std::string metric;    ///< "throughput", "mean latency", "p95", "p99"
    std::string operation; ///< empty: all operations together
    double wanted = 0;     ///< relative half width of the 95 % interval
    double reached = 0;
    std::string status; ///< "reached" or "limit"
    std::string method; ///< "batch means" or "replications"
    std::uint64_t batches = 0;
    double lag1 = 0;         ///< autocorrelation of the batches
    bool independent = true; ///< the batches passed the independence test
};

/// Conservation over the measured window: carried + started = done + failed + givenUp + inFlight.
struct RequestCount
{
    std::string workload;
    std::uint64_t carried = 0; ///< in flight when the window began
    std::uint64_t started = 0, done = 0, failed = 0;
    std::uint64_t inFlight = 0; ///< in flight when it ended
    std::uint64_t givenUp = 0;  ///< by the workload: the slower of two copies of a task
};

/// Counts of a workload's requests between the point before and this one.
struct LoadPoint
{
    double atS = 0;                 ///< simulated time
    std::uint64_t offered = 0;      ///< arrived, started or refused
    std::uint64_t done = 0;         ///< answered successfully
    std::uint64_t inFlight = 0;     ///< at this instant
    std::uint64_t mostInFlight = 0; ///< at the samples since the point before
    bool operator==(const LoadPoint&) const = default;
};

/// The counts of a workload with given arrivals over the measured window. The first point is the window's beginning.
struct LoadCourse
{
    std::string workload;
    std::vector<LoadPoint> points;
    bool operator==(const LoadCourse&) const = default;
};

/// Points of a course at most; a longer one is kept in longer steps.
inline constexpr std::size_t mostLoadPoints = 61;

/// A time in which more requests arrived than ended.
struct Rush
{
    double fromS = 0, untilS = 0;
    std::optional<double> drainedS; ///< when the number in flight was back where it had been; nothing: not in the run
    std::uint64_t mostInFlight = 0;
};

/// The rushes of a course, in order of time. A rise of the number in flight is one if it is more than ten requests and
/// a twentieth of those that arrived meanwhile, and more than chance explains: four standard deviations of Poisson
/// arrivals and departures (the variance of a Poisson count is its mean).
std::vector<Rush> rushesOf(const LoadCourse& course);

/// The requests of a workload in the measured window, for each second of it. By conservation,
/// offered = served + failed + refused + growth.
struct ServedLoad
{
    std::string workload;
    bool arrivalsGiven = false; ///< givesArrivals()
    double offeredPerS = 0, servedPerS = 0, failedPerS = 0, refusedPerS = 0;
    double growthPerS = 0;   ///< of the number in flight; negative if more ended than arrived
    double failedShare = 0;  ///< of the requests that ended
    double refusedShare = 0; ///< of those offered
    /// False if the number in flight grew by more than a twentieth of the given arrivals: then its latencies depend on
    /// how long the run lasts.
    bool settles = true;
    std::vector<Rush> rushes; ///< if it settles: those in between
};

/// Sentence about trouble of the load: 'Overload: the workload "users" does not settle. Of 2000 requests a second 323
/// are served, 674 fail, and the number in flight grows by 1003 a second.' Or about a rush in between, or that requests
/// fail or are refused. Empty if all went well.
std::string troubleOf(const ServedLoad& load);

/// Where paths of requests wait when nothing can happen any more.
struct WaitingPlace
{
    std::string place;       ///< "role/operation/level block", or "role" for what waits to be accepted
    std::string waitsFor;    ///< "queue for slots"
    std::uint64_t count = 0; ///< paths, or requests that wait to be accepted
};
/// A run in which, from an instant on, nothing could happen any more while requests waited.
struct Stuck
{
    double sinceS = 0;          ///< when the last of them began to wait
    std::uint64_t requests = 0; ///< of workloads for which users or jobs wait
    std::vector<WaitingPlace> waiting;
};
/// "Stuck since 1.2 s: 3 requests wait for ever (3 at ...: ...)."
std::string sentenceOf(const Stuck& stuck);

/// A workload that had come to a standstill when its run ended, though something else still happened: for most of the
/// run none of its requests ended, and these waited for others without having moved.
struct Standstill
{
    std::string workload;
    double sinceS = 0; ///< when the last of them moved
    std::uint64_t requests = 0;
    std::vector<WaitingPlace> waiting;
};
/// "No request of the workload "load" has ended since 1.2 s; 3 requests have waited since then (3 at ...: ...)."
std::string sentenceOf(const Standstill& standstill);

/// Mean over replications with the half width of its 95 % confidence interval.
struct Interval
{
    std::string operation;
    std::string metric; ///< "per_s", "mean_ms", "p50_ms", "p95_ms", "p99_ms"
    double mean = 0, halfWidth = 0;
};
/// The seeds of several runs, and the intervals over them.
struct Replications
{
    std::vector<std::uint64_t> seeds;
    std::vector<Interval> intervals;
};

} // namespace headroom::record
