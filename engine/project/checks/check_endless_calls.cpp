// Operations that ask for themselves before they do anything that could end it.
#include "project/checks/check_context.h"
#include "project/document/software.h"

#include <algorithm>
#include <set>

namespace headroom::project {
namespace {

/// True if a path may continue elsewhere behind the block, or not at all.
bool branches(const CheckContext& context, const Block& block)
{
    const BlockType* type = context.blockTypes.find(block.type);
    return !type || type->traits.endsPath || type->traits.choosesWay ||
           type->traits.waits == BlockTraits::Waits::forOthers;
}

bool isGivenUp(const Block& call)
{
    const Json deadline = call.fields.value("deadline", Json());
    return !deadline.is_null() && deadline != 0;
}

/// The calls that every request makes: those from the start on until ways part.
std::vector<const Block*> certainCalls(const CheckContext& context, const Diagram& diagram)
{
    std::vector<const Block*> calls;
    std::set<const Block*> seen;
    const auto start = std::ranges::find(diagram.blocks, "start", &Block::type);
    const Block* block = start != diagram.blocks.end() ? &*start : nullptr;
    while (block && seen.insert(block).second && !branches(context, *block)) {
        const bool isCall = block->type == "call" && !context.blockTypes.isDisabled(*block);
        if (isCall && isGivenUp(*block))
            break;
        if (isCall)
            calls.push_back(block);
        const std::vector<PortDeclaration> outputs = context.blockTypes.outputsOf(*block);
        const auto wire = std::ranges::find_if(diagram.wires, [&](const Wire& each) {
            return each.fromBlock == block->id && !outputs.empty() && each.fromPort == outputs.front().name;
        });
        block = wire != diagram.wires.end() ? findBlock(diagram, wire->toBlock) : nullptr;
    }
    return calls;
}

/// True if every request of an operation leads to one of `sought`.
bool leadsTo(const CheckContext& context, const Operation* from, const Operation& sought,
             std::set<const Operation*>& seen)
{
    if (from == &sought)
        return true;
    const Diagram* diagram = from && seen.insert(from).second ? usedDiagram(context, *from) : nullptr;
    return diagram && std::ranges::any_of(certainCalls(context, *diagram), [&](const Block* call) {
               return leadsTo(context, calledBy(context, *call), sought, seen);
           });
}

} // namespace

void checkEndlessCalls(CheckContext& context, const Operation& operation, const Diagram& diagram,
                       const std::string& pointer)
{
    if (usedDiagram(context, operation) != &diagram)
        return;
    for (const Block* call : certainCalls(context, diagram)) {
        std::set<const Operation*> seen;
        if (leadsTo(context, calledBy(context, *call), operation, seen))
            context.error(
                "call.endless", pointer + "/blocks" + below(static_cast<std::size_t>(call - diagram.blocks.data())),
                "Each request calls \"" + operation.id + "\" again by \"" + call->id + "\", and so on without end.",
                "Put a branch before the call that ends it, or call another operation.");
    }
}

} // namespace headroom::project
