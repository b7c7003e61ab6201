#include "behaviour/compile/across_blocks.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace headroom::behaviour {

namespace {

bool looksAtVariables(const DiagramContext& context, std::uint32_t block)
{
    const Instruction& code = context.program.code[block];
    const bool reads = std::any_of(context.uses.begin(), context.uses.end(),
                                   [block](const DiagramContext::Use& use) { return use.block == block; });
    if (code.code == Code::call) {
        const CallStep& step = context.program.calls[code.detail];
        return reads || !step.results.empty() || step.target.deviceSlot != nowhere ||
               step.target.partitionSlot != nowhere || step.opened != nowhere;
    }
    if (code.code == Code::join)
        return !context.program.joins[code.detail].reductions.empty(); // its other expressions use the fork's variables
    return reads || !context.software.blocks[code.monitor].traits->onlyReads;
}

/// True if the block does something for each chunk that does not grow with its bytes, nor is stated for all chunks that
/// are merged into one.
bool isForEachChunk(const DiagramContext& context, std::uint32_t block, const TransferStep& transfer)
{
    std::vector<double> noChunk(context.scope.variables.size() + context.hiddenSlots, 1);
    noChunk[transfer.bytesSlot] = noChunk[transfer.countSlot] = 0;
    const auto remains = [&](const DiagramContext::Use& effort) {
        return effort.block == block && effort.expression.evaluate(noChunk) != 0;
    };
    if (std::any_of(context.efforts.begin(), context.efforts.end(), remains))
        return true;
    if (std::find(context.senders.begin(), context.senders.end(), block) == context.senders.end())
        return false;
    // a message each, unless it says for how many it is
    return std::none_of(context.uses.begin(), context.uses.end(), [block](const DiagramContext::Use& use) {
        const std::vector<std::string> names = use.expression.variables();
        return use.block == block && std::find(names.begin(), names.end(), "chunk_count") != names.end();
    });
}

} // namespace

void linkJoins(DiagramContext& context)
{
    for (std::uint32_t i = 0; i < context.program.code.size(); ++i) {
        if (context.program.code[i].code != Code::join)
            continue;
        JoinStep& join = context.program.joins[context.program.code[i].detail];
        const bool forkIsOne = join.fork != nowhere && (context.program.code[join.fork].code == Code::fork ||
                                                        context.program.code[join.fork].code == Code::forEach);
        if (!forkIsOne) {
            context.fault(context.diagram.blocks[i], "join.no-fork", "It does not say which fork or for each it joins.",
                          "Set the field Joins to a fork or for each of this diagram.");
            continue;
        }
        auto& joins = context.program.forks[context.program.code[join.fork].detail].joins;
        if (joins.size() == mostJoins) {
            context.fault(context.diagram.blocks[i], "join.too-many",
                          "More than 64 joins belong to one fork or for each.",
                          "Let some of its paths meet in a fork of their own.");
            continue;
        }
        join.number = static_cast<std::uint32_t>(joins.size());
        joins.push_back(i);
    }
}

void markChunkPaths(DiagramContext& context)
{
    for (auto& transfer : context.program.transfers) {
        std::vector<std::uint32_t> open;
        std::set<std::uint32_t> seen;
        if (transfer.chunkPath != nowhere)
            open.push_back(transfer.chunkPath);
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            if (!seen.insert(at).second)
                continue;
            if (context.program.code[at].code == Code::transfer)
                context.program.transfers[context.program.code[at].detail].insideChunk = true;
            transfer.forEachChunk = transfer.forEachChunk || isForEachChunk(context, at, transfer);
            for (const auto& wire : context.diagram.wires)
                if (wire.fromBlock == context.diagram.blocks[at].id)
                    if (const auto found = context.index.find(wire.toBlock); found != context.index.end())
                        open.push_back(found->second);
        }
    }
}

void markReceivers(DiagramContext& context)
{
    for (const auto& transfer : context.program.transfers)
        if (transfer.receive && transfer.over != nowhere && context.program.code[transfer.over].code == Code::call)
            context.program.calls[context.program.code[transfer.over].detail].receives = true;
}

void markForgetting(DiagramContext& context)
{
    // Backwards, until nothing changes: the blocks after a block are those that its wires lead to, and those after
    // them.
    const std::size_t count = context.program.code.size();
    std::vector<bool> looks(count), behind(count, false);
    for (std::uint32_t i = 0; i < count; ++i)
        looks[i] = looksAtVariables(context, i);
    for (bool changed = true; std::exchange(changed, false);)
        for (const auto& wire : context.diagram.wires) {
            const auto from = context.index.find(wire.fromBlock), to = context.index.find(wire.toBlock);
            if (from == context.index.end() || to == context.index.end() || behind[from->second])
                continue;
            changed |= behind[from->second] = looks[to->second] || behind[to->second];
        }
    for (std::uint32_t i = 0; i < count; ++i) {
        Instruction& code = context.program.code[i];
        const bool brings = code.code == Code::call ? !context.program.calls[code.detail].results.empty() : looks[i];
        code.forgets = (code.code == Code::call || code.code == Code::join) && !brings && !behind[i];
    }
}

} // namespace headroom::behaviour
