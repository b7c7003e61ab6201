// The contents of a cache in the software.
#pragma once

#include "behaviour/program/steady_state.h"
#include "kernel/time.h"

#include <array>
#include <cstdint>
#include <memory_resource>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace headroom::behaviour {

/// Keys with their sizes, replaced by one of four policies. The store does not depend on simulated time, unless its
/// entries expire: then it is exact however many there are, and begins empty.
///
/// LRU is exact for the `exactEntries` most recently used entries, whatever the capacity: an entry in a small LRU list
/// is in any larger one too (inclusion: Mattson et al., "Evaluation techniques for storage hierarchies", 1970). If
/// there are more than as many again behind them, the store follows only one in 2, 4, 8 ... of those keys,
/// chosen by hash, in a list that is scaled down by the same factor (Waldspurger et al., "Cache modeling and
/// optimization using miniature simulations", 2017). A look-up of a key that is neither exact nor followed hits with
/// the hit ratio of the followed keys. The number of keys that one followed key represents is counted, not assumed (the
/// adjustment of Waldspurger et al., "Efficient MRC construction with SHARDS", 2015). So the error is that of a ratio
/// estimated from a sample, and concerns only look-ups that miss the exact entries: its standard deviation is at most
/// about one over the square root of their number, 0.001 for a million.
///
/// The initial contents are not stored key by key: the share `heldAtStart` of all keys counts as cached until new
/// entries have displaced them. A hash decides which keys these are or, where popularity is known, `popularity` does.
class CacheStore
{
public:
    enum class Policy : std::uint8_t
    {
        lru,
        fifo,
        clock, ///< first in, first out, but an entry used since it came in gets a second chance
        random
    };
    struct Settings
    {
        Policy policy = Policy::lru;
        std::uint64_t entries = 0; ///< maximum; 0: not limited by number
        std::uint64_t bytes = 0;   ///< maximum; 0: not limited by size
        double heldAtStart = 0;    ///< share of all keys; 0: empty. If set, the cache is full at the start
        SteadyState popularity;    ///< of the initial contents; if unknown, all keys are equally popular
        std::uint64_t seed = 1;
        std::uint32_t exactEntries = 1u << 20;
        kernel::Time lifetime = 0; ///< an entry is valid for so long after it was stored; 0: for ever
    };

    explicit CacheStore(const Settings& settings);
    CacheStore(const CacheStore&) = delete;
    CacheStore& operator=(const CacheStore&) = delete;

    /// Sets the present time for the following look-ups and insertions. Needed only if entries expire.
    void setTime(kernel::Time now) { now_ = now; }
    /// True if the key is cached; `bytes` is its size if it belongs to the initial contents.
    bool lookUp(std::uint64_t key, std::uint64_t bytes) { return lookUp(key, bytes, key); }
    /// The same for a key that is a part of a larger item; `rank` is the key of that item.
    bool lookUp(std::uint64_t key, std::uint64_t bytes, std::uint64_t rank);
    /// Stores the key with this size and evicts others to make room. A key larger than the whole cache is not stored.
    void insert(std::uint64_t key, std::uint64_t bytes);
    void invalidate(std::uint64_t key);

    /// Stored entries; the number of those behind the exact ones is scaled up from the followed ones.
    std::uint64_t entries() const { return lists_[top].count + standsFor(lists_[tail].count); }
    std::uint64_t bytes() const { return lists_[top].bytes + standsFor(lists_[tail].bytes); }
    /// Behind the exact entries, one key in this many is followed.
    std::uint64_t sampleEvery() const { return sampleEvery_; }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    enum Which : std::uint8_t
    {
        top, ///< all entries; for LRU, only the exact ones
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
    bool expired(std::uint32_t entry) const;
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
    std::pmr::unsynchronized_pool_resource nodes_; ///< memory of removed entries is reused
    std::pmr::unordered_map<std::uint64_t, std::uint32_t> index_{&nodes_};
    std::vector<Entry> entries_;       ///< contiguous
    std::vector<kernel::Time> stored_; ///< when each entry was stored, if they expire
    kernel::Time now_ = 0;
    std::array<List, 2> lists_;
    std::uint64_t sampleEvery_ = 1;
    std::uint64_t tailLookUps_ = 0, tailHits_ = 0;  ///< of followed keys, halved regularly
    std::uint64_t behind_ = 0, followedBehind_ = 0; ///< look-ups that missed the exact entries; those of followed keys
    std::uint64_t draws_ = 0;
    // The part of the initial contents that has not been looked up yet, in bytes (in entries, when bytes are not
    // limited).
    std::uint64_t unnamed_ = 0, heldUnits_ = 0, evictedUnits_ = 0;
    std::uint64_t unnamedEntries_ = 0, evictedEntries_ = 0; ///< if both are limited: how many entries these are at most
    double heldBelow_ = 0;                                  ///< a key belongs to the initial contents if its hash is
                                                            ///< below
    std::pmr::unordered_set<std::uint64_t> invalidated_{&nodes_}; ///< keys of the initial contents
};

} // namespace headroom::behaviour
