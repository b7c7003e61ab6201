// Blocks that share and wait for state.
#include "behaviour/diagram_compiler.h"

#include <algorithm>

namespace headroom::behaviour {

void DiagramCompiler::compileState(const Block& block, Instruction& code)
{
    StateStep step;
    const std::string name = text(block, "state");
    for (std::uint32_t s = 0; s < software_.states.size(); ++s)
        if (software_.states[s].role == program_.role && software_.states[s].name == name)
            step.state = s;
    if (step.state == nowhere)
        fault(block, "state.unknown", "The role has no state item \"" + name + "\".", "Add it to the role's state.");
    step.key = expression(block, "key");
    step.amount = expression(block, "amount");
    add(code, block.type == "acquire" ? Code::acquire : Code::release, program_.states, std::move(step));
}

} // namespace headroom::behaviour
