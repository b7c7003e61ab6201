// Blocks that split, join and steer paths.
#include "behaviour/compile/block_rows.h"
#include "behaviour/compile/diagram_context.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

namespace {

void compileReply(DiagramContext& context, const Block& block, Instruction& code)
{
    ReplyStep step;
    step.bytes = context.expression(block, "bytes");
    step.ok = context.text(block, "status") == "ok";
    for (auto& [name, value] : context.assignments(block, "results")) {
        const auto found = std::find(context.program.results.begin(), context.program.results.end(), name);
        if (found == context.program.results.end())
            context.fault(block, "reply.unknown-result", "The operation declares no result \"" + name + "\".",
                          "Declare it among the operation's results.");
        else
            step.results.push_back({static_cast<std::uint32_t>(found - context.program.results.begin()), value});
    }
    add(code, Code::reply, context.program.replies, std::move(step));
}

void compileFork(DiagramContext& context, const Block& block, Instruction& code)
{
    ForkStep step;
    for (const auto& port : project::vocabulary().outputsOf(block))
        if (const std::uint32_t to = context.target(block, port.name); to != nowhere)
            step.paths.push_back(to);
    step.count = Expression::constant(static_cast<double>(step.paths.size()));
    add(code, Code::fork, context.program.forks, std::move(step));
}

void compileForEach(DiagramContext& context, const Block& block, Instruction& code)
{
    ForkStep step;
    step.paths.push_back(context.target(block, "each"));
    const std::string over = context.text(block, "over");
    step.over = over == "ring"    ? ForkStep::Over::ring
                : over == "nodes" ? ForkStep::Over::nodes
                : over == "list"  ? ForkStep::Over::list
                                  : ForkStep::Over::count;
    step.shuffled = context.text(block, "order") == "shuffled";
    step.count = context.expression(block, "count");
    step.key = context.expression(block, "key");
    step.take = context.expression(block, "take");
    step.atOnce = context.expression(block, "at_once");
    step.nextAfter = context.optionalExpression(block, "next_after");
    step.whenOneFails = context.text(block, "starts_next") == "when one fails";
    if (step.over == ForkStep::Over::ring) {
        step.ring = context.ring(block);
        step.itemSlot = context.slot(context.text(block, "device_variable"));
        step.partitionSlot = context.optionalSlot(block, "partition_variable");
    }
    if (step.over == ForkStep::Over::nodes) {
        step.role = context.software.findRole(context.text(block, "role"));
        step.itemSlot = context.slot(context.text(block, "node_variable"));
        if (step.role == nowhere)
            context.fault(block, "for-each.no-role", "It iterates over nodes but names no role of the project.",
                          "Set the field Role.");
    }
    if (step.over == ForkStep::Over::list) {
        if (!context.isSet(block, "list") || !context.isSet(block, "value_variable")) {
            context.fault(block, "for-each.no-list",
                          "It iterates over a list, but the list or the variable for its values is not set.",
                          "Set the fields List and Value variable.");
        } else {
            step.listSlot = context.slot(context.text(block, "list"));
            step.itemSlot = context.slot(context.text(block, "value_variable"));
        }
    }
    step.indexSlot = context.slot(context.text(block, "index"));
    step.done = context.target(block, "done");
    add(code, Code::forEach, context.program.forks, std::move(step));
}

void compileJoin(DiagramContext& context, const Block& block, Instruction& code)
{
    JoinStep step;
    if (const auto found = context.index.find(context.text(block, "of")); found != context.index.end())
        step.fork = found->second;
    const std::string mode = context.text(block, "mode");
    step.mode = mode == "any" ? JoinStep::Mode::any : mode == "k" ? JoinStep::Mode::k : JoinStep::Mode::all;
    step.k = context.expression(block, "k");
    step.grace = context.expression(block, "grace");
    step.cancelRest = context.text(block, "rest") == "is cancelled";
    if (const Json& handOn = context.raw(block, "hand_on"); handOn.is_object())
        for (const auto& [variable, take] : handOn.items())
            step.reductions.push_back({context.slot(variable), context.take(block, variable, take)});
    step.failed = context.target(block, "failed");
    add(code, Code::join, context.program.joins, std::move(step));
}

void compileBranch(DiagramContext& context, const Block& block, Instruction& code)
{
    BranchStep step;
    step.condition = context.optionalExpression(block, "condition");
    step.probability = context.expression(block, "probability");
    code.next = context.target(block, "yes");
    step.no = context.target(block, "no");
    add(code, Code::branch, context.program.branches, std::move(step));
}

void compileLoop(DiagramContext& context, const Block& block, Instruction& code)
{
    LoopStep step;
    step.count = context.expression(block, "count");
    step.condition = context.optionalExpression(block, "while");
    step.counterSlot = context.hiddenSlot();
    step.body = context.target(block, "body");
    code.next = context.target(block, "done");
    add(code, Code::loop, context.program.loops, std::move(step));
    Instruction& again = context.program.code[context.again.at(block.id)];
    again = code;
    again.code = Code::again;
}

void compileDelay(DiagramContext& context, const Block& block, Instruction& code)
{
    add(code, Code::delay, context.program.delays, context.time(block, "time"));
}

void compileSet(DiagramContext& context, const Block& block, Instruction& code)
{
    std::vector<Assignment> step;
    for (auto& [name, value] : context.assignments(block, "assignments"))
        step.push_back({context.slot(name), value});
    add(code, Code::set, context.program.sets, std::move(step));
}

void compileDraw(DiagramContext& context, const Block& block, Instruction& code)
{
    using enum DrawStep::Shape;
    static const std::map<std::string, DrawStep::Shape> shapes = {
        {"uniform", uniform}, {"whole number", wholeNumber}, {"exponential", exponential},
        {"normal", normal},   {"log-normal", logNormal},     {"table", table}};
    DrawStep step;
    if (const auto found = shapes.find(context.text(block, "distribution")); found != shapes.end())
        step.shape = found->second;
    if (step.shape == table)
        step.values = context.tableOf(block);
    step.slot = context.slot(context.text(block, "variable"));
    step.from = context.expression(block, "from");
    step.to = context.expression(block, "to");
    step.mean = context.expression(block, "mean");
    step.deviation = context.expression(block, "deviation");
    add(code, Code::draw, context.program.draws, std::move(step));
}

void compilePlace(DiagramContext& context, const Block& block, Instruction& code)
{
    PlaceStep step;
    step.slot = context.slot(context.text(block, "variable"));
    step.ring = context.ring(block);
    step.at = context.optionalExpression(block, "at");
    step.number = context.optionalExpression(block, "number");
    add(code, Code::place, context.program.places, std::move(step));
}

void compileProbe(DiagramContext& context, const Block& block, Instruction& code)
{
    ProbeStep step;
    const std::string name =
        context.behaviour.role.id + " " + context.operation.id + " " + context.text(block, "stretch");
    const auto found = std::find(context.software.stretches.begin(), context.software.stretches.end(), name);
    step.stretch = static_cast<std::uint32_t>(found - context.software.stretches.begin());
    if (found == context.software.stretches.end())
        context.software.stretches.push_back(name);
    const auto [entry, fresh] = context.stretchSlots.try_emplace(step.stretch, 0);
    if (fresh)
        entry->second = context.hiddenSlot();
    step.slot = entry->second;
    step.begin = context.text(block, "edge") == "begin";
    add(code, Code::probe, context.program.probes, std::move(step));
}

void compileEnd(DiagramContext&, const Block&, Instruction& code)
{
    code.code = Code::end;
}

/// A way in does nothing: it counts how often the group is entered.
void compileWayIn(DiagramContext& context, const Block&, Instruction& code)
{
    add(code, Code::set, context.program.sets, {});
}

} // namespace

BlockRows flowRows()
{
    static constexpr BlockRow rows[] = {
        {"reply", compileReply},      {"end", compileEnd},   {"way in", compileWayIn},  {"fork", compileFork},
        {"for each", compileForEach}, {"join", compileJoin}, {"branch", compileBranch}, {"loop", compileLoop},
        {"delay", compileDelay},      {"set", compileSet},   {"draw", compileDraw},     {"probe", compileProbe},
        {"place", compilePlace},
    };
    return rows;
}

} // namespace headroom::behaviour
