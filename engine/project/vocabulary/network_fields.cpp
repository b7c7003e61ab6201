// Fields of what connects nodes: fabrics, switches, links.
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
         .kinds = {"switch"}},
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
        {.name = "detail",
         .label = "Level of detail",
         .type = choice,
         .defaultValue = "as the fabric",
         .meaning = "A shared link divides its rate among what passes. A delay-only link costs its latency and keeps "
                    "each stream to its rate, however many there are; it is never a bottleneck.",
         .choices = {"as the fabric", "shared", "delay only"}},
    });
    return fields;
}

const Fields& fabricFields()
{
    static const Fields fields = table({
        {.name = "detail",
         .label = "Level of detail",
         .type = choice,
         .defaultValue = "flow",
         .meaning = "Flow: streams share every link max-min fairly. Delay only: nothing is shared, a message takes its "
                    "latency and its bytes at the rate of its way; needs neither adapters nor kinds of switches, and "
                    "without switches and links every node reaches every other.",
         .choices = {"flow", "delay only"}},
        {.name = "latency",
         .label = "Latency",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "One way between any two nodes, beside what adapters, switches and cables add.",
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

} // namespace headroom::project
