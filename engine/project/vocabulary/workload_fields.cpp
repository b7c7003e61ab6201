// Fields of workloads.
#include "project/vocabulary/block_variables.h"
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

namespace {

/// Sizes of requests: of a workload, and of one of its operations if they differ.
Fields sizeFields()
{
    const Fields columns = {
        field("size", "Size", quantity, nullptr, "A size, or the smallest of a range.").required().in("B"),
        field("weight", "Weight", number, 1, "Share of this row among all.").atLeast(0),
        field("to", "To", quantity, nullptr,
              "The largest of a range, in which every whole number of bytes is as likely; without it the size is "
              "always the same.")
            .in("B"),
    };
    return {
        field("size_distribution", "Sizes vary", choice, "constant",
              "Distribution of the variable size from request to request: always the size; uniform from the smallest "
              "to the largest size; log-normal around the mean size; drawn from the rows of sizes here; or from a "
              "table of the project.")
            .oneOf({"constant", "uniform", "log-normal", "histogram", "table"}),
        field("size_table", "Table of sizes", text, nullptr,
              "The distribution of the project from which sizes are drawn, rounded to whole bytes.", "object sizes")
            .refersTo({{ElementKind::distribution}}),
        field("size", "Size", quantity, 0,
              "Bytes of one request, as the variable size: the value if constant, the mean if log-normal.", "64 KiB")
            .in("B"),
        field("size_min", "Smallest size", quantity, 0,
              "The smallest size of a uniform distribution; a log-normal one gives nothing smaller.")
            .in("B"),
        field("size_max", "Largest size", quantity, nullptr,
              "The largest size of a uniform distribution; a log-normal one gives nothing larger.")
            .in("B"),
        field("size_sigma", "Spread of sizes", number, 1,
              "Standard deviation of a log-normal size's natural logarithm: the squared coefficient of variation of "
              "the size is exp(spread²) − 1.")
            .within(0, 20),
        field("sizes", "Rows of sizes", rows, nullptr,
              "An empirical histogram: sizes, or ranges of them, with their weights.",
              "[[\"4 KiB\", 3], [\"64 KiB\", 1]]")
            .withColumns(columns),
    };
}

Fields typeField()
{
    return {
        field("type", "Type", choice, "closed loop",
              "Closed loop: each worker starts its next operation when one has ended. Open loop: requests arrive at a "
              "rate, however long they take. Trace: requests as a file lists them. Jobs: tasks that start together and "
              "are done when the last has ended. Timer: background work every so often.")
            .oneOf({"closed loop", "open loop", "trace", "jobs", "timer"}),
        field("start", "Starts at", quantity, 0,
              "When the workload begins, in simulated time from the start of the run, warm-up included.")
            .in("s"),
        field("phase", "Phase", integer, 0,
              "It begins when all workloads of lower phases have come to their ends: their stages or their total are "
              "over, or their jobs are done, and nothing of them is in flight. Its start counts from then.",
              "1")
            .within(0, 10000),
        field("warm_up", "Own warm-up", quantity, 0,
              "Time from its start that its results leave out. What ended within the run's warm-up is left out anyway.")
            .in("s"),
        field("total", "Operations in all", integer, 0,
              "It ends when so many operations have been started and have ended. 0: no limit.", "10000")
            .within(0, 1e15),
        field("disabled", "Disabled", flag, false,
              "It starts nothing; also an expression over parameters, so that one of them switches it.",
              "CLIENTS_ON == hosts"),
        field("group", "Only on", text, "",
              "Node group on whose nodes it starts operations. Empty: on all nodes that carry its role.", "clients")
            .refersTo({{ElementKind::nodeGroup}}),
    };
}

Fields closedLoopFields()
{
    return {
        field("workers", "Workers", integer, 1,
              "Number of workers (concurrency), spread over the nodes that carry the role.")
            .within(1, 1e7),
        field("depth", "Depth", integer, 1,
              "Operations that each worker keeps in flight (fio's iodepth beside its numjobs): in all, workers · "
              "depth. A worker's operations have its number and its order of keys in common.",
              "32")
            .within(1, 1e6),
        field("think_time", "Think time", quantity, 0,
              "Between the end of an operation and the one that takes its place; of jobs: between one and the next.")
            .in("s"),
        field("think_after", "Think after", integer, 0,
              "Number of operations after which a worker waits for all of its own and then thinks once (fio's "
              "thinktime_blocks). 0: each of its operations in flight is followed by a think time of its own.",
              "1")
            .within(0, 1e9),
        field("think_distribution", "Think time varies", choice, "constant",
              "Distribution of the think time around its mean; or it comes from a table.")
            .oneOf({"constant", "exponential", "table"}),
        field("think_table", "Table of think times", text, nullptr,
              "The distribution of the project from which think times are drawn.", "think times")
            .refersTo({{ElementKind::distribution}}),
        field("ramp_up", "Ramp-up", quantity, 0,
              "The workers' first operations are spread evenly over this time. Results leave out the run's warm-up, "
              "which should be at least as long.")
            .in("s"),
        field("ramp_down", "Ramp-down", quantity, 0,
              "At the end, workers stop one after another (or the rate falls to 0) over this time: after the last "
              "stage, or without stages just before the run ends (with a precision: before its longest duration). "
              "Operations under way are not cut off.")
            .in("s"),
        field("stages", "Stages", rows, nullptr,
              "Instead of one number of workers (or one rate) for the whole run: stages, one after another from the "
              "workload's start; the run's warm-up falls into the first of them. After the last stage the workload "
              "starts nothing more.",
              "[{\"duration\": \"30 s\", \"workers\": 16, \"ramp\": \"5 s\"}]")
            .withColumns(Fields{
                field("duration", "Duration", quantity, nullptr, "Duration of the stage, its ramp included.")
                    .required()
                    .in("s"),
                field("workers", "Workers", integer, nullptr, "Closed loop: how many workers there are.")
                    .within(0, 1e7),
                field("rate", "Rate", quantity, nullptr, "Open loop: arrivals in a second.").in("1/s"),
                field("ramp", "Ramp", quantity, 0,
                      "Time at the stage's start over which the load changes linearly from the previous stage's level; "
                      "the first stage starts at 0.")
                    .in("s"),
            }),
    };
}

Fields openLoopFields()
{
    return {
        field("arrivals", "Arrivals", choice, "Poisson",
              "Poisson: independent of each other. Constant: evenly spaced. Bursts: a Poisson stream that is switched "
              "on and off.")
            .oneOf({"Poisson", "constant", "bursts"}),
        field("rate", "Rate", quantity, 1,
              "Arrivals in a second; of bursts: while they are on, so that the mean is rate · on / (on + off).",
              "200 /s")
            .in("1/s"),
        field("rates", "Rate over time", rows, nullptr,
              "Instead of one rate: the rate from each of these times on, counted from the workload's start.",
              "[[\"0 s\", 100], [\"10 s\", 400]]")
            .withColumns(Fields{
                field("time", "Time", quantity, nullptr, "The time from which the rate applies.").required().in("s"),
                field("rate", "Rate", quantity, nullptr, "Arrivals in a second.").required().in("1/s"),
            }),
        field("rate_between", "Between the times", choice, "steps",
              "Steps: a rate applies until the next time. Linear: it changes linearly to the next one.")
            .oneOf({"steps", "linear"}),
        field("on_time", "Burst", quantity, "1 s", "Mean length of a burst, exponential.").in("s", 1e-9),
        field("off_time", "Pause between bursts", quantity, "1 s", "Mean time between bursts, exponential.").in("s"),
        field("clients", "Clients", integer, 64,
              "Over how many clients requests are spread in turn. They stand on the nodes that carry the role, and "
              "each has kept connections of its own.")
            .within(1, 1e7),
        field("limit", "In flight at most", integer, 100000,
              "Requests under way at the same time; what arrives beyond that is refused and counted as such, or waits.")
            .within(1, 1e7),
        field("when_full", "When full", choice, "refuse",
              "What happens to arrivals beyond the limit. Refuse: they are refused and counted. Wait: they wait at the "
              "clients in their order until others have ended; a latency counts from when the request is sent, as of a "
              "load generator that falls behind its rate and catches up.")
            .oneOf({"refuse", "wait"}),
    };
}

Fields traceFields()
{
    return {
        field("trace", "Trace", text, nullptr,
              "CSV file in the project's folder. Its first line names the columns: time (seconds, not falling) and "
              "operation; optionally size (bytes), client (number or name) and key (number or name).",
              "trace.csv"),
        field("time_zero", "Time 0 is", choice, "as written",
              "As written: the file's times count from the workload's start. First line: they count from the first "
              "line's, as for clock times.")
            .oneOf({"as written", "first line"}),
        field("speed", "Speed", number, 1, "Factor by which the requests come faster than written.").within(1e-6, 1e6),
        field("at_end", "At the end", choice, "stop",
              "Stop, or loop: begin again, the mean time between requests after the last one.")
            .oneOf({"stop", "loop"}),
    };
}

Fields jobFields()
{
    return {
        field("jobs", "Jobs", integer, 1, "Number of jobs.").within(1, 1e7),
        field("follow", "Jobs follow", choice, "one after another",
              "One after another, with the think time between; or at intervals, of one period each, whether the former "
              "job has ended or not.")
            .oneOf({"one after another", "at intervals"}),
        field("tasks", "Tasks", integer, 1,
              "Tasks of each job. A task does one operation; the variables task and tasks say which one of how many, "
              "job the job.")
            .within(1, 1e7),
        field("slots", "Slots", integer, 0,
              "Number of tasks of a job that run at the same time, spread over the nodes that carry the role; a slot "
              "that is free takes the next task, so that tasks go in waves. The variables rank and ranks are the "
              "slot's number and the number of slots. 0: as many as tasks.")
            .within(0, 1e7),
        field("attempts", "Attempts", integer, 1,
              "Largest number of attempts at a task; each has random draws of its own. A job with a task that has "
              "failed so often starts no more tasks and has failed.",
              "4")
            .within(1, 1e6),
        field("copies_after", "Copies after", number, 0,
              "Speculative copies: when a slot has nothing else to do, it starts a second copy of the task that has "
              "run longest, if that is so many times the mean of those that have ended. The copy that ends first "
              "counts, and the other one is given up. 0: none. Spark: spark.speculation.multiplier, 1.5.",
              "1.5")
            .within(0, 1e6),
        field("copies_from", "Copies from", number, 0.75,
              "Speculative copies: the share of the job's tasks that must have ended before. Spark: "
              "spark.speculation.quantile, 0.75.")
            .within(0, 1),
    };
}

Fields timerFields()
{
    return {
        field("period", "Period", quantity, "1 s",
              "Time from one firing of the timer to the next, or between jobs at intervals.")
            .in("s", 1e-9),
        field("jitter", "Jitter", quantity, 0,
              "Each firing is early or late by up to this time, uniformly; at most half of the period.")
            .in("s"),
        field("timer_on", "Fires on", choice, "each node",
              "Each node that carries the role, or one after another of them in turn. Where the last round has not "
              "ended, the next is left out and counted as refused.")
            .oneOf({"each node", "one node in turn"}),
    };
}

Fields keyFields()
{
    return {
        field("keys", "Keys", integer, 100000,
              "Number of different keys; each operation draws one as the variable key.")
            .within(1, 9e15),
        field("key_distribution", "Popularity", choice, "uniform",
              "Uniform: all keys alike. Zipf: key 0 is the most popular, key k as popular as 1 / (k + 1)^exponent. In "
              "turn: each client goes through all keys in order, from a place of its own.")
            .oneOf({"uniform", "Zipf", "in turn"}),
        field("zipf_exponent", "Zipf exponent", number, 1,
              "Exponent by which popularity falls from key to key; 0 is uniform.")
            .within(0, 20),
    };
}

} // namespace

const Fields& workloadFields()
{
    static const Fields fields = [] {
        Fields all = typeField();
        for (Fields part : {closedLoopFields(), openLoopFields(), traceFields(), jobFields(), timerFields(),
                            keyFields(), sizeFields()})
            all = with(std::move(all), std::move(part));
        all = applying(std::move(all), {"workers", "depth", "think_after"}, {"type", {"closed loop"}});
        all = applying(std::move(all), {"think_time", "think_distribution", "think_table"},
                       {"type", {"closed loop", "jobs"}});
        all = applying(std::move(all), {"think_table"}, {"think_distribution", {"table"}});
        all = applying(std::move(all), {"ramp_up", "ramp_down", "stages", "total", "warm_up"},
                       {"type", {"closed loop", "open loop"}});
        all = applying(std::move(all), {"arrivals", "rate", "rates", "rate_between", "on_time", "off_time"},
                       {"type", {"open loop"}});
        all = applying(std::move(all), {"clients", "limit"}, {"type", {"open loop", "trace"}});
        all = applying(std::move(all), {"when_full"}, {"type", {"open loop"}});
        all = applying(std::move(all), {"trace", "time_zero", "speed", "at_end"}, {"type", {"trace"}});
        all = applying(std::move(all), {"jobs", "follow", "tasks", "slots", "attempts", "copies_after", "copies_from"},
                       {"type", {"jobs"}});
        all = applying(std::move(all), {"period"}, {"type", {"jobs", "timer"}});
        all = applying(std::move(all), {"jitter", "timer_on"}, {"type", {"timer"}});
        all = applying(std::move(all), {"on_time", "off_time"}, {"arrivals", {"bursts"}});
        all = applying(std::move(all), {"zipf_exponent"}, {"key_distribution", {"Zipf"}});
        all = applying(std::move(all), {"size"}, {"size_distribution", {"constant", "log-normal"}});
        all = applying(std::move(all), {"size_min", "size_max"}, {"size_distribution", {"uniform", "log-normal"}});
        all = applying(std::move(all), {"size_sigma"}, {"size_distribution", {"log-normal"}});
        all = applying(std::move(all), {"sizes"}, {"size_distribution", {"histogram"}});
        all = applying(std::move(all), {"size_table"}, {"size_distribution", {"table"}});
        return all;
    }();
    return fields;
}

const Fields& shareFields()
{
    static const Fields fields = with(
        Fields{
            field("weight", "Weight", number, 1, "Share of this operation among all.").atLeast(0),
            field("arguments", "Arguments", assignments, Json::object(),
                  "Values for the operation. Known are key, size, worker (the client's number) and asked (how often "
                  "that client asked before); for jobs also job, task, tasks, rank and ranks. A list of arguments "
                  "gives each the value of its name: [\"size\", \"key\"].",
                  "{\"size\": \"size\", \"key\": \"key\"}")
                .perRequest()
                .namesSuffice(),
            field("payload", "Payload", quantity, 0,
                  "Bytes that one operation moves for its user: what the bandwidth counts.", "size")
                .in("B")
                .perRequest(),
            field("keys", "Keys", integer, nullptr,
                  "Number of keys from which this operation draws; without it those of the workload.")
                .within(1, 9e15),
            field("key_distribution", "Popularity", choice, nullptr,
                  "How popular its keys are; without it as in the workload.")
                .oneOf({"uniform", "Zipf", "in turn"}),
        },
        sizeFields());
    return fields;
}

std::vector<std::string> workloadVariables(const std::string& type)
{
    std::vector<std::string> names = {"key", "worker", "size", "asked"};
    if (type == "jobs")
        names.insert(names.end(), {"job", "task", "tasks", "rank", "ranks"});
    return names;
}

} // namespace headroom::project
