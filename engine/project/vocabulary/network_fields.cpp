// Fields of the network: fabrics, switches, links.
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

const Fields& switchFields()
{
    static const Fields fields = {
        field("component", "Switch", component, nullptr, "Kind of switch. May be left empty in a delay-only fabric.")
            .ofKinds(kindsOf(ComponentKind::Part::networkSwitch)),
        field("kind", "Kind", choice, "switch",
              "A switch connects everything to one subnet; a router separates subnets, whose MTUs may differ.")
            .oneOf({"switch", "router"}),
        field("latency", "Forwarding latency", quantity, nullptr,
              "Time to pass it, without the cables. Empty: the component's figure.", "20 us")
            .in("s"),
        field("rate", "Forwarding rate", quantity, nullptr,
              "Limit of all traffic through it, each packet counted once, as of a router that forwards by its "
              "processor. Empty: the component's switching capacity. Without effect in a delay-only fabric.",
              "40 Gb/s")
            .in("B/s", 1),
    };
    return fields;
}

const Fields& linkFields()
{
    static const Fields fields = {
        field("nic", "Adapter", component, nullptr,
              "The adapter at the node's end. Empty: the node group's, else the fabric's. Cables of one kind share an "
              "adapter as far as its ports reach; what packets cost the processor is that of the group's first link.")
            .ofKinds(kindsOf(ComponentKind::Part::adapter)),
        field("rate", "Rate", quantity, nullptr,
              "Line rate at most. Empty or 0: what the adapter and the switch port allow.", "25 Gb/s")
            .in("B/s"),
        field(
            "count", "Cables", integer, 1,
            "Parallel cables; each stream uses one (of a node's see its group's bonding). 0: there is no such link, as "
            "an expression may say; a switch without any cable is not there.")
            .within(0, 1024),
        field("latency", "Latency", quantity, 0, "Latency of the cable itself.").in("s"),
        field(
            "pairing", "Pairing", choice, "each with each",
            "Between two node groups, without a switch: a cable from each node to each node of the other group (of one "
            "group with itself: a full mesh), or from the first to the first, the second to the second and so on.")
            .oneOf({"each with each", "one to one"}),
        field("detail", "Level of detail", choice, "as the fabric",
              "A shared link divides its rate among what passes. A delay-only link costs its latency and keeps each "
              "stream to its rate, however many there are; it is never a bottleneck. At packet level whatever passes "
              "the link goes packet by packet on its whole way, other links of the way queue it without a bound; what "
              "passes a link at both levels does not see the other.")
            .oneOf({"as the fabric", "shared", "packet", "delay only"}),
        field("mtu", "MTU", integer, nullptr,
              "Largest IP packet in bytes. Empty: the fabric's. The run takes the least of all links, as TCP does.")
            .within(576, 65535),
    };
    return fields;
}

namespace {

/// The numbers that define a generated fabric.
Fields generatorFields()
{
    return {
        field("generate", "Made as", choice, "drawn",
              "Drawn: from its switches and links. Else they are made from the numbers below: star: one switch; "
              "leaf-spine: each leaf switch with cables to every spine switch; fat tree: three tiers of switches with "
              "as many ports as the radix; clos: three stages, folded.")
            .oneOf({"drawn", "star", "leaf-spine", "fat tree", "clos"}),
        field("leaf_switch", "Leaf switch", component, nullptr, "Generated: the switches that nodes are connected to.")
            .ofKinds(kindsOf(ComponentKind::Part::networkSwitch)),
        field("spine_switch", "Spine switch", component, nullptr,
              "Generated: all other switches. Empty: like the leaf switch.")
            .ofKinds(kindsOf(ComponentKind::Part::networkSwitch)),
        field("leaves", "Leaves", integer, nullptr,
              "Leaf-spine: how many leaf switches; empty: as many as the nodes need. Clos: r, outer switches.")
            .within(1, 1e6),
        field("leaf_nodes", "Nodes per leaf", integer, nullptr,
              "Leaf-spine: places for nodes at each leaf; empty: as few as needed. Clos: n, nodes of an outer switch.")
            .within(1, 1e6),
        field("spines", "Spines", integer, nullptr, "Leaf-spine: how many spine switches. Clos: m, middle switches.")
            .within(1, 1e6),
        field("uplinks", "Uplinks per leaf", integer, nullptr,
              "Leaf-spine and Clos: cables from each leaf to all spines together, a multiple of their number. Empty: "
              "as the oversubscription asks, else one to each.")
            .within(1, 1e6),
        field("oversubscription", "Oversubscription", number, nullptr,
              "Leaf-spine and Clos without a number of uplinks: what the nodes of a full leaf can send over what its "
              "uplinks carry, at most. The smallest number of uplinks that keeps it is used.",
              "3")
            .atLeast(0.01),
        field("radix", "Radix", integer, nullptr,
              "Fat tree: k, the ports of each switch, even. It has k^3/4 places for nodes and 5 k^2/4 switches.")
            .within(2, 65536),
        field("node_rate", "Rate to nodes", quantity, nullptr,
              "Generated: rate of the nodes' cables at most. Empty or 0: what adapter and port allow.", "25 Gb/s")
            .in("B/s"),
        field("uplink_rate", "Rate of uplinks", quantity, nullptr,
              "Generated: rate of each cable between switches at most. Empty or 0: what their fastest ports allow.",
              "100 Gb/s")
            .in("B/s"),
        field("cable_latency", "Cable latency", quantity, 0,
              "Generated: of each cable itself (5 ns per metre in fibre and copper).", "50 ns")
            .in("s"),
    };
}

Fields ownFabricFields()
{
    return {
        field("detail", "Level of detail", choice, "flow",
              "Flow: streams share every link max-min fairly. Message: whole messages, and the chunks of streams, take "
              "turns at every link, first come, first served; faster where thousands of short ones are under way (the "
              "command levels --network shows how fast, and with what error). Delay only: nothing is shared, a message "
              "takes its latency and its bytes at the rate of its way; needs neither adapters nor kinds of switches, "
              "and without switches and links every node reaches every other. Packet: TCP's windows, queues, drops and "
              "retransmissions, packet by packet; for objects of a megabyte some twenty times the events.")
            .oneOf({"flow", "message", "packet", "delay only"}),
        field("latency", "Latency", quantity, 0,
              "One way between any two nodes, in addition to adapters, switches and cables.", "50 us")
            .in("s"),
        field("rate", "Rate of a stream", quantity, nullptr,
              "Payload that one message or stream moves at most, whatever its links allow (a window, a sending "
              "process). Empty: unlimited.",
              "1 GB/s")
            .in("B/s", 1),
        field("nic", "Adapter", component, nullptr, "The network adapter of every node whose group names none.")
            .ofKinds(kindsOf(ComponentKind::Part::adapter)),
        field("mtu", "MTU", integer, 1500, "Largest IP packet in bytes.").within(576, 65535),
        field("forwarding", "Forwarding", choice, "store and forward",
              "Packet level: whether switches receive a packet completely before they forward it. Cut through applies "
              "only where the output is no faster than the input.")
            .oneOf({"store and forward", "cut through"}),
        field("buffer", "Buffer of a port", quantity, nullptr,
              "Packet level: bytes that may wait at each port of a switch; packets beyond that are dropped. Empty: "
              "half of the switch's packet buffer (4 MB if its component does not say).",
              "512 KiB")
            .in("B", 614),
        field("congestion_control", "Congestion control", choice, "CUBIC",
              "Packet level: how senders find their rate. CUBIC is the default of Linux.")
            .oneOf({"CUBIC", "NewReno"}),
        field("receive_window", "Receive window", quantity, "3 MiB",
              "Packet level: bytes that a sender may have under way at most (half of the 6 MiB to which Linux lets a "
              "receive buffer grow); no window is larger than 1 GiB (RFC 7323).",
              "64 KiB")
            .in("B", 1152)
            .atMost(1073741824),
        field("loss_detection", "Loss detection", choice, "RACK-TLP",
              "Packet level: how senders learn of losses. RACK-TLP: three acknowledgements of what came behind a gap, "
              "or a fourth of a round trip after fewer, and a probe when nothing comes (RFC 8985; Linux since 3.10 and "
              "4.4). Duplicate acknowledgements: only three of them, else the timeout of at least 200 ms (RFC 6675; "
              "Linux before, RHEL 5 and 6).")
            .oneOf({"RACK-TLP", "duplicate acknowledgements"}),
        field("initial_window", "Initial window", integer, 10,
              "Packet level: packets that a connection begins with (10: RFC 6928, Linux since 2.6.39; before 3, with "
              "jumbo frames 2: RFC 3390).")
            .within(1, 1000),
        field("small_message", "Small message", quantity, "14480 B",
              "Messages up to this size queue at the links one by one instead of sharing them as streams (ten packets: "
              "the initial window of TCP, RFC 6928).")
            .in("B")
            .atMost(1e9),
        field("offload", "Segment offload", flag, true,
              "The adapter cuts and merges segments (TSO, GRO), which lowers the processor's work for packets."),
    };
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
