#include "project/declarations.h"

#include <algorithm>

namespace headroom::project {

namespace {

/// A declaration by its named members, so that a table row says what each value is.
struct Row
{
    const char* name;
    const char* label;
    FieldType type;
    Json defaultValue;
    const char* meaning;
    const char* unit = "";
    std::optional<double> minimum = {};
    std::vector<std::string> choices = {};
    std::vector<std::string> kinds = {};
    bool required = false;
    bool perRequest = false;
    const char* example = "";
};

Fields table(const std::vector<Row>& rows)
{
    Fields fields;
    for (const Row& row : rows) {
        FieldDeclaration f;
        f.name = row.name;
        f.label = row.label;
        f.type = row.type;
        f.defaultValue = row.defaultValue;
        f.meaning = row.meaning;
        f.unit = row.unit;
        f.minimum = row.minimum;
        f.choices = row.choices;
        f.kinds = row.kinds;
        f.required = row.required;
        f.perRequest = row.perRequest;
        f.example = row.example;
        fields.push_back(std::move(f));
    }
    return fields;
}

using enum FieldType;

} // namespace

const Fields& workersFields()
{
    static const Fields fields = table({
        {.name = "kind",
         .label = "Kind",
         .type = choice,
         .defaultValue = "thread per request",
         .meaning = "Event loop: a process that serves many requests, one at a time on the processor. Threads: each "
                    "serves one request "
                    "from acceptance to the end. Thread per request: as many as come.",
         .choices = {"event loop", "threads", "thread per request"}},
        {.name = "count",
         .label = "Workers",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Event loops or threads on each node.",
         .minimum = 1},
        {.name = "clients",
         .label = "Clients",
         .type = integer,
         .defaultValue = 1024,
         .meaning = "Requests one event loop accepts at a time.",
         .minimum = 1},
        {.name = "backlog",
         .label = "Backlog",
         .type = integer,
         .defaultValue = 4096,
         .meaning = "Requests that may wait to be accepted on a node; more are refused.",
         .minimum = 0},
    });
    return fields;
}

const Fields& stateFields()
{
    static const Fields fields = table({
        {.name = "type",
         .label = "Type",
         .type = choice,
         .defaultValue = "slots",
         .meaning = "Slots: a number of equal places (1: a lock).",
         .choices = {"slots"}},
        {.name = "owner",
         .label = "Owner",
         .type = choice,
         .defaultValue = "node",
         .meaning = "Who has one of its own.",
         .choices = {"worker", "node", "cluster"}},
        {.name = "capacity",
         .label = "Capacity",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How many places.",
         .minimum = 1},
        {.name = "keyed",
         .label = "One for each key",
         .type = flag,
         .defaultValue = false,
         .meaning = "Whether every key has places of its own, as with a lock for each database."},
    });
    return fields;
}

const Fields& nodeGroupFields()
{
    static const Fields fields = table({
        {.name = "count",
         .label = "Nodes",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How many nodes the group has.",
         .minimum = 1},
        {.name = "processor",
         .label = "Processor",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "The processor in each socket.",
         .kinds = {"processor"},
         .required = true},
        {.name = "sockets",
         .label = "Sockets",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Processors in each node.",
         .minimum = 1},
        {.name = "second_thread",
         .label = "Second thread adds",
         .type = number,
         .defaultValue = 0.25,
         .meaning = "What a core's second hyper-thread adds when the first is busy, as a share of the core.",
         .minimum = 0.0},
        {.name = "scheduling",
         .label = "Scheduling",
         .type = choice,
         .defaultValue = "sharing",
         .meaning = "Sharing: runnable work shares the cores equally. First come first served: each piece of work runs "
                    "to its end.",
         .choices = {"sharing", "first come first served"}},
        {.name = "memory",
         .label = "Memory",
         .type = quantity,
         .defaultValue = "64 GiB",
         .meaning = "Main memory of each node.",
         .unit = "B",
         .minimum = 0.0},
        {.name = "cache_share",
         .label = "Page cache",
         .type = number,
         .defaultValue = 0.8,
         .meaning = "Share of the memory that the page cache can use.",
         .minimum = 0.0},
        {.name = "memory_bandwidth",
         .label = "Copy rate",
         .type = quantity,
         .defaultValue = "5 GB/s",
         .meaning = "At which one thread copies to or from the page cache.",
         .unit = "B/s",
         .minimum = 1.0},
        {.name = "rack",
         .label = "Rack",
         .type = text,
         .defaultValue = "",
         .meaning = "Name of the rack the group stands in."},
    });
    return fields;
}

const Fields& deviceFields()
{
    static const Fields fields = table({
        {.name = "component",
         .label = "Device",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "What kind of device.",
         .kinds = {"disk", "ssd", "nvme"},
         .required = true},
        {.name = "count",
         .label = "Count",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How many in each node.",
         .minimum = 1},
    });
    return fields;
}

const Fields& volumeFields()
{
    static const Fields fields = table({
        {.name = "barriers",
         .label = "Write barriers",
         .type = flag,
         .defaultValue = true,
         .meaning = "Whether a flush also empties the device's own write cache (the mount option barrier)."},
        {.name = "used",
         .label = "Filled",
         .type = number,
         .defaultValue = 0.5,
         .meaning = "Share of the device that holds data: how far the arm has to travel.",
         .minimum = 0.0},
    });
    return fields;
}

const Fields& switchFields()
{
    static const Fields fields = table({
        {.name = "component",
         .label = "Switch",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "What kind of switch.",
         .kinds = {"switch"},
         .required = true},
    });
    return fields;
}

const Fields& linkFields()
{
    static const Fields fields = table({
        {.name = "nic",
         .label = "Adapter",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "The adapter at the node's end. Empty: the fabric's.",
         .kinds = {"nic"}},
        {.name = "rate",
         .label = "Rate",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "Line rate at most. Empty: what the adapter and the switch port allow.",
         .unit = "B/s",
         .minimum = 1.0,
         .example = "25 Gb/s"},
        {.name = "count",
         .label = "Cables",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Parallel cables; each stream uses one.",
         .minimum = 1},
        {.name = "latency",
         .label = "Latency",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "Of the cable itself.",
         .unit = "s",
         .minimum = 0.0},
    });
    return fields;
}

const Fields& fabricFields()
{
    static const Fields fields = table({
        {.name = "nic",
         .label = "Adapter",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "The network adapter of every node.",
         .kinds = {"nic"}},
        {.name = "mtu",
         .label = "MTU",
         .type = integer,
         .defaultValue = 1500,
         .meaning = "Largest IP packet in bytes.",
         .minimum = 576.0},
        {.name = "small_message",
         .label = "Small message",
         .type = quantity,
         .defaultValue = "14480 B",
         .meaning = "Messages up to this size queue at the links one by one instead of sharing them as streams (ten "
                    "packets: the "
                    "initial window of TCP, RFC 6928).",
         .unit = "B",
         .minimum = 0.0},
        {.name = "offload",
         .label = "Segment offload",
         .type = flag,
         .defaultValue = true,
         .meaning =
             "Whether the adapter cuts and merges segments (TSO, GRO), which lowers what packets cost the processor."},
    });
    return fields;
}

const Fields& selectorFields()
{
    static const Fields fields = table({
        {.name = "type",
         .label = "Type",
         .type = choice,
         .defaultValue = "ring",
         .meaning = "Ring: keys are hashed to partitions, each with replicas on distinct nodes and devices.",
         .choices = {"ring"}},
        {.name = "role",
         .label = "Role",
         .type = role,
         .defaultValue = nullptr,
         .meaning = "The role whose nodes hold the data.",
         .required = true},
        {.name = "volume",
         .label = "Volume",
         .type = text,
         .defaultValue = nullptr,
         .meaning = "The volume of that role.",
         .required = true},
        {.name = "partition_power",
         .label = "Partition power",
         .type = integer,
         .defaultValue = 14,
         .meaning = "The ring has 2 to this power partitions.",
         .minimum = 0.0},
        {.name = "replicas",
         .label = "Replicas",
         .type = integer,
         .defaultValue = 3,
         .meaning = "Copies of every partition.",
         .minimum = 1},
    });
    return fields;
}

const Fields& workloadFields()
{
    static const Fields fields = table({
        {.name = "type",
         .label = "Type",
         .type = choice,
         .defaultValue = "closed loop",
         .meaning = "Closed loop: each worker asks again when its last operation has ended.",
         .choices = {"closed loop"}},
        {.name = "workers",
         .label = "Workers",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How many ask at the same time (concurrency), spread over the nodes that carry the role.",
         .minimum = 1},
        {.name = "think_time",
         .label = "Think time",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "Between the end of an operation and the next.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "think_distribution",
         .label = "Think time varies",
         .type = choice,
         .defaultValue = "constant",
         .meaning = "How the think time varies.",
         .choices = {"constant", "exponential"}},
        {.name = "ramp_up",
         .label = "Ramp-up",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "The workers' first operations are spread evenly over this time.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "keys",
         .label = "Keys",
         .type = integer,
         .defaultValue = 100000,
         .meaning = "How many different keys there are; each operation draws one uniformly as the variable key.",
         .minimum = 1},
    });
    return fields;
}

const Fields& shareFields()
{
    static const Fields fields = table({
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
         .meaning = "What the operation is given; key and worker are known.",
         .perRequest = true,
         .example = "{\"size\": \"OBJECT_SIZE\", \"key\": \"key\"}"},
        {.name = "payload",
         .label = "Payload",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "Bytes that one operation moves for its user: what the bandwidth counts.",
         .unit = "B",
         .minimum = 0.0,
         .example = "OBJECT_SIZE"},
    });
    return fields;
}

const Fields& runFields()
{
    static const Fields fields = table({
        {.name = "duration",
         .label = "Duration",
         .type = quantity,
         .defaultValue = "60 s",
         .meaning = "Simulated time, warm-up included.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "warm_up",
         .label = "Warm-up",
         .type = quantity,
         .defaultValue = "10 s",
         .meaning = "Time at the beginning that results leave out.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "seed",
         .label = "Seed",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Same project, same seed, same result.",
         .minimum = 0.0},
        {.name = "sampling_interval",
         .label = "Sample every",
         .type = quantity,
         .defaultValue = "100 ms",
         .meaning = "Time between two points of a curve.",
         .unit = "s",
         .minimum = 1e-6},
        {.name = "stream_chunks",
         .label = "Chunks of a stream",
         .type = integer,
         .defaultValue = 32,
         .meaning = "A long stream is moved in at most this many pieces, several chunks merged into one: faster, and "
                    "coarser in time.",
         .minimum = 1},
    });
    return fields;
}

const FieldDeclaration* findField(const Fields& fields, const std::string& name)
{
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const FieldDeclaration& f) { return f.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

const Json& valueOf(const Json& values, const FieldDeclaration& field)
{
    if (values.is_object())
        if (const auto found = values.find(field.name); found != values.end())
            return *found;
    return field.defaultValue;
}

} // namespace headroom::project
