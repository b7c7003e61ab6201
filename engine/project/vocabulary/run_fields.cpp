// Fields of a run.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

namespace {

constexpr double longestRun = 9e6; // seconds: 2^63 picoseconds, the end of the clock, are 9.22 million

} // namespace

const Fields& runFields()
{
    static const Fields all = {
        field("duration", "Duration", quantity, "60 s", "Simulated time, warm-up included.").in("s").atMost(longestRun),
        field("until", "Until", choice, "the duration is over",
              "End of the run. Jobs are done: it ends with the last workload that has an end of its own: "
              "jobs, stages or a total. A condition holds: "
              "it ends when the condition does. Both end after the duration at the latest.")
            .oneOf({"the duration is over", "jobs are done", "a condition holds"}),
        field("condition", "Condition", quantity, nullptr,
              "Ends the run when it is not 0: an expression over the figures of the run so far, derived results and "
              "parameters. It is looked at with each point of the curves, from the end of the warm-up on; while a "
              "figure is not known yet, it does not hold.",
              "PUT.count >= 10000")
            .inAnyUnit()
            .namesFigures(),
        field("warm_up", "Warm-up", quantity, "10 s",
              "Time at the beginning that results leave out; \"auto\": until throughput and latency have settled "
              "(MSER-5), half of the duration at most.")
            .in("s")
            .atMost(longestRun)
            .oneOf({"auto"}),
        field("seed", "Seed", integer, 1, "Same project, same seed, same result.").within(0, 0x1p64),
        field("sampling_interval", "Sample every", quantity, "100 ms", "Time between two points of a curve.")
            .in("s", 1e-6)
            .atMost(longestRun),
        field("series", "Series of", choice, "automatic",
              "The finest level that has curves, besides operations, roles and node groups. Automatic: devices or "
              "nodes, as long as there are no more than some thousands.")
            .oneOf({"automatic", "groups", "nodes", "devices"}),
        field("replications", "Replications", integer, 1,
              "Runs with seeds of their own; results are their means, with confidence intervals over them.")
            .within(1, 10000),
        field("precision", "Precision", number, 0,
              "The run continues until half the width of the 95 % confidence interval is at most this share of the "
              "value, for example 0.02; 0: it ends after its duration.")
            .atLeast(0),
        field("metric", "Precision of", choice, "throughput", "The metric that has to reach the precision.")
            .oneOf({"throughput", "mean latency", "p95", "p99"}),
        field("metric_operation", "Of the operation", text, "",
              "Operation of the metric; empty: all operations of the workloads together."),
        field("max_duration", "Longest duration", quantity, "600 s",
              "Simulated time after which a run with a precision ends in any case.")
            .in("s")
            .atMost(longestRun),
        field("trace_share", "Traced share", number, 0,
              "Share of the requests that are traced span by span, chosen by a hash of the request.")
            .within(0, 1),
        field("trace_requests", "Traced requests", integer, 1000,
              "At most this many requests are traced, from the end of the warm-up on.")
            .atLeast(0),
        field("max_events_at_instant", "Events at one instant", integer, 10000000,
              "The run ends when more events than this happen without time passing, or ten times as many block visits.")
            .atLeast(1),
        field("max_memory", "Memory", number, 0.8,
              "The run ends when it takes more than this share of the machine's memory; 0: no limit.")
            .within(0, 1),
        field("max_wall_time", "Real time", quantity, "0 s",
              "The run ends when it has taken this long in real time; 0: no limit.")
            .in("s"),
        field("max_requests", "Requests under way", integer, 0,
              "The run ends when more are under way at the same time, on all nodes; 0: no limit.")
            .atLeast(0),
    };
    static const Fields fields = applying(all, {"metric", "metric_operation", "max_duration"}, {"precision", {}});
    return fields;
}

} // namespace headroom::project
