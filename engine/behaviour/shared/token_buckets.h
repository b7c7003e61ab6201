// Token buckets: what limits a rate and lets bursts pass.
#pragma once

#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/items/shared_items.h"

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <unordered_map>

namespace headroom::behaviour {

class WaitQueues;
struct Failed;

class TokenBuckets
{
public:
    TokenBuckets(Core& core, BlockTable& blocks, SharedItems& items, WaitQueues& waiting);

    /// The buckets of what has failed are full again.
    void forget(const Failed& failed);
    /// The instance is gone; nobody waits there.
    void drop(std::uint64_t instance) { buckets_.erase(instance); }

private:
    /// The tokens of one instance. It is full at first.
    struct Bucket
    {
        Instance of;
        double tokens = 0;      ///< at `since`; below 0: owed
        kernel::Time since = 0; ///< when they were last counted
        WaitQueue waiting;
        kernel::EventId timer = kernel::noEvent; ///< set while a path waits: the first one's tokens are there then
    };

    bool take(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void cancelTake(Path& p);
    static void onTokens(void* self, std::uint64_t instance);
    Bucket& bucketOf(const Path& p, const StateStep& step, std::uint64_t instance);
    const StateInfo& infoOf(const Bucket& bucket) const { return core_.software.states[bucket.of.state]; }
    double tokensNow(const Bucket& bucket) const;
    double neededFor(const Bucket& bucket, std::uint64_t amount) const;
    void count(Bucket& bucket);
    void setTimer(std::uint64_t instance, Bucket& bucket);
    void serve(std::uint64_t instance, Bucket& bucket);
    void dropFull();

    Core& core_;
    SharedItems& items_;
    WaitQueues& waiting_;
    std::pmr::unsynchronized_pool_resource nodes_;
    std::pmr::unordered_map<std::uint64_t, Bucket> buckets_{&nodes_}; ///< by instance; those not here are full
    std::size_t dropAt_ = 1024;
};

} // namespace headroom::behaviour
