// The blocks of a large device that a small one caches, in LRU order.
#pragma once

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// A table of at most `slots` blocks in the order of their last use; the dirty ones also in the order in which they
/// became dirty. Its memory grows with the number of blocks; nothing is allocated once it is full.
class BlockLru
{
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    explicit BlockLru(std::uint32_t slots);

    /// The slot of a block; none if it is not cached. `touch` makes it the most recently used.
    std::uint32_t find(std::uint64_t block) const;
    void touch(std::uint32_t slot);
    /// Puts a new block in a free slot or in that of the least recently used block; returns none if that one is dirty.
    /// The slot is then clean and the most recently used.
    std::uint32_t insert(std::uint64_t block);
    /// Puts another block in a clean slot, which becomes the most recently used.
    void rename(std::uint32_t slot, std::uint64_t block);
    /// Empties a clean slot. It is the next one to be used for a new block.
    void forget(std::uint32_t slot);
    void clear();

    std::uint64_t blockIn(std::uint32_t slot) const { return entries_[slot].block; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }
    std::uint32_t slots() const { return slots_; }

    void addDirty(std::uint32_t slot, std::uint64_t bytes, std::uint64_t blockBytes);
    void clean(std::uint32_t slot);
    std::uint64_t dirtyBytes(std::uint32_t slot) const { return entries_[slot].dirtyBytes; }
    std::uint32_t oldestDirty() const { return oldestDirty_; }
    std::uint32_t dirtyBlocks() const { return dirtyBlocks_; }

private:
    struct Entry
    {
        std::uint64_t block = 0;
        std::uint64_t dirtyBytes = 0;
        std::uint32_t older = none, newer = none; ///< by use
        std::uint32_t dirtyOlder = none, dirtyNewer = none;
        std::uint32_t chain = none; ///< next entry in its hash bucket
    };

    std::size_t bucketOf(std::uint64_t block) const;
    void enterBucket(std::uint32_t slot, std::uint64_t block);
    void leaveBucket(std::uint32_t slot);
    void link(std::uint32_t slot);
    void unlink(std::uint32_t slot);
    void grow();

    std::uint32_t slots_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> buckets_; ///< their number is a power of two
    std::uint32_t newest_ = none, oldest_ = none;
    std::uint32_t newestDirty_ = none, oldestDirty_ = none;
    std::uint32_t dirtyBlocks_ = 0;
};

} // namespace headroom::resources
