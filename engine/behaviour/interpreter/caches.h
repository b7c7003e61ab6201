// Caches that software keeps: who has one, and in which pieces a range is looked up.
#pragma once

#include "behaviour/base/block_table.h"
#include "behaviour/base/core.h"
#include "behaviour/base/shared_items.h"

#include <cstdint>
#include <memory_resource>
#include <unordered_map>
#include <vector>

namespace headroom::behaviour {

struct Parts;

class Caches
{
public:
    explicit Caches(Parts& parts);

    /// What the node's caches hold is lost.
    void forget(std::uint32_t node);

private:
    bool enter(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    CacheStore& storeOf(const Path& p, const CacheStep& step);
    std::uint32_t lookUp(const Path& p, const CacheStep& step);

    Core& core_;
    SharedItems& items_;
    std::pmr::unsynchronized_pool_resource nodes_;
    std::pmr::unordered_map<std::uint64_t, CacheInstance> caches_{&nodes_};
    std::vector<bool> forgotten_; ///< by node: what its caches held at the start is lost
};

} // namespace headroom::behaviour
