// Fields of the software: workers and state of a role, selectors.
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

const Fields& workersFields()
{
    static const Fields all = table({
        {.name = "kind",
         .label = "Kind",
         .type = choice,
         .defaultValue = "thread per request",
         .meaning = "Event loop: a process that serves many requests, one at a time on the processor. Threads: each "
                    "serves one request "
                    "from acceptance to the end. Thread per request: as many as come.",
         .choices = {"event loop", "threads", "thread per request"}},
        {.name = "for_each",
         .label = "For each device of",
         .type = volume,
         .defaultValue = nullptr,
         .meaning = "A volume of the role. Each of its devices then has an instance of the role of its own, with its "
                    "own workers, backlog and state: a daemon for each disk. Empty: one instance on each node."},
        {.name = "for_each_if",
         .label = "For each device if",
         .type = flag,
         .defaultValue = true,
         .meaning = "Whether each of these devices has an instance of its own: an expression over parameters lets one "
                    "of them choose. Otherwise each node has one instance, which serves all of its devices.",
         .example = "servers_per_port > 0"},
        {.name = "count",
         .label = "Workers",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Event loops or threads of each instance.",
         .minimum = 1,
         .maximum = 1e6},
        {.name = "clients",
         .label = "Clients",
         .type = integer,
         .defaultValue = 1024,
         .meaning = "Requests one event loop accepts at a time.",
         .minimum = 1,
         .maximum = 1e9},
        {.name = "rounds",
         .label = "Serves in rounds",
         .type = flag,
         .defaultValue = false,
         .meaning = "How an event loop chooses among its requests that can go on. No: first come first served. Yes: it "
                    "polls, accepts the connections that wait, serves all requests that were ready in any order, and "
                    "polls again (eventlet collects what poll says in a set, which has no order).",
         .example = "true"},
        {.name = "backlog",
         .label = "Backlog",
         .type = integer,
         .defaultValue = 4096,
         .meaning = "Requests that may wait to be accepted by an instance; more are refused.",
         .minimum = 0,
         .maximum = 1e9},
        {.name = "helper_threads",
         .label = "Helper threads",
         .type = integer,
         .defaultValue = 20,
         .meaning = "Threads that do what waits aside: of each event loop, or for all threads of an instance "
                    "(eventlet's tpool: 20 for each process; libuv: 4).",
         .minimum = 1,
         .maximum = 1e6},
        {.name = "wake_up",
         .label = "Wake-up",
         .type = quantity,
         .defaultValue = "0 s",
         .meaning = "Work on the reference processor when an event loop or a thread that had nothing to do, and so "
                    "slept, goes on; one that is busy needs none. A thread for each request has none.",
         .unit = "s",
         .minimum = 0,
         .example = "5 us"},
        {.name = "work_variation",
         .label = "Work variation",
         .type = number,
         .defaultValue = 0,
         .meaning = "Coefficient of variation of the processor work, that is standard deviation over mean: the work of "
                    "the role's compute blocks is log-normal around what they state. Each request of the role draws "
                    "one factor for all of them. A block with a distribution of its own, also constant, keeps to that.",
         .minimum = 0,
         .example = "0.2",
         .maximum = 100},
        {.name = "reference",
         .label = "Reference processor",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "The processor for which the role's work is stated (also wake_up), where a compute block names "
                    "none. Empty: that of the model.",
         .kinds = kindsOf(ComponentKind::Part::processor),
         .example = "Intel_Xeon_Processor_E5_2695_v3"},
    });
    // Threads for each request are as many as come: nothing bounds them.
    static const Fields fields =
        applying(applying(applying(all, {"count", "backlog", "wake_up"}, {"kind", {"event loop", "threads"}}),
                          {"clients", "rounds"}, {"kind", {"event loop"}}),
                 {"for_each_if"}, {"for_each", {}});
    return fields;
}

const Fields& stateFields()
{
    static const Fields fields = [] {
        Fields all = table({
            {.name = "type",
             .label = "Type",
             .type = choice,
             .defaultValue = "slots",
             .meaning =
                 "Slots: a number of equal places (1: a lock). Cache: keys that software keeps, with their sizes. "
                 "Queue: messages between paths of the role. Barrier: where the ranks of a job wait for each other. "
                 "Token bucket: limits a rate, and lets bursts pass. Value: a number that set blocks of the "
                 "role change and its expressions read by its name.",
             .choices = {"slots", "cache", "queue", "barrier", "token bucket", "value"}},
            {.name = "owner",
             .label = "Owner",
             .type = choice,
             .defaultValue = "node",
             .meaning = "What has an instance of its own. Worker: an event loop, a thread, or a consumer that takes "
                        "messages off a queue. "
                        "Node: the role on that node, or each of its instances where it has one for each device. "
                        "Request: all paths of a request share it, and it is gone with the request.",
             .choices = {"worker", "node", "job", "cluster", "request"}},
            {.name = "capacity",
             .label = "Capacity",
             .type = integer,
             .defaultValue = 1,
             .meaning = "Slots: how many places.",
             .minimum = 1,
             .maximum = 1e9},
            {.name = "value",
             .label = "Value",
             .type = quantity,
             .defaultValue = 0,
             .meaning = "Value: what it is at the start, and when its node returns after a failure.",
             .unit = anyUnit},
            {.name = "rate",
             .label = "Rate",
             .type = quantity,
             .defaultValue = 0,
             .meaning =
                 "Token bucket: tokens that it gets in a second, until it is full. Tokens may be operations or bytes.",
             .unit = anyUnit,
             .minimum = 0.0,
             .example = "200 1/s"},
            {.name = "burst",
             .label = "Burst",
             .type = quantity,
             .defaultValue = 1,
             .meaning = "Token bucket: how many tokens it holds at most, as at the start. Who asks for more takes them "
                        "from a full one, and the next waits until what is owed has come.",
             .unit = anyUnit,
             .minimum = 1.0,
             .example = "50",
             .maximum = 1e15},
            {.name = "keyed",
             .label = "One for each key",
             .type = flag,
             .defaultValue = false,
             .meaning = "Whether every key has one of its own, as with a lock for each database."},
            {.name = "entries",
             .label = "Entries",
             .type = integer,
             .defaultValue = 0,
             .meaning =
                 "Cache: keys (or pieces) it holds at most. Queue: messages; a sender waits while it is full. 0: not "
                 "limited by number.",
             .minimum = 0.0,
             .example = "10000"},
            {.name = "bytes",
             .label = "Bytes",
             .type = quantity,
             .defaultValue = 0,
             .meaning = "Cache, queue: bytes it holds at most. 0: not limited by size.",
             .unit = "B",
             .minimum = 0.0,
             .example = "512 MiB"},
            {.name = "policy",
             .label = "Replacement",
             .type = choice,
             .defaultValue = "LRU",
             .meaning =
                 "Cache: what makes room. LRU: what was used longest ago; exact for the million entries used last, "
                 "estimated from a sample of the keys behind them (error of the hit ratio below 0.01). FIFO: what came "
                 "in first. CLOCK: the same, but what was used since then gets a second chance. Random: any.",
             .choices = {"LRU", "FIFO", "CLOCK", "random"}},
            {.name = "piece",
             .label = "Piece size",
             .type = quantity,
             .defaultValue = 0,
             .meaning = "Cache: the size of the pieces in which ranges are kept. 0: a key is one entry.",
             .unit = "B",
             .minimum = 0.0,
             .example = "64 KiB"},
            {.name = "expires",
             .label = "Expires after",
             .type = quantity,
             .defaultValue = 0,
             .meaning =
                 "Cache: how long an entry is valid, counted from the time when it was put in, whatever has used it "
                 "since. 0: for ever.",
             .unit = "s",
             .minimum = 0.0,
             .example = "30 s"},
            {.name = "start",
             .label = "At the start",
             .type = choice,
             .defaultValue = "cold",
             .meaning = "Cache. Cold: empty. Warm: full of what will be asked for first. Steady: full of a share of "
                        "all keys, as "
                        "after a long time: which, follows from their popularity. What lay on a node that has died is "
                        "lost: it "
                        "is empty when the node returns.",
             .choices = {"cold", "warm", "steady"}},
            {.name = "held",
             .label = "Share held",
             .type = number,
             .defaultValue = 0.5,
             .meaning = "Cache that starts steady: the share of all keys that it holds then.",
             .minimum = 0.0,
             .example = "CACHE_ENTRIES / KEYS"},
            {.name = "popularity",
             .label = "Popularity",
             .type = choice,
             .defaultValue = "uniform",
             .meaning =
                 "Cache that starts steady. Uniform: it holds whichever keys. Zipf: key 0 is the most popular, key k "
                 "as popular as 1 / (k + 1)^exponent, and the more popular one is, the likelier it is there, as the "
                 "replacement makes it (Che's approximation). A key that is kept in pieces is there with all of "
                 "them.",
             .choices = {"uniform", "Zipf"}},
            {.name = "zipf_exponent",
             .label = "Zipf exponent",
             .type = number,
             .defaultValue = 1,
             .meaning = "Cache that starts steady: how much popularity falls from key to key; 0 is uniform.",
             .minimum = 0.0,
             .maximum = 20.0},
            {.name = "keys",
             .label = "Keys",
             .type = integer,
             .defaultValue = 0,
             .meaning = "Cache that starts steady with keys that differ in popularity: how many there are.",
             .minimum = 0.0,
             .maximum = 9e15},
            {.name = "order",
             .label = "Order",
             .type = choice,
             .defaultValue = "first come first served",
             .meaning =
                 "Queue: which message is taken next. Priority: the one with the largest, first come first served "
                 "among equals. Locality: one whose data are on the node that takes it, then one whose data are in "
                 "its rack, then any, first come first served among equals.",
             .choices = {"first come first served", "priority", "locality"}},
            {.name = "patience",
             .label = "Patience",
             .type = quantity,
             .defaultValue = "3 s",
             .meaning =
                 "Queue by locality: how long a message waits for a node that has its data; after that a node of the "
                 "same rack may take it, and after twice the time any (Spark: spark.locality.wait, 3 s).",
             .unit = "s",
             .minimum = 0.0},
            {.name = "missing_of",
             .label = "Missing copies of",
             .type = selector,
             .defaultValue = nullptr,
             .meaning =
                 "Queue: a ring. It gets a message for each copy that a partition lacks after a failure, with the "
                 "values partition, source and target (devices), whole (1: nothing of it is there) and missed (for "
                 "how long the target was away, in seconds). Those who take them make the copies.",
             .example = "objects",
             .refersTo = {{.to = ElementKind::selector}}},
        });
        all = applying(std::move(all), {"capacity"}, {"type", {"slots"}});
        all = applying(std::move(all), {"value"}, {"type", {"value"}});
        all = applying(std::move(all), {"rate", "burst"}, {"type", {"token bucket"}});
        all = applying(std::move(all), {"keyed"}, {"type", {"slots", "cache", "queue", "barrier", "token bucket"}});
        all = applying(std::move(all), {"entries", "bytes"}, {"type", {"cache", "queue"}});
        const std::vector<std::string> steady = {"held", "popularity", "zipf_exponent", "keys"};
        all = applying(std::move(all), {"policy", "piece", "expires", "start"}, {"type", {"cache"}});
        all = applying(std::move(all), steady, {"type", {"cache"}});
        all = applying(std::move(all), steady, {"start", {"steady"}});
        all = applying(std::move(all), {"zipf_exponent", "keys"}, {"popularity", {"Zipf"}});
        all = applying(std::move(all), {"order", "patience", "missing_of"}, {"type", {"queue"}});
        return applying(std::move(all), {"patience"}, {"order", {"locality"}});
    }();
    return fields;
}

const Fields& selectorFields()
{
    static const Fields all = table({
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
         .required = true,
         .refersTo = {{.to = ElementKind::roleVolume, .owner = "role"}}},
        {.name = "partition_power",
         .label = "Partition power",
         .type = integer,
         .defaultValue = 14,
         .meaning = "The ring has 2 to this power partitions.",
         .minimum = 0.0,
         .maximum = 24},
        {.name = "replicas",
         .label = "Replicas",
         .type = integer,
         .defaultValue = 3,
         .meaning = "Copies of every partition.",
         .minimum = 1,
         .maximum = 1024},
        {.name = "enough",
         .label = "Enough to read",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How many of the replicas make up the data. 1: each is a whole copy. More: they are pieces of an "
                    "erasure code, k of which are enough. It determines the usable capacity; how many are written and "
                    "read is what the software does.",
         .minimum = 1,
         .maximum = 1024},
        {.name = "apart",
         .label = "Copies apart",
         .type = choice,
         .defaultValue = "on nodes",
         .meaning = "What the copies of a partition do not share, as far as there are enough: a node, or also a rack "
                    "(the groups with the same rack, or the nodes at one switch). On two racks: the second copy in "
                    "another rack than the first, the third on another node of the rack of the second. On devices: a "
                    "device only, so that a node that fails may take all copies with it.",
         .choices = {"on nodes", "on racks", "on two racks", "on devices"}},
        {.name = "placement",
         .label = "Placement",
         .type = choice,
         .defaultValue = "even",
         .meaning = "Even: every device gets its share to one copy of a partition. Hashed: devices draw lots for each "
                    "copy, as in CRUSH (straw2), so that some hold more than others; the fullest one limits what the "
                    "cluster can hold. Table: as a file lists it, for a ring that exists; the fullest device for its "
                    "capacity is the limit here, too.",
         .choices = {"even", "hashed", "table"}},
        {.name = "table",
         .label = "Table",
         .type = text,
         .defaultValue = nullptr,
         .meaning = "With the placement table: a CSV file in the project's folder that says which devices hold each "
                    "partition. Columns are partition, copy 1, copy 2 and so on, rows the partitions in their order "
                    "from 0, cells the numbers of devices from 1, counted over the nodes of the role in their order. "
                    "Weights and what copies do not share are then as the table has them.",
         .example = "objects.ring.csv"},
        {.name = "weights",
         .label = "Weights",
         .type = choice,
         .defaultValue = "alike",
         .meaning = "Whether all devices get the same number of partitions, or each in proportion to its capacity.",
         .choices = {"alike", "by capacity"}},
        {.name = "noticed_after",
         .label = "Noticed after",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "How long a node or a device has been down when those who use the ring know it: from then on they "
                    "leave its devices out. Until then they call it in vain. Empty: it is not noticed.",
         .unit = "s",
         .minimum = 0.0,
         .example = "20 s"},
        {.name = "out_after",
         .label = "Out after",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "How long it has been down when other devices take the place of its own: the hand-offs of each "
                    "partition. Empty: it keeps its place.",
         .unit = "s",
         .minimum = 0.0,
         .example = "600 s"},
    });
    static const Fields fields = applying(all, {"table"}, {"placement", {"table"}});
    return fields;
}

} // namespace headroom::project
