// Message queues inside a role: put, get, and operations that messages start.
#pragma once

#include "behaviour/cluster/deployment.h"
#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/items/shared_items.h"
#include "behaviour/targets/ring_members.h"

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headroom::behaviour {

class Requests;
class ValueLists;
class WaitQueues;

class MessageQueues
{
public:
    MessageQueues(Core& core, BlockTable& blocks, Deployment& deployment, const RingMembers& members,
                  SharedItems& items, ValueLists& lists, Requests& requests, WaitQueues& waiting);

    /// Every consumer of every node waits at its queue from the start; those of keys come with the messages.
    void placeConsumers();
    /// The consumer is free: it takes the next message, or waits for one.
    void takeNext(std::uint32_t consumer);
    /// A message that no path puts comes into the queue of an instance of the role, or into that of the cluster; its
    /// data are on the node.
    void post(std::uint32_t state, std::uint32_t instance, std::vector<double> values, std::uint32_t node);
    /// The consumers of what has failed stop waiting.
    void dismissConsumers(const Failed& failed);
    /// The consumers of an instance start again when it is back.
    void recallConsumers(std::uint32_t instance);
    /// The messages of what has failed are lost.
    void forget(const Failed& failed);
    /// The instance is gone, with its messages; nobody waits there.
    void drop(std::uint64_t instance);
    /// Consumers that are busy, by operation, on all nodes.
    const std::vector<monitoring::Level>& busy() const { return busy_; }
    void settle();
    void reset();
    std::size_t messagesInUse() const { return messages_.inUse(); }

private:
    /// The consumer has ended an operation: it takes the next message, unless its instance is down.
    void consumed(std::uint32_t consumer);
    void loseMessages(MessageQueue& queue);
    /// Orders messages so that the heap's front is the next one to be taken.
    struct Later
    {
        const Pool<Message>* messages;
        bool byPriority;
        bool operator()(std::uint32_t a, std::uint32_t b) const;
    };
    Later later(const MessageQueue& queue) const;
    MessageQueue& queueOf(std::uint64_t key, Instance of);
    void placeByLocality(MessageQueue& queue);
    bool put(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool get(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void cancelPut(Path& p);
    void cancelGet(Path& p);
    static void onPatienceOver(void* self, std::uint64_t waiter);
    std::uint32_t write(Path& p, const PutStep& step, const Instruction& code);
    void read(std::span<const std::uint32_t> messages, Path& p, const GetStep& step);
    double together(std::span<const std::uint32_t> messages, std::uint32_t value, Take take, std::uint32_t request);
    bool fits(const MessageQueue& queue, const Message& message) const;
    std::uint32_t nodeOf(const Waiter& waiter) const;
    std::uint32_t takerOf(const MessageQueue& queue, const Message& message);
    /// Number of messages and bytes that are taken at once, and the time that they wait for others.
    struct Most
    {
        double messages = 1, bytes = 0;
        kernel::Time linger = 0;
    };
    Most mostOf(const Gathering& gathering) const;
    Most mostOf(const Gathering& gathering, const Path& p) const;
    Most mostOf(const Waiter& waiter) const;
    kernel::Time lingersUntil(const MessageQueue& queue, const Most& most) const;
    void handOut(MessageQueue& queue, std::uint64_t key);
    void tellCame(std::span<const std::uint32_t> messages, std::uint32_t path, Path& p, kernel::Time since);
    void give(std::uint32_t message);
    void hand(std::uint32_t waiter, std::span<const std::uint32_t> messages);
    void deliver(MessageQueue& queue, std::uint64_t key, std::uint32_t message);
    int nearness(const Message& message, std::uint32_t node) const;
    bool offers(const MessageQueue& queue, std::uint32_t node) const;
    void relax(MessageQueue& queue, std::uint64_t key, std::uint32_t node, const Most& most);
    void relaxAt(MessageQueue& queue, std::uint64_t key, kernel::Time at);
    static void onRelaxed(void* self, std::uint64_t key);
    std::uint32_t take(MessageQueue& queue, std::uint32_t node);
    std::vector<std::uint32_t> takeSeveral(MessageQueue& queue, std::uint32_t node, const Most& most);
    /// Who has made room in a queue: a path, or a consumer that has ended an operation; or neither.
    struct MadeBy
    {
        const Path* path;
        std::uint32_t consumer;
    };
    static constexpr MadeBy nobody{nullptr, nowhere};
    void admitSenders(MessageQueue& queue, std::uint64_t key, const MadeBy& by = nobody);
    void serve(std::uint32_t consumer, std::span<const std::uint32_t> messages, bool wasBusy);
    void followTurns(std::uint32_t consumer, std::span<const std::uint32_t> messages, bool wasBusy,
                     std::uint32_t request);
    void dropIdle(std::uint64_t key);
    std::pair<std::uint64_t, Instance> placeOf(std::uint32_t state, std::uint32_t instance) const;
    void callConsumers(std::uint64_t key, Instance of);
    void callConsumer(const Consumer& consumer);
    void dismiss(std::uint32_t consumer);
    bool isOfKey(const Consumer& consumer) const { return core_.software.states[consumer.of.state].keyed; }
    bool hasMessages(std::uint64_t key) const;
    static std::uint64_t keyOfSet(std::uint32_t operation, std::uint32_t instance, std::uint64_t queue);

    Core& core_;
    Deployment& deployment_;
    const RingMembers& members_;
    SharedItems& items_;
    ValueLists& lists_;
    Requests& requests_;
    WaitQueues& waiting_;
    std::pmr::unsynchronized_pool_resource nodes_;
    std::pmr::unordered_map<std::uint64_t, MessageQueue> queues_{&nodes_};
    Pool<Message> messages_;
    std::uint64_t messagesSoFar_ = 0;
    std::vector<Consumer> consumers_;
    std::vector<std::uint32_t> freeConsumers_;                    ///< records of consumers of keys that are gone
    std::vector<std::vector<std::uint32_t>> consumingOperations_; ///< by state item
    std::unordered_map<std::uint64_t, std::uint32_t> ofKey_; ///< number of consumers, by operation, instance and key
    std::vector<monitoring::Level> busy_;                    ///< by operation
    /// [operation]: index of the message's value for each argument; nowhere: none.
    std::vector<std::vector<std::uint32_t>> argumentValues_;
};

} // namespace headroom::behaviour
