// The consumers of queues, and what a failure does to queues.
#include "behaviour/items/value_lists.h"
#include "behaviour/paths/requests.h"
#include "behaviour/shared/message_queues.h"
#include "behaviour/shared/wait_queues.h"
#include "kernel/random.h"
#include "project/document/long_work.h"

#include <algorithm>
#include <string>
#include <utility>

namespace headroom::behaviour {

/// Place of a queue without keys that belongs to an instance, or to the cluster.
std::pair<std::uint64_t, Instance> MessageQueues::placeOf(std::uint32_t state, std::uint32_t instance) const
{
    const StateInfo& info = core_.software.states[state];
    if (info.owner != Owner::node)
        return {kernel::mix(info.drawName, 0), {state, nowhere}};
    const std::uint32_t node = deployment_.load(instance).node;
    return {kernel::mix(info.drawName, ownerOf(core_, info, instance, node)), {state, instance}};
}

void MessageQueues::placeConsumers()
{
    project::LongWork made("consumers");
    argumentValues_.resize(core_.software.operations.size());
    busy_.resize(core_.software.operations.size());
    consumingOperations_.resize(core_.software.states.size());
    for (std::uint32_t o = 0; o < core_.software.operations.size(); ++o) {
        const Program& program = core_.software.operations[o];
        if (program.queue == nowhere)
            continue;
        const StateInfo& info = core_.software.states[program.queue];
        consumingOperations_[program.queue].push_back(o);
        for (const std::string& argument : program.arguments) {
            const auto found = std::find(info.values.begin(), info.values.end(), argument);
            argumentValues_[o].push_back(
                found != info.values.end() ? static_cast<std::uint32_t>(found - info.values.begin()) : nowhere);
        }
        if (info.keyed)
            continue; // they come with the messages of a key
        // The first of every instance, then the second of every instance ...: the queue of a cluster serves who waits
        // longest, and few messages must not all go to the first nodes.
        for (std::uint32_t i = 0; i < program.consumers; ++i)
            for (std::uint32_t place = 0; place < deployment_.countOf(program.role); ++place) {
                const std::uint32_t instance = deployment_.firstOf(program.role) + place;
                const auto [key, of] = placeOf(program.queue, instance);
                consumers_.push_back({o, instance, key, of});
                takeNext(static_cast<std::uint32_t>(consumers_.size() - 1));
                made.step();
            }
    }
}

// Consumers of a key --------------------------------------------------------------------------------------------

/// Each key of a keyed queue has consumers of its own. They exist while there is something to do for the key, because
/// there may be very many keys.
void MessageQueues::callConsumers(std::uint64_t key, Instance of)
{
    for (const std::uint32_t o : consumingOperations_[of.state]) {
        const Program& program = core_.software.operations[o];
        const std::uint32_t first = of.role != nowhere ? of.role : deployment_.firstOf(program.role);
        const std::uint32_t count = of.role != nowhere ? 1 : deployment_.countOf(program.role);
        for (std::uint32_t instance = first; instance < first + count; ++instance)
            while (!deployment_.load(instance).down && hasMessages(key) &&
                   ofKey_[keyOfSet(o, instance, key)] < program.consumers)
                callConsumer({o, instance, key, of});
    }
}

void MessageQueues::callConsumer(const Consumer& consumer)
{
    ++ofKey_[keyOfSet(consumer.operation, consumer.role, consumer.queue)];
    std::uint32_t c = static_cast<std::uint32_t>(consumers_.size());
    if (freeConsumers_.empty()) {
        consumers_.push_back(consumer);
    } else {
        c = freeConsumers_.back();
        freeConsumers_.pop_back();
        consumers_[c] = consumer;
    }
    takeNext(c);
}

std::uint64_t MessageQueues::keyOfSet(std::uint32_t operation, std::uint32_t instance, std::uint64_t queue)
{
    return kernel::mix(kernel::mix(operation + 1, instance + 1), queue);
}

bool MessageQueues::hasMessages(std::uint64_t key) const
{
    const auto queue = queues_.find(key);
    return queue != queues_.end() && queue->second.size() > 0;
}

void MessageQueues::dismiss(std::uint32_t c)
{
    const Consumer& consumer = consumers_[c];
    if (!isOfKey(consumer))
        return;
    const auto set = ofKey_.find(keyOfSet(consumer.operation, consumer.role, consumer.queue));
    if (--set->second == 0)
        ofKey_.erase(set);
    consumers_[c].role = nowhere;
    freeConsumers_.push_back(c);
}

void MessageQueues::consumed(std::uint32_t c)
{
    const bool down = deployment_.load(consumers_[c].role).down;
    busy_[consumers_[c].operation].change(core_.calendar.now(), -1);
    if (const std::uint32_t state = consumers_[c].of.state; core_.software.states[state].missingOf != nowhere)
        items_.endMissing(state, consumers_[c].taken, !down);
    if (!down)
        takeNext(c);
    else
        dismiss(c);
}

// Consumers -----------------------------------------------------------------------------------------------------

void MessageQueues::takeNext(std::uint32_t c)
{
    const Consumer consumer = consumers_[c];
    MessageQueue& queue = queueOf(consumer.queue, consumer.of);
    const std::uint32_t node = deployment_.load(consumer.role).node;
    const Most most = mostOf(core_.software.operations[consumer.operation].gathering);
    if (isOfKey(consumer) && queue.size() == 0) {
        dismiss(c);
        dropIdle(consumer.queue);
        return;
    }
    if (!offers(queue, node) || lingersUntil(queue, most) > core_.calendar.now()) {
        waiting_[waiting_.enqueue(queue.getters, nowhere, consumer.queue)].consumer = c;
        relax(queue, consumer.queue, node, most);
        return;
    }
    serve(c, takeSeveral(queue, node, most), true);
    admitSenders(queue, consumer.queue, {nullptr, c});
    if (isOfKey(consumer))
        dropIdle(consumer.queue);
}

/// Tells those who follow messages what they waited for.
void MessageQueues::followTurns(std::uint32_t c, std::span<const std::uint32_t> messages, bool wasBusy, std::uint32_t r)
{
    const Consumer& consumer = consumers_[c];
    const auto followed = std::ranges::find_if(messages, [&](std::uint32_t m) { return messages_[m].followed; });
    if (followed != messages.end()) [[unlikely]]
        core_.followers.messageStarts(messages_[*followed].order, wasBusy, core_.requests[r],
                                      core_.paths[core_.requests[r].paths]);
    if (!wasBusy || !core_.followers.queues().justFreed(c)) [[likely]]
        return;
    for (const std::uint32_t m : messages)
        core_.followers.queues().tookTurn(c, consumer.of.state, messages_[m].since);
}

/// Starts the consumer's operation with the messages. `wasBusy`: they waited for it.
void MessageQueues::serve(std::uint32_t c, std::span<const std::uint32_t> messages, bool wasBusy)
{
    Consumer& consumer = consumers_[c];
    consumer.taken = static_cast<std::uint32_t>(messages.size());
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
    if (program.gathering.nearnessSlot != nowhere)
        frame[program.gathering.nearnessSlot] =
            nearness(messages_[messages.front()], deployment_.load(consumer.role).node);
    core_.requests[r].consumer = c;
    core_.requests[r].job = messages_[messages.front()].job;
    followTurns(c, messages, wasBusy, r);
    core_.resume(core_.requests[r].paths);
    for (const std::uint32_t m : messages)
        give(m);
}

void MessageQueues::post(std::uint32_t state, std::uint32_t instance, std::vector<double> values, std::uint32_t node)
{
    const auto [key, of] = placeOf(state, instance);
    const std::uint32_t m = messages_.take();
    Message& message = messages_[m];
    message = {};
    message.order = messagesSoFar_++;
    message.key = kernel::mix(core_.software.states[state].drawName, message.order);
    message.values = std::move(values);
    message.nodes = {node};
    items_.addMissing(state);
    deliver(queueOf(key, of), key, m);
    dropIdle(key);
}

// Failure and return --------------------------------------------------------------------------------------------

void MessageQueues::dismissConsumers(const Failed& failed)
{
    for (auto& [key, queue] : queues_)
        for (std::uint32_t w = queue.getters.first; w != nowhere;) {
            const Waiter waiter = waiting_[w];
            if (waiter.consumer != nowhere && deployment_.within(failed, consumers_[waiter.consumer].role)) {
                waiting_.dequeue(w);
                dismiss(waiter.consumer);
            }
            w = waiter.following;
        }
}

void MessageQueues::recallConsumers(std::uint32_t instance)
{
    for (std::uint32_t c = 0; c < consumers_.size(); ++c)
        if (consumers_[c].role == instance)
            takeNext(c);
    std::vector<std::pair<std::uint64_t, Instance>> ofCluster; // consumers may change the table
    for (const auto& [key, queue] : queues_)
        if (core_.software.states[queue.of.state].keyed && queue.of.role == nowhere && queue.size() > 0)
            ofCluster.emplace_back(key, queue.of);
    std::ranges::sort(ofCluster, {}, [](const auto& queue) { return queue.first; });
    for (const auto& [key, of] : ofCluster)
        callConsumers(key, of);
}

void MessageQueues::loseMessages(MessageQueue& queue)
{
    items_.changeUsed(queue.of.state, -static_cast<std::int64_t>(queue.size()));
    if (core_.software.states[queue.of.state].missingOf != nowhere)
        items_.endMissing(queue.of.state, queue.size(), false);
    for (const std::uint32_t message : queue.local ? queue.local->all() : queue.messages) {
        if (queue.local)
            queue.local->remove(message);
        give(message);
    }
    queue.messages.clear();
    queue.bytes = 0;
}

void MessageQueues::drop(std::uint64_t instance)
{
    const auto found = queues_.find(instance);
    if (found == queues_.end())
        return;
    loseMessages(found->second);
    queues_.erase(found);
}

void MessageQueues::forget(const Failed& failed)
{
    for (auto& [key, queue] : queues_) {
        if (!deployment_.within(failed, queue.of.role))
            continue;
        loseMessages(queue);
        admitSenders(queue, key); // senders on other nodes, if there are any
    }
}

} // namespace headroom::behaviour
