// What a cache of the software holds.
#pragma once

#include "behaviour/program/steady_state.h"

#include <array>
#include <cstdint>
#include <memory_resource>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace headroom::behaviour {

/// Keys with their sizes, replaced by one of four policies. Knows nothing of time.
///
/// LRU is exact for the `exactEntries` entries used last, whatever the capacity: what is among them in a small LRU list
/// is in any larger one (inclusion: Mattson et al., "Evaluation techniques for storage hierarchies", 1970). The entries
/// behind them, when they are more than as many again, are followed for one key in 2, 4, 8 ... only, chosen by hash, in
/// a list scaled down alike (Waldspurger et al., "Cache modeling and optimization using miniature simulations", 2017).
/// A key that is not followed and not among the exact ones hits with the share that the followed ones hit with. What
/// one followed key stands for is counted, not assumed (the adjustment of Waldspurger et al., "Efficient MRC
/// construction with SHARDS", 2015). So the error is that of a share estimated from a sample, and concerns only
/// look-ups that miss the exact entries: its deviation is at most about one over the root of their number, 0.001 for a
/// million.
///
/// What it holds at the start has no names yet: the share `heldAtStart` of all keys counts as held until what comes in
/// has pushed it out. Which keys, is decided by hash; where popularity is known, by `popularity`.
class CacheStore
{
public:
    enum class Policy : std::uint8_t
    {
        lru,
        fifo,
        clock, ///< first in first out, but what was used since gets a second chance
        random
    };
    struct Settings
    {
        Policy policy = Policy::lru;
        std::uint64_t entries = 0; ///< at most; 0: not limited by number
        std::uint64_t bytes = 0;   ///< at most; 0: not limited by size
        double heldAtStart = 0;    ///< share of all keys; 0: empty. It is full then
        SteadyState popularity;    ///< of what is held at the start; unless known, all keys are alike
        std::uint64_t seed = 1;
        std::uint32_t exactEntries = 1u << 20;
    };

    explicit CacheStore(const Settings& settings);
    CacheStore(const CacheStore&) = delete;
    CacheStore& operator=(const CacheStore&) = delete;

    /// Whether the key is there; `bytes` is its size if it was there from the start.
    bool lookUp(std::uint64_t key, std::uint64_t bytes) { return lookUp(key, bytes, key); }
    /// The key is a part of what is asked for as the key `rank`.
    bool lookUp(std::uint64_t key, std::uint64_t bytes, std::uint64_t rank);
    /// The key is there from now on, with this size; what was used least makes room. Larger than all the room: not
    /// kept.
    void insert(std::uint64_t key, std::uint64_t bytes);
    void invalidate(std::uint64_t key);

    /// Entries that have names, those behind the exact ones scaled up.
    std::uint64_t entries() const { return lists_[top].count + standsFor(lists_[tail].count); }
    std::uint64_t bytes() const { return lists_[top].bytes + standsFor(lists_[tail].bytes); }
    /// One key in so many is followed behind the exact entries.
    std::uint64_t sampleEvery() const { return sampleEvery_; }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    enum Which : std::uint8_t
    {
        top, ///< everything, but for LRU beyond the exact entries
        tail
    };
    struct Entry
    {
        std::uint64_t key = 0, bytes = 0;
        std::uint32_t newer = none, older = none;
        Which list = top;
        bool used = false; ///< since it came in (CLOCK)
    };
    struct List
    {
        std::uint32_t newest = none, oldest = none;
        std::uint64_t count = 0, bytes = 0;
    };

    void link(std::uint32_t entry, Which list);
    void unlink(std::uint32_t entry);
    void remove(std::uint32_t entry);
    void add(std::uint64_t key, std::uint64_t bytes, Which list);
    void touch(std::uint32_t entry);
    bool lookUpUnknown(std::uint64_t key, std::uint64_t bytes, std::uint64_t rank);
    bool wasHeld(std::uint64_t key, std::uint64_t bytes, std::uint64_t rank);
    bool isAmongHeld(std::uint64_t key, std::uint64_t rank) const;
    void countTail(bool hit);
    std::uint64_t standsFor(std::uint64_t followedOnes) const;
    bool guessTail(std::uint64_t key, std::uint64_t bytes);
    bool followed(std::uint64_t key) const;
    bool fits(std::uint64_t newEntries, std::uint64_t newBytes) const;
    void makeRoom(std::uint64_t newEntries, std::uint64_t newBytes);
    void shortenTop();
    void evict(std::uint64_t bytesWanted);
    void demote();
    void sampleLess();
    std::uint64_t unnamedUnit(std::uint64_t bytes) const { return settings_.bytes > 0 ? bytes : 1; }
    void evictUnnamed(std::uint64_t units);
    void takeUnnamed(std::uint64_t units);

    Settings settings_;
    std::pmr::unsynchronized_pool_resource nodes_; ///< entries come and go: their places are used again
    std::pmr::unordered_map<std::uint64_t, std::uint32_t> index_{&nodes_};
    std::vector<Entry> entries_; ///< without gaps
    std::array<List, 2> lists_;
    std::uint64_t sampleEvery_ = 1;
    std::uint64_t tailLookUps_ = 0, tailHits_ = 0;  ///< of followed keys, halved now and then
    std::uint64_t behind_ = 0, followedBehind_ = 0; ///< look-ups behind the exact entries; of followed keys
    std::uint64_t draws_ = 0;
    // What it held at the start and nobody has asked for yet, in bytes (or entries, when not limited by bytes).
    std::uint64_t unnamed_ = 0, heldUnits_ = 0, evictedUnits_ = 0;
    std::uint64_t unnamedEntries_ = 0, evictedEntries_ = 0; ///< where both are limited: how many these are at most
    double heldBelow_ = 0;                                  ///< a key counts as held if its hash lies below
    std::pmr::unordered_set<std::uint64_t> invalidated_{&nodes_}; ///< of them
};

} // namespace headroom::behaviour
