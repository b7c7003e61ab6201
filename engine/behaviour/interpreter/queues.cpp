// Message queues inside a role: putting, getting, and operations that messages start.
#include "behaviour/interpreter/interpreter.h"

#include <algorithm>

namespace headroom::behaviour {

MessageQueue& Interpreter::queueOf(std::uint64_t key, Instance of)
{
    return shared_.queues.try_emplace(key, of).first->second;
}

/// Every consumer of every node waits in the queue from the start.
void Interpreter::placeConsumers()
{
    shared_.argumentValues.resize(software_.operations.size());
    for (std::uint32_t o = 0; o < software_.operations.size(); ++o) {
        const Program& program = software_.operations[o];
        if (program.queue == nowhere)
            continue;
        const StateInfo& info = software_.states[program.queue];
        for (const std::string& argument : program.arguments) {
            const auto found = std::find(info.values.begin(), info.values.end(), argument);
            shared_.argumentValues[o].push_back(
                found != info.values.end() ? static_cast<std::uint32_t>(found - info.values.begin()) : nowhere);
        }
        for (const std::uint32_t node : nodesOfRole_[program.role]) {
            const bool local = info.owner == Owner::node;
            const std::uint64_t key = kernel::mix(program.queue + 1, local ? node + 1 : 0);
            for (std::uint32_t i = 0; i < program.consumers; ++i) {
                shared_.consumers.push_back(
                    {o, roleOn(program.role, node), key, {program.queue, local ? node : nowhere}});
                takeNext(static_cast<std::uint32_t>(shared_.consumers.size() - 1));
            }
        }
    }
}

/// The consumer is free: it takes the next message, or waits for one.
void Interpreter::takeNext(std::uint32_t c)
{
    const Consumer consumer = shared_.consumers[c];
    MessageQueue& queue = queueOf(consumer.queue, consumer.of);
    if (queue.messages.empty()) {
        shared_.waiters[enqueue(queue.getters, nowhere, consumer.queue)].consumer = c;
        return;
    }
    serveMessage(c, takeMessage(queue));
    admitSenders(queue);
}

void Interpreter::serveMessage(std::uint32_t c, std::uint32_t m)
{
    const Consumer& consumer = shared_.consumers[c];
    const Message& message = shared_.messages[m];
    double* frame = frames_.take();
    std::uint32_t argument = 0;
    for (const std::uint32_t value : shared_.argumentValues[consumer.operation])
        frame[argument++] = value < message.values.size() ? message.values[value] : 0.0;
    const std::uint32_t r = beginRequest(consumer.operation, consumer.role, message.key, frame);
    requests_[r].consumer = c;
    requests_[r].job = message.job;
    resume(requests_[r].paths);
    shared_.messages.give(m);
}

std::uint32_t Interpreter::writeMessage(Path& p, const PutStep& step, const Instruction& code)
{
    const std::uint32_t m = shared_.messages.take();
    Message& message = shared_.messages[m];
    message.key = nameNext(p, code);
    message.job = requests_[p.request].job;
    message.bytes = whole(evaluate(step.bytes, p));
    message.priority = evaluate(step.priority, p);
    message.order = shared_.messagesSoFar++;
    message.values.assign(software_.states[step.state].values.size(), 0.0);
    for (const Assignment& value : step.message)
        message.values[value.slot] = evaluate(value.value, p);
    return m;
}

/// One that is larger than all the room there is goes in when the queue is empty.
bool Interpreter::fits(const MessageQueue& queue, const Message& message) const
{
    const StateInfo& info = software_.states[queue.of.state];
    if (queue.messages.empty())
        return true;
    return (info.entries == 0 || queue.messages.size() < info.entries) &&
           (info.bytes == 0 || queue.bytes + message.bytes <= info.bytes);
}

/// To who waits for it, else into the queue.
void Interpreter::deliver(MessageQueue& queue, std::uint32_t m)
{
    if (!queue.getters.empty()) {
        const std::uint32_t w = queue.getters.first;
        const Waiter waiter = shared_.waiters[w];
        if (waiter.consumer != nowhere) {
            dequeue(w);
            serveMessage(waiter.consumer, m);
            return;
        }
        Path& p = paths_[static_cast<std::uint32_t>(waiter.path)];
        const Program& program = programOf(p);
        const Instruction& code = program.code[p.pc];
        readMessage(m, p, program.gets[code.detail]);
        goOnFromQueue(w, code.next);
        return;
    }
    queue.bytes += shared_.messages[m].bytes;
    queue.messages.push_back(m);
    std::push_heap(queue.messages.begin(), queue.messages.end(), later(queue));
    changeUsed(queue.of.state, 1);
}

Interpreter::Later Interpreter::later(const MessageQueue& queue) const
{
    return {&shared_.messages, software_.states[queue.of.state].byPriority};
}

bool Interpreter::Later::operator()(std::uint32_t a, std::uint32_t b) const
{
    const Message &one = (*messages)[a], &other = (*messages)[b];
    if (byPriority && one.priority != other.priority)
        return one.priority < other.priority;
    return one.order > other.order;
}

std::uint32_t Interpreter::takeMessage(MessageQueue& queue)
{
    std::pop_heap(queue.messages.begin(), queue.messages.end(), later(queue));
    const std::uint32_t m = queue.messages.back();
    queue.messages.pop_back();
    queue.bytes -= shared_.messages[m].bytes;
    changeUsed(queue.of.state, -1);
    return m;
}

/// Senders that waited for room, as far as there is some now; none overtakes another.
void Interpreter::admitSenders(MessageQueue& queue)
{
    while (!queue.senders.empty()) {
        const std::uint32_t w = queue.senders.first;
        const Waiter waiter = shared_.waiters[w];
        if (!fits(queue, shared_.messages[waiter.message]))
            return;
        const Path& p = paths_[static_cast<std::uint32_t>(waiter.path)];
        goOnFromQueue(w, programOf(p).code[p.pc].next);
        deliver(queue, waiter.message);
    }
}

bool Interpreter::put(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const PutStep& step = program.puts[code.detail];
    const std::uint64_t key = instanceKey(p, step.state, step.key);
    MessageQueue& queue = queueOf(key, instanceOf(p, step.state));
    const std::uint32_t m = writeMessage(p, step, code);
    if (!queue.senders.empty() || !fits(queue, shared_.messages[m])) {
        const std::uint32_t w = enqueue(queue.senders, step.state, key);
        shared_.waiters[w].message = m;
        waitInQueue(path, p, w, 0);
        return false;
    }
    deliver(queue, m);
    dropIdleQueue(key);
    advance(p, code, code.next);
    return true;
}

bool Interpreter::get(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const GetStep& step = program.gets[code.detail];
    const std::uint64_t key = instanceKey(p, step.state, step.key);
    MessageQueue& queue = queueOf(key, instanceOf(p, step.state));
    if (queue.messages.empty()) {
        waitInQueue(path, p, enqueue(queue.getters, step.state, key), evaluate(step.patience, p));
        return false;
    }
    readMessage(takeMessage(queue), p, step);
    admitSenders(queue);
    dropIdleQueue(key);
    advance(p, code, code.next);
    return true;
}

void Interpreter::readMessage(std::uint32_t m, Path& p, const GetStep& step)
{
    const Message& message = shared_.messages[m];
    for (const GetStep::Value& value : step.values)
        p.frame[value.variable] = value.value < message.values.size() ? message.values[value.value] : 0.0;
    shared_.messages.give(m);
}

/// A queue for each key or job does not stay when nobody uses it.
void Interpreter::dropIdleQueue(std::uint64_t key)
{
    if (const auto found = shared_.queues.find(key); found != shared_.queues.end() && found->second.idle())
        shared_.queues.erase(found);
}

BlockKinds Interpreter::queueBlocks()
{
    static constexpr BlockKind kinds[] = {
        {.code = Code::put,
         .enter = enterBy<&Interpreter::put>,
         .cancel = leaveWaitQueue,
         .waitsFor = "queue for a message, room or others"},
        {.code = Code::get,
         .enter = enterBy<&Interpreter::get>,
         .cancel = leaveWaitQueue,
         .waitsFor = "queue for a message, room or others"},
    };
    return kinds;
}

} // namespace headroom::behaviour
