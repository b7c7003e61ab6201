// The structure of what a run says of operations, workloads, jobs and stretches (see describe.h).
#pragma once

#include "record/structure/describing.h"

namespace headroom::record {

template <class V, Describes<LatencySummary> R>
void describe(V& v, R& latency)
{
    constexpr Shown tables = Shown::terminal | Shown::workbook | Shown::report;
    const auto quantile = [](const char* name, Shown shown) {
        return FigureRow{name, name, "ms", name, name, Pool::counted, shown, Better::less};
    };
    v.figure(quantile("mean", tables), latency.meanMs);
    v.figure(quantile("p50", Shown::everywhere), latency.p50Ms);
    v.figure(quantile("p95", tables), latency.p95Ms);
    v.figure(quantile("p99", Shown::everywhere), latency.p99Ms);
    v.figure({"max", "max", "ms", "max", "max", Pool::most, tables, Better::less}, latency.maxMs);
}

template <class V, Describes<LatencyBucket> R>
void describe(V& v, R& bucket)
{
    v.figure({.key = "from"}, bucket.lowerMs);
    v.figure({.key = "to"}, bucket.upperMs);
    v.figure({.key = "count"}, bucket.count);
}

template <class V, Describes<WindowPart> R>
void describe(V& v, R& part)
{
    v.figure({.key = "count"}, part.count);
    v.figure({.key = "latency_s", .unit = "s"}, part.latencyS);
}

template <class V, Describes<OperationSummary> R>
void describe(V& v, R& operation)
{
    constexpr Shown tables = Shown::terminal | Shown::workbook;
    v.figure({"count", "count", "1", "count", "count", Pool::sum, tables, Better::more}, operation.count);
    v.figure({"errors", "", "1", "errors", "failed", Pool::sum, tables, Better::less}, operation.errors);
    v.figure({"per_s", "throughput", "1/s", "throughput", "1/s", Pool::interval, Shown::everywhere, Better::more},
             operation.perSecond);
    v.figure({"bytes_per_s", "bytes", "B/s", "bytes", "data", Pool::mean, tables | Shown::report, Better::more},
             operation.bytesPerSecond);
    v.part({.key = "latency_ms", .name = "latency", .label = "latency"}, operation.latency);
    const auto interval = [](const char* key, const char* label, const char* of, Shown shown, Written written) {
        return FigureRow{.key = key,
                         .unit = "share",
                         .label = label,
                         .brief = "± 95 %",
                         .shown = shown,
                         .written = written,
                         .of = of};
    };
    constexpr Shown inTables = tables | Shown::report, beside = Shown::workbook | Shown::report;
    v.figure(interval("ci95_rel", "95 % interval of throughput", "per_s", inTables, Written::always),
             operation.ci95Relative);
    v.figure(interval("latency_ci95_rel", "95 % interval of latency", "latency_ms.mean", inTables, Written::always),
             operation.latencyCi95Relative);
    v.figure(interval("p50_ci95_rel", "95 % interval of p50", "latency_ms.p50", beside, Written::later),
             operation.p50Ci95Relative);
    v.figure(interval("p95_ci95_rel", "95 % interval of p95", "latency_ms.p95", inTables, Written::later),
             operation.p95Ci95Relative);
    v.figure(interval("p99_ci95_rel", "95 % interval of p99", "latency_ms.p99", inTables, Written::later),
             operation.p99Ci95Relative);
    v.figure({.key = "independent", .pool = Pool::sum, .written = Written::later}, operation.independent);
    v.derived({"", "failed", "share", "failed", "", Pool::first, Shown::report, Better::less},
              [&] { return failedShare(operation); });
    v.flat({.key = "latency_buckets_ms", .written = Written::later}, operation.buckets);
    v.member({.key = "workload", .written = Written::ifSet}, operation.workload);
}

template <class V, Describes<WorkloadSummary> R>
void describe(V& v, R& workload)
{
    constexpr Shown tables = Shown::terminal | Shown::workbook;
    v.member({.key = "type"}, workload.type);
    v.member({.key = "background"}, workload.background);
    v.figure({"count", "count", "1", "count", "count", Pool::sum, tables}, workload.count);
    v.figure({"errors", "failed", "1", "errors", "failed", Pool::sum, tables}, workload.errors);
    v.figure({"refused", "refused", "1", "refused", "refused", Pool::sum, tables}, workload.refused);
    v.figure({.key = "waiting", .pool = Pool::sum, .written = Written::ifSet}, workload.waiting);
    v.figure({"per_s", "throughput", "1/s", "throughput", "1/s", Pool::mean, tables, Better::more}, workload.perSecond);
    v.figure({"bytes_per_s", "bytes", "B/s", "bytes", "data", Pool::mean, tables, Better::more},
             workload.bytesPerSecond);
    v.figure({"in_flight_mean", "in_flight", "1", "in flight mean", "in flight", Pool::mean, tables},
             workload.inFlightMean);
    v.figure({"in_flight_max", "in_flight.max", "1", "in flight max", "in flight, max", Pool::most, tables},
             workload.inFlightMax);
    v.figure({.key = "users", .pool = Pool::mean, .written = Written::ifSet}, workload.users);
    v.figure({.key = "think_s", .unit = "s", .pool = Pool::mean, .written = Written::ifSet}, workload.thinkS);
    v.figure({.key = "active_s",
              .unit = "s",
              .label = "active",
              .brief = "active",
              .pool = Pool::mean,
              .shown = Shown::workbook,
              .written = Written::ifSet},
             workload.activeS);
}

/// The figures of any part of the time of requests.
template <typename V, typename Part>
void describeTimes(V& v, Part& part)
{
    constexpr Shown tables = Shown::terminal | Shown::workbook | Shown::report;
    v.figure({"served_s", "", "s", "served", "served", Pool::mean, tables, Better::less}, part.servedS);
    v.figure({"waiting_s", "", "s", "waiting", "waiting", Pool::mean, tables, Better::less}, part.waitingS);
}

template <class V, Describes<TimePart> R>
void describe(V& v, R& part)
{
    v.member({.key = "workload"}, part.workload);
    v.key({.key = "operation", .label = "operation"}, part.operation);
    v.key({.key = "node_group", .label = "node group"}, part.nodeGroup);
    v.key({.key = "resource", .label = "resource"}, part.resource);
    v.key({.key = "activity", .label = "for"}, part.activity);
    describeTimes(v, part);
    v.figure({.key = "at_queues_s",
              .unit = "s",
              .label = "at queues",
              .brief = "at queues",
              .pool = Pool::mean,
              .shown = Shown::workbook,
              .better = Better::less,
              .written = Written::ifSet},
             part.atQueuesS);
    v.figure({"followed", "", "1", "followed", "followed", Pool::sum, Shown::workbook}, part.followed);
}

template <class V, Describes<TimeAtBlock> R>
void describe(V& v, R& part)
{
    v.member({.key = "workload"}, part.workload);
    v.key({.key = "operation", .label = "operation"}, part.operation);
    v.key({.key = "diagram", .label = "diagram"}, part.diagram);
    v.key({.key = "block", .label = "block"}, part.block);
    describeTimes(v, part);
}

template <class V, Describes<JobSummary> R>
void describe(V& v, R& job)
{
    constexpr Shown tables = Shown::terminal | Shown::workbook | Shown::report;
    v.figure({"count", "count", "1", "completed", "complete", Pool::sum, tables, Better::more}, job.count);
    v.figure({"failed", "failed", "1", "failed", "failed", Pool::sum, tables, Better::less, Written::later},
             job.failed);
    v.figure({"unfinished", "unfinished", "1", "unfinished", "unfinished", Pool::sum, tables, Better::less},
             job.unfinished);
    v.group({.key = "completion_s"}, true, [&](auto& inner) {
        inner.figure({"mean", "completion", "s", "completion mean", "time, mean", Pool::counted, tables, Better::less},
                     job.completionMeanS);
        inner.figure({"max", "completion.max", "s", "completion max", "time, max", Pool::most, tables, Better::less},
                     job.completionMaxS);
    });
}

template <class V, Describes<StretchSummary> R>
void describe(V& v, R& stretch)
{
    v.figure({"count", "count", "1", "count", "count", Pool::sum, Shown::terminal | Shown::workbook}, stretch.count);
    v.part({.key = "duration_ms"}, stretch.duration);
}

} // namespace headroom::record
