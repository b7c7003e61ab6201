// Follows the wires of a diagram to find which variables hold lists. So the use of a list as a number is reported
// before a run, and a for each over a list always finds one.
#include "behaviour/compile/diagram_compiler.h"

#include <algorithm>

namespace headroom::behaviour {

void DiagramCompiler::checkLists()
{
    if (!hasLists())
        return;
    const std::vector<Holdings> before = holdingsBefore();
    checkUses(before);
    checkHandedOn(before);
}

bool DiagramCompiler::hasLists() const
{
    const auto handsOn = [](const JoinStep& join) {
        return std::any_of(join.reductions.begin(), join.reductions.end(),
                           [](const auto& reduction) { return reduction.take == JoinStep::Take::list; });
    };
    const auto goesThrough = [](const ForkStep& fork) { return fork.listSlot != nowhere; };
    return std::any_of(program_.joins.begin(), program_.joins.end(), handsOn) ||
           std::any_of(program_.forks.begin(), program_.forks.end(), goesThrough);
}

/// Iterates to the fixed point: the possible values of a variable only ever grow.
std::vector<DiagramCompiler::Holdings> DiagramCompiler::holdingsBefore() const
{
    std::vector<Holdings> before(program_.code.size(), Holdings(scope_.variables.size(), 0));
    for (std::uint32_t i = 0; i < diagram_.blocks.size(); ++i)
        if (diagram_.blocks[i].type == "start")
            before[i].assign(scope_.variables.size(), aNumber);
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& wire : diagram_.wires) {
            const auto from = index_.find(wire.fromBlock), to = index_.find(wire.toBlock);
            if (from == index_.end() || to == index_.end())
                continue;
            const Holdings brought = holdingsAfter(from->second, wire.fromPort, before);
            Holdings& there = before[to->second];
            for (std::size_t s = 0; s < there.size(); ++s) {
                changed = changed || (brought[s] & ~there[s]) != 0;
                there[s] |= brought[s];
            }
        }
    }
    return before;
}

std::uint32_t DiagramCompiler::forkOf(std::uint32_t block) const
{
    return program_.code[block].code == Code::join ? program_.joins[program_.code[block].detail].fork : nowhere;
}

/// The possible values of the variables when the block is left by the port.
DiagramCompiler::Holdings DiagramCompiler::holdingsAfter(std::uint32_t block, const std::string& port,
                                                         const std::vector<Holdings>& before) const
{
    const Instruction& code = program_.code[block];
    const std::uint32_t fork = forkOf(block);
    // After a join the variables are as they were at the fork, except for the values that the join hands on.
    Holdings holdings = before[fork == nowhere ? block : fork];
    const auto number = [&](std::uint32_t slot) {
        if (slot < holdings.size())
            holdings[slot] = aNumber;
    };
    const auto numberWith = [&](std::uint32_t slot) {
        if (slot < holdings.size())
            holdings[slot] |= aNumber;
    };
    switch (code.code) {
    case Code::join:
        if (port == "next")
            for (const auto& [slot, take] : program_.joins[code.detail].reductions)
                holdings[slot] = take == JoinStep::Take::list    ? std::uint8_t{aList}
                                 : take == JoinStep::Take::first ? before[block][slot]
                                                                 : std::uint8_t{aNumber};
        break;
    case Code::forEach:
        if (port == "each") {
            number(program_.forks[code.detail].itemSlot);
            number(program_.forks[code.detail].indexSlot);
        }
        break;
    case Code::set:
        for (const Assignment& assignment : program_.sets[code.detail])
            number(assignment.slot);
        break;
    case Code::draw:
        number(program_.draws[code.detail].slot);
        break;
    case Code::cache:
        number(program_.caches[code.detail].missingSlot);
        break;
    case Code::read:
    case Code::write:
        number(program_.storage[code.detail].chosenSlot);
        break;
    case Code::get:
        if (port == "next")
            for (const GetStep::Value& value : program_.gets[code.detail].values)
                number(value.variable);
        break;
    case Code::call:
        number(program_.calls[code.detail].target.deviceSlot);
        if (port == "reply")
            for (const CallStep::Result& result : program_.calls[code.detail].results)
                number(result.variable);
        break;
    case Code::transfer:
        if (port == "chunk")
            for (const char* name : {"chunk_bytes", "chunk_count", "chunk_offset"})
                numberWith(slot(name));
        break;
    default:
        break;
    }
    return holdings;
}

const std::string& DiagramCompiler::variable(std::uint32_t slot) const
{
    return std::find_if(scope_.variables.begin(), scope_.variables.end(),
                        [&](const auto& known) { return known.second == slot; })
        ->first;
}

void DiagramCompiler::checkUses(const std::vector<Holdings>& before)
{
    std::set<std::pair<std::uint32_t, std::string>> told;
    for (const Use& use : uses_) {
        const std::uint32_t fork = forkOf(use.block); // a join is evaluated with the variables at the fork
        const Holdings& holdings = before[fork == nowhere ? use.block : fork];
        for (const std::string& name : use.expression.variables())
            if ((holdings[slot(name)] & aList) != 0 && told.emplace(use.block, name).second)
                fault(diagram_.blocks[use.block], "list.in-expression",
                      "\"" + name + "\" is a list here, not a number.",
                      "Iterate over it with a for each, or let the join pass on its first, min, max or sum.");
    }
}

void DiagramCompiler::checkHandedOn(const std::vector<Holdings>& before)
{
    for (std::uint32_t i = 0; i < program_.code.size(); ++i) {
        const Instruction& code = program_.code[i];
        if (code.code == Code::join) {
            for (const auto& [slot, take] : program_.joins[code.detail].reductions)
                if (take != JoinStep::Take::first && (before[i][slot] & aList) != 0)
                    fault(diagram_.blocks[i], "join.list-of-lists",
                          "\"" + variable(slot) + "\" is a list in a path that ends here.",
                          "Pass on \"first\" of it, or set it to a number before the join.");
        } else if (code.code == Code::forEach && program_.forks[code.detail].listSlot != nowhere) {
            const std::uint32_t slot = program_.forks[code.detail].listSlot;
            if ((before[i][slot] & aNumber) != 0)
                fault(diagram_.blocks[i], "for-each.no-list",
                      "\"" + variable(slot) + "\" is not a list on every path that leads here.",
                      "Let a join pass it on as \"list\" on each of these paths.");
        }
    }
}

} // namespace headroom::behaviour
