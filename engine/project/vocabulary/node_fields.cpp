// Fields of what stands in a node: processor, memory, devices, volumes.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

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

} // namespace headroom::project
