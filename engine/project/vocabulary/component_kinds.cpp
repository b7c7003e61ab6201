// The rows of the kinds of hardware components, and the figures that a run computes with. The unit of a figure is the
// ending of its name.
#include "project/vocabulary/component_kinds.h"

#include "project/vocabulary/declaring.h"

#include <algorithm>
#include <utility>

namespace headroom::project {

using enum FieldType;

namespace {

// Bounds. Simulated time is counted in picoseconds: events with a higher rate or a shorter duration cannot be
// represented; and no device takes an hour for anything.
constexpr double perSecond = 1e12;
constexpr double hourUs = 3.6e9;
constexpr double hourMs = 3.6e6;
constexpr double hourNs = 3.6e12;
constexpr double most = 1e18;        ///< bytes, or bytes and bits per second
constexpr double mostPieces = 65536; ///< cores, ports, places in a queue: more than any real device has
constexpr double mostSpare = 100;    ///< times the capacity
constexpr double mostSpread = 10;    ///< standard deviation / mean: far beyond any latency that was measured
constexpr double mostRevolutions = 1e5;
constexpr double leastRevolutions = 1200;
/// Media rate of a disk: with the slowest turn a track has 250 MB; its bytes times the ticks of a turn fit in 64 bits.
constexpr double mostMediaRate = 5e9;

struct Figure
{
    const char* name;
    const char* label;
    const char* meaning;
    double minimum = 0;
    double maximum = most;
    bool required = false;
};

Fields figures(const std::vector<Figure>& list)
{
    Fields fields;
    for (const Figure& figure : list) {
        FieldDeclaration made = field(figure.name, figure.label, number, nullptr, figure.meaning);
        made.required = figure.required;
        made.minimum = figure.minimum;
        made.maximum = figure.maximum;
        fields.push_back(std::move(made));
    }
    return fields;
}

FieldDeclaration interfaceFigure(const char* meaning)
{
    return field("interface", "Interface", text, nullptr, meaning, "PCIe 3.0 x4");
}

FieldDeclaration portOfDevice()
{
    return interfaceFigure(
        "Its port, as SATA 6Gb/s, SAS 12Gb/s or PCIe 3.0 x4, which bounds its transfers. One that is "
        "not stated, or written otherwise, bounds nothing: the other figures hold alone.");
}

Fields consumption()
{
    return figures({{"price_usd", "Price", "Price of one."},
                    {"idle_power_W", "Idle power", "Electrical power at rest."},
                    {"active_power_W", "Active power", "Electrical power at full load."},
                    {"power_W", "Power", "Electrical power at any load."}});
}

Fields processorFigures()
{
    Fields fields = figures(
        {{"cores", "Cores", "Cores of one socket.", 1, mostPieces, true},
         {"threads", "Threads", "Hardware threads of one socket; the cores if it is not given.", 1, mostPieces},
         {"base_clock_Hz", "Clock", "Guaranteed clock; with all cores busy, if no all-core turbo clock is given.", 1,
          most, true},
         {"max_turbo_clock_Hz", "Turbo clock", "Clock while a single core is busy.", 1},
         {"all_core_turbo_clock_Hz", "All-core turbo clock",
          "Clock with all cores of the socket busy. Between one and all cores the turbo bins hold; without them the "
          "clock falls linearly.",
          1},
         {"instructions_per_cycle", "Instructions per cycle",
          "Relative to the reference processor; for those without "
          "benchmark figures.",
          0.01, 100},
         {"passmark_single_thread_points", "Single-thread points", "PassMark single-thread rating.", 1},
         {"passmark_multi_points", "Multi-core points",
          "PassMark rating of all threads. A run does not use it: speed with several busy cores follows the clocks.",
          1},
         {"memory_bandwidth_Bps", "Memory bandwidth", "Bandwidth of all its memory channels.", 1},
         {"tdp_W", "Design power", "Thermal design power."}});
    fields.push_back(field("aes_instructions", "AES instructions", flag, true,
                           "It has instructions for AES (Intel since 2010, AMD since 2011, small cores later). Without "
                           "them encryption takes some ten times the work."));
    FieldDeclaration bins = field("turbo_bins", "Turbo bins", rows, nullptr, "Clock by the number of busy cores.");
    bins.columns = figures({{"cores", "Cores", "Largest number of busy cores.", 1, mostPieces, true},
                            {"clock_Hz", "Clock", "Their clock.", 1, most, true}});
    fields.push_back(std::move(bins));
    FieldDeclaration states =
        field("idle_states", "Idle states", rows, nullptr,
              "States in which a core sleeps that has nothing to do, as C1 and C6. A run uses them where a node group "
              "lets its idle cores sleep.");
    states.columns = figures({{"target_residency_us", "Residency",
                               "Time that a core has to be idle for this state to pay.", 0, hourUs, true},
                              {"exit_latency_us", "Exit latency", "Time to wake from it.", 0, hourUs, true}});
    fields.push_back(std::move(states));
    return fields;
}

Fields diskFigures()
{
    Fields fields = figures(
        {{"capacity_B", "Capacity", "Bytes it stores.", 1, most, true},
         {"rpm", "Turns per minute", "Speed of the platters.", leastRevolutions, mostRevolutions, true},
         {"seq_read_Bps", "Sequential read",
          "Sustained rate on the outermost zone, where no outer media rate is given.", 1, mostMediaRate, true},
         {"seq_write_Bps", "Sequential write",
          "Sustained rate on the outermost zone. A run does not use it: writes pass under the head at the media rate.",
          1, mostMediaRate},
         {"media_rate_outer_Bps", "Outer media rate",
          "Rate on the outermost zone, for reads and writes; the sequential read rate if it is not given.", 1,
          mostMediaRate},
         {"media_rate_inner_Bps", "Inner media rate",
          "Rate on the innermost zone; half of the outer one if it is not given.", 1, mostMediaRate},
         {"avg_seek_read_ms", "Average seek, read", "Seek time over a third of the stroke.", 0, hourMs},
         {"avg_seek_write_ms", "Average seek, write", "The same with the finer settling that a write needs.", 0,
          hourMs},
         {"track_to_track_seek_ms", "Track-to-track seek", "Seek time to the next track.", 0, hourMs},
         {"cache_B", "Buffer", "On-board memory for reading ahead and for writes."},
         {"saturation_queue_depth", "Queue depth", "Commands that it reorders.", 1, mostPieces},
         {"seek_power_W", "Seek power", "Electrical power while it seeks. A run takes the active power instead."}});
    fields.push_back(portOfDevice());
    fields.push_back(
        field("write_cache_enabled", "Write cache", flag, true,
              "The buffer also takes writes, which are complete there; it is volatile, and a flush empties it."));
    return fields;
}

Fields solidStateFigures()
{
    Fields fields = figures(
        {{"capacity_B", "Capacity", "Bytes it stores.", 1, most, true},
         {"seq_read_Bps", "Sequential read", "Sustained rate.", 1, most, true},
         {"seq_write_Bps", "Sequential write",
          "Sustained rate; also that of small writes each of which begins where an earlier one ended, as far as the "
          "commands per second allow (the highest of the random figures).",
          1, most, true},
         {"rand_read_4k_iops", "Random reads", "Random reads of 4 KiB per second, at the saturation depth.", 1,
          perSecond, true},
         {"rand_write_4k_iops", "Random writes", "Random writes of 4 KiB per second, sustained.", 1, perSecond, true},
         {"steady_rand_write_4k_iops", "Random writes, full drive",
          "Random writes of 4 KiB per second in the steady state of a drive that has been written all over; for device "
          "groups that are full. 0, or not given: see the spare area.",
          0, perSecond},
         {"over_provisioning", "Spare area",
          "Flash beyond the capacity, as a share of it (0.07: 7 %). A full drive without a figure of its own writes "
          "at random as often as the random writes divided by the write amplification of greedy garbage collection "
          "with this share. 0, or not given: the random writes are those of a full drive, as data sheets of servers' "
          "drives state them.",
          0, mostSpare},
         {"fast_cache_B", "Fast cache",
          "Bytes that the drive takes at its write rates before they have to go to slower flash, as desktop drives do "
          "with flash written with one bit a cell; needs the sustained write rate. It starts empty, in device groups "
          "that are full it starts full. 0, or not given: all writes are as fast.",
          0, most},
         {"sustained_write_Bps", "Sustained write", "Rate of writes that find the fast cache full.", 0, most},
         {"rand_read_8k_iops", "Random reads, 8 KiB",
          "Per second, at the saturation depth. With it each further 4 KiB of a random read costs as much as the "
          "second did; without it, or with 0, a larger random read costs what a sequential one does.",
          0, perSecond},
         {"rand_write_8k_iops", "Random writes, 8 KiB",
          "Per second, sustained. With it each further 4 KiB of a random write costs as much as the second did; "
          "without it, or with 0, a larger random write costs what a sequential one does.",
          0, perSecond},
         {"rand_mixed_70_30_iops", "Random mix",
          "I/Os of 4 KiB per second, 70 % reads and 30 % writes, at saturation. Other mixes follow from it; without it "
          "reads and writes merely take turns.",
          0, perSecond},
         {"read_latency_us", "Read latency", "Mean of a lone random read of 4 KiB; 0 if it is not given.", 0, hourUs},
         {"write_latency_us", "Write latency", "Mean of a lone random write of 4 KiB; 0 if it is not given.", 0,
          hourUs},
         {"seq_read_latency_us", "Read latency, sequential",
          "Latency of a lone read of 4 KiB that begins where an earlier one ended; the random one if it is not given.",
          0, hourUs},
         {"seq_write_latency_us", "Write latency, sequential",
          "Latency of a lone write of 4 KiB that begins where an earlier one ended; the random one if it is not given.",
          0, hourUs},
         {"read_latency_cv", "Read latency spread",
          "Coefficient of variation of the latency of random reads: standard deviation / mean of a log-normal "
          "distribution. 0: always the mean.",
          0, mostSpread},
         {"write_latency_cv", "Write latency spread",
          "Coefficient of variation of the latency of random writes, like that of reads.", 0, mostSpread},
         {"saturation_queue_depth", "Saturation depth",
          "Queue depth at which the IOPS figures hold. A run takes it as the number of reads that a channel "
          "may do before a program that waits.",
          1, mostPieces},
         {"parallel_channels", "Channels", "Operations that the media carry out at the same time.", 1, mostPieces},
         {"program_time_us", "Program time", "Time that a page program holds a channel.", 0, hourUs},
         {"flush_latency_us", "Flush latency", "Flush latency, if there is no power-loss protection.", 0, hourUs},
         {"endurance_written_B", "Endurance",
          "Bytes that the host may write before the drive is worn out, under the workload of the data sheet.", 0, most},
         {"endurance_dwpd", "Drive writes a day",
          "Number of times that the host may write the whole capacity each day of its endurance years; used if no "
          "endurance in bytes is given.",
          0, 1000},
         {"endurance_years", "Endurance years",
          "Years for which the drive writes a day hold: its warranty. Five if it is not given, as is usual.", 0.1,
          50}});
    fields.push_back(portOfDevice());
    fields.push_back(field("power_loss_protection", "Power-loss protection", flag, false,
                           "The content of its buffer survives a power failure: then a flush takes no time."));
    return fields;
}

FieldDeclaration technology()
{
    return field("technology", "Technology", choice, "Ethernet",
                 "Adapters and switches of one technology fit together.")
        .oneOf({"Ethernet", "InfiniBand", "Thunderbolt"});
}

Fields adapterFigures()
{
    Fields fields = figures(
        {{"link_rate_bps", "Line rate", "Rate of a port, in bits.", 1, most, true},
         {"ports", "Ports", "Cables for each adapter; if it is not given, each cable has an adapter of its own.", 1,
          mostPieces},
         {"data_rate_bps", "Data rate",
          "The part of the line rate that carries data, where line coding takes the rest.", 1},
         {"total_rate_bps", "Rate of all ports",
          "Data of all ports of an adapter together in each direction, in bits, where its controller or its PCIe "
          "link bounds them; if it is not given, each port has its own rate.",
          1},
         {"latency_64B_us", "Latency, 64 B", "Share of the adapter in a round trip of 64 bytes.", 0, hourUs},
         {"cpu_per_packet_offload_us", "Processor per packet", "With offloading.", 0, hourUs},
         {"cpu_per_packet_no_offload_us", "Processor per packet, plain", "Without offloading.", 0, hourUs},
         {"cpu_per_byte_offload_ns", "Processor per byte", "With offloading.", 0, hourNs},
         {"cpu_per_byte_no_offload_ns", "Processor per byte, plain", "Without offloading.", 0, hourNs}});
    fields.push_back(technology());
    return fields;
}

Fields switchFigures()
{
    Fields fields = figures(
        {{"forwarding_latency_us", "Forwarding latency", "From the first bit in to the first bit out.", 0, hourUs},
         {"switching_capacity_bps", "Switching capacity", "All ports together, in bits; 0: not known."},
         {"packet_buffer_B", "Packet buffer", "Shared by all ports."}});
    FieldDeclaration ports = field("ports", "Ports", rows, nullptr, "Number of ports of each rate.");
    ports.columns = figures({{"count", "Count", "Ports of this rate.", 1, mostPieces, true},
                             {"rate_bps", "Rate", "Line rate in bits.", 1, most, true}});
    fields.push_back(std::move(ports));
    fields.push_back(technology());
    return fields;
}

Fields memoryFigures()
{
    return figures(
        {{"bandwidth_per_channel_Bps", "Bandwidth",
          "Bandwidth of one channel, which modules in the same channel share. With fewer modules than channels a node "
          "has the bandwidth of its modules.",
          1, most, true},
         {"capacity_B", "Capacity",
          "Capacity of one module. Without it a run does not know the number of a node's modules.", 1},
         {"price_usd_per_GB", "Price of a GB", "Price of one GB (2^30 bytes), if a module has no price of its own."},
         {"power_W_per_DIMM", "Power of a module", "Electrical power of one module, where it has no power figure."}});
}

Fields chassisFigures()
{
    return figures({{"rack_units", "Height", "In units of a rack.", 0, mostPieces},
                    {"sockets", "Sockets", "Processors that it takes.", 1, mostPieces},
                    {"memory_slots", "Memory slots", "Memory modules that it takes.", 1, mostPieces},
                    {"drive_bays", "Drive bays", "Devices that it takes.", 0, mostPieces},
                    {"power_supplies", "Power supplies",
                     "Number that comes with it, and is in its price; 0, or not given: none.", 0, mostPieces}});
}

Fields powerSupplyFigures()
{
    Fields fields = figures({{"rated_power_W", "Rated power", "Highest power that it delivers.", 1, most, true}});
    FieldDeclaration efficiency =
        field("efficiency", "Efficiency", rows, nullptr,
              "Power delivered / power drawn, by load; in between it follows a line. Without it nothing is lost.");
    efficiency.columns = figures({{"load", "Load", "Power delivered / rated power.", 0, 1, true},
                                  {"efficiency", "Efficiency", "At this load.", 0.01, 1, true}});
    fields.push_back(std::move(efficiency));
    return fields;
}

Fields controllerFigures()
{
    Fields fields = figures({{"ports", "Ports", "For devices.", 1, mostPieces, true},
                             {"port_rate_bps", "Port rate", "Line rate of a port in bits; 0: not known."},
                             {"iops_limit", "Commands", "I/Os per second that it handles; 0: no limit.", 0, perSecond},
                             {"latency_us", "Latency", "Time that it adds to an I/O.", 0, hourUs}});
    fields.push_back(interfaceFigure("Its lanes to memory, as PCIe 3.0 x8. One that is not stated bounds nothing."));
    return fields;
}

Fields expanderFigures()
{
    Fields fields = figures({{"ports", "Ports", "For devices and uplinks.", 1, mostPieces},
                             {"port_rate_bps", "Port rate", "Line rate of a port in bits; 0: not known."}});
    fields.push_back(interfaceFigure(
        "One lane of its uplink, as SAS 12Gb/s or PCIe 3.0 x1. One that is not stated bounds nothing."));
    return fields;
}

using Part = ComponentKind::Part;
using Form = KeyFigure::Form;

std::vector<KeyFigure> storageSummary()
{
    return {{.figure = "capacity_B", .form = Form::bytes},
            {.figure = "rand_read_4k_iops", .second = "rand_write_4k_iops", .form = Form::thousands, .unit = "IOPS"},
            {.figure = "seq_read_Bps", .second = "seq_write_Bps", .unit = "MB/s", .scale = 1e6}};
}

std::vector<KeyFigure> controllerSummary()
{
    return {{.figure = "ports", .unit = "ports"},
            {.figure = "interface", .form = Form::word},
            {.figure = "iops_limit", .form = Form::thousands, .unit = "IOPS"}};
}

std::vector<ComponentKind> allKinds()
{
    return {
        {.name = "processor",
         .label = "Processor",
         .heading = "Processors",
         .part = Part::processor,
         .icon = "processor",
         .help = "The processor in each socket. Drop it on a node group, or on the canvas for a new one.",
         .mainFigure = "passmark_multi_points",
         .summary = {{.figure = "cores", .unit = "cores"},
                     {.figure = "base_clock_Hz", .unit = "GHz", .scale = 1e9},
                     {.figure = "tdp_W", .unit = "W"}},
         .figures = processorFigures()},
        {.name = "disk",
         .label = "Disk",
         .heading = "Hard disks",
         .part = Part::device,
         .icon = "drive-harddisk",
         .help = "A hard disk: seek, rotation, transfer. Drop it on a node group.",
         .mainFigure = "seq_read_Bps",
         .summary = storageSummary(),
         .figures = diskFigures(),
         .rotates = true},
        {.name = "ssd",
         .label = "SSD",
         .heading = "SSDs",
         .part = Part::device,
         .icon = "media-flash-sd-mmc",
         .help = "A solid-state disk on SATA or SAS. Drop it on a node group.",
         .mainFigure = "rand_read_4k_iops",
         .summary = storageSummary(),
         .figures = solidStateFigures()},
        {.name = "nvme",
         .label = "NVMe",
         .heading = "NVMe drives",
         .part = Part::device,
         .icon = "media-flash-memory-stick",
         .help = "A solid-state disk on PCI Express. Drop it on a node group.",
         .mainFigure = "rand_read_4k_iops",
         .summary = storageSummary(),
         .figures = solidStateFigures()},
        {.name = "nic",
         .label = "Network adapter",
         .heading = "Network adapters",
         .part = Part::adapter,
         .icon = "network-rj45-female",
         .help = "Drop it on a node group for its links, or on the canvas for every node of the fabric.",
         .mainFigure = "link_rate_bps",
         .summary = {{.figure = "link_rate_bps", .form = Form::bitRate},
                     {.figure = "latency_64B_us", .unit = "\u00b5s"}},
         .figures = adapterFigures()},
        {.name = "switch",
         .label = "Switch",
         .heading = "Switches",
         .part = Part::networkSwitch,
         .icon = "network-wired",
         .help = "Connects nodes and other switches. Drop it on the canvas, or on a switch to replace it.",
         .mainFigure = "switching_capacity_bps",
         .summary = {{.figure = "switching_capacity_bps", .form = Form::bitRate},
                     {.figure = "forwarding_latency_us", .unit = "\u00b5s"}},
         .figures = switchFigures()},
        {.name = "memory",
         .label = "Memory module",
         .heading = "Memory modules",
         .part = Part::memory,
         .icon = "memory-module",
         .help = "The memory modules of the nodes, for their price, power and bandwidth. Drop it on a node group.",
         .mainFigure = "bandwidth_per_channel_Bps",
         .summary = {{.figure = "bandwidth_per_channel_Bps", .form = Form::quantity, .unit = "B/s"},
                     {.figure = "capacity_B", .form = Form::bytes}},
         .figures = memoryFigures(),
         .priceFigure = "price_usd_per_GB"},
        {.name = "chassis",
         .label = "Chassis",
         .heading = "Chassis",
         .part = Part::chassis,
         .icon = "computer",
         .help =
             "The case of a node with its board and fans, for its price, power and places. Drop it on a node group.",
         .mainFigure = "drive_bays",
         .summary = {{.figure = "drive_bays", .unit = "bays"}, {.figure = "rack_units", .unit = "U"}},
         .figures = chassisFigures()},
        {.name = "power supply",
         .label = "Power supply",
         .heading = "Power supplies",
         .part = Part::powerSupply,
         .icon = "power-supply",
         .help = "Its losses count as power too. Drop it on a node group.",
         .mainFigure = "rated_power_W",
         .summary = {{.figure = "rated_power_W", .unit = "W"}},
         .figures = powerSupplyFigures()},
        {.name = "controller",
         .label = "Host adapter",
         .heading = "Host adapters",
         .part = Part::controller,
         .icon = "drive-multidisk",
         .help = "Devices are attached to it and share its ports and lanes. Drop it on a node group.",
         .mainFigure = "iops_limit",
         .summary = controllerSummary(),
         .figures = controllerFigures()},
        {.name = "expander",
         .label = "Expander",
         .heading = "Expanders",
         .part = Part::controller,
         .icon = "drive-multipartition",
         .help = "More ports behind a host adapter, or a PCIe switch. Drop it on a node group.",
         .mainFigure = "ports",
         .summary = controllerSummary(),
         .figures = expanderFigures(),
         .hasUplink = true},
    };
}

} // namespace

const std::vector<ComponentKind>& componentKinds()
{
    static const std::vector<ComponentKind> kinds = [] {
        std::vector<ComponentKind> all = allKinds();
        for (ComponentKind& kind : all)
            kind.figures = with(std::move(kind.figures), consumption());
        return all;
    }();
    return kinds;
}

const ComponentKind* findComponentKind(const std::string& name)
{
    const auto& kinds = componentKinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.name == name; });
    return found == kinds.end() ? nullptr : &*found;
}

std::vector<std::string> kindsOf(ComponentKind::Part part)
{
    std::vector<std::string> names;
    for (const ComponentKind& kind : componentKinds())
        if (kind.part == part)
            names.push_back(kind.name);
    return names;
}

const char* groupFieldOf(ComponentKind::Part part)
{
    switch (part) {
    case Part::processor:
        return "processor";
    case Part::memory:
        return "memory_module";
    case Part::chassis:
        return "chassis";
    case Part::powerSupply:
        return "power_supply";
    default:
        return nullptr;
    }
}

bool areInterchangeable(const std::string& kind, const std::string& other)
{
    const ComponentKind* one = findComponentKind(kind);
    const ComponentKind* two = findComponentKind(other);
    return kind == other || (one && two && one->part == Part::device && two->part == Part::device);
}

} // namespace headroom::project
