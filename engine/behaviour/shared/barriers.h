// Barriers: the ranks of a parallel job wait there for each other.
#pragma once

#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/items/shared_items.h"
#include "behaviour/shared/collectives.h"

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <unordered_map>

namespace headroom::behaviour {

class WaitQueues;

class Barriers
{
public:
    Barriers(Core& core, BlockTable& blocks, SharedItems& items, Messages& messages, WaitQueues& waiting);

    /// Number of collective operations under way.
    std::size_t inUse() const { return collectives_.inUse(); }

private:
    bool meet(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void exchange(Barrier& barrier, std::uint64_t key, Collective collective, double bytes);
    void cancelMeet(Path& p);
    static void onPatienceOver(void* self, std::uint64_t waiter);
    void dropIdle(std::uint64_t key);

    Core& core_;
    SharedItems& items_;
    WaitQueues& waiting_;
    Collectives collectives_;
    std::pmr::unsynchronized_pool_resource nodes_;
    std::pmr::unordered_map<std::uint64_t, Barrier> barriers_{&nodes_};
};

} // namespace headroom::behaviour
