// Paths of an operation that end although the caller still waits for a reply.
#include "project/checks/check_context.h"
#include "project/document/software.h"
#include "project/vocabulary/inner_diagrams.h"

#include <algorithm>
#include <map>
#include <set>

namespace headroom::project {
namespace {

/// True if a block ends the one path of the request, or hides its rest from this diagram: a reply may come from
/// elsewhere.
bool endsTheWalk(const CheckContext& context, const Block& block)
{
    const BlockType* type = context.blockTypes.find(block.type);
    return !type || type->traits.endsPath || context.blockTypes.isDisabled(block) || innerOf(context.blockTypes, block);
}

} // namespace

void checkReplies(CheckContext& context, const Diagram& diagram, const std::string& pointer)
{
    const auto isReply = [](const Block& block) { return block.type == "reply"; };
    if (std::none_of(diagram.blocks.begin(), diagram.blocks.end(), isReply))
        return; // nobody waits for one, or it is somebody else's work
    std::map<std::string, std::vector<const Wire*>> wiresOf;
    for (const Wire& wire : diagram.wires)
        wiresOf[wire.fromBlock].push_back(&wire);
    std::set<std::string> seen;
    std::vector<std::string> open;
    for (const Block& block : diagram.blocks)
        if (block.type == "start")
            open.push_back(block.id);
    while (!open.empty()) {
        const std::string id = open.back();
        open.pop_back();
        const Block* block = findBlock(diagram, id);
        if (!block || !seen.insert(id).second || endsTheWalk(context, *block))
            continue;
        for (const Wire* wire : wiresOf[id])
            if (wire->fromPort != "opened") // that path accompanies the one that waits for the reply of the call
                open.push_back(wire->toBlock);
        const std::vector<PortDeclaration> outputs = context.blockTypes.outputsOf(*block);
        if (!wiresOf[id].empty() || outputs.empty() || outputs.front().required)
            continue; // a way out that must be wired is reported elsewhere
        const auto index = static_cast<std::size_t>(block - diagram.blocks.data());
        context.report(Severity::warning, "reply.missing", pointer + "/blocks" + below(index),
                       "The path ends here without a reply: requests that come here fail.",
                       "Wire \"" + outputs.front().name + "\" to a reply, or to the next block.");
    }
}

} // namespace headroom::project
