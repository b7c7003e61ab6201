// Blocks that communicate with other roles.
#include "behaviour/compile/diagram_compiler.h"
#include "project/document/whole_number.h"

#include <algorithm>

namespace headroom::behaviour {

Target DiagramCompiler::compileTarget(const Block& block)
{
    Target target;
    target.selector = &mapping::selectors().front();
    const std::string role = text(block, "role"), operation = text(block, "operation");
    target.role = software_.findRole(role);
    target.operation = software_.findOperation(role, operation);
    if (target.operation == nowhere) {
        fault(block, "call.unknown-operation",
              "There is no operation \"" + operation + "\" of a role \"" + role + "\".",
              "Choose a role of the project and one of its operations.");
        return target;
    }
    if (const mapping::Selector* selector = mapping::findSelector(text(block, "selector")))
        target.selector = selector;
    target.byIndex = target.selector == mapping::findSelector("index");
    if (target.selector->ring) {
        target.ring = ring(block);
        if (target.selector->candidate)
            target.candidate = optionalExpression(block, "candidate");
        target.deviceSlot = slot(text(block, "device_variable"));
    }
    target.key = expression(block, "key");
    target.index = expression(block, "index");
    target.first = expression(block, "first");
    target.among = expression(block, "among");
    if (target.selector->device) {
        if (!isSet(block, "device"))
            fault(block, "call.no-device", "It calls the node of a device but names no device.",
                  "Set the field Device.");
        else
            target.device = expression(block, "device");
    }
    target.requestBytes = expression(block, "request");
    const auto& names = software_.operations[target.operation].arguments;
    for (auto& [name, value] : assignments(block, "arguments")) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end())
            fault(block, "call.unknown-argument", "The operation takes no argument \"" + name + "\".",
                  "Declare it at " + role + " " + operation + ", or leave it out.");
        else
            target.arguments.push_back({static_cast<std::uint32_t>(found - names.begin()), value});
    }
    return target;
}

void DiagramCompiler::compileCall(const Block& block, Instruction& code)
{
    CallStep step;
    step.target = compileTarget(block);
    step.deadline = expression(block, "deadline");
    step.connectTimeout = expression(block, "connect_timeout");
    step.keptConnection = text(block, "connection") == "kept";
    if (const Json& results = raw(block, "results"); results.is_object() && step.target.operation != nowhere) {
        const auto& names = software_.operations[step.target.operation].results;
        for (const auto& [variable, result] : results.items()) {
            const auto found =
                std::find(names.begin(), names.end(), result.is_string() ? result.get<std::string>() : "");
            if (found == names.end())
                fault(block, "call.unknown-result", "The operation gives no such result.",
                      "Use one of its declared results.");
            else
                step.results.push_back({slot(variable), static_cast<std::uint32_t>(found - names.begin())});
        }
    }
    step.opened = target(block, "opened");
    step.timeout = target(block, "timeout");
    step.refused = target(block, "refused");
    step.error = target(block, "error");
    code.next = target(block, "reply");
    add(code, Code::call, program_.calls, std::move(step));
}

void DiagramCompiler::compileSend(const Block& block, Instruction& code)
{
    add(code, Code::send, program_.sends, compileTarget(block));
}

void DiagramCompiler::compileTransfer(const Block& block, Instruction& code)
{
    TransferStep step;
    step.receive = text(block, "direction") == "receive";
    if (const std::string over = text(block, "over"); over != "caller") {
        if (const auto found = index_.find(over); found != index_.end())
            step.over = found->second;
        else
            fault(block, "transfer.unknown-call", "There is no call block \"" + over + "\".",
                  "Name a call block of this diagram, or \"caller\".");
    }
    step.bytes = expression(block, "bytes");
    step.chunk = expression(block, "chunk");
    step.window = std::max(1U, project::wholeNumber<std::uint32_t>(number(block, "window")));
    step.chunkPath = target(block, "chunk");
    step.bytesSlot = slot("chunk_bytes");
    step.countSlot = slot("chunk_count");
    step.offsetSlot = slot("chunk_offset");
    add(code, Code::transfer, program_.transfers, std::move(step));
}

void DiagramCompiler::markChunkPaths()
{
    for (const auto& transfer : program_.transfers) {
        std::vector<std::uint32_t> open;
        std::set<std::uint32_t> seen;
        if (transfer.chunkPath != nowhere)
            open.push_back(transfer.chunkPath);
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            if (!seen.insert(at).second)
                continue;
            if (program_.code[at].code == Code::transfer)
                program_.transfers[program_.code[at].detail].insideChunk = true;
            for (const auto& wire : diagram_.wires)
                if (wire.fromBlock == diagram_.blocks[at].id)
                    if (const auto found = index_.find(wire.toBlock); found != index_.end())
                        open.push_back(found->second);
        }
    }
}

void DiagramCompiler::markReceivers()
{
    for (const auto& transfer : program_.transfers)
        if (transfer.receive && transfer.over != nowhere && program_.code[transfer.over].code == Code::call)
            program_.calls[program_.code[transfer.over].detail].receives = true;
}

DiagramCompiler::Rows DiagramCompiler::talkRows()
{
    static constexpr Row rows[] = {
        {"call", compileBy<&DiagramCompiler::compileCall>},
        {"send", compileBy<&DiagramCompiler::compileSend>},
        {"transfer", compileBy<&DiagramCompiler::compileTransfer>},
    };
    return rows;
}

} // namespace headroom::behaviour
