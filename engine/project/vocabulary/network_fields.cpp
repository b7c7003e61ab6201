// Fields of the network: fabrics, switches, links.
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

const Fields& switchFields()
{
    static const Fields fields = table({
        {.name = "component",
         .label = "Switch",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "What kind of switch. May be left empty in a delay-only fabric.",
         .kinds = kindsOf(ComponentKind::Part::networkSwitch)},
        {.name = "kind",
         .label = "Kind",
         .type = choice,
         .defaultValue = "switch",
         .meaning = "A switch connects everything to one subnet; a router separates subnets, whose MTUs may differ.",
         .choices = {"switch", "router"}},
        {.name = "latency",
         .label = "Forwarding latency",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "Time to pass it, without the cables. Empty: the component's figure.",
         .unit = "s",
         .minimum = 0.0,
         .example = "20 us"},
        {.name = "rate",
         .label = "Forwarding rate",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "Limit of all traffic through it, each packet counted once, as of a router that forwards by its "
                    "processor. Empty: the component's switching capacity. Without effect in a delay-only fabric.",
         .unit = "B/s",
         .minimum = 1.0,
         .example = "40 Gb/s"},
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
         .meaning = "The adapter at the node's end. Empty: the node group's, else the fabric's. Cables of one kind "
                    "share an adapter as far as "
                    "its ports reach; what packets cost the processor is that of the group's first link.",
         .kinds = kindsOf(ComponentKind::Part::adapter)},
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
         .meaning = "Parallel cables; each stream uses one (of a node's see its group's bonding).",
         .minimum = 1,
         .maximum = 1024},
        {.name = "latency",
         .label = "Latency",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "Of the cable itself.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "pairing",
         .label = "Pairing",
         .type = choice,
         .defaultValue = "each with each",
         .meaning = "Between two node groups, without a switch: a cable from each node to each node of the other group "
                    "(of one group with itself: a full mesh), or from the first to the first, the second to the "
                    "second and so on.",
         .choices = {"each with each", "one to one"}},
        {.name = "detail",
         .label = "Level of detail",
         .type = choice,
         .defaultValue = "as the fabric",
         .meaning =
             "A shared link divides its rate among what passes. A delay-only link costs its latency and keeps "
             "each stream to its rate, however many there are; it is never a bottleneck. At packet level whatever "
             "passes the link goes packet by packet on its whole way, other links of the way queue it without a "
             "bound; what passes a link at both levels does not see the other.",
         .choices = {"as the fabric", "shared", "packet", "delay only"}},
        {.name = "mtu",
         .label = "MTU",
         .type = integer,
         .defaultValue = nullptr,
         .meaning =
             "Largest IP packet in bytes. Empty: the fabric's. The run takes the least of all links, as TCP does.",
         .minimum = 576.0,
         .maximum = 65535},
    });
    return fields;
}

namespace {

/// The numbers that define a generated fabric.
Fields generatorFields()
{
    return table({
        {.name = "generate",
         .label = "Made as",
         .type = choice,
         .defaultValue = "drawn",
         .meaning = "Drawn: from its switches and links. Else they are made from the numbers below: star: one switch; "
                    "leaf-spine: each leaf switch with cables to every spine switch; fat tree: three tiers of switches "
                    "with as many ports as the radix; clos: three stages, folded.",
         .choices = {"drawn", "star", "leaf-spine", "fat tree", "clos"}},
        {.name = "leaf_switch",
         .label = "Leaf switch",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "Generated: the switches that nodes are connected to.",
         .kinds = kindsOf(ComponentKind::Part::networkSwitch)},
        {.name = "spine_switch",
         .label = "Spine switch",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "Generated: all other switches. Empty: like the leaf switch.",
         .kinds = kindsOf(ComponentKind::Part::networkSwitch)},
        {.name = "leaves",
         .label = "Leaves",
         .type = integer,
         .defaultValue = nullptr,
         .meaning = "Leaf-spine: how many leaf switches; empty: as many as the nodes need. Clos: r, outer switches.",
         .minimum = 1,
         .maximum = 1e6},
        {.name = "leaf_nodes",
         .label = "Nodes per leaf",
         .type = integer,
         .defaultValue = nullptr,
         .meaning =
             "Leaf-spine: places for nodes at each leaf; empty: as few as needed. Clos: n, nodes of an outer switch.",
         .minimum = 1,
         .maximum = 1e6},
        {.name = "spines",
         .label = "Spines",
         .type = integer,
         .defaultValue = nullptr,
         .meaning = "Leaf-spine: how many spine switches. Clos: m, middle switches.",
         .minimum = 1,
         .maximum = 1e6},
        {.name = "uplinks",
         .label = "Uplinks per leaf",
         .type = integer,
         .defaultValue = nullptr,
         .meaning = "Leaf-spine and Clos: cables from each leaf to all spines together, a multiple of their number. "
                    "Empty: as the oversubscription asks, else one to each.",
         .minimum = 1,
         .maximum = 1e6},
        {.name = "oversubscription",
         .label = "Oversubscription",
         .type = number,
         .defaultValue = nullptr,
         .meaning = "Leaf-spine and Clos without a number of uplinks: what the nodes of a full leaf can send over what "
                    "its uplinks carry, at most. The smallest number of uplinks that keeps it is used.",
         .minimum = 0.01,
         .example = "3"},
        {.name = "radix",
         .label = "Radix",
         .type = integer,
         .defaultValue = nullptr,
         .meaning = "Fat tree: k, the ports of each switch, even. It has k^3/4 places for nodes and 5 k^2/4 switches.",
         .minimum = 2,
         .maximum = 65536},
        {.name = "node_rate",
         .label = "Rate to nodes",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "Generated: rate of the nodes' cables at most. Empty: what adapter and port allow.",
         .unit = "B/s",
         .minimum = 1.0,
         .example = "25 Gb/s"},
        {.name = "uplink_rate",
         .label = "Rate of uplinks",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "Generated: rate of each cable between switches at most. Empty: what their fastest ports allow.",
         .unit = "B/s",
         .minimum = 1.0,
         .example = "100 Gb/s"},
        {.name = "cable_latency",
         .label = "Cable latency",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "Generated: of each cable itself (5 ns per metre in fibre and copper).",
         .unit = "s",
         .minimum = 0.0,
         .example = "50 ns"},
    });
}

Fields ownFabricFields()
{
    return table({
        {.name = "detail",
         .label = "Level of detail",
         .type = choice,
         .defaultValue = "flow",
         .meaning =
             "Flow: streams share every link max-min fairly. Message: whole messages, and the chunks of streams, take "
             "turns at every link, first come, first served; faster where thousands of short ones are under way "
             "(the command levels --network tells how fast, and with what error). Delay only: nothing is shared, a "
             "message takes its "
             "latency and its bytes at the rate of its way; needs neither adapters nor kinds of switches, and "
             "without switches and links every node reaches every other. Packet: TCP's windows, queues, drops and "
             "retransmissions, packet by packet; for objects of a megabyte some twenty times the events.",
         .choices = {"flow", "message", "packet", "delay only"}},
        {.name = "latency",
         .label = "Latency",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "One way between any two nodes, in addition to adapters, switches and cables.",
         .unit = "s",
         .minimum = 0.0,
         .example = "50 us"},
        {.name = "rate",
         .label = "Rate of a stream",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "Payload that one message or stream moves at most, whatever its links allow (a window, a sending "
                    "process). Empty: unlimited.",
         .unit = "B/s",
         .minimum = 1.0,
         .example = "1 GB/s"},
        {.name = "nic",
         .label = "Adapter",
         .type = component,
         .defaultValue = nullptr,
         .meaning = "The network adapter of every node whose group names none.",
         .kinds = kindsOf(ComponentKind::Part::adapter)},
        {.name = "mtu",
         .label = "MTU",
         .type = integer,
         .defaultValue = 1500,
         .meaning = "Largest IP packet in bytes.",
         .minimum = 576.0,
         .maximum = 65535},
        {.name = "forwarding",
         .label = "Forwarding",
         .type = choice,
         .defaultValue = "store and forward",
         .meaning = "Packet level: whether switches receive a packet completely before they forward it. Cut through "
                    "applies only where the output is no faster than the input.",
         .choices = {"store and forward", "cut through"}},
        {.name = "buffer",
         .label = "Buffer of a port",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning =
             "Packet level: bytes that may wait at each port of a switch; packets beyond that are dropped. Empty: half "
             "of the switch's packet buffer (4 MB if its component does not say).",
         .unit = "B",
         .minimum = 614.0,
         .example = "512 KiB"},
        {.name = "congestion_control",
         .label = "Congestion control",
         .type = choice,
         .defaultValue = "CUBIC",
         .meaning = "Packet level: how senders find their rate. CUBIC is the default of Linux.",
         .choices = {"CUBIC", "NewReno"}},
        {.name = "receive_window",
         .label = "Receive window",
         .type = quantity,
         .defaultValue = "3 MiB",
         .meaning =
             "Packet level: bytes that a sender may have under way at most (half of the 6 MiB to which Linux lets "
             "a receive buffer grow); no window is larger than 1 GiB (RFC 7323).",
         .unit = "B",
         .minimum = 1152.0,
         .example = "64 KiB",
         .maximum = 1073741824},
        {.name = "small_message",
         .label = "Small message",
         .type = quantity,
         .defaultValue = "14480 B",
         .meaning = "Messages up to this size queue at the links one by one instead of sharing them as streams (ten "
                    "packets: the "
                    "initial window of TCP, RFC 6928).",
         .unit = "B",
         .minimum = 0.0,
         .maximum = 1e9},
        {.name = "offload",
         .label = "Segment offload",
         .type = flag,
         .defaultValue = true,
         .meaning =
             "Whether the adapter cuts and merges segments (TSO, GRO), which lowers what packets cost the processor."},
    });
}

} // namespace

const Fields& fabricFields()
{
    static const Fields fields = [] {
        const std::vector<std::string> leavesAndSpines = {"leaf-spine", "clos"};
        const std::vector<std::string> tiers = {"leaf-spine", "fat tree", "clos"};
        const std::vector<std::string> generated = {"star", "leaf-spine", "fat tree", "clos"};
        Fields all = with(ownFabricFields(), generatorFields());
        all = applying(std::move(all), {"small_message"}, {"detail", {"flow", "packet"}}); // packets: of shared links
        all = applying(std::move(all), {"leaf_switch", "node_rate", "cable_latency"}, {"generate", generated});
        all = applying(std::move(all), {"spine_switch", "uplink_rate"}, {"generate", tiers});
        all = applying(std::move(all), {"leaves", "leaf_nodes", "spines", "uplinks", "oversubscription"},
                       {"generate", leavesAndSpines});
        all = applying(std::move(all), {"oversubscription"}, {.field = "uplinks", .values = {}, .unset = true});
        return applying(std::move(all), {"radix"}, {"generate", {"fat tree"}});
    }();
    return fields;
}

} // namespace headroom::project
