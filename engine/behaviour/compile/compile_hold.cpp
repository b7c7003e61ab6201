// Blocks that share and wait for state.
#include "behaviour/compile/diagram_compiler.h"

#include <algorithm>

namespace headroom::behaviour {

namespace {

const char* nameOf(StateKind kind)
{
    static constexpr const char* names[] = {"slots", "cache", "queue", "barrier"};
    return names[static_cast<std::size_t>(kind)];
}

} // namespace

std::uint32_t DiagramCompiler::stateItem(const Block& block, const char* field, StateKind kind)
{
    const std::string name = text(block, field);
    for (std::uint32_t s = 0; s < software_.states.size(); ++s) {
        if (software_.states[s].role != program_.role || software_.states[s].name != name)
            continue;
        if (software_.states[s].kind != kind)
            fault(block, "state.wrong-type",
                  "\"" + name + "\" is of type " + nameOf(software_.states[s].kind) +
                      ", the block works on one of type " + nameOf(kind) + ".",
                  "Name another item of the role's state, or change its type.");
        return s;
    }
    fault(block, "state.unknown", "The role has no state item \"" + name + "\".", "Add it to the role's state.");
    return nowhere;
}

void DiagramCompiler::compileState(const Block& block, Instruction& code)
{
    StateStep step;
    step.state = stateItem(block, "state", StateKind::slots);
    step.key = expression(block, "key");
    step.whole = block.type == "release" && !isSet(block, "amount");
    if (!step.whole)
        step.amount = expression(block, "amount");
    add(code, block.type == "acquire" ? Code::acquire : Code::release, program_.states, std::move(step));
}

void DiagramCompiler::compileCache(const Block& block, Instruction& code)
{
    using Action = CacheStep::Action;
    CacheStep step;
    step.state = stateItem(block, "state", StateKind::cache);
    const std::string action = text(block, "action");
    step.action = action == "insert" ? Action::insert : action == "invalidate" ? Action::invalidate : Action::lookUp;
    step.insertOnMiss = text(block, "insert") == "on miss";
    step.key = expression(block, "key");
    step.bytes = expression(block, "bytes");
    step.offset = expression(block, "offset");
    if (isSet(block, "missing"))
        step.missingSlot = slot(text(block, "missing"));
    code.next = step.hit = target(block, "hit");
    step.miss = target(block, "miss");
    if (step.action != Action::lookUp) { // only one output is needed
        step.hit = step.hit == nowhere ? step.miss : step.hit;
        step.miss = step.miss == nowhere ? step.hit : step.miss;
    }
    add(code, Code::cache, program_.caches, std::move(step));
}

void DiagramCompiler::compilePut(const Block& block, Instruction& code)
{
    PutStep step;
    step.state = stateItem(block, "state", StateKind::queue);
    step.key = expression(block, "key");
    step.bytes = expression(block, "bytes");
    step.priority = expression(block, "priority");
    if (step.state != nowhere)
        for (auto& [name, value] : assignments(block, "message"))
            step.message.push_back({software_.states[step.state].valueIndex(name), value});
    add(code, Code::put, program_.puts, std::move(step));
}

void DiagramCompiler::compileGet(const Block& block, Instruction& code)
{
    GetStep step;
    step.state = stateItem(block, "state", StateKind::queue);
    step.key = expression(block, "key");
    step.patience = expression(block, "patience");
    step.timeout = target(block, "timeout");
    if (const Json& values = raw(block, "values"); values.is_object() && step.state != nowhere)
        for (const auto& [variable, value] : values.items())
            if (value.is_string())
                step.values.push_back(
                    {slot(variable), software_.states[step.state].valueIndex(value.get<std::string>())});
    add(code, Code::get, program_.gets, std::move(step));
}

void DiagramCompiler::compileBarrier(const Block& block, Instruction& code)
{
    BarrierStep step;
    step.state = stateItem(block, "state", StateKind::barrier);
    step.key = expression(block, "key");
    step.ranks = expression(block, "ranks");
    step.patience = expression(block, "patience");
    step.timeout = target(block, "timeout");
    add(code, Code::barrier, program_.barriers, std::move(step));
}

/// Makes a queue's messages start the operation, in addition to calls.
void DiagramCompiler::compileStart(const Block& block, Instruction& code)
{
    program_.entry = code.next;
    if (!isSet(block, "queue"))
        return;
    program_.queue = stateItem(block, "queue", StateKind::queue);
    program_.consumers = static_cast<std::uint32_t>(std::clamp(number(block, "consumers"), 1.0, 1e6));
    if (program_.queue == nowhere)
        return;
    StateInfo& queue = software_.states[program_.queue];
    for (const std::string& argument : program_.arguments)
        queue.valueIndex(argument);
    if (queue.keyed || (queue.owner != Owner::node && queue.owner != Owner::cluster))
        fault(block, "start.queue-owner", "Consumers can only take from a queue of their node or of the cluster.",
              "Set the owner of \"" + queue.name + "\" to node or cluster, without one for each key.");
}

DiagramCompiler::Rows DiagramCompiler::holdRows()
{
    static constexpr Row rows[] = {
        {"start", compileBy<&DiagramCompiler::compileStart>},
        {"acquire", compileBy<&DiagramCompiler::compileState>},
        {"release", compileBy<&DiagramCompiler::compileState>},
        {"cache", compileBy<&DiagramCompiler::compileCache>},
        {"put", compileBy<&DiagramCompiler::compilePut>},
        {"get", compileBy<&DiagramCompiler::compileGet>},
        {"barrier", compileBy<&DiagramCompiler::compileBarrier>},
    };
    return rows;
}

} // namespace headroom::behaviour
