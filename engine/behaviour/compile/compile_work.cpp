// Blocks that use a node's devices.
#include "behaviour/compile/block_rows.h"
#include "behaviour/compile/diagram_context.h"

#include "project/expression/quantity.h"
#include "project/resolve/processor_speed.h"

#include <algorithm>

namespace headroom::behaviour {

namespace {

/// Maximum number of stations, and of servers in a station: sufficient for any stage, and too few to fill the memory.
constexpr double mostStations = 65536;

void compileCompute(DiagramContext& context, const Block& block, Instruction& code)
{
    ComputeStep step = context.time(block, "work");
    if (context.isSet(block, "work_without_aes")) {
        step.workWithoutAes = context.expression(block, "work_without_aes");
        context.takes(block, *step.workWithoutAes);
    }
    if (context.text(block, "distribution") == "as the role")
        step.ofRequest = context.software.roles[context.program.role].workVariation;
    if (!block.fields.contains("reference")) {
        step.toReference = context.software.roles[context.program.role].toReference;
    } else {
        const auto* stated =
            context.resolver.component(context.fieldsOf(block), "reference", block.fields, context.place(block));
        if (const auto* reference = project::referenceProcessor(context.resolver); stated && reference)
            step.toReference = project::singleThreadSpeed(*stated, *reference);
    }
    add(code, Code::compute, context.program.computes, std::move(step));
    if (context.isSet(block, "memory_traffic")) {
        const std::uint32_t compute = code.detail;
        const Expression bytes = context.expression(block, "memory_traffic");
        context.takes(block, bytes);
        add(code, Code::copy, context.program.memory, MemoryStep{.bytes = bytes, .compute = compute});
    }
}

void compileBlackBox(DiagramContext& context, const Block& block, Instruction& code)
{
    BlackBoxStep step;
    step.time = context.time(block, "time");
    const std::string choose = context.text(block, "choose");
    step.choose = choose == "by key"           ? BlackBoxStep::Choose::byKey
                  : choose == "shortest queue" ? BlackBoxStep::Choose::shortestQueue
                                               : BlackBoxStep::Choose::random;
    step.key = context.expression(block, "key");
    step.stage = static_cast<std::uint32_t>(context.software.stages.size());
    const auto count = [&](const char* name) {
        return static_cast<std::uint32_t>(std::clamp(context.number(block, name), 1.0, mostStations));
    };
    context.software.blocks[code.monitor].stage = step.stage;
    context.software.stages.push_back({context.behaviour.role.id + " " + context.operation.id + " " + block.id,
                                       context.program.role, count("stations"), count("concurrency"),
                                       context.text(block, "owner") == "cluster"});
    add(code, Code::blackBox, context.program.blackBoxes, std::move(step));
}

void compileMemory(DiagramContext& context, const Block& block, Instruction& code)
{
    MemoryStep step;
    if (block.type == "free")
        step.all = !context.isSet(block, "bytes");
    step.bytes = context.expression(block, "bytes");
    if (block.type == "copy")
        context.takes(block, step.bytes);
    if (block.type == "allocate") {
        step.waits = context.text(block, "without_room") == "waits";
        step.full = context.target(block, "full");
    }
    add(code,
        block.type == "copy"       ? Code::copy
        : block.type == "allocate" ? Code::allocate
                                   : Code::freeMemory,
        context.program.memory, std::move(step));
}

/// Checks a constant device only: others are often known only during the run, which checks them for each request.
void checkDevice(DiagramContext& context, const Block& block, const Expression& device, const std::string& volume)
{
    if (!device.isConstant() || context.placement.nodesOf(context.behaviour.role.id).empty())
        return;
    const auto devices = context.placement.devicesOf(context.behaviour.role.id, volume);
    if (std::find(devices.begin(), devices.end(), device.value()) == devices.end())
        context.fault(
            block, "storage.other-device",
            "Device " + project::formatNumber(device.value()) + " does not carry the volume \"" + volume +
                "\" on a node with the role \"" + context.behaviour.role.id + "\".",
            "Leave the field Device empty, so that the key picks one, or take the number from a ring. Devices are "
            "numbered from 0 on over all nodes.");
}

/// Index of the role's volume that a field of the block names.
std::uint32_t volumeNamed(DiagramContext& context, const Block& block, const std::string& name)
{
    const auto& volumes = context.software.volumes;
    for (std::uint32_t v = 0; v < volumes.size(); ++v)
        if (volumes[v].role == context.program.role && volumes[v].name == name)
            return v;
    context.fault(block, "volume.unknown", "The role has no volume \"" + name + "\".", "Add it to the role's volumes.");
    return nowhere;
}

void compileStorage(DiagramContext& context, const Block& block, Instruction& code)
{
    StorageStep step;
    step.volume = volumeNamed(context, block, context.text(block, "volume"));
    context.software.blocks[code.monitor].volume = step.volume;
    step.deviceVolume = context.isSet(block, "device_volume")
                            ? volumeNamed(context, block, context.text(block, "device_volume"))
                            : step.volume;
    step.instanceVolume = context.software.roles[context.program.role].eachDeviceOf;
    step.key = context.expression(block, "key");
    step.device = context.optionalExpression(block, "device");
    if (step.device && step.deviceVolume != nowhere)
        checkDevice(context, block, *step.device, context.software.volumes[step.deviceVolume].name);
    if (!step.device && context.isSet(block, "device_volume"))
        context.fault(block, "storage.no-device", "It names the volume of a device, and no device.",
                      "Fill the field Device, or leave the field Device's volume empty.");
    const bool flush = block.type == "flush";
    step.bytes = context.expression(block, flush ? "journal" : "bytes");
    if (flush) {
        step.drop = context.expression(block, "drop");
        step.wholeVolume = context.text(block, "of") == "volume";
    } else {
        step.offset = context.expression(block, "offset");
        const std::string pattern = context.text(block, "pattern");
        step.metadata = pattern == "metadata";
        step.readAhead = pattern == "sequential";
        step.withInode = pattern == "with the inode";
        step.direct = context.text(block, "through") == "direct" && !step.withInode;
        if (context.text(block, "choose") == "least loaded") {
            step.chosenSlot = context.isSet(block, "device_variable")
                                  ? context.slot(context.text(block, "device_variable"))
                                  : context.hiddenSlot();
            if (step.device)
                context.fault(block, "storage.two-devices", "It names a device and also asks for the least loaded one.",
                              "Leave the field Device empty, or let the key choose.");
        }
        if (block.type == "read")
            step.keep = context.expression(block, "keep");
    }
    step.error = context.target(block, "error");
    code.aside = code.aside || context.text(block, "waits") == "aside";
    add(code,
        flush                  ? Code::flush
        : block.type == "read" ? Code::read
                               : Code::write,
        context.program.storage, std::move(step));
}

} // namespace

BlockRows workRows()
{
    static constexpr BlockRow rows[] = {
        {"compute", compileCompute}, {"black box", compileBlackBox}, {"read", compileStorage},
        {"write", compileStorage},   {"flush", compileStorage},      {"copy", compileMemory},
        {"allocate", compileMemory}, {"free", compileMemory},
    };
    return rows;
}

} // namespace headroom::behaviour
