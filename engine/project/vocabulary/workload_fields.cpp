// Fields of workloads.
#include "project/vocabulary/block_variables.h"
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

namespace {

/// Sizes of requests: of a workload, and of one of its operations if they differ.
Fields sizeFields()
{
    const Fields columns = table({
        {.name = "size",
         .label = "Size",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "A size, or the smallest of a range.",
         .unit = "B",
         .minimum = 0.0,
         .required = true},
        {.name = "weight",
         .label = "Weight",
         .type = number,
         .defaultValue = 1,
         .meaning = "Share of this row among all.",
         .minimum = 0.0},
        {.name = "to",
         .label = "To",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "The largest of a range, in which every whole number of bytes is as likely; without it the size "
                    "is always the same.",
         .unit = "B",
         .minimum = 0.0},
    });
    return table({
        {.name = "size_distribution",
         .label = "Sizes vary",
         .type = choice,
         .defaultValue = "constant",
         .meaning =
             "How the variable size varies from request to request: always the size; uniform from the smallest "
             "to the largest size; log-normal around the mean size; drawn from the rows of sizes here; or from a "
             "table of the project.",
         .choices = {"constant", "uniform", "log-normal", "histogram", "table"}},
        {.name = "size_table",
         .label = "Table of sizes",
         .type = text,
         .defaultValue = nullptr,
         .meaning = "The distribution of the project from which sizes are drawn, rounded to whole bytes.",
         .example = "object sizes",
         .refersTo = {{ElementKind::distribution}}},
        {.name = "size",
         .label = "Size",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "Bytes of one request, as the variable size: the value if constant, the mean if log-normal.",
         .unit = "B",
         .minimum = 0.0,
         .example = "64 KiB"},
        {.name = "size_min",
         .label = "Smallest size",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "The smallest size of a uniform distribution; a log-normal one gives nothing smaller.",
         .unit = "B",
         .minimum = 0.0},
        {.name = "size_max",
         .label = "Largest size",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "The largest size of a uniform distribution; a log-normal one gives nothing larger.",
         .unit = "B",
         .minimum = 0.0},
        {.name = "size_sigma",
         .label = "Spread of sizes",
         .type = number,
         .defaultValue = 1,
         .meaning = "Standard deviation of a log-normal size's natural logarithm: the squared coefficient of variation "
                    "of the size is exp(spread²) − 1.",
         .minimum = 0.0,
         .maximum = 20.0},
        {.name = "sizes",
         .label = "Rows of sizes",
         .type = rows,
         .defaultValue = nullptr,
         .meaning = "An empirical histogram: sizes, or ranges of them, with their weights.",
         .example = "[[\"4 KiB\", 3], [\"64 KiB\", 1]]",
         .columns = columns},
    });
}

Fields typeField()
{
    return table({
        {.name = "type",
         .label = "Type",
         .type = choice,
         .defaultValue = "closed loop",
         .meaning = "Closed loop: each worker starts its next operation when one has ended. Open loop: requests arrive "
                    "at a rate, however long they take. Trace: requests as a file lists them. Jobs: tasks that start "
                    "together and are done when the last has ended. Timer: background work every so often.",
         .choices = {"closed loop", "open loop", "trace", "jobs", "timer"}},
        {.name = "start",
         .label = "Starts at",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "When the workload begins, in simulated time from the start of the run, warm-up included.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "disabled",
         .label = "Disabled",
         .type = flag,
         .defaultValue = false,
         .meaning = "Whether it starts nothing; also an expression over parameters, so that one of them switches it.",
         .example = "CLIENTS_ON == hosts"},
    });
}

Fields closedLoopFields()
{
    return table({
        {.name = "workers",
         .label = "Workers",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How many workers there are (concurrency), spread over the nodes that carry the role.",
         .minimum = 1,
         .maximum = 1e7},
        {.name = "depth",
         .label = "Depth",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Operations that each worker keeps in flight (fio's iodepth beside its numjobs): in all, workers · "
                    "depth. A worker's operations have its number and its order of keys in common.",
         .minimum = 1,
         .example = "32",
         .maximum = 1e6},
        {.name = "think_time",
         .label = "Think time",
         .type = quantity,
         .defaultValue = 0,
         .meaning =
             "Between the end of an operation and the one that takes its place; of jobs: between one and the next.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "think_distribution",
         .label = "Think time varies",
         .type = choice,
         .defaultValue = "constant",
         .meaning = "How the think time varies around its mean; or it comes from a table.",
         .choices = {"constant", "exponential", "table"}},
        {.name = "think_table",
         .label = "Table of think times",
         .type = text,
         .defaultValue = nullptr,
         .meaning = "The distribution of the project from which think times are drawn.",
         .example = "think times",
         .refersTo = {{ElementKind::distribution}}},
        {.name = "ramp_up",
         .label = "Ramp-up",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "The workers' first operations are spread evenly over this time. Results leave out the run's "
                    "warm-up, which should be at least as long.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "ramp_down",
         .label = "Ramp-down",
         .type = quantity,
         .defaultValue = 0,
         .meaning =
             "At the end, workers stop one after another (or the rate falls to 0) over this time: after the last "
             "stage, or without stages just before the run ends (with a precision: before its longest duration). "
             "Operations under way are not cut off.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "stages",
         .label = "Stages",
         .type = rows,
         .defaultValue = nullptr,
         .meaning = "Instead of one number of workers (or one rate) for the whole run: stages, one after another from "
                    "the workload's start; the run's warm-up falls into the first of them. After the last stage the "
                    "workload starts nothing more.",
         .example = "[{\"duration\": \"30 s\", \"workers\": 16, \"ramp\": \"5 s\"}]",
         .columns = table({
             {.name = "duration",
              .label = "Duration",
              .type = quantity,
              .defaultValue = nullptr,
              .meaning = "How long the stage lasts, its ramp included.",
              .unit = "s",
              .minimum = 0.0,
              .required = true},
             {.name = "workers",
              .label = "Workers",
              .type = integer,
              .defaultValue = nullptr,
              .meaning = "Closed loop: how many workers there are.",
              .minimum = 0,
              .maximum = 1e7},
             {.name = "rate",
              .label = "Rate",
              .type = quantity,
              .defaultValue = nullptr,
              .meaning = "Open loop: arrivals in a second.",
              .unit = "1/s",
              .minimum = 0.0},
             {.name = "ramp",
              .label = "Ramp",
              .type = quantity,
              .defaultValue = 0,
              .meaning = "Time at the stage's start over which the load changes linearly from the previous stage's "
                         "level; the first stage starts at 0.",
              .unit = "s",
              .minimum = 0.0},
         })},
    });
}

Fields openLoopFields()
{
    return table({
        {.name = "arrivals",
         .label = "Arrivals",
         .type = choice,
         .defaultValue = "Poisson",
         .meaning = "Poisson: independent of each other. Constant: evenly spaced. Bursts: a Poisson stream that is "
                    "switched on and off.",
         .choices = {"Poisson", "constant", "bursts"}},
        {.name = "rate",
         .label = "Rate",
         .type = quantity,
         .defaultValue = 1,
         .meaning = "Arrivals in a second; of bursts: while they are on, so that the mean is rate · on / (on + off).",
         .unit = "1/s",
         .minimum = 0.0,
         .example = "200 /s"},
        {.name = "rates",
         .label = "Rate over time",
         .type = rows,
         .defaultValue = nullptr,
         .meaning = "Instead of one rate: the rate from each of these times on, counted from the workload's start.",
         .example = "[[\"0 s\", 100], [\"10 s\", 400]]",
         .columns = table({
             {.name = "time",
              .label = "Time",
              .type = quantity,
              .defaultValue = nullptr,
              .meaning = "The time from which the rate applies.",
              .unit = "s",
              .minimum = 0.0,
              .required = true},
             {.name = "rate",
              .label = "Rate",
              .type = quantity,
              .defaultValue = nullptr,
              .meaning = "Arrivals in a second.",
              .unit = "1/s",
              .minimum = 0.0,
              .required = true},
         })},
        {.name = "rate_between",
         .label = "Between the times",
         .type = choice,
         .defaultValue = "steps",
         .meaning = "Steps: a rate applies until the next time. Linear: it changes linearly to the next one.",
         .choices = {"steps", "linear"}},
        {.name = "on_time",
         .label = "Burst",
         .type = quantity,
         .defaultValue = "1 s",
         .meaning = "Mean length of a burst, exponential.",
         .unit = "s",
         .minimum = 1e-9},
        {.name = "off_time",
         .label = "Pause between bursts",
         .type = quantity,
         .defaultValue = "1 s",
         .meaning = "Mean time between bursts, exponential.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "clients",
         .label = "Clients",
         .type = integer,
         .defaultValue = 64,
         .meaning =
             "Over how many clients requests are spread in turn. They stand on the nodes that carry the role, and "
             "each has kept connections of its own.",
         .minimum = 1,
         .maximum = 1e7},
        {.name = "limit",
         .label = "In flight at most",
         .type = integer,
         .defaultValue = 100000,
         .meaning = "Requests under way at the same time; what arrives beyond that is refused and counted as such.",
         .minimum = 1,
         .maximum = 1e7},
    });
}

Fields traceFields()
{
    return table({
        {.name = "trace",
         .label = "Trace",
         .type = text,
         .defaultValue = nullptr,
         .meaning =
             "CSV file in the project's folder. Its first line names the columns: time (seconds, not falling) and "
             "operation; optionally size (bytes), client (number or name) and key (number or name).",
         .example = "trace.csv"},
        {.name = "time_zero",
         .label = "Time 0 is",
         .type = choice,
         .defaultValue = "as written",
         .meaning = "As written: the file's times count from the workload's start. First line: they count from the "
                    "first line's, as for clock times.",
         .choices = {"as written", "first line"}},
        {.name = "speed",
         .label = "Speed",
         .type = number,
         .defaultValue = 1,
         .meaning = "How many times faster than written the requests come.",
         .minimum = 1e-6,
         .maximum = 1e6},
        {.name = "at_end",
         .label = "At the end",
         .type = choice,
         .defaultValue = "stop",
         .meaning = "Stop, or loop: begin again, the mean time between requests after the last one.",
         .choices = {"stop", "loop"}},
    });
}

Fields jobFields()
{
    return table({
        {.name = "jobs",
         .label = "Jobs",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How many jobs there are.",
         .minimum = 1,
         .maximum = 1e7},
        {.name = "follow",
         .label = "Jobs follow",
         .type = choice,
         .defaultValue = "one after another",
         .meaning = "One after another, with the think time between; or at intervals, of one period each, whether the "
                    "former job has ended or not.",
         .choices = {"one after another", "at intervals"}},
        {.name = "tasks",
         .label = "Tasks",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Tasks of each job. A task does one operation; the variables task and tasks say which one of how "
                    "many, job the job.",
         .minimum = 1,
         .maximum = 1e7},
        {.name = "slots",
         .label = "Slots",
         .type = integer,
         .defaultValue = 0,
         .meaning = "How many tasks of a job run at the same time, spread over the nodes that carry the role; a slot "
                    "that is free takes the next task, so that tasks go in waves. The variables rank and ranks are the "
                    "slot's number and how many there are. 0: as many as tasks.",
         .minimum = 0,
         .maximum = 1e7},
        {.name = "attempts",
         .label = "Attempts",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How often a task is tried at most; each attempt has random draws of its own. A job with a task "
                    "that has failed so often starts no more tasks and has failed.",
         .minimum = 1,
         .example = "4",
         .maximum = 1e6},
        {.name = "copies_after",
         .label = "Copies after",
         .type = number,
         .defaultValue = 0,
         .meaning = "Speculative copies: when a slot has nothing else to do, it starts a second copy of the task that "
                    "has run longest, if that is so many times the mean of those that have ended. The copy that ends "
                    "first counts, and the other one is given up. 0: none. Spark: spark.speculation.multiplier, 1.5.",
         .minimum = 0,
         .example = "1.5",
         .maximum = 1e6},
        {.name = "copies_from",
         .label = "Copies from",
         .type = number,
         .defaultValue = 0.75,
         .meaning = "Speculative copies: the share of the job's tasks that must have ended before. Spark: "
                    "spark.speculation.quantile, 0.75.",
         .minimum = 0,
         .maximum = 1},
    });
}

Fields timerFields()
{
    return table({
        {.name = "period",
         .label = "Period",
         .type = quantity,
         .defaultValue = "1 s",
         .meaning = "Time from one firing of the timer to the next, or between jobs at intervals.",
         .unit = "s",
         .minimum = 1e-9},
        {.name = "jitter",
         .label = "Jitter",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "Each firing is early or late by up to this time, uniformly; at most half of the period.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "timer_on",
         .label = "Fires on",
         .type = choice,
         .defaultValue = "each node",
         .meaning =
             "Each node that carries the role, or one after another of them in turn. Where the last round has not "
             "ended, the next is left out and counted as refused.",
         .choices = {"each node", "one node in turn"}},
    });
}

Fields keyFields()
{
    return table({
        {.name = "keys",
         .label = "Keys",
         .type = integer,
         .defaultValue = 100000,
         .meaning = "How many different keys there are; each operation draws one as the variable key.",
         .minimum = 1,
         .maximum = 9e15},
        {.name = "key_distribution",
         .label = "Popularity",
         .type = choice,
         .defaultValue = "uniform",
         .meaning =
             "Uniform: all keys alike. Zipf: key 0 is the most popular, key k as popular as 1 / (k + 1)^exponent. "
             "In turn: each client goes through all keys in order, from a place of its own.",
         .choices = {"uniform", "Zipf", "in turn"}},
        {.name = "zipf_exponent",
         .label = "Zipf exponent",
         .type = number,
         .defaultValue = 1,
         .meaning = "How much popularity falls from key to key; 0 is uniform.",
         .minimum = 0.0,
         .maximum = 20.0},
    });
}

} // namespace

const Fields& workloadFields()
{
    static const Fields fields = [] {
        Fields all = typeField();
        for (Fields part : {closedLoopFields(), openLoopFields(), traceFields(), jobFields(), timerFields(),
                            keyFields(), sizeFields()})
            all = with(std::move(all), std::move(part));
        all = applying(std::move(all), {"workers", "depth"}, {"type", {"closed loop"}});
        all = applying(std::move(all), {"think_time", "think_distribution", "think_table"},
                       {"type", {"closed loop", "jobs"}});
        all = applying(std::move(all), {"think_table"}, {"think_distribution", {"table"}});
        all = applying(std::move(all), {"ramp_up", "ramp_down", "stages"}, {"type", {"closed loop", "open loop"}});
        all = applying(std::move(all), {"arrivals", "rate", "rates", "rate_between", "on_time", "off_time"},
                       {"type", {"open loop"}});
        all = applying(std::move(all), {"clients", "limit"}, {"type", {"open loop", "trace"}});
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
        table({
            {.name = "weight",
             .label = "Weight",
             .type = number,
             .defaultValue = 1,
             .meaning = "Share of this operation among all.",
             .minimum = 0.0},
            {.name = "arguments",
             .label = "Arguments",
             .type = assignments,
             .defaultValue = Json::object(),
             .meaning = "What the operation is given. Known are key, size, worker (the client's number) and asked (how "
                        "often that client asked before); of jobs also job, task, tasks, rank and ranks. A list of "
                        "arguments gives each what has its name: [\"size\", \"key\"].",
             .perRequest = true,
             .example = "{\"size\": \"size\", \"key\": \"key\"}",
             .namesSuffice = true},
            {.name = "payload",
             .label = "Payload",
             .type = quantity,
             .defaultValue = 0,
             .meaning = "Bytes that one operation moves for its user: what the bandwidth counts.",
             .unit = "B",
             .minimum = 0.0,
             .perRequest = true,
             .example = "size"},
        }),
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
