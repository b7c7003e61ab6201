// Splits the time of followed requests by what they waited for.
#pragma once

#include "behaviour/program/program.h"
#include "behaviour/records/records.h"
#include "behaviour/tracing/account.h"
#include "monitoring/meter.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory_resource>
#include <unordered_map>
#include <utility>

namespace headroom::behaviour {

/// The time of the followed requests of one operation of a workload.
struct SplitTime
{
    std::uint64_t followed = 0;
    double totalPs = 0;                ///< each request weighted with how many it stands for, like the parts
    std::map<SpentAt, double> partsPs; ///< they add up to the total
    /// The same without weights, and as the clients measured it: they must be equal.
    monitoring::Meter::Integral accounted = 0, measured = 0;
};

/// One direction of a call's connection.
struct ChunkWay
{
    Handle call = noHandle;
    bool up = false;                ///< to the callee
    std::uint32_t from = 0, to = 0; ///< nodes
};

/// Each path has an account of all the time since its user's request began. What goes on because of a path (those that
/// it forks, what follows the join that it came to last, the request that it calls and the answer) takes over its
/// account. So the account of the path that answers the user is that of the critical path: of parallel paths the one
/// that was waited for, and its parts add up to the request's latency.
///
/// A chunk of a stream takes over the account of its sender, and spends time with the sender's processor, in the
/// network and with the receiver's processor. A receiver that waits for it takes over its account; a sender that waits
/// for room takes over that of the receiver that made it. So of the two ends and what is between them the slowest
/// counts.
///
/// A path that waits for a message spends that time as the path did that puts it. Messages and calls without an answer
/// pass on that they are followed, a limited number of times, since background work may go on for ever. A path that
/// takes a message of a followed request is adopted: it is followed from then on, and so are who calls it once it
/// answers, and what they call, until they have taken messages of which none was followed a number of times. So a
/// request that waits for a process that fetches, works and fetches again spends its time as that process does. What
/// the adopted put makes nobody else adopted: there would soon be no path that is not followed.
///
/// Time at queues is recorded as such: of who waits for room, of a message that waits for a busy consumer, and of who
/// waits for a message whose path is not followed. divided() splits it further, by what others did meanwhile: who made
/// the room, the consumer, who put the message. Those that are followed stand for all at the same queue, since who is
/// followed is chosen at random. So the time is the requests' own, and only its division is a mean.
///
/// Followers says which requests are followed.
class TimeSplit
{
public:
    TimeSplit(const kernel::Calendar& calendar, const Software& software) : calendar_(calendar), software_(software) {}

    // Called for followed requests and their paths only. All ignore what belongs to no request that it follows.
    void started(const Request& record, const Path& first, double weight);
    void called(Handle call, const Path& caller, bool awaitsAnswer);
    /// The processor of the node has worked on the message of the call.
    void worked(Handle call, std::uint32_t node);
    /// The message has come through the network.
    void passed(Handle call, std::uint32_t from, std::uint32_t to);
    void accepted(Handle call, kernel::Time queuedSince, const Request& record, const Path& first);
    /// The path answers its request; `ok`: with success.
    void replies(const Path& path, const Request& record, bool ok);
    /// The answer to the call, or to the request that was called without a record, is with its caller; false: that one
    /// is followed no more.
    bool answered(Handle call, const Path& caller);
    void answered(const Request& record, const Path& caller);
    /// The same of a caller that is not followed; true: it is from now on.
    bool answersOther(Handle call, const Path& caller, const Request& record);
    void callEnded(Handle call);
    void requestEnded(const Request& record);
    /// False: the path is not followed.
    bool pathBegan(const Path& path, const Request& record);
    void waits(const Path& path, const Instruction& code);
    void resumed(const Path& path);
    void leaves(const Path& path, const Instruction& code);
    void pathEnded(const Path& path);

    // Streams. `nth`: place of a chunk among those on their way.
    /// The path sends a chunk. `last`: it waits until that has left its node.
    void chunkSent(const ChunkWay& way, const Path& sender, bool last);
    /// The sender's processor has worked on the chunk.
    void chunkWorked(const ChunkWay& way, std::size_t nth);
    void chunkPassed(const ChunkWay& way, std::size_t nth);
    /// The last chunk of a sender has left its node, when the network or, later, its processor was through.
    void chunkLeft(const ChunkWay& way, bool byNetwork);
    /// The first of the chunks on their way is with the receiver's software.
    void chunkReceived(const ChunkWay& way);
    /// The receiver waited for the chunk that came last.
    void chunkTaken(const ChunkWay& way, const Path& receiver);
    /// The receiver has made room for another chunk.
    void roomMade(const ChunkWay& way, const Path& receiver);
    /// The sender waited for room, or until its last chunk had left.
    void roomCame(const ChunkWay& way, const Path& sender);
    void lastLeft(const ChunkWay& way, const Path& sender);
    /// Chunks on their way are dropped.
    void streamsClosed(Handle call);
    /// A path that works on a chunk begins, or has ended, on behalf of the path that transfers.
    void chunkPathBegan(const Path& path, const Path& transferring);
    void chunkPathEnded(const Path& transferring);

    // Messages of queues, by their order; true: the message is followed.
    bool messagePut(std::uint64_t message, const Path& path);
    /// The path waited for the message.
    void messageCame(std::uint64_t message, const Path& path);
    /// A message from the block starts a request; true: it is followed. `wasBusy`: it had to wait for its consumer.
    bool messageStarts(std::uint64_t message, bool wasBusy, const Request& record, const Path& first);
    /// The path takes the message, which has waited in the queue since then; true: it is followed from now on.
    bool messageTaken(std::uint64_t message, kernel::Time since, const Path& path, const Request& record);
    /// The path takes a message that waited since then, as others like it do.
    void tookTurn(const Path& path, std::uint32_t state, kernel::Time since);
    /// The path takes messages of which none is followed; false: it is followed no more.
    bool tookOthers(const Path& path);
    /// A path that is not followed has waited since then for a message that is.
    void othersCame(std::uint64_t message, std::uint32_t state, kernel::Time since);
    /// The path, or the consumer with the operation that it has ended, has made room for one that waited since then.
    void roomMade(const Path& by, std::uint32_t state, kernel::Time since);
    void roomMade(std::uint32_t consumer, std::uint32_t state, kernel::Time since);
    /// True if the consumer has ended a followed operation just now.
    bool justFreed(std::uint32_t consumer) const { return freed_.consumer == consumer && freed_.at == calendar_.now(); }
    /// It takes a message that waited since then.
    void tookTurn(std::uint32_t consumer, std::uint32_t state, kernel::Time since);
    void messageEnded(std::uint64_t message) { messages_.erase(message); }

    void reset();
    /// Null if none was followed to its end in the window.
    const SplitTime* of(const OperationClient& client, std::uint32_t meter) const;
    /// A part of the time, and how much of it passed at queues while others spent it there.
    struct Divided
    {
        double allPs = 0, atQueuesPs = 0;
    };
    std::map<SpentAt, Divided> divided(const SplitTime& split) const;

private:
    // Their memory comes from the pool that the tables have, so that following requests takes none once it has grown.
    using allocator_type = std::pmr::polymorphic_allocator<>;
    struct Followed;
    struct Walk
    {
        Account account;
        Followed* request = nullptr;
        bool waiting = false;
        SpentAt at;               ///< what it waits for
        kernel::Time service = 0; ///< of that, at the end, if it has to wait for its service
    };
    struct Followed
    {
        bool ofUser = false;
        OperationTicket ticket{};
        double weight = 0;
        Walk* last = nullptr; ///< the path that left a block last; null: it has ended, with the account `ended`
        Account ended, reply;
        bool replied = false;
        std::uint32_t calledBy = nowhere; ///< block
        std::uint8_t hops = 0;            ///< messages and calls without an answer that led to it
        bool adopted = false;             ///< see TimeSplit
    };
    struct Called
    {
        Account account;
        std::uint32_t block = nowhere;
        std::uint8_t hops = 0;
        bool adopted = false; ///< the caller is
    };
    struct Sent ///< a chunk on its way
    {
        Account account;
        std::uint32_t block = nowhere;
        bool last = false, left = false;
    };
    struct StreamTimes ///< of one direction
    {
        using allocator_type = TimeSplit::allocator_type;
        StreamTimes(const allocator_type& from = {}) : moving(from) {}

        std::pmr::deque<Sent> moving;
        Account received, room, left;
        std::uint32_t block = nowhere; ///< of the last sender
    };
    struct Put ///< a message of a queue
    {
        Account account;
        SpentAt at; ///< its place in the queue
        std::uint8_t hops = 0;
        bool adopted = false; ///< who put it is
    };

    /// Kinds of waits at the queues, which are state items.
    using Queue = std::pair<Spent, std::uint32_t>;
    using Parts = std::map<SpentAt, double>;

    Queue queueOf(const SpentAt& at) const;
    void waitedFor(const Queue& queue, kernel::Time since, const Account& other);
    Spent spentAt(Wait wait, const Instruction& code) const;
    Walk* find(const Path& path);
    void settle(Walk& walk, const SpentAt& otherwise);
    Followed& follow(const Request& record, std::uint32_t hops, bool adopted);
    void adopt(const Path& path, const Request& record, std::uint32_t hops, Account account);
    void drop(const Path& path);
    Account answerOf(Handle call, const Called& called, const Path& caller);
    StreamTimes* streamOf(const ChunkWay& way);
    static SpentAt network(const ChunkWay& way, std::uint32_t block);
    void record(const Followed& request, const Account& account);

    const kernel::Calendar& calendar_;
    const Software& software_;
    std::pmr::unsynchronized_pool_resource memory_;
    Pieces pieces_; // outlives the accounts below
    std::pmr::unordered_map<const Request*, Followed> requests_{&memory_};
    std::pmr::unordered_map<const Path*, Walk> walks_{&memory_};
    std::pmr::unordered_map<Handle, Called> calls_{&memory_};
    std::pmr::unordered_map<Handle, StreamTimes> streams_[2] = {std::pmr::unordered_map<Handle, StreamTimes>(&memory_),
                                                                std::pmr::unordered_map<Handle, StreamTimes>(&memory_)};
    std::pmr::unordered_map<std::uint64_t, Put> messages_{&memory_};
    std::map<std::pair<const OperationClient*, std::uint32_t>, SplitTime> measured_;
    std::map<Queue, Parts> others_; ///< how those spent the time that others waited for, picoseconds
    struct Freed
    {
        std::uint32_t consumer = nowhere;
        kernel::Time at = 0;
        Account account;
    } freed_; ///< the last consumer that ended a followed operation
};

} // namespace headroom::behaviour
