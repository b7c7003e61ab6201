// Fields of a run.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

const Fields& runFields()
{
    static const Fields fields = table({
        {.name = "duration",
         .label = "Duration",
         .type = quantity,
         .defaultValue = "60 s",
         .meaning = "Simulated time, warm-up included.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "warm_up",
         .label = "Warm-up",
         .type = quantity,
         .defaultValue = "10 s",
         .meaning = "Time at the beginning that results leave out.",
         .unit = "s",
         .minimum = 0.0},
        {.name = "seed",
         .label = "Seed",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Same project, same seed, same result.",
         .minimum = 0.0},
        {.name = "sampling_interval",
         .label = "Sample every",
         .type = quantity,
         .defaultValue = "100 ms",
         .meaning = "Time between two points of a curve.",
         .unit = "s",
         .minimum = 1e-6},
        {.name = "stream_chunks",
         .label = "Chunks of a stream",
         .type = integer,
         .defaultValue = 32,
         .meaning = "A long stream is moved in at most this many pieces, several chunks merged into one: faster, and "
                    "coarser in time.",
         .minimum = 1},
    });
    return fields;
}

} // namespace headroom::project
