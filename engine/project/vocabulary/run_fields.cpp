// Fields of a run.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

namespace {

constexpr double longestRun = 9e6; // seconds: 2^63 picoseconds, the end of the clock, are 9.22 million

} // namespace

const Fields& runFields()
{
    static const Fields all = table({
        {.name = "duration",
         .label = "Duration",
         .type = quantity,
         .defaultValue = "60 s",
         .meaning = "Simulated time, warm-up included.",
         .unit = "s",
         .minimum = 0.0,
         .maximum = longestRun},
        {.name = "until",
         .label = "Until",
         .type = choice,
         .defaultValue = "the duration is over",
         .meaning = "What ends the run. Jobs are done: it ends with the last job of all workloads of jobs. A condition "
                    "holds: it "
                    "ends when the condition does. Both end after the duration at the latest.",
         .choices = {"the duration is over", "jobs are done", "a condition holds"}},
        {.name = "condition",
         .label = "Condition",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "Ends the run when it is not 0: an expression over the figures of the run so far, derived results "
                    "and parameters. It is looked at with each point of the curves, from the end of the warm-up on; "
                    "while a figure is not known yet, it does not hold.",
         .unit = anyUnit,
         .example = "PUT.count >= 10000",
         .namesFigures = true},
        {.name = "warm_up",
         .label = "Warm-up",
         .type = quantity,
         .defaultValue = "10 s",
         .meaning = "Time at the beginning that results leave out; \"auto\": until throughput and latency have settled "
                    "(MSER-5), half of the duration at most.",
         .unit = "s",
         .minimum = 0.0,
         .choices = {"auto"},
         .maximum = longestRun},
        {.name = "seed",
         .label = "Seed",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Same project, same seed, same result.",
         .minimum = 0.0,
         .maximum = 0x1p64},
        {.name = "sampling_interval",
         .label = "Sample every",
         .type = quantity,
         .defaultValue = "100 ms",
         .meaning = "Time between two points of a curve.",
         .unit = "s",
         .minimum = 1e-6,
         .maximum = longestRun},
        {.name = "series",
         .label = "Series of",
         .type = choice,
         .defaultValue = "automatic",
         .meaning = "The finest level that has curves, besides operations, roles and node groups. Automatic: devices "
                    "or nodes, as long as there are no more than some thousands.",
         .choices = {"automatic", "groups", "nodes", "devices"}},
        {.name = "replications",
         .label = "Replications",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Runs with seeds of their own; results are their means, with confidence intervals over them.",
         .minimum = 1,
         .maximum = 10000},
        {.name = "precision",
         .label = "Precision",
         .type = number,
         .defaultValue = 0,
         .meaning = "The run continues until half the width of the 95 % confidence interval is at most this share of "
                    "the value, for example 0.02; 0: it ends after its duration.",
         .minimum = 0.0},
        {.name = "metric",
         .label = "Precision of",
         .type = choice,
         .defaultValue = "throughput",
         .meaning = "The metric that has to reach the precision.",
         .choices = {"throughput", "mean latency", "p95", "p99"}},
        {.name = "metric_operation",
         .label = "Of the operation",
         .type = text,
         .defaultValue = "",
         .meaning = "Whose metric; empty: all operations of the workloads together."},
        {.name = "max_duration",
         .label = "Longest duration",
         .type = quantity,
         .defaultValue = "600 s",
         .meaning = "Simulated time after which a run with a precision ends in any case.",
         .unit = "s",
         .minimum = 0.0,
         .maximum = longestRun},
        {.name = "trace_share",
         .label = "Traced share",
         .type = number,
         .defaultValue = 0,
         .meaning = "Share of the requests that are traced span by span, chosen by a hash of the request.",
         .minimum = 0.0,
         .maximum = 1.0},
        {.name = "trace_requests",
         .label = "Traced requests",
         .type = integer,
         .defaultValue = 1000,
         .meaning = "At most this many requests are traced, from the end of the warm-up on.",
         .minimum = 0.0},
        {.name = "max_events_at_instant",
         .label = "Events at one instant",
         .type = integer,
         .defaultValue = 10000000,
         .meaning =
             "The run ends when more events than this happen without time passing, or ten times as many block visits.",
         .minimum = 1},
        {.name = "max_memory",
         .label = "Memory",
         .type = number,
         .defaultValue = 0.8,
         .meaning = "The run ends when it takes more than this share of the machine's memory; 0: no limit.",
         .minimum = 0.0,
         .maximum = 1.0},
        {.name = "max_wall_time",
         .label = "Real time",
         .type = quantity,
         .defaultValue = "0 s",
         .meaning = "The run ends when it has taken this long in real time; 0: no limit.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "max_requests",
         .label = "Requests under way",
         .type = integer,
         .defaultValue = 0,
         .meaning = "The run ends when more are under way at the same time, on all nodes; 0: no limit.",
         .minimum = 0.0},
    });
    static const Fields fields = applying(all, {"metric", "metric_operation", "max_duration"}, {"precision", {}});
    return fields;
}

} // namespace headroom::project
