// Fields of the parts of a node: processor, memory, devices, volumes.
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

const Fields& nodeGroupFields()
{
    static const Fields all = table({
        {.name = "count",
         .label = "Nodes",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How many nodes the group has.",
         .minimum = 1,
         .maximum = 1e6},
        {.name = "processor",
         .label = "Processor",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "The processor in each socket.",
         .kinds = kindsOf(ComponentKind::Part::processor),
         .required = true},
        {.name = "sockets",
         .label = "Sockets",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Processors in each node.",
         .minimum = 1,
         .maximum = 1024},
        {.name = "second_thread",
         .label = "Second thread adds",
         .type = number,
         .defaultValue = 0.25,
         .meaning = "What a core's second hyper-thread adds when the first is busy, as a share of the core.",
         .minimum = 0.0,
         .maximum = 1.0},
        {.name = "scheduling",
         .label = "Scheduling",
         .type = choice,
         .defaultValue = "sharing",
         .meaning = "Sharing: runnable work shares the cores equally. First come first served: each piece of work runs "
                    "to its end. Time slice: round robin, a piece of work has a thread for a quantum while others "
                    "wait.",
         .choices = {"sharing", "first come first served", "time slice"}},
        {.name = "quantum",
         .label = "Quantum",
         .type = quantity,
         .defaultValue = "3 ms",
         .meaning = "Time slice: how long a piece of work keeps its thread while others wait (Linux: "
                    "sched_min_granularity_ns, later base_slice_ns, 0.75 ms times 1 + log2 of the processors, of which "
                    "eight at most count: 3 ms).",
         .unit = "s",
         .minimum = 1e-6},
        {.name = "context_switch",
         .label = "Context switch",
         .type = quantity,
         .defaultValue = "3.8 us",
         .meaning =
             "Time slice: time that a thread loses when unfinished work leaves it or returns to it, once when it "
             "goes from one such work to another (direct cost measured by Li, Ding and Shen, \"Quantifying the cost of "
             "context switch\", ExpCS 2007; what refilling the caches costs comes on top and depends on the program).",
         .unit = "s",
         .minimum = 0.0},
        {.name = "idle_cores",
         .label = "Idle cores",
         .type = choice,
         .defaultValue = "awake",
         .meaning =
             "Awake: a core that has nothing to do takes work at once. Else it sleeps in the deepest idle state of the "
             "processor that its time without work pays for, and work waits until it has woken. Random: work goes "
             "to any of the idle cores, as in Linux, where each of many threads returns to the core of its last run "
             "if that is idle (select_idle_sibling in kernel/sched/fair.c). Packed: to the core that has been idle "
             "for the shortest time; spread: for the longest. These two are the bounds.",
         .choices = {"awake", "random", "packed", "spread"}},
        {.name = "memory",
         .label = "Memory",
         .type = quantity,
         .defaultValue = "64 GiB",
         .meaning = "Main memory of each node.",
         .unit = "B",
         .minimum = 0.0},
        {.name = "nic",
         .label = "Network adapter",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "The adapter of its nodes, for cables that name none themselves. Empty: the fabric's.",
         .kinds = kindsOf(ComponentKind::Part::adapter)},
        {.name = "memory_module",
         .label = "Memory module",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "The modules that make up the memory: as many as it takes, for price, power and bandwidth. Empty: "
                    "their price and power are not known.",
         .kinds = kindsOf(ComponentKind::Part::memory)},
        {.name = "chassis",
         .label = "Chassis",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "Case, board and fans of each node. Empty: their price and power are not known.",
         .kinds = kindsOf(ComponentKind::Part::chassis)},
        {.name = "power_supply",
         .label = "Power supply",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "Which power supplies feed each node. What they lose is added to the power of its parts. Empty: "
                    "the power is that of the parts.",
         .kinds = kindsOf(ComponentKind::Part::powerSupply)},
        {.name = "power_supplies",
         .label = "Power supplies",
         .type = integer,
         .defaultValue = 2,
         .meaning = "How many of them each node has; they share its load evenly.",
         .minimum = 1,
         .maximum = 1024},
        {.name = "cache_share",
         .label = "Page cache",
         .type = number,
         .defaultValue = 0.8,
         .meaning = "Share of the memory that the page cache can use.",
         .minimum = 0.0,
         .maximum = 1.0},
        {.name = "memory_bandwidth",
         .label = "Copy rate",
         .type = quantity,
         .defaultValue = "5 GB/s",
         .meaning = "At which one thread copies to or from the page cache.",
         .unit = "B/s",
         .minimum = 1.0},
        {.name = "dirty_background_ratio",
         .label = "Background limit",
         .type = number,
         .defaultValue = 0.1,
         .meaning = "Share of the page cache that may be dirty before the operating system begins to write it to the "
                    "devices (Linux: vm.dirty_background_ratio, in percent; 0.1 is 10).",
         .minimum = 0.0,
         .maximum = 1.0},
        {.name = "dirty_ratio",
         .label = "Dirty limit",
         .type = number,
         .defaultValue = 0.2,
         .meaning =
             "Share of the page cache that may be dirty at most: half-way to it from the background limit "
             "writers are slowed down, at it they stand still until hardly anything of their device is dirty, which "
             "they see every 200 ms; with 0 after each write (Linux: vm.dirty_ratio, in percent; 0.2 is 20).",
         .minimum = 0.0,
         .maximum = 1.0},
        {.name = "dirty_expire",
         .label = "Dirty pages expire",
         .type = quantity,
         .defaultValue = "30 s",
         .meaning = "How long a file may be dirty before it is written below the background limit too (Linux: "
                    "vm.dirty_expire_centisecs).",
         .unit = "s",
         .minimum = 0.0},
        {.name = "writeback_interval",
         .label = "Write-back interval",
         .type = quantity,
         .defaultValue = "5 s",
         .meaning = "How often each device's flusher looks for expired files; 0 s: never (Linux: "
                    "vm.dirty_writeback_centisecs).",
         .unit = "s",
         .minimum = 0.0},
        {.name = "memory_bus",
         .label = "Memory bandwidth",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "Reads and writes of all memory channels of the node together. Empty: the processors' figures, or "
                    "76.8 GB/s for each that states none (four channels of DDR4-2400), and no more than the memory "
                    "modules give.",
         .unit = "B/s",
         .minimum = 1.0,
         .example = "150 GB/s"},
        {.name = "rack",
         .label = "Rack",
         .type = text,
         .defaultValue = "",
         .meaning = "Name of the rack the group stands in. In a generated fabric groups of one rack share its leaf "
                    "switches with no other."},
        {.name = "bonding",
         .label = "Bonding",
         .type = choice,
         .defaultValue = "layer 3+4",
         .meaning =
             "How each node shares its traffic over several cables, to one switch or to several. Layer 3+4: each "
             "flow uses one of them by its hash (LACP). Layer 2+3: all flows to one other node use the same. "
             "Active backup: the first that works carries everything.",
         .choices = {"layer 3+4", "layer 2+3", "active backup"}},
    });
    static const Fields fields = applying(all, {"quantum", "context_switch"}, {"scheduling", {"time slice"}});
    return fields;
}

const Fields& controllerFields()
{
    static const Fields fields = table({
        {.name = "component",
         .label = "Controller",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "What kind of host adapter or expander.",
         .kinds = kindsOf(ComponentKind::Part::controller),
         .required = true},
        {.name = "behind",
         .label = "Behind",
         .type = text,
         .defaultValue = "",
         .meaning = "The controller that an expander is attached to; empty: its uplink ends at memory.",
         .refersTo = {{ElementKind::controller}}},
        {.name = "lanes",
         .label = "Uplink lanes",
         .type = integer,
         .defaultValue = 4,
         .meaning = "Lanes of an expander's uplink, which its devices share.",
         .minimum = 1,
         .maximum = 65536},
    });
    return fields;
}

const Fields& deviceFields()
{
    static const Fields all = table({
        {.name = "component",
         .label = "Device",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "What kind of device.",
         .kinds = kindsOf(ComponentKind::Part::device),
         .required = true},
        {.name = "count",
         .label = "Count",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How many in each node.",
         .minimum = 1,
         .maximum = 1e6},
        {.name = "controller",
         .label = "Controller",
         .type = text,
         .defaultValue = "",
         .meaning = "The controller or expander of the node that they are attached to; empty: only their own ports lie "
                    "between them and memory.",
         .refersTo = {{ElementKind::controller}}},
        {.name = "scheduler",
         .label = "I/O scheduler",
         .type = choice,
         .defaultValue = "none",
         .meaning = "Of hard disks: how the node orders what waits for a place in the drive's own queue. None: first "
                    "come first served. Deadline: reads and writes apart, in order of offset, in batches of 16; two "
                    "batches of reads go before writes that wait; what has expired (reads after 500 ms, writes after "
                    "5 s) goes first (Linux: mq-deadline with its defaults).",
         .choices = {"none", "deadline"}},
        {.name = "nr_requests",
         .label = "Scheduled requests",
         .type = integer,
         .defaultValue = nullptr,
         .meaning = "Deadline: how many requests of a disk are in scheduler and drive together at most. Only they are "
                    "ordered; further ones wait first come first served. Empty: twice the drive's queue depth, of "
                    "which 128 count at most (Linux: nr_requests, 64 for a drive that takes 32 commands).",
         .minimum = 4,
         .example = "128",
         .maximum = 2048},
        {.name = "full",
         .label = "Full",
         .type = flag,
         .defaultValue = false,
         .meaning = "Of SSDs: whether they have been written all over and clean up while they write, from the start "
                    "(the steady state of SNIA's performance test specification). Random writes then run at the "
                    "component's figure for it, or follow from its spare area."},
        {.name = "battery_cache",
         .label = "Battery-backed cache",
         .type = quantity,
         .defaultValue = 0,
         .meaning =
             "Memory of a RAID controller that takes the writes of these devices in a node, shared out evenly among "
             "them or, with RAID, among the sets; 0: none. A write is complete when it is there, and a flush takes no "
             "time, as a battery keeps it. What RAID 5 and 6 read for it is read later, and a stream fills whole "
             "stripes.",
         .unit = "B",
         .minimum = 0.0,
         .example = "1 GiB"},
        {.name = "cache_full_of",
         .label = "Write cache starts full of",
         .type = quantity,
         .defaultValue = 0,
         .meaning =
             "Size of the writes to random places that fill the devices' own write caches, or the battery-backed "
             "one before them, at the start, as after a long load of such writes: a short run then tells what "
             "lasts. 0: the caches start empty.",
         .unit = "B",
         .minimum = 0.0,
         .example = "4 KiB"},
        {.name = "raid",
         .label = "RAID",
         .type = choice,
         .defaultValue = "none",
         .meaning =
             "Whether the devices of a node act as one: striped (RAID 0), each a copy (RAID 1), striped pairs of "
             "copies (RAID 10), striped with one parity (RAID 5) or two (RAID 6).",
         .choices = {"none", "RAID 0", "RAID 1", "RAID 10", "RAID 5", "RAID 6"}},
        {.name = "sets",
         .label = "RAID sets",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How many RAID sets of the same size the devices of a node make; each is a device for volumes.",
         .minimum = 1,
         .example = "2",
         .maximum = 1e6},
        {.name = "stripe",
         .label = "Stripe",
         .type = quantity,
         .defaultValue = "64 KiB",
         .meaning = "How much of a RAID set lies on one device before the next takes over.",
         .unit = "B",
         .minimum = 512.0},
        {.name = "rebuild_rate",
         .label = "Rebuild rate",
         .type = quantity,
         .defaultValue = "200 MB/s",
         .meaning = "Highest rate at which a device that returns to its RAID set gets its data back (Linux: "
                    "sync_speed_max of md, 200 MB/s); less where the devices or other I/O allow no more. 0: it returns "
                    "with its data.",
         .unit = "B/s",
         .minimum = 0.0},
        {.name = "cache_device",
         .label = "Cache",
         .type = text,
         .defaultValue = "",
         .meaning =
             "Another device group of the node, faster, that caches this one; empty: none. Its devices are shared "
             "out evenly.",
         .refersTo = {{ElementKind::device}}},
        {.name = "cache_mode",
         .label = "Cache mode",
         .type = choice,
         .defaultValue = "write-through",
         .meaning = "Whether a write is complete when it is on both, or when it is in the cache.",
         .choices = {"write-through", "write-back"}},
        {.name = "cache_size",
         .label = "Cache size",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "For each device that is cached; 0: all that its share of the fast devices has.",
         .unit = "B",
         .minimum = 0.0},
        {.name = "cache_start",
         .label = "Cache at the start",
         .type = choice,
         .defaultValue = "cold",
         .meaning = "Cold: nothing is in it. Warm: what the volumes of these devices hold (used) is in it, as much as "
                    "fits, evenly of all: as after a long time of random I/O to all data, so that a short run tells "
                    "what lasts.",
         .choices = {"cold", "warm"}},
        {.name = "sequential_cutoff",
         .label = "Sequential cutoff",
         .type = quantity,
         .defaultValue = "4 MiB",
         .meaning = "I/Os each of which begins where an earlier one ended pass the cache by from as many bytes on; 0: "
                    "all go through it (Linux: bcache's sequential_cutoff, 4 MiB).",
         .unit = "B",
         .minimum = 0.0},
    });
    static const Fields fields =
        applying(applying(applying(all, {"stripe"}, {"raid", {"RAID 0", "RAID 10", "RAID 5", "RAID 6"}}), {"sets"},
                          {"raid", {"RAID 0", "RAID 1", "RAID 10", "RAID 5", "RAID 6"}}),
                 {"cache_mode", "cache_size", "cache_start", "sequential_cutoff"}, {"cache_device", {}});
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
        {.name = "fsync",
         .label = "Flush is obeyed",
         .type = flag,
         .defaultValue = true,
         .meaning = "Whether a flush (fsync) writes anything. Off: what software has flushed stays in memory until the "
                    "operating system writes it in its own time, and is lost with the node (an NFS export with async, "
                    "ZFS with sync=disabled, a virtual disk with cache=unsafe, libeatmydata)."},
        {.name = "log_size",
         .label = "Log size",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "Of the log (journal) of the file system on each device, which lies in its middle and is written "
                    "round and round. Empty: as mke2fs makes it, 1 GiB on 128 GiB and more (mkfs.xfs: 1/2048 of the "
                    "device, from 64 MiB to 2038 MiB).",
         .unit = "B",
         .minimum = 1048576.0,
         .example = "512 MiB"},
        {.name = "log_commit",
         .label = "Log commit",
         .type = quantity,
         .defaultValue = "5 s",
         .meaning = "How long records of the log that no flush waits for stay in memory at most (ext4: the mount "
                    "option commit, 5 s; XFS: xfssyncd_centisecs, 30 s).",
         .unit = "s",
         .minimum = 0.001},
        {.name = "read_ahead",
         .label = "Read-ahead",
         .type = quantity,
         .defaultValue = "128 KiB",
         .meaning =
             "How much of a file that is read sequentially the operating system reads ahead at most: windows that "
             "double up to this size, each read while the one before it is used; 0: only what is asked for "
             "(Linux: read_ahead_kb).",
         .unit = "B",
         .minimum = 0.0,
         .maximum = 1099511627776.0},
        {.name = "cache_start",
         .label = "Page cache at the start",
         .type = choice,
         .defaultValue = "cold",
         .meaning =
             "Cold: nothing of the volume is in memory. Warm: its files with the lowest keys, which count as the "
             "most popular, as many as fit; for software that reads the volume by the key of its workload. "
             "Volumes of one node are filled in order.",
         .choices = {"cold", "warm"}},
        {.name = "dirty_start",
         .label = "Dirty pages at the start",
         .type = choice,
         .defaultValue = "none",
         .meaning =
             "None: all that the page cache holds is on the devices. Steady: writers have already filled it with "
             "as many dirty bytes as a load that the devices cannot keep up with settles at, so that a short run "
             "shows the throughput that lasts; a load that they can keep up with brings the level down first. "
             "The volumes of a node that start so share these bytes evenly.",
         .choices = {"none", "steady"}},
        {.name = "files",
         .label = "Files",
         .type = integer,
         .defaultValue = 0,
         .meaning = "How many files there are before the run, with keys from 0 on: for a warm start, and because a "
                    "write into one of them first reads a page that it replaces only in part, unless it is in memory.",
         .minimum = 0.0,
         .example = "OBJECT_COUNT"},
        {.name = "file_size",
         .label = "File size",
         .type = quantity,
         .defaultValue = 0,
         .meaning =
             "Size of each file: for a warm start, for a steady start of dirty pages (1 MiB if it is not known), "
             "to read nothing ahead beyond its end, and nothing before a write behind it; 0: not known.",
         .unit = "B",
         .minimum = 0.0,
         .example = "OBJECT_SIZE"},
        {.name = "used",
         .label = "Filled",
         .type = number,
         .defaultValue = 0.5,
         .meaning = "Share of the device that holds data: how far the arm has to travel.",
         .minimum = 0.0,
         .maximum = 1.0},
        {.name = "fill_limit",
         .label = "Fill limit",
         .type = number,
         .defaultValue = 0.85,
         .meaning = "Share that data may fill in operation, for the usable capacity (default: the nearfull ratio of "
                    "a widely used object store).",
         .minimum = 0.0,
         .maximum = 1.0},
        {.name = "overhead",
         .label = "File system overhead",
         .type = number,
         .defaultValue = 0.016,
         .meaning =
             "Share that the file system keeps for itself (default: ext4's inode tables, 256 B for every 16 KiB).",
         .minimum = 0.0,
         .maximum = 0.99},
    });
    return fields;
}

} // namespace headroom::project
