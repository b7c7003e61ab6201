// Blocks that communicate with other roles.
#include "behaviour/compile/block_rows.h"
#include "behaviour/compile/diagram_context.h"
#include "project/document/whole_number.h"

#include <algorithm>

namespace headroom::behaviour {

namespace {

Target compileTarget(DiagramContext& context, const Block& block)
{
    Target target;
    target.selector = &mapping::selectors().front();
    const std::string role = context.text(block, "role"), operation = context.text(block, "operation");
    target.role = context.software.findRole(role);
    target.operation = context.software.findOperation(role, operation);
    if (target.operation == nowhere) {
        context.fault(block, "call.unknown-operation",
                      "There is no operation \"" + operation + "\" of a role \"" + role + "\".",
                      "Choose a role of the project and one of its operations.");
        return target;
    }
    if (const mapping::Selector* selector = mapping::findSelector(context.text(block, "selector")))
        target.selector = selector;
    if (target.selector == mapping::findSelector("index"))
        target.chosen = Target::Chosen::byIndex;
    else if (target.selector == mapping::findSelector("random"))
        target.chosen = Target::Chosen::atRandom;
    if (target.selector->ring) {
        target.ring = context.ring(block);
        if (target.selector->candidate)
            target.candidate = context.optionalExpression(block, "candidate");
        target.deviceSlot = context.slot(context.text(block, "device_variable"));
        target.partitionSlot = context.optionalSlot(block, "partition_variable");
    }
    target.key = context.expression(block, "key");
    target.index = context.expression(block, "index");
    target.first = context.expression(block, "first");
    target.among = context.expression(block, "among");
    if (target.selector->device) {
        if (!context.isSet(block, "device"))
            context.fault(block, "call.no-device", "It calls the node of a device but names no device.",
                          "Set the field Device.");
        else
            target.device = context.expression(block, "device");
    }
    target.requestBytes = context.expression(block, "request");
    context.senders.push_back(context.index.at(block.id));
    const auto& names = context.software.operations[target.operation].arguments;
    for (auto& [name, value] : context.assignments(block, "arguments")) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end())
            context.fault(block, "call.unknown-argument", "The operation takes no argument \"" + name + "\".",
                          "Declare it at " + role + " " + operation + ", or leave it out.");
        else
            target.arguments.push_back({static_cast<std::uint32_t>(found - names.begin()), value});
    }
    addDefaults(target.arguments, context.software.operations[target.operation].defaults);
    return target;
}

void compileCall(DiagramContext& context, const Block& block, Instruction& code)
{
    CallStep step;
    step.target = compileTarget(context, block);
    step.deadline = context.expression(block, "deadline");
    step.connectTimeout = context.expression(block, "connect_timeout");
    const std::string connection = context.text(block, "connection");
    step.connection = connection == "kept"     ? ConnectionUse::kept
                      : connection == "shared" ? ConnectionUse::shared
                                               : ConnectionUse::own;
    if (const Json& results = context.raw(block, "results"); results.is_object() && step.target.operation != nowhere) {
        const auto& names = context.software.operations[step.target.operation].results;
        for (const auto& [variable, result] : results.items()) {
            const auto found =
                std::find(names.begin(), names.end(), result.is_string() ? result.get<std::string>() : "");
            if (found == names.end())
                context.fault(block, "call.unknown-result", "The operation gives no such result.",
                              "Use one of its declared results.");
            else
                step.results.push_back({context.slot(variable), static_cast<std::uint32_t>(found - names.begin())});
        }
    }
    step.opened = context.target(block, "opened");
    step.timeout = context.target(block, "timeout");
    step.refused = context.target(block, "refused");
    step.error = context.target(block, "error");
    code.next = context.target(block, "reply");
    add(code, Code::call, context.program.calls, std::move(step));
}

void compileSend(DiagramContext& context, const Block& block, Instruction& code)
{
    add(code, Code::send, context.program.sends, compileTarget(context, block));
}

void compileTransfer(DiagramContext& context, const Block& block, Instruction& code)
{
    TransferStep step;
    step.receive = context.text(block, "direction") == "receive";
    if (const std::string over = context.text(block, "over"); over != "caller") {
        if (const auto found = context.index.find(over); found != context.index.end())
            step.over = found->second;
        else
            context.fault(block, "transfer.unknown-call", "There is no call block \"" + over + "\".",
                          "Name a call block of this diagram, or \"caller\".");
    }
    step.bytes = context.expression(block, "bytes");
    step.chunk = context.expression(block, "chunk");
    step.window = std::max(1U, project::wholeNumber<std::uint32_t>(context.number(block, "window")));
    step.chunksATurn = project::wholeNumber<std::uint32_t>(context.number(block, "chunks_a_turn"));
    step.chunkPath = context.target(block, "chunk");
    step.regroups = step.receive && step.chunkPath != nowhere && block.fields.contains("chunk");
    step.bytesSlot = context.slot("chunk_bytes");
    step.countSlot = context.slot("chunk_count");
    step.offsetSlot = context.slot("chunk_offset");
    add(code, Code::transfer, context.program.transfers, std::move(step));
}

} // namespace

BlockRows communicationRows()
{
    static constexpr BlockRow rows[] = {
        {"call", compileCall},
        {"send", compileSend},
        {"transfer", compileTransfer},
    };
    return rows;
}

} // namespace headroom::behaviour
