#include "resources/storage/tables/block_lru.h"

#include "kernel/random.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

BlockLru::BlockLru(std::uint32_t slots) : slots_(slots), buckets_(16, none)
{
    if (slots == 0)
        throw std::invalid_argument("block table: it takes at least one slot");
}

std::size_t BlockLru::bucketOf(std::uint64_t block) const
{
    return kernel::mix(block, 0x51ed) & (buckets_.size() - 1);
}

void BlockLru::enterBucket(std::uint32_t slot, std::uint64_t block)
{
    std::uint32_t& bucket = buckets_[bucketOf(block)];
    entries_[slot].block = block;
    entries_[slot].chain = bucket;
    bucket = slot;
}

void BlockLru::leaveBucket(std::uint32_t slot)
{
    std::uint32_t* from = &buckets_[bucketOf(entries_[slot].block)];
    while (*from != slot)
        from = &entries_[*from].chain;
    *from = entries_[slot].chain;
}

std::uint32_t BlockLru::find(std::uint64_t block) const
{
    std::uint32_t slot = buckets_[bucketOf(block)];
    while (slot != none && entries_[slot].block != block)
        slot = entries_[slot].chain;
    return slot;
}

void BlockLru::link(std::uint32_t slot)
{
    entries_[slot].older = newest_;
    entries_[slot].newer = none;
    (newest_ == none ? oldest_ : entries_[newest_].newer) = slot;
    newest_ = slot;
}

void BlockLru::unlink(std::uint32_t slot)
{
    const Entry& entry = entries_[slot];
    (entry.older == none ? oldest_ : entries_[entry.older].newer) = entry.newer;
    (entry.newer == none ? newest_ : entries_[entry.newer].older) = entry.older;
}

void BlockLru::touch(std::uint32_t slot)
{
    if (slot == newest_)
        return;
    unlink(slot);
    link(slot);
}

void BlockLru::grow()
{
    std::fill(buckets_.begin(), buckets_.end(), none);
    buckets_.resize(buckets_.size() * 2, none);
    for (std::uint32_t slot = 0; slot < entries_.size(); ++slot) {
        std::uint32_t& bucket = buckets_[bucketOf(entries_[slot].block)];
        entries_[slot].chain = bucket;
        bucket = slot;
    }
}

std::uint32_t BlockLru::insert(std::uint64_t block)
{
    std::uint32_t slot = static_cast<std::uint32_t>(entries_.size());
    if (slot < slots_) {
        if (entries_.size() == buckets_.size())
            grow();
        entries_.emplace_back();
    } else {
        slot = oldest_;
        if (entries_[slot].dirtyBytes > 0)
            return none;
        leaveBucket(slot);
        unlink(slot);
    }
    enterBucket(slot, block);
    link(slot);
    return slot;
}

void BlockLru::rename(std::uint32_t slot, std::uint64_t block)
{
    leaveBucket(slot);
    enterBucket(slot, block);
    touch(slot);
}

void BlockLru::forget(std::uint32_t slot)
{
    leaveBucket(slot);
    enterBucket(slot, ~std::uint64_t{0} - slot); // no offset is as large
    unlink(slot);
    entries_[slot].older = none;
    entries_[slot].newer = oldest_;
    (oldest_ == none ? newest_ : entries_[oldest_].older) = slot;
    oldest_ = slot;
}

void BlockLru::clear()
{
    entries_.clear();
    std::fill(buckets_.begin(), buckets_.end(), none);
    newest_ = oldest_ = newestDirty_ = oldestDirty_ = none;
    dirtyBlocks_ = 0;
}

void BlockLru::addDirty(std::uint32_t slot, std::uint64_t bytes, std::uint64_t blockBytes)
{
    Entry& entry = entries_[slot];
    if (entry.dirtyBytes == 0 && bytes > 0) {
        entry.dirtyOlder = newestDirty_;
        entry.dirtyNewer = none;
        (newestDirty_ == none ? oldestDirty_ : entries_[newestDirty_].dirtyNewer) = slot;
        newestDirty_ = slot;
        ++dirtyBlocks_;
    }
    entry.dirtyBytes = std::min(entry.dirtyBytes + bytes, blockBytes);
}

void BlockLru::clean(std::uint32_t slot)
{
    Entry& entry = entries_[slot];
    if (entry.dirtyBytes == 0)
        return;
    (entry.dirtyOlder == none ? oldestDirty_ : entries_[entry.dirtyOlder].dirtyNewer) = entry.dirtyNewer;
    (entry.dirtyNewer == none ? newestDirty_ : entries_[entry.dirtyNewer].dirtyOlder) = entry.dirtyOlder;
    entry.dirtyBytes = 0;
    --dirtyBlocks_;
}

} // namespace headroom::resources
