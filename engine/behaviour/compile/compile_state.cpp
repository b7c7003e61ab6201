// Blocks that share and wait for state.
#include "behaviour/compile/block_rows.h"
#include "behaviour/compile/diagram_context.h"

#include <algorithm>

namespace headroom::behaviour {

namespace {

const char* nameOf(StateKind kind)
{
    static constexpr const char* names[] = {"slots", "cache", "queue", "barrier", "token bucket", "value"};
    return names[static_cast<std::size_t>(kind)];
}

/// `orKind`: another kind on which the block works too.
std::uint32_t stateItem(DiagramContext& context, const Block& block, const char* field, StateKind kind,
                        StateKind orKind)
{
    const std::string name = context.text(block, field);
    for (std::uint32_t s = 0; s < context.software.states.size(); ++s) {
        if (context.software.states[s].role != context.program.role || context.software.states[s].name != name)
            continue;
        if (context.software.states[s].kind != kind && context.software.states[s].kind != orKind)
            context.fault(block, "state.wrong-type",
                          "\"" + name + "\" is of type " + nameOf(context.software.states[s].kind) +
                              ", the block works on one of type " + nameOf(kind) + ".",
                          "Name another item of the role's state, or change its type.");
        context.software.blocks[context.program.code[context.index.at(block.id)].monitor].state = s;
        return s;
    }
    context.fault(block, "state.unknown", "The role has no state item \"" + name + "\".",
                  "Add it to the role's state.");
    return nowhere;
}

std::uint32_t stateItem(DiagramContext& context, const Block& block, const char* field, StateKind kind)
{
    return stateItem(context, block, field, kind, kind);
}

void compileState(DiagramContext& context, const Block& block, Instruction& code)
{
    StateStep step;
    const bool acquires = block.type == "acquire";
    step.state = stateItem(context, block, "state", StateKind::slots, acquires ? StateKind::tokens : StateKind::slots);
    const bool tokens = step.state != nowhere && context.software.states[step.state].kind == StateKind::tokens;
    step.key = context.expression(block, "key");
    step.whole = block.type == "release" && !context.isSet(block, "amount");
    if (!step.whole)
        step.amount = context.expression(block, "amount");
    if (acquires && context.isSet(block, "priority") && step.state != nowhere && !tokens) {
        step.priority = context.expression(block, "priority");
        context.software.states[step.state].byPriority = true;
    }
    add(code,
        tokens     ? Code::takeTokens
        : acquires ? Code::acquire
                   : Code::release,
        context.program.states, std::move(step));
}

void compileCache(DiagramContext& context, const Block& block, Instruction& code)
{
    using Action = CacheStep::Action;
    CacheStep step;
    step.state = stateItem(context, block, "state", StateKind::cache);
    const std::string action = context.text(block, "action");
    step.action = action == "insert" ? Action::insert : action == "invalidate" ? Action::invalidate : Action::lookUp;
    step.insertOnMiss = context.text(block, "insert") == "on miss";
    step.key = context.expression(block, "key");
    step.bytes = context.expression(block, "bytes");
    step.offset = context.expression(block, "offset");
    if (context.isSet(block, "missing"))
        step.missingSlot = context.slot(context.text(block, "missing"));
    code.next = step.hit = context.target(block, "hit");
    step.miss = context.target(block, "miss");
    if (step.action != Action::lookUp) { // only one output is needed
        step.hit = step.hit == nowhere ? step.miss : step.hit;
        step.miss = step.miss == nowhere ? step.hit : step.miss;
    }
    add(code, Code::cache, context.program.caches, std::move(step));
}

void compilePut(DiagramContext& context, const Block& block, Instruction& code)
{
    PutStep step;
    step.state = stateItem(context, block, "state", StateKind::queue);
    step.key = context.expression(block, "key");
    step.bytes = context.expression(block, "bytes");
    step.priority = context.expression(block, "priority");
    if (context.isSet(block, "data")) {
        step.ring = context.ring(block);
        step.data = context.expression(block, "data");
        if (step.state != nowhere && !context.software.states[step.state].byLocality)
            context.fault(block, "put.no-locality",
                          "It says which data its message is about, and the queue \"" +
                              context.software.states[step.state].name + "\" does not look at that.",
                          "Set the order of the queue to locality, or leave the field Data empty.");
    }
    if (step.state != nowhere)
        for (auto& [name, value] : context.assignments(block, "message"))
            step.message.push_back({context.software.states[step.state].valueIndex(name), value});
    add(code, Code::put, context.program.puts, std::move(step));
}

/// `state`: the queue; nowhere if it is unknown.
Gathering gathering(DiagramContext& context, const Block& block, std::uint32_t state)
{
    if (context.isSet(block, "nearness") && state != nowhere && !context.software.states[state].byLocality)
        context.fault(block, "gather.no-locality",
                      "It asks how near the data of a message are, and the queue \"" +
                          context.software.states[state].name + "\" does not look at that.",
                      "Set the order of the queue to locality, or leave the field Nearness empty.");
    Gathering gathering;
    gathering.atMost = context.expression(block, "at_most");
    gathering.atMostBytes = context.optionalExpression(block, "at_most_bytes");
    gathering.linger = context.expression(block, "linger");
    const bool lingers = !gathering.linger.isConstant() || gathering.linger.value() > 0;
    if (lingers && gathering.ofOne())
        context.fault(block, "gather.one-lingers", "A message lingers for others, and each is taken alone.",
                      "Set how many are taken at most, or leave the field Lingers empty.");
    if (lingers && state != nowhere)
        context.software.states[state].lingers = true;
    if (lingers && state != nowhere && context.software.states[state].byLocality)
        context.fault(block, "gather.local-lingers",
                      "A message in a queue by locality waits for the right node, and not for others.",
                      "Leave the field Lingers empty, or choose another order of the queue.");
    gathering.countSlot = context.optionalSlot(block, "count");
    gathering.nearnessSlot = context.optionalSlot(block, "nearness");
    return gathering;
}

/// `kept`: the variables that get a value of the messages.
void checkTogether(DiagramContext& context, const Block& block, const std::vector<std::string>& kept)
{
    const Json& together = context.raw(block, "together");
    if (!together.is_object())
        return;
    for (const auto& [variable, way] : together.items())
        if (std::find(kept.begin(), kept.end(), variable) == kept.end())
            context.fault(block, "gather.no-value", "\"" + variable + "\" gets no value of the messages.",
                          "Name a variable that is kept of a message: one of \"values\", or an argument.");
}

Take takeOf(DiagramContext& context, const Block& block, const Json& together, const std::string& variable)
{
    return together.is_object() && together.contains(variable) ? context.take(block, variable, together.at(variable))
                                                               : Take::first;
}

void compileGet(DiagramContext& context, const Block& block, Instruction& code)
{
    GetStep step;
    step.state = stateItem(context, block, "state", StateKind::queue);
    step.key = context.expression(block, "key");
    step.patience = context.expression(block, "patience");
    step.timeout = context.target(block, "timeout");
    step.gathering = gathering(context, block, step.state);
    const Json& together = context.raw(block, "together");
    std::vector<std::string> kept;
    if (const Json& values = context.raw(block, "values"); values.is_object())
        for (const auto& [variable, value] : values.items())
            kept.push_back(variable);
    checkTogether(context, block, kept);
    if (const Json& values = context.raw(block, "values"); values.is_object() && step.state != nowhere)
        for (const auto& [variable, value] : values.items())
            if (value.is_string())
                step.values.push_back({context.slot(variable),
                                       context.software.states[step.state].valueIndex(value.get<std::string>()),
                                       takeOf(context, block, together, variable)});
    add(code, Code::get, context.program.gets, std::move(step));
}

void compileBarrier(DiagramContext& context, const Block& block, Instruction& code)
{
    BarrierStep step;
    step.state = stateItem(context, block, "state", StateKind::barrier);
    step.key = context.expression(block, "key");
    step.ranks = context.expression(block, "ranks");
    step.patience = context.expression(block, "patience");
    step.timeout = context.target(block, "timeout");
    const std::string collective = context.text(block, "collective");
    step.collective = collective == "tree"                 ? Collective::tree
                      : collective == "recursive doubling" ? Collective::recursiveDoubling
                      : collective == "ring"               ? Collective::ring
                                                           : Collective::none;
    step.bytes = context.expression(block, "bytes");
    if (step.collective == Collective::none && !(step.bytes.isConstant() && step.bytes.value() == 0))
        context.fault(block, "barrier.no-collective", "Its ranks have bytes, and exchange nothing.",
                      "Choose the collective operation, or leave the field Bytes empty.");
    add(code, Code::barrier, context.program.barriers, std::move(step));
}

/// Makes a queue's messages start the operation, in addition to calls.
void compileStart(DiagramContext& context, const Block& block, Instruction& code)
{
    context.program.entry = code.next;
    if (!context.isSet(block, "queue")) {
        for (const char* const name : {"at_most", "at_most_bytes", "linger", "together", "count", "nearness"})
            if (block.fields.contains(name))
                context.fault(block, "start.no-queue", "It takes no messages, so this field says nothing.",
                              "Name a queue, or leave \"" + std::string(name) + "\" empty.");
        return;
    }
    context.program.queue = stateItem(context, block, "queue", StateKind::queue);
    context.program.consumers = static_cast<std::uint32_t>(std::clamp(context.number(block, "consumers"), 1.0, 1e6));
    if (context.program.queue == nowhere)
        return;
    StateInfo& queue = context.software.states[context.program.queue];
    context.program.gathering = gathering(context, block, context.program.queue);
    checkTogether(context, block, context.program.arguments);
    for (const std::string& argument : context.program.arguments) {
        queue.valueIndex(argument);
        context.program.takes.push_back(takeOf(context, block, context.raw(block, "together"), argument));
    }
    if (queue.owner != Owner::node && queue.owner != Owner::cluster)
        context.fault(block, "start.queue-owner",
                      "Consumers can only take from a queue of their node or of the cluster.",
                      "Set the owner of \"" + queue.name + "\" to node or cluster.");
}

} // namespace

BlockRows stateRows()
{
    static constexpr BlockRow rows[] = {
        {"start", compileStart}, {"acquire", compileState}, {"release", compileState},   {"cache", compileCache},
        {"put", compilePut},     {"get", compileGet},       {"barrier", compileBarrier},
    };
    return rows;
}

} // namespace headroom::behaviour
