// Fields of the parts of a node: processor, memory, devices, volumes.
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

const Fields& nodeGroupFields()
{
    static const Fields all = {
        field("count", "Nodes", integer, 1,
              "Number of nodes in the group. 0: it is not there, as an expression may say.")
            .within(0, 1e6),
        field("processor", "Processor", component, nullptr, "The processor in each socket.")
            .required()
            .ofKinds(kindsOf(ComponentKind::Part::processor)),
        field("sockets", "Sockets", integer, 1, "Processors in each node.").within(1, 1024),
        field(
            "cores", "Cores in use", integer, 0,
            "Cores of each processor that the node uses, as a container, a virtual machine or the firmware leaves it. "
            "0: all.")
            .within(0, 65536),
        field("second_thread", "Second thread adds", number, 0.25,
              "Speed that a core's second hyper-thread adds when the first is busy, as a share of the core.")
            .within(0, 1),
        field("scheduling", "Scheduling", choice, "sharing",
              "Sharing: runnable work shares the cores equally. First come first served: each piece of work runs to "
              "its end. Time slice: round robin, a piece of work has a thread for a quantum while others wait.")
            .oneOf({"sharing", "first come first served", "time slice"}),
        field(
            "quantum", "Quantum", quantity, "3 ms",
            "Time slice: how long a piece of work keeps its thread while others wait (Linux: sched_min_granularity_ns, "
            "later base_slice_ns, 0.75 ms times 1 + log2 of the processors, of which eight at most count: 3 ms).")
            .in("s", 1e-6),
        field("context_switch", "Context switch", quantity, "3.8 us",
              "Time slice: time that a thread loses when unfinished work leaves it or returns to it, once when it goes "
              "from one such work to another (direct cost measured by Li, Ding and Shen, \"Quantifying the cost of "
              "context switch\", ExpCS 2007; what refilling the caches costs comes on top and depends on the program).")
            .in("s"),
        field("idle_cores", "Idle cores", choice, "awake",
              "Awake: a core that has nothing to do takes work at once. Else it sleeps in the deepest idle state of "
              "the processor that its time without work pays for, and work waits until it has woken. Random: work goes "
              "to any of the idle cores, as in Linux, where each of many threads returns to the core of its last run "
              "if that is idle (select_idle_sibling in kernel/sched/fair.c). Packed: to the core that has been idle "
              "for the shortest time; spread: for the longest. These two are the bounds.")
            .oneOf({"awake", "random", "packed", "spread"}),
        field("memory", "Memory", quantity, "64 GiB", "Main memory of each node.").in("B"),
        field("nic", "Network adapter", component, nullptr,
              "The adapter of its nodes, for cables that name none themselves. Empty: the fabric's.")
            .ofKinds(kindsOf(ComponentKind::Part::adapter)),
        field("memory_module", "Memory module", component, nullptr,
              "The modules that make up the memory: as many as it takes, for price, power and bandwidth. Empty: their "
              "price and power are not known.")
            .ofKinds(kindsOf(ComponentKind::Part::memory)),
        field("chassis", "Chassis", component, nullptr,
              "Case, board and fans of each node. Empty: their price and power are not known.")
            .ofKinds(kindsOf(ComponentKind::Part::chassis)),
        field("power_supply", "Power supply", component, nullptr,
              "Which power supplies feed each node. What they lose is added to the power of its parts. Empty: the "
              "power is that of the parts.")
            .ofKinds(kindsOf(ComponentKind::Part::powerSupply)),
        field("power_supplies", "Power supplies", integer, 2,
              "Number of them in each node; they share its load evenly.")
            .within(1, 1024),
        field("ours", "Ours", flag, true,
              "The price and the power of its nodes count. Off: they belong to others, as clients do. Switches always "
              "count."),
        field("cache_share", "Page cache", number, 0.8, "Share of the memory that the page cache can use.")
            .within(0, 1),
        field("memory_bandwidth", "Copy rate", quantity, "5 GB/s",
              "At which one thread copies to or from the page cache.")
            .in("B/s", 1),
        field("dirty_background_ratio", "Background limit", number, 0.1,
              "Share of the page cache that may be dirty before the operating system begins to write it to the devices "
              "(Linux: vm.dirty_background_ratio, in percent; 0.1 is 10).")
            .within(0, 1),
        field("dirty_ratio", "Dirty limit", number, 0.2,
              "Share of the page cache that may be dirty at most: half-way to it from the background limit writers are "
              "slowed down, at it they stand still until hardly anything of their device is dirty, which they see "
              "every 200 ms; with 0 after each write (Linux: vm.dirty_ratio, in percent; 0.2 is 20).")
            .within(0, 1),
        field("dirty_expire", "Dirty pages expire", quantity, "30 s",
              "Time that a file may be dirty before it is written below the background limit too (Linux: "
              "vm.dirty_expire_centisecs).")
            .in("s"),
        field("writeback_interval", "Write-back interval", quantity, "5 s",
              "Time between two looks of each device's flusher for expired files; 0 s: it never looks (Linux: "
              "vm.dirty_writeback_centisecs).")
            .in("s"),
        field("memory_bus", "Memory bandwidth", quantity, nullptr,
              "Reads and writes of all memory channels of the node together. Empty: the processors' figures, or 76.8 "
              "GB/s for each that states none (four channels of DDR4-2400), and no more than the memory modules give.",
              "150 GB/s")
            .in("B/s", 1),
        field(
            "roles_if", "Roles on condition", assignments, Json::object(),
            "Roles of the group that its nodes run only if an expression over parameters is not 0: role = expression. "
            "So a parameter decides whether software has nodes of its own or shares those of other software.",
            "{\"proxy-server\": \"PROXIES_ON == \\\"storage nodes\\\"\"}")
            .refersTo({{ElementKind::role}})
            .keysAreElements(),
        field("rack", "Rack", text, "",
              "Name of the rack the group stands in. In a generated fabric groups of one rack share its leaf switches "
              "with no other."),
        field("bonding", "Bonding", choice, "layer 3+4",
              "Distribution of a node's traffic over several cables, to one switch or to several. Layer 3+4: each flow "
              "uses one of them by its hash (LACP). Layer 2+3: all flows to one other node use the same. Active "
              "backup: the first that works carries everything.")
            .oneOf({"layer 3+4", "layer 2+3", "active backup"}),
    };
    static const Fields fields = applying(all, {"quantum", "context_switch"}, {"scheduling", {"time slice"}});
    return fields;
}

const Fields& controllerFields()
{
    static const Fields fields = {
        field("component", "Controller", component, nullptr, "Kind of host adapter or expander.")
            .required()
            .ofKinds(kindsOf(ComponentKind::Part::controller)),
        field("behind", "Behind", text, "",
              "The controller that an expander is attached to; empty: its uplink ends at memory.")
            .refersTo({{ElementKind::controller}}),
        field("lanes", "Uplink lanes", integer, 4, "Lanes of an expander's uplink, which its devices share.")
            .within(1, 65536),
    };
    return fields;
}

const Fields& deviceFields()
{
    static const Fields all = {
        field("component", "Device", component, nullptr, "Kind of device.")
            .required()
            .ofKinds(kindsOf(ComponentKind::Part::device)),
        field("count", "Count", integer, 1,
              "Number in each node. 0: it has none of them, as an expression may say; volumes then need other devices.")
            .within(0, 1e6),
        field("controller", "Controller", text, "",
              "The controller or expander of the node that they are attached to; empty: only their own ports lie "
              "between them and memory.")
            .refersTo({{ElementKind::controller}}),
        field("scheduler", "I/O scheduler", choice, "none",
              "For hard disks: order of the I/Os that wait for a place in the drive's own queue. None: first come "
              "first served. Deadline: reads and writes apart, in order of offset, in batches of 16; two batches of "
              "reads go before writes that wait; expired ones (reads after 500 ms, writes after 5 s) go first (Linux: "
              "mq-deadline with its defaults).")
            .oneOf({"none", "deadline"}),
        field("nr_requests", "Scheduled requests", integer, nullptr,
              "Deadline: how many requests of a disk are in scheduler and drive together at most. Only they are "
              "ordered; further ones wait first come first served. Empty: twice the drive's queue depth, of which 128 "
              "count at most (Linux: nr_requests, 64 for a drive that takes 32 commands).",
              "128")
            .within(4, 2048),
        field("full", "Full", flag, false,
              "For SSDs: they have been written all over and clean up while they write, from the start (the steady "
              "state of SNIA's performance test specification). Random writes then run at the component's figure for "
              "it, or follow from its spare area, and a fast cache starts full."),
        field(
            "battery_cache", "Battery-backed cache", quantity, 0,
            "Controller write cache of one node, divided evenly among its devices or, with RAID, among the sets; 0: "
            "none. A write is complete when it is there, and a flush takes no time, as a battery keeps it. Reads that "
            "RAID 5 and 6 need for a write follow later, and a stream fills whole stripes.",
            "1 GiB")
            .in("B"),
        field("cache_full_of", "Write cache starts full of", quantity, 0,
              "Size of the writes to random places that fill the devices' own write caches, or the battery-backed one "
              "before them, at the start, as after a long load of such writes: a short run then shows the lasting "
              "state. 0: the caches start empty.",
              "4 KiB")
            .in("B"),
        field("raid", "RAID", choice, "none",
              "The devices of a node act as one: striped (RAID 0), each a copy (RAID 1), striped pairs of copies (RAID "
              "10), striped with one parity (RAID 5) or two (RAID 6).")
            .oneOf({"none", "RAID 0", "RAID 1", "RAID 10", "RAID 5", "RAID 6"}),
        field("sets", "RAID sets", integer, 1,
              "Number of RAID sets of the same size that the devices of a node make; each is a device for volumes.",
              "2")
            .within(1, 1e6),
        field("stripe", "Stripe", quantity, "64 KiB",
              "Bytes of a RAID set that lie on one device before the next takes over.")
            .in("B", 512),
        field("rebuild_rate", "Rebuild rate", quantity, "200 MB/s",
              "Highest rate at which a device that returns to its RAID set gets its data back (Linux: sync_speed_max "
              "of md, 200 MB/s); less where the devices or other I/O allow no more. 0: it returns with its data.")
            .in("B/s"),
        field("cache_device", "Cache", text, "",
              "Another device group of the node, faster, that caches this one; empty: none. Its devices are shared out "
              "evenly.")
            .refersTo({{ElementKind::device}}),
        field("cache_mode", "Cache mode", choice, "write-through",
              "Write-through: a write is complete when it is on both. Write-back: when it is in the cache.")
            .oneOf({"write-through", "write-back"}),
        field("cache_size", "Cache size", quantity, 0,
              "For each device that is cached; 0: all that its share of the fast devices has.")
            .in("B"),
        field("cache_start", "Cache at the start", choice, "cold",
              "Cold: nothing is in it. Warm: the content of these devices' volumes (used) is in it, as much as fits, "
              "evenly of all: as after a long time of random I/O to all data, so that a short run shows the lasting "
              "state.")
            .oneOf({"cold", "warm"}),
        field("sequential_cutoff", "Sequential cutoff", quantity, "4 MiB",
              "I/Os each of which begins where an earlier one ended pass the cache by from as many bytes on; 0: all go "
              "through it (Linux: bcache's sequential_cutoff, 4 MiB).")
            .in("B"),
    };
    static const Fields fields =
        applying(applying(applying(all, {"stripe"}, {"raid", {"RAID 0", "RAID 10", "RAID 5", "RAID 6"}}), {"sets"},
                          {"raid", {"RAID 0", "RAID 1", "RAID 10", "RAID 5", "RAID 6"}}),
                 {"cache_mode", "cache_size", "cache_start", "sequential_cutoff"}, {"cache_device", {}});
    return fields;
}

const Fields& volumeFields()
{
    static const Fields fields = {
        field("otherwise", "Otherwise on", text, "",
              "The device group that it lies on if the node has none of its devices (count 0). Empty: it has to have "
              "some.",
              "data")
            .refersTo({{ElementKind::device}}),
        field("barriers", "Write barriers", flag, true,
              "A flush also empties the device's own write cache (the mount option barrier)."),
        field("fsync", "Flush is obeyed", flag, true,
              "On: a flush (fsync) writes. Off: flushed data stay in memory until the operating system writes them in "
              "its own time, and are lost with the node (an NFS export with async, ZFS with sync=disabled, a virtual "
              "disk with cache=unsafe, libeatmydata)."),
        field("log_size", "Log size", quantity, nullptr,
              "Size of the log (journal) of the file system on each device, which lies in its middle and is written "
              "round and round. Empty: as mke2fs makes it, 1 GiB on 128 GiB and more (mkfs.xfs: 1/2048 of the device, "
              "from 64 MiB to 2038 MiB).",
              "512 MiB")
            .in("B", 1048576),
        field("log_commit", "Log commit", quantity, "5 s",
              "Longest time that records of the log stay in memory if no flush waits for them (ext4: the mount option "
              "commit, 5 s; XFS: xfssyncd_centisecs, 30 s).")
            .in("s", 0.001),
        field("read_ahead", "Read-ahead", quantity, "128 KiB",
              "Largest part of a file that the operating system reads ahead when it is read sequentially: windows that "
              "double up to this size, each read while the one before it is used; 0: it reads nothing ahead (Linux: "
              "read_ahead_kb).")
            .in("B")
            .atMost(1099511627776),
        field("cache_start", "Page cache at the start", choice, "cold",
              "Cold: nothing of the volume is in memory. Warm: its files with the lowest keys, which count as the most "
              "popular, as many as fit; for software that reads the volume by the key of its workload. Volumes of one "
              "node are filled in order.")
            .oneOf({"cold", "warm"}),
        field("dirty_start", "Dirty pages at the start", choice, "none",
              "None: all that the page cache holds is on the devices. Steady: writers have already filled it with as "
              "many dirty bytes as a load that the devices cannot keep up with settles at, so that a short run shows "
              "the throughput that lasts; a load that they can keep up with brings the level down first. The volumes "
              "of a node that start so share these bytes evenly.")
            .oneOf({"none", "steady"}),
        field("files", "Files", integer, 0,
              "Number of files before the run, with keys from 0 on: for a warm start, and because a write into one of "
              "them first reads a page that it replaces only in part, unless it is in memory.",
              "OBJECT_COUNT")
            .atLeast(0),
        field("file_size", "File size", quantity, 0,
              "Size of each file: for a warm start, for a steady start of dirty pages (1 MiB if it is not known), to "
              "read nothing ahead beyond its end, and nothing before a write behind it; 0: not known.",
              "OBJECT_SIZE")
            .in("B"),
        field("used", "Filled", number, 0.5, "Share of the device that holds data: how far the arm has to travel.")
            .within(0, 1),
        field("fill_limit", "Fill limit", number, 0.85,
              "Share that data may fill in operation, for the usable capacity (default: the nearfull ratio of a widely "
              "used object store).")
            .within(0, 1),
        field("overhead", "File system overhead", number, 0.016,
              "Share that the file system keeps for itself (default: ext4's inode tables, 256 B for every 16 KiB).")
            .within(0, 0.99),
    };
    return fields;
}

} // namespace headroom::project
