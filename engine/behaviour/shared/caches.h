// Caches inside the software: which instance has one, and the pieces in which a range is looked up.
#pragma once

#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/items/shared_items.h"

#include <cstdint>
#include <memory_resource>
#include <unordered_map>
#include <vector>

namespace headroom::behaviour {

struct Failed;

class Caches
{
public:
    Caches(Core& core, BlockTable& blocks, SharedItems& items);

    /// Clears the caches of what has failed.
    void forget(const Failed& failed);
    void drop(std::uint64_t instance) { caches_.erase(instance); }

private:
    bool enter(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    CacheStore& storeOf(const Path& p, const CacheStep& step);
    std::uint32_t lookUp(const Path& p, const CacheStep& step);

    Core& core_;
    SharedItems& items_;
    std::pmr::unsynchronized_pool_resource nodes_;
    std::pmr::unordered_map<std::uint64_t, CacheInstance> caches_{&nodes_};
    std::vector<bool> forgotten_; ///< by instance of a role: true if the initial contents of its caches are lost
};

} // namespace headroom::behaviour
