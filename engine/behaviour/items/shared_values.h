// Plain values that requests share: each instance of an item of the type value has one. Internal to behaviour/.
#pragma once

#include "behaviour/core/core.h"
#include "behaviour/items/shared_items.h"

#include <cstdint>
#include <memory_resource>
#include <unordered_map>

namespace headroom::behaviour {

struct Failed;

class SharedValues
{
public:
    explicit SharedValues(Core& core) : core_(core) { core.sharedValue.set<&SharedValues::read>(this); }

    double read(std::uint32_t state, std::uint32_t request) const;
    void write(std::uint32_t state, std::uint32_t request, double value);
    /// The values of what has failed are those of the start again.
    void forget(const Failed& failed);
    /// The value of a request that ends.
    void forget(std::uint32_t state, std::uint32_t request) { values_.erase(ownerKey(core_, state, request)); }

private:
    struct Value
    {
        std::uint32_t role; ///< instance that owns it; nowhere: no node does
        double value;
    };

    const Core& core_;
    std::pmr::unsynchronized_pool_resource nodes_;
    std::pmr::unordered_map<std::uint64_t, Value> values_{&nodes_}; ///< by instance; those not here are as at the start
};

} // namespace headroom::behaviour
