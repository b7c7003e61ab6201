// Blocks that use a node's devices.
#include "behaviour/diagram_compiler.h"

#include "behaviour/compiler.h"

#include <algorithm>

namespace headroom::behaviour {

void DiagramCompiler::compileCompute(const Block& block, Instruction& code)
{
    ComputeStep step;
    step.work = expression(block, "work");
    step.exponential = text(block, "distribution") == "exponential";
    if (const auto* reference = resolver_.component(fieldsOf(block), "reference", block.fields, place(block)))
        step.toReference = singleThreadFigure(*reference) / referenceFigure();
    add(code, Code::compute, program_.computes, std::move(step));
}

void DiagramCompiler::compileStorage(const Block& block, Instruction& code)
{
    StorageStep step;
    const std::string volume = text(block, "volume");
    for (std::uint32_t v = 0; v < software_.volumes.size(); ++v)
        if (software_.volumes[v].role == program_.role && software_.volumes[v].name == volume)
            step.volume = v;
    if (step.volume == nowhere)
        fault(block, "volume.unknown", "The role has no volume \"" + volume + "\".", "Add it to the role's volumes.");
    step.key = expression(block, "key");
    step.device = optionalExpression(block, "device");
    const bool flush = block.type == "flush";
    step.bytes = expression(block, flush ? "journal" : "bytes");
    if (flush) {
        step.keep = !resolver_.flag(fieldsOf(block), "drop", block.fields, place(block));
    } else {
        step.offset = expression(block, "offset");
        step.random = text(block, "pattern") == "random";
        step.direct = text(block, "through") == "direct";
        if (block.type == "read")
            step.keep = resolver_.flag(fieldsOf(block), "keep", block.fields, place(block));
    }
    add(code, flush ? Code::flush : block.type == "read" ? Code::read : Code::write, program_.storage, std::move(step));
}

} // namespace headroom::behaviour
