// Fields of the software: workers and state of a role, selectors.
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

const Fields& workersFields()
{
    static const Fields all = {
        field("kind", "Kind", choice, "thread per request",
              "Event loop: a process that serves many requests, one at a time on the processor. Threads: each serves "
              "one request from acceptance to the end. Thread per request: as many as come.")
            .oneOf({"event loop", "threads", "thread per request"}),
        field("for_each", "For each device of", volume, nullptr,
              "A volume of the role. Each of its devices then has an instance of the role of its own, with its own "
              "workers, backlog and state: a daemon for each disk. Empty: one instance on each node."),
        field("for_each_if", "For each device if", flag, true,
              "Each of these devices has an instance of its own if this holds: an expression over parameters lets one "
              "of them choose. Otherwise each node has one instance, which serves all of its devices.",
              "servers_per_port > 0"),
        field("count", "Workers", integer, 1, "Event loops or threads of each instance.").within(1, 1e6),
        field("clients", "Clients", integer, 1024, "Requests one event loop accepts at a time.").within(1, 1e9),
        field("rounds", "Serves in rounds", flag, false,
              "An event loop serves its ready requests in rounds. No: first come first served. Yes: it polls, accepts "
              "the connections that wait, serves all requests that were ready in any order, new ones over open "
              "connections among them, and polls again (eventlet collects the ready ones in a set, which has no "
              "order).",
              "true"),
        field("backlog", "Backlog", integer, 4096,
              "Requests that may wait to be accepted by an instance; more are refused.")
            .within(0, 1e9),
        field("helper_threads", "Helper threads", integer, 20,
              "Threads that do what waits aside: of each event loop, or for all threads of an instance (eventlet's "
              "tpool: 20 for each process; libuv: 4).")
            .within(1, 1e6),
        field("wake_up", "Wake-up", quantity, "0 s",
              "Work on the reference processor when an event loop or a thread that had nothing to do, and so slept, "
              "goes on; one that is busy needs none. A thread for each request has none.",
              "5 us")
            .in("s"),
        field("work_variation", "Work variation", number, 0,
              "Coefficient of variation of the processor work, that is standard deviation over mean: the work of the "
              "role's compute blocks is log-normal around what they state. Each request of the role draws one factor "
              "for all of them. A block with a distribution of its own, also constant, keeps to that.",
              "0.2")
            .within(0, 100),
        field("reference", "Reference processor", component, nullptr,
              "The processor for which the role's work is stated (also wake_up), where a compute block names none. "
              "Empty: that of the model.",
              "Intel_Xeon_Processor_E5_2695_v3")
            .ofKinds(kindsOf(ComponentKind::Part::processor)),
    };
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
        Fields all = {
            field("type", "Type", choice, "slots",
                  "Slots: a number of equal places (1: a lock). Cache: keys that software keeps, with their sizes. "
                  "Queue: messages between paths of the role. Barrier: where the ranks of a job wait for each other. "
                  "Token bucket: limits a rate, and lets bursts pass. Value: a number that set blocks of the role "
                  "change and its expressions read by its name.")
                .oneOf({"slots", "cache", "queue", "barrier", "token bucket", "value"}),
            field("owner", "Owner", choice, "node",
                  "The owner of an instance. Worker: an event loop, a thread, or a consumer that takes messages off a "
                  "queue. Node: the role on that node, or each of its instances where it has one for each device. "
                  "Request: all paths of a request share it, and it is gone with the request.")
                .oneOf({"worker", "node", "job", "cluster", "request"}),
            field("capacity", "Capacity", integer, 1, "Slots: how many places.").within(1, 1e9),
            field("value", "Value", quantity, 0,
                  "Value: what it is at the start, and when its node returns after a failure.")
                .inAnyUnit(),
            field("rate", "Rate", quantity, 0,
                  "Token bucket: tokens that it gets in a second, until it is full. Tokens may be operations or bytes.",
                  "200 1/s")
                .inAnyUnit()
                .atLeast(0),
            field("burst", "Burst", quantity, 1,
                  "Token bucket: how many tokens it holds at most, as at the start. Who asks for more takes them from "
                  "a full one, and the next waits until what is owed has come.",
                  "50")
                .inAnyUnit()
                .within(1, 1e15),
            field("keyed", "One for each key", flag, false,
                  "Every key has one of its own, as with a lock for each database."),
            field("entries", "Entries", integer, 0,
                  "Cache: keys (or pieces) it holds at most. Queue: messages; a sender waits while it is full. 0: not "
                  "limited by number.",
                  "10000")
                .atLeast(0),
            field("bytes", "Bytes", quantity, 0, "Cache, queue: bytes it holds at most. 0: not limited by size.",
                  "512 MiB")
                .in("B"),
            field("policy", "Replacement", choice, "LRU",
                  "Cache: what makes room. LRU: what was used longest ago; exact for the million entries used last, "
                  "estimated from a sample of the keys behind them (error of the hit ratio below 0.01). FIFO: what "
                  "came in first. CLOCK: the same, but what was used since then gets a second chance. Random: any.")
                .oneOf({"LRU", "FIFO", "CLOCK", "random"}),
            field("piece", "Piece size", quantity, 0,
                  "Cache: the size of the pieces in which ranges are kept. 0: a key is one entry.", "64 KiB")
                .in("B"),
            field("expires", "Expires after", quantity, 0,
                  "Cache: how long an entry is valid, counted from the time when it was put in, whatever has used it "
                  "since. 0: for ever.",
                  "30 s")
                .in("s"),
            field("start", "At the start", choice, "cold",
                  "Cache. Cold: empty. Warm: full of what will be asked for first. Steady: full of a share of all "
                  "keys, as after a long time: which, follows from their popularity. What lay on a node that has died "
                  "is lost: it is empty when the node returns.")
                .oneOf({"cold", "warm", "steady"}),
            field("held", "Share held", number, 0.5,
                  "Cache that starts steady: the share of all keys that it holds then.", "CACHE_ENTRIES / KEYS")
                .atLeast(0),
            field("popularity", "Popularity", choice, "uniform",
                  "Cache that starts steady. Uniform: it holds whichever keys. Zipf: key 0 is the most popular, key k "
                  "as popular as 1 / (k + 1)^exponent, and the more popular one is, the likelier it is there, as the "
                  "replacement makes it (Che's approximation). A key that is kept in pieces is there with all of them.")
                .oneOf({"uniform", "Zipf"}),
            field("zipf_exponent", "Zipf exponent", number, 1,
                  "Cache that starts steady: how much popularity falls from key to key; 0 is uniform.")
                .within(0, 20),
            field("keys", "Keys", integer, 0,
                  "Cache that starts steady with keys that differ in popularity: how many there are.")
                .within(0, 9e15),
            field(
                "waiting", "Order of waiting", choice, "first come first served",
                "Slots: who gets one that becomes free. Hash set: those who wait have places that say nothing of when "
                "they came, and are served round and round (Python's set, in which eventlet's pools keep who waits). "
                "A priority of the block that acquires comes before either.")
                .oneOf({"first come first served", "hash set"}),
            field("order", "Order", choice, "first come first served",
                  "Queue: which message is taken next. Priority: the one with the largest, first come first served "
                  "among equals. Locality: one whose data are on the node that takes it, then one whose data are in "
                  "its rack, then any, first come first served among equals.")
                .oneOf({"first come first served", "priority", "locality"}),
            field("patience", "Patience", quantity, "3 s",
                  "Queue by locality: how long a message waits for a node that has its data; after that a node of the "
                  "same rack may take it, and after twice the time any (Spark: spark.locality.wait, 3 s).")
                .in("s"),
            field("missing_of", "Missing copies of", selector, nullptr,
                  "Queue: a ring. It gets a message for each copy that a partition lacks after a failure, with the "
                  "values partition, source and target (devices), whole (1: nothing of it is there) and missed (for "
                  "how long the target was away, in seconds). Those who take them make the copies.",
                  "objects")
                .refersTo({{.to = ElementKind::selector}}),
        };
        all = applying(std::move(all), {"capacity", "waiting"}, {"type", {"slots"}});
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
    static const Fields all = {
        field("type", "Type", choice, "ring",
              "Ring: keys are hashed to partitions, each with replicas on distinct nodes and devices.")
            .oneOf({"ring"}),
        field("role", "Role", role, nullptr, "The role whose nodes hold the data.").required(),
        field("volume", "Volume", text, nullptr, "The volume of that role.")
            .required()
            .refersTo({{.to = ElementKind::roleVolume, .owner = "role"}}),
        field("partition_power", "Partition power", integer, 14, "The ring has 2 to this power partitions.")
            .within(0, 24),
        field("replicas", "Replicas", number, 3,
              "Copies of every partition. With 3.25, a quarter of the partitions has four and the others three.")
            .within(1, 1024),
        field("enough", "Enough to read", integer, 1,
              "Number of replicas that make up the data. 1: each is a whole copy. More: they are pieces of an erasure "
              "code, k of which are enough. It determines the usable capacity; the software determines how many are "
              "written and read.")
            .within(1, 1024),
        field("apart", "Copies apart", choice, "on nodes",
              "The copies of a partition do not share this, as far as there are enough: a node, or also a rack (the "
              "groups with the same rack, or the nodes at one switch). On two racks: the second copy in another rack "
              "than the first, the third on another node of the rack of the second. On devices: a device only, so that "
              "a node that fails may take all copies with it.")
            .oneOf({"on nodes", "on racks", "on two racks", "on devices"}),
        field("placement", "Placement", choice, "even",
              "Even: every device gets its share to one copy of a partition. Hashed: devices draw lots for each copy, "
              "as in CRUSH (straw2), so that some hold more than others; the fullest one limits what the cluster can "
              "hold. Table: as a file lists it, for a ring that exists; the fullest device for its capacity is the "
              "limit here, too.")
            .oneOf({"even", "hashed", "table"}),
        field("table", "Table", text, nullptr,
              "With the placement table: a CSV file in the project's folder that says which devices hold each "
              "partition. Columns are partition, copy 1, copy 2 and so on, rows the partitions in their order from 0, "
              "cells the numbers of devices from 1, counted over the nodes of the role in their order. Weights and "
              "what copies do not share are then as the table has them.",
              "objects.ring.csv"),
        field("weights", "Weights", choice, "alike",
              "Alike: all devices get the same number of partitions. By capacity: each in proportion to its capacity.")
            .oneOf({"alike", "by capacity"}),
        field("noticed_after", "Noticed after", quantity, nullptr,
              "Time after which users of the ring know that a node or a device is down: from then on they leave its "
              "devices out. Until then they call it in vain. Empty: it is not noticed.",
              "20 s")
            .in("s"),
        field("noticed_after_failures", "Noticed after failures", integer, nullptr,
              "Number of calls to a node after which what is down there is noticed, if the time has not come before: "
              "calls "
              "that got no answer in time, were refused or got an error since then. So the load decides how soon. "
              "Empty: only the time counts.",
              "400")
            .atLeast(1),
        field("out_after", "Out after", quantity, nullptr,
              "Time down after which other devices take the place of its own, if it is noticed: the hand-offs of each "
              "partition. Empty: it keeps its place.",
              "600 s")
            .in("s"),
    };
    static const Fields fields = applying(all, {"table"}, {"placement", {"table"}});
    return fields;
}

} // namespace headroom::project
