#include "behaviour/requests/message_queues.h"

#include "behaviour/requests/parts.h"
#include "behaviour/requests/paths.h"
#include "behaviour/requests/requests.h"
#include "behaviour/requests/wait_queues.h"
#include "kernel/random.h"
#include "project/document/long_work.h"

#include <algorithm>
#include <limits>
#include <string>

namespace headroom::behaviour {

namespace {

constexpr double noLimit = std::numeric_limits<double>::infinity();

} // namespace

MessageQueues::MessageQueues(Parts& parts)
    : core_(parts.core), deployment_(parts.deployment), items_(parts.items), paths_(parts.paths),
      requests_(parts.requests), waiting_(parts.waiting), lists_(parts.lists)
{
    constexpr auto words = "queue for a message, room or others";
    parts.blocks.add(this, {.code = Code::put,
                            .enter = enterBy<&MessageQueues::put>,
                            .cancel = cancelBy<&MessageQueues::cancelPut>,
                            .waitsFor = words});
    parts.blocks.add(this, {.code = Code::get,
                            .enter = enterBy<&MessageQueues::get>,
                            .cancel = cancelBy<&MessageQueues::cancelGet>,
                            .waitsFor = words});
}

MessageQueue& MessageQueues::queueOf(std::uint64_t key, Instance of)
{
    return queues_.try_emplace(key, of).first->second;
}

void MessageQueues::placeConsumers()
{
    project::LongWork made("consumers");
    argumentValues_.resize(core_.software.operations.size());
    busy_.resize(core_.software.operations.size());
    for (std::uint32_t o = 0; o < core_.software.operations.size(); ++o) {
        const Program& program = core_.software.operations[o];
        if (program.queue == nowhere)
            continue;
        const StateInfo& info = core_.software.states[program.queue];
        for (const std::string& argument : program.arguments) {
            const auto found = std::find(info.values.begin(), info.values.end(), argument);
            argumentValues_[o].push_back(
                found != info.values.end() ? static_cast<std::uint32_t>(found - info.values.begin()) : nowhere);
        }
        for (std::uint32_t place = 0; place < deployment_.countOf(program.role); ++place) {
            const std::uint32_t instance = deployment_.firstOf(program.role) + place;
            const std::uint32_t node = deployment_.load(instance).node;
            const bool local = info.owner == Owner::node;
            const std::uint64_t key =
                kernel::mix(program.queue + 1, local ? ownerOf(core_.software, info, instance, node) : 0);
            for (std::uint32_t i = 0; i < program.consumers; ++i) {
                consumers_.push_back({o, instance, key, {program.queue, local ? node : nowhere}});
                takeNext(static_cast<std::uint32_t>(consumers_.size() - 1));
                made.step();
            }
        }
    }
}

void MessageQueues::takeNext(std::uint32_t c)
{
    const Consumer consumer = consumers_[c];
    MessageQueue& queue = queueOf(consumer.queue, consumer.of);
    if (queue.messages.empty()) {
        waiting_[waiting_.enqueue(queue.getters, nowhere, consumer.queue)].consumer = c;
        return;
    }
    const Gathering& gathering = core_.software.operations[consumer.operation].gathering;
    const std::vector<std::uint32_t> messages =
        takeSeveral(queue, gathering.atMost.value(), gathering.atMostBytes ? gathering.atMostBytes->value() : noLimit);
    serve(c, messages);
    admitSenders(queue);
}

/// Starts the consumer's operation with the messages.
void MessageQueues::serve(std::uint32_t c, std::span<const std::uint32_t> messages)
{
    const Consumer& consumer = consumers_[c];
    busy_[consumer.operation].change(core_.calendar.now(), 1);
    const Program& program = core_.software.operations[consumer.operation];
    const std::uint32_t r =
        requests_.begin(consumer.operation, consumer.role, messages_[messages.front()].key, core_.frames.take());
    double* const frame = core_.paths[core_.requests[r].paths].frame;
    const std::vector<std::uint32_t>& values = argumentValues_[consumer.operation];
    for (std::size_t argument = 0; argument < values.size(); ++argument)
        frame[argument] = together(messages, values[argument], program.takes[argument], r);
    if (program.gathering.countSlot != nowhere)
        frame[program.gathering.countSlot] = static_cast<double>(messages.size());
    core_.requests[r].consumer = c;
    core_.requests[r].job = messages_[messages.front()].job;
    core_.resume(core_.requests[r].paths);
    for (const std::uint32_t m : messages)
        messages_.give(m);
}

/// One value of several messages.
double MessageQueues::together(std::span<const std::uint32_t> messages, std::uint32_t value, Take take,
                               std::uint32_t request)
{
    const auto valueOf = [&](std::uint32_t m) {
        return value < messages_[m].values.size() ? messages_[m].values[value] : 0.0;
    };
    double result = valueOf(messages.front());
    if (take == Take::list) {
        result = 0;
        for (const std::uint32_t m : messages)
            result = lists_.withValue(result, valueOf(m), request);
        return result;
    }
    for (const std::uint32_t m : messages.subspan(1))
        if (take == Take::min)
            result = std::min(result, valueOf(m));
        else if (take == Take::max)
            result = std::max(result, valueOf(m));
        else if (take == Take::sum)
            result += valueOf(m);
    return result;
}

void MessageQueues::settle()
{
    for (monitoring::Level& level : busy_)
        level.advance(core_.calendar.now());
}

void MessageQueues::reset()
{
    for (monitoring::Level& level : busy_)
        level.reset(core_.windowStart);
}

std::uint32_t MessageQueues::write(Path& p, const PutStep& step, const Instruction& code)
{
    const std::uint32_t m = messages_.take();
    Message& message = messages_[m];
    message.key = nameNext(p, code);
    message.job = core_.requests[p.request].job;
    message.bytes = whole(core_.evaluate(step.bytes, p));
    message.priority = core_.evaluate(step.priority, p);
    message.order = messagesSoFar_++;
    message.values.assign(core_.software.states[step.state].values.size(), 0.0);
    for (const Assignment& value : step.message)
        message.values[value.slot] = core_.evaluate(value.value, p);
    return m;
}

/// A message that is larger than the whole capacity enters when the queue is empty.
bool MessageQueues::fits(const MessageQueue& queue, const Message& message) const
{
    const StateInfo& info = core_.software.states[queue.of.state];
    if (queue.messages.empty())
        return true;
    return (info.entries == 0 || queue.messages.size() < info.entries) &&
           (info.bytes == 0 || queue.bytes + message.bytes <= info.bytes);
}

/// Gives the message to a waiting path, or else puts it into the queue.
void MessageQueues::deliver(MessageQueue& queue, std::uint32_t m)
{
    if (!queue.getters.empty()) {
        const std::uint32_t w = queue.getters.first;
        const Waiter waiter = waiting_[w];
        if (waiter.consumer != nowhere) {
            waiting_.dequeue(w);
            serve(waiter.consumer, {&m, 1});
            return;
        }
        Path& p = core_.paths[static_cast<std::uint32_t>(waiter.path)];
        const Program& program = core_.programOf(p);
        const Instruction& code = program.code[p.pc];
        read({&m, 1}, p, program.gets[code.detail]);
        waiting_.goOn(w, code.next);
        return;
    }
    queue.bytes += messages_[m].bytes;
    queue.messages.push_back(m);
    std::push_heap(queue.messages.begin(), queue.messages.end(), later(queue));
    items_.changeUsed(queue.of.state, 1);
}

MessageQueues::Later MessageQueues::later(const MessageQueue& queue) const
{
    return {&messages_, core_.software.states[queue.of.state].byPriority};
}

bool MessageQueues::Later::operator()(std::uint32_t a, std::uint32_t b) const
{
    const Message &one = (*messages)[a], &other = (*messages)[b];
    if (byPriority && one.priority != other.priority)
        return one.priority < other.priority;
    return one.order > other.order;
}

std::uint32_t MessageQueues::take(MessageQueue& queue)
{
    std::pop_heap(queue.messages.begin(), queue.messages.end(), later(queue));
    const std::uint32_t m = queue.messages.back();
    queue.messages.pop_back();
    queue.bytes -= messages_[m].bytes;
    items_.changeUsed(queue.of.state, -1);
    return m;
}

/// The queue must hold a message. One is always taken, whatever its size.
std::vector<std::uint32_t> MessageQueues::takeSeveral(MessageQueue& queue, double atMost, double atMostBytes)
{
    std::vector<std::uint32_t> messages{take(queue)};
    auto bytes = static_cast<double>(messages_[messages.front()].bytes);
    while (!queue.messages.empty() && static_cast<double>(messages.size()) + 1 <= atMost) {
        bytes += static_cast<double>(messages_[queue.messages.front()].bytes);
        if (bytes > atMostBytes)
            break;
        messages.push_back(take(queue));
    }
    return messages;
}

/// Admits senders that wait for room, as far as there is some now; none overtakes another.
void MessageQueues::admitSenders(MessageQueue& queue)
{
    while (!queue.senders.empty()) {
        const std::uint32_t w = queue.senders.first;
        const Waiter waiter = waiting_[w];
        if (!fits(queue, messages_[waiter.message]))
            return;
        const Path& p = core_.paths[static_cast<std::uint32_t>(waiter.path)];
        waiting_.goOn(w, core_.programOf(p).code[p.pc].next);
        deliver(queue, waiter.message);
    }
}

bool MessageQueues::put(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const PutStep& step = program.puts[code.detail];
    const std::uint64_t key = items_.instanceKey(p, step.state, step.key);
    MessageQueue& queue = queueOf(key, items_.instanceOf(p, step.state));
    const std::uint32_t m = write(p, step, code);
    if (!queue.senders.empty() || !fits(queue, messages_[m])) {
        const std::uint32_t w = waiting_.enqueue(queue.senders, step.state, key);
        waiting_[w].message = m;
        waiting_.wait(path, p, w);
        return false;
    }
    deliver(queue, m);
    dropIdle(key);
    core_.advance(p, code, code.next);
    return true;
}

/// The senders behind it may continue now.
void MessageQueues::cancelPut(Path& p)
{
    if (p.wait != Wait::queue)
        return;
    const Waiter waiter = waiting_.abandon(p);
    messages_.give(waiter.message);
    admitSenders(queues_.at(waiter.store));
    dropIdle(waiter.store);
}

bool MessageQueues::get(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const GetStep& step = program.gets[code.detail];
    const std::uint64_t key = items_.instanceKey(p, step.state, step.key);
    MessageQueue& queue = queueOf(key, items_.instanceOf(p, step.state));
    if (queue.messages.empty()) {
        const std::uint32_t w = waiting_.enqueue(queue.getters, step.state, key);
        waiting_.wait(path, p, w);
        waiting_.limit(w, core_.evaluate(step.patience, p), &MessageQueues::onPatienceOver, this);
        return false;
    }
    if (step.gathering.ofOne()) {
        const std::uint32_t m = take(queue);
        read({&m, 1}, p, step);
    } else {
        const auto& bytes = step.gathering.atMostBytes;
        read(takeSeveral(queue, core_.evaluate(step.gathering.atMost, p), bytes ? core_.evaluate(*bytes, p) : noLimit),
             p, step);
    }
    admitSenders(queue);
    dropIdle(key);
    core_.advance(p, code, code.next);
    return true;
}

void MessageQueues::cancelGet(Path& p)
{
    if (p.wait == Wait::queue)
        dropIdle(waiting_.abandon(p).store);
}

void MessageQueues::onPatienceOver(void* self, std::uint64_t waiter)
{
    MessageQueues& queues = *static_cast<MessageQueues*>(self);
    if (queues.waiting_.outlasts(waiter)) {
        const auto w = static_cast<std::uint32_t>(waiter);
        const std::uint64_t store = queues.waiting_[w].store;
        const Path& p = queues.waiting_.pathOf(w);
        queues.waiting_.goOn(w, queues.core_.programOf(p).gets[queues.core_.codeOf(p).detail].timeout);
        queues.dropIdle(store);
    }
    queues.paths_.drain();
}

void MessageQueues::read(std::span<const std::uint32_t> messages, Path& p, const GetStep& step)
{
    for (const GetStep::Value& value : step.values)
        p.frame[value.variable] = together(messages, value.value, value.take, p.request);
    if (step.gathering.countSlot != nowhere)
        p.frame[step.gathering.countSlot] = static_cast<double>(messages.size());
    for (const std::uint32_t m : messages)
        messages_.give(m);
}

/// A queue of a single key or job is removed when it is not in use.
void MessageQueues::dropIdle(std::uint64_t key)
{
    if (const auto found = queues_.find(key); found != queues_.end() && found->second.idle())
        queues_.erase(found);
}

// Failure and return of nodes -----------------------------------------------------------------------------------

void MessageQueues::dismissConsumers(std::uint32_t node)
{
    for (auto& [key, queue] : queues_)
        for (std::uint32_t w = queue.getters.first; w != nowhere;) {
            const Waiter waiter = waiting_[w];
            if (waiter.consumer != nowhere && isOn(consumers_[waiter.consumer], node))
                waiting_.dequeue(w);
            w = waiter.following;
        }
}

void MessageQueues::recallConsumers(std::uint32_t node)
{
    for (std::uint32_t c = 0; c < consumers_.size(); ++c)
        if (isOn(consumers_[c], node))
            takeNext(c);
}

bool MessageQueues::isOn(const Consumer& consumer, std::uint32_t node) const
{
    return deployment_.load(consumer.role).node == node;
}

void MessageQueues::forget(std::uint32_t node)
{
    for (auto& [key, queue] : queues_) {
        if (queue.of.node != node)
            continue;
        items_.changeUsed(queue.of.state, -static_cast<std::int64_t>(queue.messages.size()));
        for (const std::uint32_t message : queue.messages)
            messages_.give(message);
        queue.messages.clear();
        queue.bytes = 0;
        admitSenders(queue); // senders on other nodes, if there are any
    }
}

} // namespace headroom::behaviour
