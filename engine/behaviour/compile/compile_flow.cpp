// Blocks that split, join and steer paths.
#include "behaviour/compile/diagram_compiler.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

void DiagramCompiler::compileReply(const Block& block, Instruction& code)
{
    ReplyStep step;
    step.bytes = expression(block, "bytes");
    step.ok = text(block, "status") == "ok";
    for (auto& [name, value] : assignments(block, "results")) {
        const auto found = std::find(program_.results.begin(), program_.results.end(), name);
        if (found == program_.results.end())
            fault(block, "reply.unknown-result", "The operation declares no result \"" + name + "\".",
                  "Declare it among the operation's results.");
        else
            step.results.push_back({static_cast<std::uint32_t>(found - program_.results.begin()), value});
    }
    add(code, Code::reply, program_.replies, std::move(step));
}

void DiagramCompiler::compileFork(const Block& block, Instruction& code)
{
    ForkStep step;
    for (const auto& port : project::vocabulary().outputsOf(block))
        if (const std::uint32_t to = target(block, port.name); to != nowhere)
            step.paths.push_back(to);
    step.count = Expression::constant(static_cast<double>(step.paths.size()));
    add(code, Code::fork, program_.forks, std::move(step));
}

void DiagramCompiler::compileForEach(const Block& block, Instruction& code)
{
    ForkStep step;
    step.paths.push_back(target(block, "each"));
    const std::string over = text(block, "over");
    step.over = over == "ring"    ? ForkStep::Over::ring
                : over == "nodes" ? ForkStep::Over::nodes
                : over == "list"  ? ForkStep::Over::list
                                  : ForkStep::Over::count;
    step.shuffled = text(block, "order") == "shuffled";
    step.count = expression(block, "count");
    step.key = expression(block, "key");
    step.take = expression(block, "take");
    step.atOnce = expression(block, "at_once");
    if (step.over == ForkStep::Over::ring) {
        step.ring = ring(block);
        step.itemSlot = slot(text(block, "device_variable"));
    }
    if (step.over == ForkStep::Over::nodes) {
        step.role = software_.findRole(text(block, "role"));
        step.itemSlot = slot(text(block, "node_variable"));
        if (step.role == nowhere)
            fault(block, "for-each.no-role", "It iterates over nodes but names no role of the project.",
                  "Set the field Role.");
    }
    if (step.over == ForkStep::Over::list) {
        if (!isSet(block, "list") || !isSet(block, "value_variable")) {
            fault(block, "for-each.no-list",
                  "It iterates over a list, but the list or the variable for its values is not set.",
                  "Set the fields List and Value variable.");
        } else {
            step.listSlot = slot(text(block, "list"));
            step.itemSlot = slot(text(block, "value_variable"));
        }
    }
    step.indexSlot = slot(text(block, "index"));
    step.done = target(block, "done");
    add(code, Code::forEach, program_.forks, std::move(step));
}

void DiagramCompiler::compileJoin(const Block& block, Instruction& code)
{
    JoinStep step;
    if (const auto found = index_.find(text(block, "of")); found != index_.end())
        step.fork = found->second;
    const std::string mode = text(block, "mode");
    step.mode = mode == "any" ? JoinStep::Mode::any : mode == "k" ? JoinStep::Mode::k : JoinStep::Mode::all;
    step.k = expression(block, "k");
    step.grace = expression(block, "grace");
    step.cancelRest = text(block, "rest") == "is cancelled";
    if (const Json& handOn = raw(block, "hand_on"); handOn.is_object())
        for (const auto& [variable, take] : handOn.items()) {
            static const std::map<std::string, JoinStep::Take> takes = {{"first", JoinStep::Take::first},
                                                                        {"min", JoinStep::Take::min},
                                                                        {"max", JoinStep::Take::max},
                                                                        {"sum", JoinStep::Take::sum},
                                                                        {"list", JoinStep::Take::list}};
            const auto found = takes.find(take.is_string() ? take.get<std::string>() : "");
            if (found == takes.end())
                fault(block, "join.hand-on", "\"" + variable + "\" is passed on in an unknown way.",
                      "Use first, min, max, sum or list.");
            else
                step.reductions.push_back({slot(variable), found->second});
        }
    step.failed = target(block, "failed");
    add(code, Code::join, program_.joins, std::move(step));
}

void DiagramCompiler::compileBranch(const Block& block, Instruction& code)
{
    BranchStep step;
    step.condition = optionalExpression(block, "condition");
    step.probability = expression(block, "probability");
    code.next = target(block, "yes");
    step.no = target(block, "no");
    add(code, Code::branch, program_.branches, std::move(step));
}

void DiagramCompiler::compileLoop(const Block& block, Instruction& code)
{
    LoopStep step;
    step.count = expression(block, "count");
    step.condition = optionalExpression(block, "while");
    step.counterSlot = hiddenSlot();
    step.body = target(block, "body");
    code.next = target(block, "done");
    add(code, Code::loop, program_.loops, std::move(step));
    Instruction& again = program_.code[again_.at(block.id)];
    again = code;
    again.code = Code::again;
}

void DiagramCompiler::compileDelay(const Block& block, Instruction& code)
{
    ComputeStep step;
    step.work = expression(block, "time");
    step.variation = variation(block);
    add(code, Code::delay, program_.delays, std::move(step));
}

void DiagramCompiler::compileSet(const Block& block, Instruction& code)
{
    std::vector<Assignment> step;
    for (auto& [name, value] : assignments(block, "assignments"))
        step.push_back({slot(name), value});
    add(code, Code::set, program_.sets, std::move(step));
}

void DiagramCompiler::compileDraw(const Block& block, Instruction& code)
{
    using enum DrawStep::Shape;
    static const std::map<std::string, DrawStep::Shape> shapes = {{"uniform", uniform},
                                                                  {"whole number", wholeNumber},
                                                                  {"exponential", exponential},
                                                                  {"normal", normal},
                                                                  {"log-normal", logNormal}};
    DrawStep step;
    if (const auto found = shapes.find(text(block, "distribution")); found != shapes.end())
        step.shape = found->second;
    step.slot = slot(text(block, "variable"));
    step.from = expression(block, "from");
    step.to = expression(block, "to");
    step.mean = expression(block, "mean");
    step.deviation = expression(block, "deviation");
    add(code, Code::draw, program_.draws, std::move(step));
}

void DiagramCompiler::compileProbe(const Block& block, Instruction& code)
{
    ProbeStep step;
    const std::string name = behaviour_.role.id + " " + operation_.id + " " + text(block, "stretch");
    const auto found = std::find(software_.stretches.begin(), software_.stretches.end(), name);
    step.stretch = static_cast<std::uint32_t>(found - software_.stretches.begin());
    if (found == software_.stretches.end())
        software_.stretches.push_back(name);
    const auto [entry, fresh] = stretchSlots_.try_emplace(step.stretch, 0);
    if (fresh)
        entry->second = hiddenSlot();
    step.slot = entry->second;
    step.begin = text(block, "edge") == "begin";
    add(code, Code::probe, program_.probes, std::move(step));
}

void DiagramCompiler::linkJoins()
{
    for (std::uint32_t i = 0; i < program_.code.size(); ++i) {
        if (program_.code[i].code != Code::join)
            continue;
        JoinStep& join = program_.joins[program_.code[i].detail];
        const bool forkIsOne = join.fork != nowhere && (program_.code[join.fork].code == Code::fork ||
                                                        program_.code[join.fork].code == Code::forEach);
        if (!forkIsOne) {
            fault(diagram_.blocks[i], "join.no-fork", "It does not say which fork or for each it joins.",
                  "Set the field Joins to a fork or for each of this diagram.");
            continue;
        }
        auto& joins = program_.forks[program_.code[join.fork].detail].joins;
        if (joins.size() == mostJoins) {
            fault(diagram_.blocks[i], "join.too-many", "More than 64 joins belong to one fork or for each.",
                  "Let some of its paths meet in a fork of their own.");
            continue;
        }
        join.number = static_cast<std::uint32_t>(joins.size());
        joins.push_back(i);
    }
}

bool DiagramCompiler::looksAtVariables(std::uint32_t block) const
{
    const Instruction& code = program_.code[block];
    const bool reads = std::any_of(uses_.begin(), uses_.end(), [block](const Use& use) { return use.block == block; });
    switch (code.code) {
    case Code::compute:
    case Code::blackBox:
    case Code::delay:
    case Code::reply:
    case Code::end:
        return reads;
    case Code::call: {
        const CallStep& step = program_.calls[code.detail];
        return reads || !step.results.empty() || step.target.deviceSlot != nowhere || step.opened != nowhere;
    }
    case Code::join:
        return !program_.joins[code.detail].reductions.empty(); // its other expressions use the fork's variables
    default:
        return true;
    }
}

void DiagramCompiler::markForgetting()
{
    // Backwards, until nothing changes: the blocks after a block are those that its wires lead to, and those after
    // them.
    const std::size_t count = program_.code.size();
    std::vector<bool> looks(count), behind(count, false);
    for (std::uint32_t i = 0; i < count; ++i)
        looks[i] = looksAtVariables(i);
    for (bool changed = true; std::exchange(changed, false);)
        for (const auto& wire : diagram_.wires) {
            const auto from = index_.find(wire.fromBlock), to = index_.find(wire.toBlock);
            if (from == index_.end() || to == index_.end() || behind[from->second])
                continue;
            changed |= behind[from->second] = looks[to->second] || behind[to->second];
        }
    for (std::uint32_t i = 0; i < count; ++i) {
        Instruction& code = program_.code[i];
        const bool brings = code.code == Code::call ? !program_.calls[code.detail].results.empty() : looks[i];
        code.forgets = (code.code == Code::call || code.code == Code::join) && !brings && !behind[i];
    }
}

DiagramCompiler::Rows DiagramCompiler::flowRows()
{
    static constexpr Row rows[] = {
        {"reply", compileBy<&DiagramCompiler::compileReply>},      {"end", compileBy<&DiagramCompiler::compileEnd>},
        {"way in", compileBy<&DiagramCompiler::compileWayIn>},     {"fork", compileBy<&DiagramCompiler::compileFork>},
        {"for each", compileBy<&DiagramCompiler::compileForEach>}, {"join", compileBy<&DiagramCompiler::compileJoin>},
        {"branch", compileBy<&DiagramCompiler::compileBranch>},    {"loop", compileBy<&DiagramCompiler::compileLoop>},
        {"delay", compileBy<&DiagramCompiler::compileDelay>},      {"set", compileBy<&DiagramCompiler::compileSet>},
        {"draw", compileBy<&DiagramCompiler::compileDraw>},        {"probe", compileBy<&DiagramCompiler::compileProbe>},
    };
    return rows;
}

} // namespace headroom::behaviour
