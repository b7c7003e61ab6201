// Fields of workloads.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

const Fields& workloadFields()
{
    static const Fields fields = table({
        {.name = "type",
         .label = "Type",
         .type = choice,
         .defaultValue = "closed loop",
         .meaning = "Closed loop: each worker asks again when its last operation has ended.",
         .choices = {"closed loop"}},
        {.name = "workers",
         .label = "Workers",
         .type = integer,
         .defaultValue = 1,
         .meaning = "How many ask at the same time (concurrency), spread over the nodes that carry the role.",
         .minimum = 1},
        {.name = "think_time",
         .label = "Think time",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "Between the end of an operation and the next.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "think_distribution",
         .label = "Think time varies",
         .type = choice,
         .defaultValue = "constant",
         .meaning = "How the think time varies.",
         .choices = {"constant", "exponential"}},
        {.name = "ramp_up",
         .label = "Ramp-up",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "The workers' first operations are spread evenly over this time.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "keys",
         .label = "Keys",
         .type = integer,
         .defaultValue = 100000,
         .meaning = "How many different keys there are; each operation draws one uniformly as the variable key.",
         .minimum = 1},
    });
    return fields;
}

const Fields& shareFields()
{
    static const Fields fields = table({
        {.name = "weight",
         .label = "Weight",
         .type = number,
         .defaultValue = 1,
         .meaning = "Share of this operation among all.",
         .minimum = 0.0},
        {.name = "arguments",
         .label = "Arguments",
         .type = assignments,
         .defaultValue = Json::object(),
         .meaning = "What the operation is given; key and worker are known.",
         .perRequest = true,
         .example = "{\"size\": \"OBJECT_SIZE\", \"key\": \"key\"}"},
        {.name = "payload",
         .label = "Payload",
         .type = quantity,
         .defaultValue = 0,
         .meaning = "Bytes that one operation moves for its user: what the bandwidth counts.",
         .unit = "B",
         .minimum = 0.0,
         .example = "OBJECT_SIZE"},
    });
    return fields;
}

} // namespace headroom::project
