#include "behaviour/shared/message_queues.h"

#include "behaviour/items/value_lists.h"
#include "behaviour/paths/requests.h"
#include "behaviour/shared/wait_queues.h"
#include "kernel/random.h"

#include <algorithm>
#include <limits>
#include <string>

namespace headroom::behaviour {

namespace {

constexpr double noLimit = std::numeric_limits<double>::infinity();

} // namespace

MessageQueues::MessageQueues(Core& core, BlockTable& blocks, Deployment& deployment, const RingMembers& members,
                             SharedItems& items, ValueLists& lists, Requests& requests, WaitQueues& waiting)
    : core_(core), deployment_(deployment), members_(members), items_(items), lists_(lists), requests_(requests),
      waiting_(waiting)
{
    requests.consumerFreed.set<&MessageQueues::consumed>(this);
    constexpr auto words = "queue for a message, room or others";
    blocks.add(this, {.code = Code::put,
                      .enter = enterBy<&MessageQueues::put>,
                      .cancel = cancelBy<&MessageQueues::cancelPut>,
                      .waitsFor = words});
    blocks.add(this, {.code = Code::get,
                      .enter = enterBy<&MessageQueues::get>,
                      .cancel = cancelBy<&MessageQueues::cancelGet>,
                      .waitsFor = words});
}

MessageQueue& MessageQueues::queueOf(std::uint64_t key, Instance of)
{
    MessageQueue& queue = queues_.try_emplace(key, of).first->second;
    if (core_.software.states[of.state].byLocality) [[unlikely]]
        placeByLocality(queue);
    return queue;
}

void MessageQueues::placeByLocality(MessageQueue& queue)
{
    if (!queue.local)
        queue.local = std::make_unique<LocalMessages>(
            core_.cluster.racks, kernel::fromSeconds(core_.software.states[queue.of.state].patienceS));
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
    message.bytes = whole(core_.amountOf(step.bytes, p));
    message.priority = core_.evaluate(step.priority, p);
    message.order = messagesSoFar_++;
    message.followed = p.followed && core_.followers.messagePut(message.order, p);
    message.nodes.clear();
    if (step.ring != nowhere) {
        std::vector<std::uint32_t> room;
        const std::uint64_t partition = core_.software.rings[step.ring].partitionOf(core_.keyOf(step.data, p));
        for (const std::uint32_t device : members_.devicesOf(step.ring, partition, room))
            message.nodes.push_back(core_.cluster.devices[device].node);
    }
    message.values.assign(core_.software.states[step.state].values.size(), 0.0);
    for (const Assignment& value : step.message)
        message.values[value.slot] = core_.evaluate(value.value, p);
    return m;
}

/// A message that is larger than the whole capacity enters when the queue is empty.
bool MessageQueues::fits(const MessageQueue& queue, const Message& message) const
{
    const StateInfo& info = core_.software.states[queue.of.state];
    if (queue.size() == 0)
        return true;
    return (info.entries == 0 || queue.size() < info.entries) &&
           (info.bytes == 0 || queue.bytes + message.bytes <= info.bytes);
}

/// The node of a waiting path or consumer.
std::uint32_t MessageQueues::nodeOf(const Waiter& waiter) const
{
    return waiter.consumer != nowhere ? deployment_.load(consumers_[waiter.consumer].role).node
                                      : core_.paths[static_cast<std::uint32_t>(waiter.path)].node;
}

/// The first waiting path or consumer that may have a new message; nowhere: none.
std::uint32_t MessageQueues::takerOf(const MessageQueue& queue, const Message& message)
{
    if (!queue.local || message.nodes.empty())
        return queue.getters.first;
    std::uint32_t w = queue.getters.first;
    while (w != nowhere && std::ranges::count(message.nodes, nodeOf(waiting_[w])) == 0)
        w = waiting_[w].following;
    return w;
}

/// Tells those who follow the path, or a message, that it takes the messages: if it waited, for the last one that came.
/// `since`: when the first one came into the queue.
void MessageQueues::tellCame(std::span<const std::uint32_t> messages, std::uint32_t path, Path& p, kernel::Time since)
{
    const Message* last = nullptr;
    for (const std::uint32_t m : messages)
        if (messages_[m].followed && (!last || messages_[m].order > last->order))
            last = &messages_[m];
    if (!last && !p.followed) [[likely]]
        return;
    Followers::Taken taken{core_.software.blocks[core_.codeOf(p).monitor].state, since, {}, core_.mayBeAdopted(p)};
    if (last)
        taken.followed = last->order;
    core_.followers.messagesCame(taken, core_.paths.handle(path), p, core_.requests[p.request]);
}

void MessageQueues::give(std::uint32_t m)
{
    if (messages_[m].followed) [[unlikely]]
        core_.followers.messageEnded(messages_[m].order);
    messages_.give(m);
}

/// Gives a waiting path or consumer messages that are in no queue any more.
void MessageQueues::hand(std::uint32_t w, std::span<const std::uint32_t> messages)
{
    const Waiter waiter = waiting_[w];
    if (waiter.consumer != nowhere) {
        waiting_.dequeue(w);
        serve(waiter.consumer, messages, false);
        return;
    }
    Path& p = core_.paths[static_cast<std::uint32_t>(waiter.path)];
    const Program& program = core_.programOf(p);
    const Instruction& code = program.code[p.pc];
    tellCame(messages, static_cast<std::uint32_t>(waiter.path), p, core_.calendar.now());
    read(messages, p, program.gets[code.detail]);
    waiting_.goOn(w, code.next);
}

MessageQueues::Most MessageQueues::mostOf(const Gathering& gathering) const
{
    return {gathering.atMost.value(), gathering.atMostBytes ? gathering.atMostBytes->value() : noLimit,
            kernel::fromSeconds(gathering.linger.value())};
}

MessageQueues::Most MessageQueues::mostOf(const Gathering& gathering, const Path& p) const
{
    return {core_.evaluate(gathering.atMost, p),
            gathering.atMostBytes ? core_.evaluate(*gathering.atMostBytes, p) : noLimit,
            kernel::fromSeconds(core_.evaluate(gathering.linger, p))};
}

MessageQueues::Most MessageQueues::mostOf(const Waiter& waiter) const
{
    if (waiter.consumer != nowhere)
        return mostOf(core_.software.operations[consumers_[waiter.consumer].operation].gathering);
    const Path& p = core_.paths[static_cast<std::uint32_t>(waiter.path)];
    return mostOf(core_.programOf(p).gets[core_.codeOf(p).detail].gathering, p);
}

/// Until when the messages that are there wait for others; the past if they do not, `never` if there is none.
kernel::Time MessageQueues::lingersUntil(const MessageQueue& queue, const Most& most) const
{
    if (most.linger == 0)
        return 0;
    if (queue.messages.empty())
        return kernel::never;
    const bool enough = static_cast<double>(queue.messages.size()) >= most.messages ||
                        static_cast<double>(queue.bytes) >= most.bytes || !queue.senders.empty(); // no more can come
    return enough ? 0 : kernel::later(messages_[queue.messages.front()].since, most.linger);
}

/// Hands out what waits long enough, or is enough, to those who wait for it.
void MessageQueues::handOut(MessageQueue& queue, std::uint64_t key)
{
    while (!queue.getters.empty() && !queue.messages.empty()) {
        const std::uint32_t w = queue.getters.first;
        const Most most = mostOf(waiting_[w]);
        if (const kernel::Time until = lingersUntil(queue, most); until > core_.calendar.now())
            return relaxAt(queue, key, until);
        hand(w, takeSeveral(queue, nodeOf(waiting_[w]), most));
    }
}

/// Gives the message to a waiting path or consumer, or else puts it into the queue.
void MessageQueues::deliver(MessageQueue& queue, std::uint64_t key, std::uint32_t m)
{
    const std::uint32_t w = takerOf(queue, messages_[m]);
    const bool lingers = core_.software.states[queue.of.state].lingers;
    if (w != nowhere && (!lingers || mostOf(waiting_[w]).linger == 0)) {
        if (queue.local && !messages_[m].nodes.empty())
            items_.countLookUp(queue.of.state, true);
        hand(w, {&m, 1});
        return;
    }
    const kernel::Time now = messages_[m].since = core_.calendar.now();
    queue.bytes += messages_[m].bytes;
    items_.changeUsed(queue.of.state, 1);
    if (!queue.local) {
        queue.messages.push_back(m);
        std::push_heap(queue.messages.begin(), queue.messages.end(), later(queue));
        if (lingers)
            handOut(queue, key);
        return;
    }
    queue.local->add(m, messages_[m].order, now, messages_[m].nodes);
    if (!queue.getters.empty())
        relaxAt(queue, key, kernel::later(now, queue.local->patience()));
}

// Queues by locality --------------------------------------------------------------------------------------------

/// See Gathering::nearnessSlot.
int MessageQueues::nearness(const Message& message, std::uint32_t node) const
{
    if (message.nodes.empty() || std::ranges::count(message.nodes, node) > 0)
        return 0;
    const auto& racks = core_.cluster.racks;
    return std::ranges::any_of(message.nodes, [&](std::uint32_t other) { return racks[other] == racks[node]; }) ? 1 : 2;
}

/// True if a path or a consumer on the node may take a message now.
bool MessageQueues::offers(const MessageQueue& queue, std::uint32_t node) const
{
    return queue.local ? queue.local->nextFor(node, core_.calendar.now()).has_value() : !queue.messages.empty();
}

/// Looks again when a taker on this node, which waits, may have a message that is there.
void MessageQueues::relax(MessageQueue& queue, std::uint64_t key, std::uint32_t node, const Most& most)
{
    if (queue.local)
        relaxAt(queue, key, queue.local->relaxesFor(node, core_.calendar.now()));
    else if (most.linger > 0)
        relaxAt(queue, key, lingersUntil(queue, most));
}

void MessageQueues::relaxAt(MessageQueue& queue, std::uint64_t key, kernel::Time at)
{
    if (at >= queue.relaxesAt)
        return;
    core_.calendar.cancel(queue.relaxes);
    queue.relaxesAt = at;
    queue.relaxes = core_.calendar.schedule(at, &MessageQueues::onRelaxed, this, key);
}

void MessageQueues::onRelaxed(void* self, std::uint64_t key)
{
    MessageQueues& queues = *static_cast<MessageQueues*>(self);
    const auto found = queues.queues_.find(key);
    if (found == queues.queues_.end())
        return;
    MessageQueue& queue = found->second;
    queue.relaxesAt = kernel::never;
    queue.relaxes = kernel::noEvent;
    if (!queue.local)
        queues.handOut(queue, key);
    for (std::uint32_t w = queue.local ? queue.getters.first : nowhere; w != nowhere;) {
        const std::uint32_t following = queues.waiting_[w].following;
        const std::uint32_t node = queues.nodeOf(queues.waiting_[w]);
        if (queues.offers(queue, node))
            queues.hand(w, queues.takeSeveral(queue, node, queues.mostOf(queues.waiting_[w])));
        else
            queues.relax(queue, key, node, {});
        w = following;
    }
    queues.admitSenders(queue, key);
    queues.dropIdle(key);
    queues.core_.drain();
}

// Taking --------------------------------------------------------------------------------------------------------

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

/// Takes the message that the queue offers on the node.
std::uint32_t MessageQueues::take(MessageQueue& queue, std::uint32_t node)
{
    std::uint32_t m = nowhere;
    if (queue.local) {
        m = *queue.local->nextFor(node, core_.calendar.now());
        queue.local->remove(m);
        if (const auto& nodes = messages_[m].nodes; !nodes.empty())
            items_.countLookUp(queue.of.state, std::ranges::count(nodes, node) > 0);
    } else {
        std::pop_heap(queue.messages.begin(), queue.messages.end(), later(queue));
        m = queue.messages.back();
        queue.messages.pop_back();
    }
    queue.bytes -= messages_[m].bytes;
    items_.changeUsed(queue.of.state, -1);
    return m;
}

/// The queue must offer a message on the node. One is always taken, whatever its size.
std::vector<std::uint32_t> MessageQueues::takeSeveral(MessageQueue& queue, std::uint32_t node, const Most& most)
{
    std::vector<std::uint32_t> messages{take(queue, node)};
    auto bytes = static_cast<double>(messages_[messages.front()].bytes);
    while (static_cast<double>(messages.size()) + 1 <= most.messages && offers(queue, node)) {
        const std::uint32_t next =
            queue.local ? *queue.local->nextFor(node, core_.calendar.now()) : queue.messages.front();
        bytes += static_cast<double>(messages_[next].bytes);
        if (bytes > most.bytes)
            break;
        messages.push_back(take(queue, node));
    }
    return messages;
}

/// Admits senders that wait for room, as far as there is some now; none overtakes another.
void MessageQueues::admitSenders(MessageQueue& queue, std::uint64_t key, const MadeBy& by)
{
    while (!queue.senders.empty()) {
        const std::uint32_t w = queue.senders.first;
        const Waiter waiter = waiting_[w];
        if (!fits(queue, messages_[waiter.message]))
            return;
        const Path& p = core_.paths[static_cast<std::uint32_t>(waiter.path)];
        if (by.path && by.path->followed) [[unlikely]]
            core_.followers.queues().roomMade(*by.path, queue.of.state, p.entered);
        else if (by.consumer != nowhere)
            core_.followers.queues().roomMade(by.consumer, queue.of.state, p.entered);
        waiting_.goOn(w, core_.programOf(p).code[p.pc].next);
        deliver(queue, key, waiter.message);
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
    deliver(queue, key, m);
    if (core_.software.states[step.state].keyed)
        callConsumers(key, items_.instanceOf(p, step.state));
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
    give(waiter.message);
    admitSenders(queues_.at(waiter.store), waiter.store);
    dropIdle(waiter.store);
}

bool MessageQueues::get(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const GetStep& step = program.gets[code.detail];
    const std::uint64_t key = items_.instanceKey(p, step.state, step.key);
    MessageQueue& queue = queueOf(key, items_.instanceOf(p, step.state));
    const Most most = step.gathering.ofOne() ? Most{1, noLimit, 0} : mostOf(step.gathering, p);
    if (!offers(queue, p.node) || lingersUntil(queue, most) > core_.calendar.now()) {
        const std::uint32_t w = waiting_.enqueue(queue.getters, step.state, key);
        relax(queue, key, p.node, most);
        waiting_.wait(path, p, w);
        waiting_.limit(w, core_.evaluate(step.patience, p), &MessageQueues::onPatienceOver, this);
        return false;
    }
    if (step.gathering.ofOne()) {
        const std::uint32_t m = take(queue, p.node);
        tellCame({&m, 1}, path, p, messages_[m].since);
        read({&m, 1}, p, step);
    } else {
        const std::vector<std::uint32_t> messages = takeSeveral(queue, p.node, most);
        tellCame(messages, path, p, messages_[messages.front()].since);
        read(messages, p, step);
    }
    admitSenders(queue, key, {&p, nowhere});
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
        MessageQueue& queue = queues.queues_.at(store);
        if (!queue.local && !queue.messages.empty()) // they linger, and the path does not wait for more
            queues.hand(w, queues.takeSeveral(queue, p.node, queues.mostOf(queues.waiting_[w])));
        else
            queues.waiting_.goOn(w, queues.core_.programOf(p).gets[queues.core_.codeOf(p).detail].timeout);
        queues.dropIdle(store);
    }
    queues.core_.drain();
}

void MessageQueues::read(std::span<const std::uint32_t> messages, Path& p, const GetStep& step)
{
    for (const GetStep::Value& value : step.values)
        p.frame[value.variable] = together(messages, value.value, value.take, p.request);
    if (step.gathering.countSlot != nowhere)
        p.frame[step.gathering.countSlot] = static_cast<double>(messages.size());
    if (step.gathering.nearnessSlot != nowhere)
        p.frame[step.gathering.nearnessSlot] = nearness(messages_[messages.front()], p.node);
    if (core_.software.states[step.state].missingOf != nowhere)
        items_.endMissing(step.state, messages.size(), true);
    for (const std::uint32_t m : messages)
        give(m);
}

/// A queue of a single key or job is removed when it is not in use, and consumers of a key have no more to do then.
void MessageQueues::dropIdle(std::uint64_t key)
{
    const auto found = queues_.find(key);
    if (found == queues_.end())
        return;
    MessageQueue& queue = found->second;
    if (core_.software.states[queue.of.state].keyed && queue.size() == 0)
        while (queue.getters.first != nowhere && waiting_[queue.getters.first].consumer != nowhere) {
            const std::uint32_t consumer = waiting_[queue.getters.first].consumer;
            waiting_.dequeue(queue.getters.first);
            dismiss(consumer);
        }
    if (queue.idle())
        queues_.erase(found);
}

} // namespace headroom::behaviour
