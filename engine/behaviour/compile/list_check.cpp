#include "behaviour/compile/list_check.h"

#include "project/vocabulary/block_variables.h"

#include <algorithm>
#include <set>

namespace headroom::behaviour {

void ListCheck::check()
{
    if (!hasLists())
        return;
    const std::vector<Holdings> before = holdingsBefore();
    checkUses(before);
    checkHandedOn(before);
}

bool ListCheck::hasLists() const
{
    const auto handsOn = [](const JoinStep& join) {
        return std::any_of(join.reductions.begin(), join.reductions.end(),
                           [](const auto& reduction) { return reduction.take == Take::list; });
    };
    const auto gathers = [](const GetStep& get) {
        return std::any_of(get.values.begin(), get.values.end(),
                           [](const GetStep::Value& value) { return value.take == Take::list; });
    };
    const auto goesThrough = [](const ForkStep& fork) { return fork.listSlot != nowhere; };
    return std::any_of(context_.program.joins.begin(), context_.program.joins.end(), handsOn) ||
           std::any_of(context_.program.gets.begin(), context_.program.gets.end(), gathers) ||
           std::count(context_.program.takes.begin(), context_.program.takes.end(), Take::list) > 0 ||
           std::any_of(context_.program.forks.begin(), context_.program.forks.end(), goesThrough);
}

/// Iterates to the fixed point: the possible values of a variable only ever grow.
std::vector<ListCheck::Holdings> ListCheck::holdingsBefore() const
{
    std::vector<Holdings> before(context_.program.code.size(), Holdings(context_.scope.variables.size(), 0));
    for (std::uint32_t i = 0; i < context_.diagram.blocks.size(); ++i)
        if (context_.diagram.blocks[i].type == "start") {
            before[i].assign(context_.scope.variables.size(), aNumber);
            for (std::size_t argument = 0; argument < context_.program.takes.size(); ++argument)
                if (context_.program.takes[argument] == Take::list)
                    before[i][argument] = aList;
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& wire : context_.diagram.wires) {
            const auto from = context_.index.find(wire.fromBlock), to = context_.index.find(wire.toBlock);
            if (from == context_.index.end() || to == context_.index.end())
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

std::uint32_t ListCheck::forkOf(std::uint32_t block) const
{
    return context_.program.code[block].code == Code::join
               ? context_.program.joins[context_.program.code[block].detail].fork
               : nowhere;
}

/// True if the block makes a list of the variable's values in several messages.
bool ListCheck::gathersList(const BlockType& type, const Block& block, const std::string& name)
{
    return std::any_of(type.fields.begin(), type.fields.end(), [&](const project::FieldDeclaration& field) {
        const Json& ways = valueOf(block.fields, field);
        return field.type == project::FieldType::reductions && ways.is_object() && ways.value(name, Json()) == "list";
    });
}

/// The possible values of the variables when the block is left by the port.
ListCheck::Holdings ListCheck::holdingsAfter(std::uint32_t block, const std::string& port,
                                             const std::vector<Holdings>& before) const
{
    const Instruction& code = context_.program.code[block];
    const std::uint32_t fork = forkOf(block);
    // After a join the variables are as they were at the fork, except for the values that the join hands on.
    Holdings holdings = before[fork == nowhere ? block : fork];
    if (code.code == Code::join) {
        if (port == "next")
            for (const auto& [slot, take] : context_.program.joins[code.detail].reductions)
                holdings[slot] = take == Take::list    ? std::uint8_t{aList}
                                 : take == Take::first ? before[block][slot]
                                                       : std::uint8_t{aNumber};
        return holdings;
    }
    const Block drawn = context_.withChoices(context_.diagram.blocks[block]);
    if (const BlockType* type = project::vocabulary().find(drawn.type))
        for (const std::string& name : project::variablesSetAt(*type, drawn, port))
            holdings[context_.slot(name)] = gathersList(*type, drawn, name) ? aList : aNumber;
    return holdings;
}

const std::string& ListCheck::variable(std::uint32_t slot) const
{
    return std::find_if(context_.scope.variables.begin(), context_.scope.variables.end(),
                        [&](const auto& known) { return known.second == slot; })
        ->first;
}

void ListCheck::checkUses(const std::vector<Holdings>& before)
{
    std::set<std::pair<std::uint32_t, std::string>> told;
    for (const DiagramContext::Use& use : context_.uses) {
        const std::uint32_t fork = forkOf(use.block); // a join is evaluated with the variables at the fork
        const Holdings& holdings = before[fork == nowhere ? use.block : fork];
        for (const std::string& name : use.expression.variables())
            if ((holdings[context_.slot(name)] & aList) != 0 && told.emplace(use.block, name).second)
                context_.fault(context_.diagram.blocks[use.block], "list.in-expression",
                               "\"" + name + "\" is a list here, not a number.",
                               "Iterate over it with a for each, or let the join pass on its first, min, max or sum.");
    }
}

void ListCheck::checkHandedOn(const std::vector<Holdings>& before)
{
    for (std::uint32_t i = 0; i < context_.program.code.size(); ++i) {
        const Instruction& code = context_.program.code[i];
        if (code.code == Code::join) {
            for (const auto& [slot, take] : context_.program.joins[code.detail].reductions)
                if (take != Take::first && (before[i][slot] & aList) != 0)
                    context_.fault(context_.diagram.blocks[i], "join.list-of-lists",
                                   "\"" + variable(slot) + "\" is a list in a path that ends here.",
                                   "Pass on \"first\" of it, or set it to a number before the join.");
        } else if (code.code == Code::forEach && context_.program.forks[code.detail].listSlot != nowhere) {
            const std::uint32_t slot = context_.program.forks[code.detail].listSlot;
            if ((before[i][slot] & aNumber) != 0)
                context_.fault(context_.diagram.blocks[i], "for-each.no-list",
                               "\"" + variable(slot) + "\" is not a list on every path that leads here.",
                               "Let a join pass it on as \"list\" on each of these paths.");
        }
    }
}

} // namespace headroom::behaviour
