// Single figures of a run's results by their names, as goals and studies ask for them.
#pragma once

#include "record/summary/summary.h"

#include <optional>
#include <span>
#include <string>

namespace headroom::record {

/// A figure in its base unit (seconds, bytes, shares) with its 95 % confidence interval.
struct Figure
{
    double value = 0;
    double low = 0, high = 0; ///< equal to the value if it has no statistical error
};

/// The names and their units stand in record/structure/figure_names.h; derived results have names too. If there is no
/// figure, `why` (empty before) says why.
///
/// Throughput and mean latency have the intervals of their batch means, and over several runs those of the runs. The
/// interval of a quantile is that of the run, or if few requests ended that of rank_interval.h, with as many
/// independent latencies as would give the interval of the mean or tell as much of the high ones, whichever are fewer,
/// since latencies of successive requests resemble each other; it can have no upper end (infinite), and `why` says so.
/// A price or a power of which parts are missing in the libraries has no upper end (infinite), and `why` names the
/// first of them.
std::optional<Figure> figureOf(const Summary& summary, const std::string& name, std::string& why);

inline constexpr double secondsOfYear = 31557600; ///< 365.25 days

/// The share of its endurance that the mean device of a group uses up in a year of such a load; 0 if nothing is
/// written. `wear` must have an endurance.
double wornInYear(const DeviceWear& wear);

/// The same figure of several runs that differ in their seeds only: the mean with its interval by Student's t.
/// `figures` must not be empty; one alone stays as it is.
Figure meanOf(std::span<const Figure> figures);

/// Gives the goal the figure and the verdict: met or missed if the whole interval is on one side of each limit.
void judge(GoalVerdict& goal, const Figure& figure);

/// The latency that this share of the operations did not exceed, interpolated linearly within a bucket; 0 without
/// buckets.
double quantileMs(std::span<const LatencyBucket> buckets, double share);

/// A number with three digits, as in "1.87" and "0.0123"; from 100 on all before the point.
std::string threeDigits(double value);

/// A share as "45 %", "0.8 %" or "Less than 0.1 %".
std::string percentInWords(double share);

/// "storage disks (data)" of "storage.disk data", the resource's name in the whole model: node group, point, name
/// there.
std::string resourceInWords(const std::string& resource);

/// "storage disks (data)", "network", "waiting for a worker of storage": the place of a part of the time of requests.
std::string placeInWords(const TimePart& part);

/// The name of the row's resource in the whole model: "storage.disk data".
std::string nameOf(const ResourceSummary& row);

/// "98 % of storage slots (messenger) are taken, with 184 waiting on average." of the workers, slots or consumers that
/// are taken most, if some wait for them and the busiest resource of the run, which serves meanwhile, is used less;
/// else empty.
std::string fullPool(const Summary& summary);

/// "For 99 % of the time storage disks (data) are busy, but requests hardly wait for what they do." of the disks that
/// are used most, if they are neither the busiest resource of the run nor the next: they destage or write back behind
/// caches, and the engine has passed them over. Else empty.
std::string busyBehindCaches(const Summary& summary);

/// Both, where they are not empty.
std::string besideTheLimit(const Summary& summary);

/// Sentence for closed loops of which no resource is near its limit: what a request waits for, and that more of them at
/// a time would bring more. Empty if some requests do not wait for others, or if the run does not say where their time
/// goes.
std::string waitingChain(const Summary& summary);

/// Names what limits the run, to be read first: the resource, how much of it is used, the share of the time of requests
/// that passes there, what is the same limit and what the next one; or what requests wait for if nothing is near its
/// limit. It promises nothing about what a faster one brings. Of a run with stages it speaks of each stage, since a
/// mean over stages says nothing of them: a line for each, or of many the number that each resource limits.
std::string limitInWords(const Summary& summary);

/// Sentence for a run whose highest utilisation, a mean over the run, is below limitingShare: "Nothing is near its
/// limit.", or which pool is full. After a rush or under overload it agrees with troubleOf(): it then speaks of the
/// mean only, and says where to look.
std::string nothingNearLimit(const Summary& summary);

} // namespace headroom::record
