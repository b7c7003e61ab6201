// Transfers of which the other side takes no part.
#include "project/checks/check_context.h"
#include "project/document/document.h"
#include "project/vocabulary/inner_diagrams.h"

#include <algorithm>
#include <string>
#include <vector>

namespace headroom::project {
namespace {

std::string textOf(const Block& block, const char* field, const char* otherwise)
{
    const auto value = block.fields.find(field);
    return value != block.fields.end() && value->is_string() ? value->get<std::string>() : otherwise;
}

/// True if one of the blocks moves a stream in a direction over the call, or over "caller".
bool moves(const BlockCatalogue& types, const std::vector<const Block*>& blocks, const std::string& direction,
           const std::string& over)
{
    return std::ranges::any_of(blocks, [&](const Block* block) {
        return block->type == "transfer" && !types.isDisabled(*block) &&
               textOf(*block, "direction", "send") == direction && textOf(*block, "over", "caller") == over;
    });
}

} // namespace

const Diagram* usedDiagram(const CheckContext& context, const Operation& operation)
{
    std::string level = operation.level.is_string() ? operation.level.get<std::string>() : std::string();
    if (const Json* value = context.resolver.parameterValue(level); value && value->is_string())
        level = value->get<std::string>();
    for (const Diagram& diagram : operation.diagrams)
        if (level.empty() || diagram.id == level)
            return &diagram;
    return nullptr;
}

const Operation* calledBy(const CheckContext& context, const Block& call)
{
    const Behaviour* behaviour = findBehaviour(context.project, textOf(call, "role", ""));
    return behaviour ? findOperation(behaviour->role, textOf(call, "operation", "")) : nullptr;
}

/// A receiver without a path for its chunks takes what the sender wrote at once.
static void checkChunk(CheckContext& context, const Diagram& diagram, const Block& block, const std::string& pointer)
{
    if (block.type != "transfer" || !block.fields.contains("chunk") || textOf(block, "direction", "send") != "receive")
        return;
    const bool wired = std::ranges::any_of(
        diagram.wires, [&](const Wire& wire) { return wire.fromBlock == block.id && wire.fromPort == "chunk"; });
    if (!wired)
        context.report(Severity::warning, "transfer.chunk-idle", pointer + "/chunk",
                       "It has no effect: no path for the chunks that are received begins here.",
                       "Wire \"chunk\" to what is done with each of them, or remove the size.");
}

void checkTransfers(CheckContext& context, const Diagram& diagram, const Block& block, const std::string& pointer)
{
    checkChunk(context, diagram, block, pointer);
    const Operation* called = block.type == "call" ? calledBy(context, block) : nullptr;
    const Diagram* other = called ? usedDiagram(context, *called) : nullptr;
    if (!other)
        return;
    OpenedDiagrams here(context.blockTypes); // not for the context: the diagram may be one inside a block
    const auto mine = [&](const char* direction) {
        return moves(context.blockTypes, here.blocksOf(diagram), direction, block.id);
    };
    const auto theirs = [&](const char* direction) {
        return moves(context.blockTypes, context.blocksIn(*other), direction, "caller");
    };
    const auto warn = [&](const std::string& problem, const std::string& remedy) {
        context.report(Severity::warning, "transfer.one-sided", pointer, problem, remedy);
    };
    const std::string name = '"' + called->id + "\" of \"" + textOf(block, "role", "") + '"';
    if (mine("send") && !theirs("receive"))
        warn("A transfer sends over this call, and " + name + " receives nothing from its caller.",
             "Add a transfer to it that receives over \"caller\".");
    if (mine("receive") && !theirs("send"))
        warn("A transfer waits for a stream over this call, and " + name + " sends nothing to its caller.",
             "Add a transfer to it that sends over \"caller\".");
    if (theirs("receive") && !mine("send"))
        warn("The called " + name + " waits for a stream from its caller, and no transfer sends over this call.",
             "Add a transfer that sends over \"" + block.id + "\".");
    if (theirs("send") && !mine("receive"))
        warn("The called " + name + " sends a stream to its caller, and no transfer receives over this call.",
             "Add a transfer that receives over \"" + block.id + "\".");
}

} // namespace headroom::project
