// Blocks that use a node's devices.
#include "behaviour/compile/diagram_compiler.h"

#include "project/resolve/processor_speed.h"

#include <algorithm>

namespace headroom::behaviour {

namespace {

/// Maximum number of stations, and of servers in a station: sufficient for any stage, and too few to fill the memory.
constexpr double mostStations = 65536;

} // namespace

void DiagramCompiler::compileCompute(const Block& block, Instruction& code)
{
    ComputeStep step;
    step.work = expression(block, "work");
    step.variation = variation(block);
    const auto* stated = resolver_.component(fieldsOf(block), "reference", block.fields, place(block));
    if (const auto* reference = project::referenceProcessor(resolver_); stated && reference)
        step.toReference = project::singleThreadSpeed(*stated, *reference);
    add(code, Code::compute, program_.computes, std::move(step));
}

void DiagramCompiler::compileBlackBox(const Block& block, Instruction& code)
{
    BlackBoxStep step;
    step.time.work = expression(block, "time");
    step.time.variation = variation(block);
    const std::string choose = text(block, "choose");
    step.choose = choose == "by key"           ? BlackBoxStep::Choose::byKey
                  : choose == "shortest queue" ? BlackBoxStep::Choose::shortestQueue
                                               : BlackBoxStep::Choose::random;
    step.key = expression(block, "key");
    step.stage = static_cast<std::uint32_t>(software_.stages.size());
    const auto count = [&](const char* name) {
        return static_cast<std::uint32_t>(std::clamp(number(block, name), 1.0, mostStations));
    };
    software_.stages.push_back({behaviour_.role.id + " " + operation_.id + " " + block.id, program_.role,
                                count("stations"), count("concurrency"), text(block, "owner") == "cluster"});
    add(code, Code::blackBox, program_.blackBoxes, std::move(step));
}

void DiagramCompiler::compileMemory(const Block& block, Instruction& code)
{
    MemoryStep step;
    if (block.type == "free")
        step.all = !isSet(block, "bytes");
    step.bytes = expression(block, "bytes");
    if (block.type == "allocate") {
        step.waits = text(block, "without_room") == "waits";
        step.full = target(block, "full");
    }
    add(code,
        block.type == "copy"       ? Code::copy
        : block.type == "allocate" ? Code::allocate
                                   : Code::freeMemory,
        program_.memory, std::move(step));
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
        if (text(block, "choose") == "least loaded") {
            step.chosenSlot = isSet(block, "device_variable") ? slot(text(block, "device_variable")) : hiddenSlot();
            if (step.device)
                fault(block, "storage.two-devices", "It names a device and also asks for the least loaded one.",
                      "Leave the field Device empty, or let the key choose.");
        }
        if (block.type == "read")
            step.keep = resolver_.flag(fieldsOf(block), "keep", block.fields, place(block));
    }
    step.error = target(block, "error");
    add(code, flush ? Code::flush : block.type == "read" ? Code::read : Code::write, program_.storage, std::move(step));
}

DiagramCompiler::Rows DiagramCompiler::workRows()
{
    static constexpr Row rows[] = {
        {"compute", compileBy<&DiagramCompiler::compileCompute>},
        {"black box", compileBy<&DiagramCompiler::compileBlackBox>},
        {"read", compileBy<&DiagramCompiler::compileStorage>},
        {"write", compileBy<&DiagramCompiler::compileStorage>},
        {"flush", compileBy<&DiagramCompiler::compileStorage>},
        {"copy", compileBy<&DiagramCompiler::compileMemory>},
        {"allocate", compileBy<&DiagramCompiler::compileMemory>},
        {"free", compileBy<&DiagramCompiler::compileMemory>},
    };
    return rows;
}

} // namespace headroom::behaviour
