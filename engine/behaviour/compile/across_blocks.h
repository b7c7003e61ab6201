// Compiles the parts that concern several blocks of a diagram together, after each block has been compiled.
#pragma once

#include "behaviour/compile/diagram_context.h"

namespace headroom::behaviour {

/// Gives each fork and for each the joins that name it.
void linkJoins(DiagramContext& context);
/// Marks each transfer in the chunk path of another transfer: it moves the chunk it is given in one piece.
void markChunkPaths(DiagramContext& context);
/// Marks the calls that have to wait for a stream from the callee: only those for which some block receives one.
void markReceivers(DiagramContext& context);
/// Marks calls and joins after which no block uses a variable.
void markForgetting(DiagramContext& context);

} // namespace headroom::behaviour
