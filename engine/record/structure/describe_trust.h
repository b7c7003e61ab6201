// The structure of the parts of a run's results that say how far they can be trusted, and of what the cluster costs and
// draws (see describe.h).
#pragma once

#include "record/structure/describing.h"

#include <limits>

namespace headroom::record {

template <class V, Describes<WarmUp> R>
void describe(V& v, R& warmUp)
{
    v.member({.key = "method"}, warmUp.method);
    v.member({.key = "settled"}, warmUp.settled);
    v.figure({.key = "needed_s", .unit = "s", .written = Written::ifSet}, warmUp.neededS);
}

template <class V, Describes<Precision> R>
void describe(V& v, R& precision)
{
    v.member({.key = "metric"}, precision.metric);
    v.member({.key = "operation"}, precision.operation);
    v.figure({.key = "wanted_rel", .unit = "share"}, precision.wanted);
    v.figure({.key = "reached_rel", .unit = "share"}, precision.reached);
    v.member({.key = "status"}, precision.status);
    v.member({.key = "method"}, precision.method);
    v.figure({.key = "batches"}, precision.batches);
    v.figure({.key = "lag1"}, precision.lag1);
    v.member({.key = "independent"}, precision.independent);
}

template <class V, Describes<RequestCount> R>
void describe(V& v, R& count)
{
    v.key({.key = "workload"}, count.workload);
    v.figure({.key = "carried", .pool = Pool::sum}, count.carried);
    v.figure({.key = "started", .pool = Pool::sum}, count.started);
    v.figure({.key = "done", .pool = Pool::sum}, count.done);
    v.figure({.key = "failed", .pool = Pool::sum}, count.failed);
    v.figure({.key = "in_flight", .pool = Pool::sum}, count.inFlight);
    v.figure({.key = "given_up", .pool = Pool::sum, .written = Written::ifSet}, count.givenUp);
}

template <class V, Describes<Rush> R>
void describe(V& v, R& rush)
{
    v.figure({.key = "from_s", .unit = "s"}, rush.fromS);
    v.figure({.key = "until_s", .unit = "s"}, rush.untilS);
    v.figure({.key = "drained_s", .unit = "s"}, rush.drainedS);
    v.figure({.key = "in_flight_max"}, rush.mostInFlight);
}

template <class V, Describes<ServedLoad> R>
void describe(V& v, R& load)
{
    v.key({.key = "workload"}, load.workload);
    v.figure({.key = "offered_per_s", .unit = "1/s"}, load.offeredPerS);
    v.figure({.key = "served_per_s", .unit = "1/s"}, load.servedPerS);
    v.figure({.key = "failed_per_s", .unit = "1/s"}, load.failedPerS);
    v.figure({.key = "refused_per_s", .unit = "1/s"}, load.refusedPerS);
    v.figure({.key = "growth_per_s", .unit = "1/s"}, load.growthPerS);
    v.member({.key = "settles"}, load.settles);
    v.computed({.key = "trouble"}, [&] { return troubleOf(load); });
    v.member({.key = "rushes", .written = Written::ifSet}, load.rushes);
}

template <class V, Describes<LoadPoint> R>
void describe(V& v, R& point)
{
    v.figure({.key = "at", .unit = "s"}, point.atS);
    v.figure({.key = "offered"}, point.offered);
    v.figure({.key = "done"}, point.done);
    v.figure({.key = "in_flight"}, point.inFlight);
    v.figure({.key = "in_flight_max"}, point.mostInFlight);
}

template <class V, Describes<LoadCourse> R>
void describe(V& v, R& course)
{
    v.key({.key = "workload"}, course.workload);
    v.flat({.key = "points"}, course.points);
}

template <class V, Describes<WaitingPlace> R>
void describe(V& v, R& place)
{
    v.key({.key = "at"}, place.place);
    v.member({.key = "for"}, place.waitsFor);
    v.figure({.key = "count"}, place.count);
}

template <class V, Describes<Stuck> R>
void describe(V& v, R& stuck)
{
    v.figure({.key = "since_s", .unit = "s"}, stuck.sinceS);
    v.figure({.key = "requests"}, stuck.requests);
    v.member({.key = "waiting"}, stuck.waiting);
}

template <class V, Describes<Standstill> R>
void describe(V& v, R& standstill)
{
    v.key({.key = "workload"}, standstill.workload);
    v.figure({.key = "since_s", .unit = "s"}, standstill.sinceS);
    v.figure({.key = "requests"}, standstill.requests);
    v.member({.key = "waiting"}, standstill.waiting);
}

template <class V, Describes<DerivedFigure> R>
void describe(V& v, R& result)
{
    v.key({.key = "name"}, result.name);
    v.figure({.key = "value", .written = Written::later}, result.value);
    v.figure({.key = "low", .written = Written::later}, result.low);
    v.figure({.key = "high", .written = Written::later}, result.high);
    v.member({.key = "unit"}, result.unit);
    v.figure({.key = "unit_value"}, result.unitValue);
    v.member({.key = "why"}, result.why);
    v.member({.key = "sentence"}, result.sentence);
    if constexpr (V::reads)
        if (result.value) { // an infinite end of the interval is written as null
            constexpr double infinite = std::numeric_limits<double>::infinity();
            result.low = result.low.value_or(-infinite);
            result.high = result.high.value_or(infinite);
        }
}

template <class V, Describes<GoalVerdict> R>
void describe(V& v, R& goal)
{
    v.key({.key = "id"}, goal.id);
    v.member({.key = "metric"}, goal.metric);
    v.figure({.key = "at_most", .written = Written::later}, goal.atMost);
    v.figure({.key = "at_least", .written = Written::later}, goal.atLeast);
    v.member({.key = "unit", .written = Written::later}, goal.unit);
    v.figure({.key = "value", .written = Written::later}, goal.value);
    v.figure({.key = "low", .written = Written::later}, goal.low);
    v.figure({.key = "high", .written = Written::later}, goal.high);
    v.member({.key = "verdict"}, goal.verdict);
    v.member({.key = "sentence"}, goal.sentence);
    v.member({.key = "conditions", .written = Written::later}, goal.conditions);
}

template <class V, Describes<Interval> R>
void describe(V& v, R& interval)
{
    v.key({.key = "operation"}, interval.operation);
    v.key({.key = "metric"}, interval.metric);
    v.figure({.key = "mean"}, interval.mean);
    v.figure({.key = "half_width"}, interval.halfWidth);
}

template <class V, Describes<Replications> R>
void describe(V& v, R& replications)
{
    v.computed({.key = "count"}, [&] { return std::uint64_t{replications.seeds.size()}; });
    v.member({.key = "seeds"}, replications.seeds);
    v.member({.key = "intervals"}, replications.intervals);
}

template <class V, Describes<BillLine> R>
void describe(V& v, R& line)
{
    v.key({.key = "part", .label = "part"}, line.part);
    v.figure({.key = "count", .label = "count", .shown = Shown::workbook}, line.count);
    v.figure({.key = "usd_each", .unit = "USD", .label = "price of one", .shown = Shown::workbook}, line.usdEach);
    v.member({.key = "price_basis", .written = Written::ifSet}, line.priceBasis);
    v.member({.key = "estimated", .written = Written::ifSet}, line.estimated);
}

template <class V, Describes<GroupCost> R>
void describe(V& v, R& cost)
{
    v.key({.key = "node_group", .label = "node group"}, cost.nodeGroup);
    v.figure({.key = "usd", .unit = "USD"}, cost.usd);
    v.member({.key = "unknown"}, cost.unknown);
    v.member({.key = "lines", .written = Written::ifSet}, cost.lines);
    v.figure({.key = "rack_units", .written = Written::ifSet}, cost.rackUnits);
}

/// The bill of materials of a cluster.
template <class V, Describes<std::vector<GroupCost>> R>
void describeBill(V& v, R& costs)
{
    v.computed({.key = "total_usd", .unit = "USD"}, [&] { return priceOf(costs).usd; });
    v.computed({.key = "estimated_usd", .unit = "USD", .written = Written::ifSet},
               [&] { return priceOf(costs).estimatedUsd; });
    v.computed({.key = "complete"}, [&] { return priceOf(costs).unknown.empty(); });
    v.member({.key = "groups"}, costs);
}

template <class V, Describes<DeviceWear> R>
void describe(V& v, R& wear)
{
    v.key({.key = "node_group", .label = "node group"}, wear.nodeGroup);
    v.key({.key = "devices", .label = "devices"}, wear.devices);
    v.key({.key = "part", .label = "part"}, wear.part);
    v.figure({.key = "count", .label = "count", .shown = Shown::workbook}, wear.count);
    v.figure({"written_mean_per_s", "", "B/s", "written mean", "", Pool::mean, Shown::workbook, Better::less},
             wear.writtenMeanBps);
    v.figure({"written_most_per_s", "", "B/s", "written most", "", Pool::mean, Shown::workbook, Better::less},
             wear.writtenMostBps);
    v.figure(
        {"endurance_bytes", "", "B", "endurance", "", Pool::first, Shown::workbook, Better::unknown, Written::later},
        wear.enduranceBytes);
}

template <class V, Describes<CapacityLoss> R>
void describe(V& v, R& loss)
{
    v.member({.key = "what"}, loss.what);
    v.figure({.key = "bytes", .unit = "B"}, loss.bytes);
}

template <class V, Describes<Energy> R>
void describe(V& v, R& energy)
{
    v.figure({.key = "power_W", .unit = "W", .pool = Pool::mean}, energy.powerW);
    v.figure({.key = "energy_J", .unit = "J", .pool = Pool::mean}, energy.energyJ);
    v.member({.key = "unknown"}, energy.unknown);
}

} // namespace headroom::record
