// Fields of the software: workers and state of a role, selectors.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

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

} // namespace headroom::project
