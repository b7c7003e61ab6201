// The structure of what a run says of operations, workloads, jobs and stretches (see describe.h).
#pragma once

#include "record/structure/describing.h"

namespace headroom::record {

template <class V, Describes<LatencySummary> R>
void describe(V& v, R& latency)
{
    constexpr Shown tables = Shown::terminal | Shown::workbook | Shown::report;
    const auto quantile = [](const char* name, Shown shown) {
        return FigureRow{.key = name,
                         .name = name,
                         .unit = "ms",
                         .label = name,
                         .brief = name,
                         .pool = Pool::counted,
                         .better = Better::less,
                         .shown = shown};
    };
    v.figure(quantile("mean", tables), latency.meanMs);
    v.figure(quantile("p50", Shown::everywhere), latency.p50Ms);
    v.figure(quantile("p95", tables), latency.p95Ms);
    v.figure(quantile("p99", Shown::everywhere), latency.p99Ms);
    v.figure({.key = "max",
              .name = "max",
              .unit = "ms",
              .label = "max",
              .brief = "max",
              .pool = Pool::most,
              .better = Better::less,
              .shown = tables},
             latency.maxMs);
}

template <class V, Describes<LatencyBucket> R>
void describe(V& v, R& bucket)
{
    v.figure({.key = "from"}, bucket.lowerMs);
    v.figure({.key = "to"}, bucket.upperMs);
    v.figure({.key = "count"}, bucket.count);
}

template <class V, Describes<OperationSummary> R>
void describe(V& v, R& operation)
{
    constexpr Shown tables = Shown::terminal | Shown::workbook;
    v.figure({.key = "count",
              .name = "count",
              .label = "count",
              .brief = "count",
              .pool = Pool::sum,
              .better = Better::more,
              .shown = tables},
             operation.count);
    v.figure({.key = "errors",
              .label = "errors",
              .brief = "failed",
              .pool = Pool::sum,
              .better = Better::less,
              .shown = tables},
             operation.errors);
    v.figure({.key = "per_s",
              .name = "throughput",
              .unit = "1/s",
              .label = "throughput",
              .brief = "1/s",
              .pool = Pool::interval,
              .better = Better::more,
              .shown = Shown::everywhere},
             operation.perSecond);
    v.figure({.key = "bytes_per_s",
              .name = "bytes",
              .unit = "B/s",
              .label = "bytes",
              .brief = "data",
              .pool = Pool::mean,
              .better = Better::more,
              .shown = tables | Shown::report},
             operation.bytesPerSecond);
    v.part({.key = "latency_ms", .name = "latency", .label = "latency"}, operation.latency);
    v.figure({.key = "ci95_rel",
              .unit = "share",
              .label = "95 % interval of throughput",
              .brief = "± 95 %",
              .shown = tables | Shown::report,
              .of = "per_s"},
             operation.ci95Relative);
    v.figure({.key = "latency_ci95_rel",
              .unit = "share",
              .label = "95 % interval of latency",
              .brief = "± 95 %",
              .shown = tables | Shown::report,
              .of = "latency_ms.mean"},
             operation.latencyCi95Relative);
    v.derived({.key = "",
               .name = "failed",
               .unit = "share",
               .label = "failed",
               .better = Better::less,
               .shown = Shown::report},
              [&] { return failedShare(operation); });
    v.flat({.key = "latency_buckets_ms", .written = Written::later}, operation.buckets);
}

template <class V, Describes<WorkloadSummary> R>
void describe(V& v, R& workload)
{
    constexpr Shown tables = Shown::terminal | Shown::workbook;
    v.member({.key = "type"}, workload.type);
    v.member({.key = "background"}, workload.background);
    v.figure({.key = "count", .name = "count", .label = "count", .brief = "count", .pool = Pool::sum, .shown = tables},
             workload.count);
    v.figure(
        {.key = "errors", .name = "failed", .label = "errors", .brief = "failed", .pool = Pool::sum, .shown = tables},
        workload.errors);
    v.figure({.key = "refused",
              .name = "refused",
              .label = "refused",
              .brief = "refused",
              .pool = Pool::sum,
              .shown = tables},
             workload.refused);
    v.figure({.key = "per_s",
              .name = "throughput",
              .unit = "1/s",
              .label = "throughput",
              .brief = "1/s",
              .pool = Pool::mean,
              .better = Better::more,
              .shown = tables},
             workload.perSecond);
    v.figure({.key = "bytes_per_s",
              .name = "bytes",
              .unit = "B/s",
              .label = "bytes",
              .brief = "data",
              .pool = Pool::mean,
              .better = Better::more,
              .shown = tables},
             workload.bytesPerSecond);
    v.figure({.key = "in_flight_mean",
              .name = "in_flight",
              .label = "in flight mean",
              .brief = "in flight",
              .pool = Pool::mean,
              .shown = tables},
             workload.inFlightMean);
    v.figure({.key = "in_flight_max",
              .name = "in_flight.max",
              .label = "in flight max",
              .brief = "in flight, max",
              .pool = Pool::most,
              .shown = tables},
             workload.inFlightMax);
}

template <class V, Describes<JobSummary> R>
void describe(V& v, R& job)
{
    constexpr Shown tables = Shown::terminal | Shown::workbook | Shown::report;
    v.figure({.key = "count",
              .name = "count",
              .label = "completed",
              .brief = "complete",
              .pool = Pool::sum,
              .shown = tables},
             job.count);
    v.figure({.key = "failed",
              .name = "failed",
              .label = "failed",
              .brief = "failed",
              .pool = Pool::sum,
              .shown = tables,
              .written = Written::later},
             job.failed);
    v.figure({.key = "unfinished",
              .name = "unfinished",
              .label = "unfinished",
              .brief = "unfinished",
              .pool = Pool::sum,
              .shown = tables},
             job.unfinished);
    v.group({.key = "completion_s"}, true, [&](auto& inner) {
        inner.figure({.key = "mean",
                      .name = "completion",
                      .unit = "s",
                      .label = "completion mean",
                      .brief = "time, mean",
                      .pool = Pool::counted,
                      .better = Better::less,
                      .shown = tables},
                     job.completionMeanS);
        inner.figure({.key = "max",
                      .name = "completion.max",
                      .unit = "s",
                      .label = "completion max",
                      .brief = "time, max",
                      .pool = Pool::most,
                      .better = Better::less,
                      .shown = tables},
                     job.completionMaxS);
    });
}

template <class V, Describes<StretchSummary> R>
void describe(V& v, R& stretch)
{
    v.figure({.key = "count",
              .name = "count",
              .label = "count",
              .brief = "count",
              .pool = Pool::sum,
              .shown = Shown::terminal | Shown::workbook},
             stretch.count);
    v.part({.key = "duration_ms"}, stretch.duration);
}

} // namespace headroom::record
