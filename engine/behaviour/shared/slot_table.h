// Slots and locks, which requests share and wait for.
#pragma once

#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/items/shared_items.h"
#include "behaviour/records/slots.h"

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <unordered_map>

namespace headroom::behaviour {

class Paths;
class Transfers;
class Workers;

class SlotTable
{
public:
    SlotTable(Core& core, BlockTable& blocks, SharedItems& items, Workers& workers, Paths& paths, Transfers& transfers);

    /// Records of slots that are held and waited for.
    std::size_t inUse() const { return held_.inUse() + slots_.size(); }
    /// The key of a keyed item whose slots were held longest in the window so far; none was held: nothing.
    std::optional<KeyUse> busiestKey(std::uint32_t state) const;
    /// Starts a new window.
    void reset();

private:
    /// Releases all of the list; paths that wait for it continue.
    void releaseHeld(std::uint32_t& held);
    bool acquire(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool release(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void endAcquiring(std::uint32_t path, Path& p);
    std::uint32_t takeBack(std::uint32_t& held, const Held& wanted, std::uint32_t given);
    std::uint32_t& heldBefore(ParallelRegion& region);
    void use(Slots& slots, std::uint32_t state, std::int64_t amount);
    void giveBack(const Held& item);
    void serve(std::uint64_t slots);
    std::uint64_t keyOf(const Path& p, const StateStep& step) const;
    Slots& slotsOf(std::uint64_t key) { return slotPool_[slots_.at(key)]; }
    Slots& slotsFor(const Path& p, const StateStep& step, std::uint64_t key);
    void changeWaiting(Slots& slots, std::uint32_t state, std::int32_t by);
    void settle(Slots& slots, std::uint32_t state);
    static KeyUse usedUntil(const Slots& slots, kernel::Time now);
    std::uint32_t amountOf(const Path& p, const StateStep& step) const;
    std::uint32_t amountWanted(const Path& p, const StateStep& step) const;

    Core& core_;
    SharedItems& items_;
    Workers& workers_;
    Paths& paths_;
    Transfers& transfers_;
    Pool<Held> held_;
    Pool<Slots> slotPool_;
    KeyUsage usage_;
    std::uint64_t ranked_ = 0;                     ///< paths that have waited so far
    std::pmr::unsynchronized_pool_resource nodes_; ///< memory of the table's entries, which come and go with requests
    std::pmr::unordered_map<std::uint64_t, std::uint32_t> slots_{&nodes_}; ///< key of slots in use → record
};

} // namespace headroom::behaviour
