// Slots and locks: who holds them and waits for them, and which key of a keyed item is the busiest.
#pragma once

#include "behaviour/records/fifo.h"
#include "behaviour/records/records.h"
#include "kernel/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace headroom::behaviour {

/// Use of the slots of one key in the window.
struct KeyUse
{
    std::uint64_t key = 0;
    std::uint32_t node = nowhere; ///< that owns the slots; nowhere: no node does
    double heldPs = 0;            ///< slots in use, integrated over time
    double waitedPs = 0;          ///< paths that wait for them, integrated over time
};

/// The slots of one instance.
struct Slots
{
    std::uint32_t used = 0;
    std::uint32_t state = nowhere; ///< item
    struct Waiting
    {
        Handle path;
        std::uint32_t amount;
    };
    struct Ranked
    {
        Waiting waiting;
        double priority;
        std::uint64_t order;
    };
    Fifo<Waiting> waiting;
    /// Instead of `waiting`, if slots are given by priority or in the order of a hash set: a heap, the next one first.
    std::vector<Ranked> ranked;
    double round = 0;         ///< hash set: rounds that were begun, plus the place up to which the last one was served
    std::uint32_t queued = 0; ///< that wait, without those that were cancelled
    // For a keyed item only:
    kernel::Time since = 0; ///< up to which `use` is known
    KeyUse use;
};

/// Slots that a path has acquired and not released.
struct Held
{
    std::uint64_t slots = 0; ///< key of the instance in the state table
    std::uint32_t amount = 0;
    std::uint32_t state = nowhere;
    std::uint32_t following = nowhere;
};

/// The use of keys whose slots are not in use at present. The table has a fixed size, so that nothing is allocated
/// during a run: of keys that share a place, the one that was held longer than the others together has it (the majority
/// vote of Boyer and Moore, 1981), from the use on that brought it there. A key that is held for a notable share of the
/// time has no such rival.
class KeyUsage
{
public:
    /// `keyed[s]`: whether item s is keyed; the others have no table.
    explicit KeyUsage(const std::vector<bool>& keyed);

    /// The slots of the instance have become free.
    void add(std::uint32_t state, std::uint64_t instance, const KeyUse& use);
    /// The use that was added for the instance.
    KeyUse of(std::uint32_t state, std::uint64_t instance) const;
    /// The key that was held longest.
    std::optional<KeyUse> busiest(std::uint32_t state) const;
    void reset();

private:
    static constexpr std::size_t places = 4096;
    struct Place
    {
        std::uint64_t instance = 0;
        KeyUse use;
        double lead = 0; ///< of its use over that of its rivals, ps
    };

    std::vector<std::vector<Place>> tables_; ///< by item
};

/// A path waits among the others by its priority.
void addRanked(Slots& slots, const Slots::Ranked& waiting);
/// A path waits in a hash set, at a place in 0 … 1 that says nothing of when it came. The set hands out its members
/// round and round, from the place that it handed out last (CPython 3, Objects/setobject.c, set_pop and its `finger`).
void addHashed(Slots& slots, const Slots::Waiting& waiting, double place, std::uint64_t order);
/// The next one that waits, cancelled or not; null if none does.
const Slots::Waiting* nextWaiting(const Slots& slots);
void dropNext(Slots& slots);

/// True if the first one was held longer; among equals, the one with the smaller key and node.
bool busier(const KeyUse& use, const KeyUse& than);

} // namespace headroom::behaviour
