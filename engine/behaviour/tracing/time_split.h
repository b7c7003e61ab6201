// Splits the time of followed requests by what they waited for.
#pragma once

#include "behaviour/program/program.h"
#include "behaviour/records/records.h"
#include "monitoring/meter.h"

#include <cstdint>
#include <map>
#include <memory_resource>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headroom::behaviour {

/// The reasons for which a request takes time.
enum class Spent : std::uint8_t
{
    processor, ///< at work or in its queue
    worker,    ///< to be accepted, or for its event loop or thread
    helper,    ///< for a helper thread
    storage,   ///< a read or a write
    flush,
    station, ///< of a black box
    delay,
    state, ///< for what a state item has to give: slots, tokens, messages or room, the others at a barrier
    memory,
    network, ///< messages of calls under way
    stream,  ///< a stream: the network and what its ends do meanwhile
    answer,  ///< an answer that failed or never came
    others   ///< other paths: the grace time of a join, the next start of a for each
};

struct SpentAt
{
    Spent what = Spent::others;
    std::uint32_t block = nowhere; ///< its monitor; nowhere: before the first block
    std::uint32_t node = 0;
    std::uint32_t from = nowhere; ///< of a message in the network: its sender's node
    auto operator<=>(const SpentAt&) const = default;
};

/// The time of the followed requests of one operation of a workload.
struct SplitTime
{
    std::uint64_t followed = 0;
    double totalPs = 0;                ///< each request weighted with how many it stands for, like the parts
    std::map<SpentAt, double> partsPs; ///< they add up to the total
    /// The same without weights, and as the clients measured it: they must be equal.
    monitoring::Meter::Integral accounted = 0, measured = 0;
};

/// Each path has an account of all the time since its user's request began. What goes on because of a path (those that
/// it forks, what follows the join that it came to last, the request that it calls and the answer) takes over its
/// account. So the account of the path that answers the user is that of the critical path: of parallel paths the one
/// that was waited for, and its parts add up to the request's latency.
///
/// Followers says which requests are followed.
class TimeSplit
{
public:
    TimeSplit(const kernel::Calendar& calendar, const Software& software) : calendar_(calendar), software_(software) {}

    // Called for followed requests and their paths only. All ignore what belongs to no request that it follows.
    void started(const Request& record, const Path& first, double weight);
    void called(Handle call, const Path& caller);
    /// The processor of the node has worked on the message of the call.
    void worked(Handle call, std::uint32_t node);
    /// The message has come through the network.
    void passed(Handle call, std::uint32_t from, std::uint32_t to);
    void accepted(Handle call, kernel::Time queuedSince, const Request& record, const Path& first);
    /// The path answers its request; `ok`: with success.
    void replies(const Path& path, const Request& record, bool ok);
    /// The answer to the call, or to the request that was called without a record, is with its caller.
    void answered(Handle call, const Path& caller);
    void answered(const Request& record, const Path& caller);
    void callEnded(Handle call);
    void requestEnded(const Request& record);
    void pathBegan(const Path& path, const Request& record);
    void waits(const Path& path, const Instruction& code);
    void resumed(const Path& path);
    void leaves(const Path& path, const Instruction& code);
    void pathEnded(const Path& path);

    void reset() { measured_.clear(); }
    /// Null if none was followed to its end in the window.
    const SplitTime* of(const OperationClient& client, std::uint32_t meter) const;

private:
    // Their memory comes from the pool that the tables have, so that following requests takes none once it has grown.
    using allocator_type = std::pmr::polymorphic_allocator<>;
    struct Account
    {
        using allocator_type = TimeSplit::allocator_type;
        Account(const allocator_type& from = {}) : parts(from) {}

        kernel::Time since = 0; ///< all time before is accounted for
        std::pmr::vector<std::pair<SpentAt, kernel::Time>> parts;

        void until(kernel::Time now, const SpentAt& at);
    };
    struct Followed;
    struct Walk
    {
        using allocator_type = TimeSplit::allocator_type;
        Walk(const allocator_type& from = {}) : account(from) {}

        Account account;
        Followed* request = nullptr;
        bool waiting = false;
        SpentAt at; ///< what it waits for
    };
    struct Followed
    {
        using allocator_type = TimeSplit::allocator_type;
        Followed(const allocator_type& from = {}) : ended(from), reply(from) {}

        bool ofUser = false;
        OperationTicket ticket{};
        double weight = 0;
        Walk* last = nullptr; ///< the path that left a block last; null: it has ended, with the account `ended`
        Account ended, reply;
        bool replied = false;
    };

    Spent spentAt(Wait wait, const Instruction& code) const;
    Walk* find(const Path& path);
    void settle(Walk& walk, const SpentAt& otherwise);
    void record(const Followed& request, const Account& account);

    const kernel::Calendar& calendar_;
    const Software& software_;
    std::pmr::unsynchronized_pool_resource memory_;
    std::pmr::unordered_map<const Request*, Followed> requests_{&memory_};
    std::pmr::unordered_map<const Path*, Walk> walks_{&memory_};
    std::pmr::unordered_map<Handle, Account> calls_{&memory_};
    std::map<std::pair<const OperationClient*, std::uint32_t>, SplitTime> measured_;
};

} // namespace headroom::behaviour
