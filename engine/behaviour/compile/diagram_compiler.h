// Compiles the diagram of one operation: each block becomes an instruction, its fields become expressions over slots.
// compile_flow.cpp, compile_work.cpp ... contain the blocks of one palette heading each.
#pragma once

#include "behaviour/compile/diagram_context.h"

namespace headroom::behaviour {

/// Fills the context's program. Faults go to the findings of its resolver.
void compileDiagram(DiagramContext& context);

} // namespace headroom::behaviour
