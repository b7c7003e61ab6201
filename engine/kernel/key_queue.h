// A priority queue for a very large number of packed keys, with constant time per operation if the keys are spread out.
#pragma once

#include "kernel/int128.h"
#include "kernel/key_heap.h"
#include "kernel/key_line.h"
#include "kernel/large_pages.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace headroom::kernel {

/// The nearest keys are in a short sorted line; the others are in buckets by the upper half of the key, the time: a
/// calendar queue (Brown, "Calendar queues: a fast O(1) priority queue implementation for the simulation event set
/// problem", CACM 31(10), 1988). Keys later than a year of buckets wait unsorted until their year begins. If a day has
/// more keys than fit into the line, the rest is in a heap: whatever the times are (all the same, one far beyond all
/// others), the cost is at most that of a heap of all keys. A few keys need no buckets.
///
/// The length of a day is chosen such that a day has a few keys on average. It is measured anew when a year was too
/// crowded, too empty, or too short: then most keys are later than the year. No allocation once the queue has grown to
/// its maximum size.
class KeyQueue
{
public:
    using Key = Uint128;

    bool empty() const { return line_.empty(); }
    std::size_t size() const { return line_.size() + heap_.size() + (pendingIn_ ? 1 : 0) + inBuckets_ + far_.size(); }
    /// Number of keys that are later than a year of buckets, such as deadlines.
    std::size_t far() const { return far_.size(); }
    /// The smallest key; the queue must not be empty.
    Key front() const { return line_.front(); }

    /// The next keys in order: `ahead` of them, unless there are fewer.
    static constexpr std::size_t ahead = 8;
    std::size_t inLine() const { return line_.size(); }
    const Key* line() const { return line_.data(); }

    /// Inserts a key that comes after all others of its time.
    void pushNewest(Key key);
    void push(Key key)
    {
        if (const std::uint64_t time = timeOf(key); time >= nearEnd_) // all keys in the line are before that
            pushLater(key, time);
        else
            pushNear(key);
    }

    /// Removes the smallest key.
    void pop()
    {
        line_.dropFront();
        if (line_.size() < ahead)
            fillLine();
    }

    template <typename Predicate>
    void eraseIf(Predicate gone)
    {
        line_.eraseIf(gone);
        takeAll();
        std::erase_if(taken_, gone);
        for (const Key key : taken_)
            heap_.push(key);
        fillLine();
    }
    /// Replaces each key by change(key), in ascending order; the order of the keys must stay the same.
    template <typename Change>
    void replaceInOrder(Change change)
    {
        for (Key& key : line_.keys())
            key = change(key);
        takeAll();
        std::sort(taken_.begin(), taken_.end());
        for (const Key key : taken_)
            heap_.push(change(key));
    }

private:
    static constexpr std::uint64_t never = ~std::uint64_t{0};
    static constexpr std::uint32_t none = 0xffffffffU;
    /// Keys outside the line: below fewKeys the heap is used alone, above manyKeys there are buckets.
    static constexpr std::size_t fewKeys = 32, manyKeys = 64;
    static constexpr std::size_t keysInDay = 4; ///< on average, when the length of a day is measured
    static constexpr std::size_t mostDays = std::size_t{1} << 20;

    /// Some keys of a bucket, in one cache line.
    static constexpr std::size_t keysInChunk = cacheLine / sizeof(Key);
    struct alignas(cacheLine) Chunk
    {
        Key keys[keysInChunk];
    };
    /// A list of chunks; the first may be partly filled. Inserting a key does not need to read them.
    struct Bucket
    {
        std::uint32_t first = none;
        std::uint32_t keys = 0;
    };

    static std::uint64_t timeOf(Key key) { return static_cast<std::uint64_t>(key >> 64); }
    std::uint64_t dayOf(std::uint64_t time) const { return time >> shift_; }
    Bucket& bucketOf(std::uint64_t day) { return buckets_[day & dayMask_]; }

    [[gnu::noinline]] void pushNear(Key key);
    [[gnu::noinline]] void pushFar(Key key) { far_.push_back(key); }
    void pushLater(Key key, std::uint64_t time)
    {
        const std::uint64_t day = dayOf(time);
        if (day - day_ > dayMask_) [[unlikely]]
            return pushFar(key);
        Bucket& bucket = bucketOf(day);
        fetch(&bucket);
        const Key before = std::exchange(pending_, key);
        if (Bucket* const in = std::exchange(pendingIn_, &bucket))
            putInBucket(*in, before);
    }
    /// Moves the pending key, whose bucket was prefetched, to its bucket.
    void putPending()
    {
        if (Bucket* const in = std::exchange(pendingIn_, nullptr))
            putInBucket(*in, pending_);
    }
    void putInBucket(Bucket& bucket, Key key)
    {
        ++inBuckets_;
        const std::size_t place = bucket.keys++ % keysInChunk;
        if (place > 0) {
            chunks_[bucket.first].keys[place] = key;
            return;
        }
        const std::uint32_t chunk = freeChunk_;
        freeChunk_ = std::exchange(nextChunk_[chunk], bucket.first);
        bucket.first = chunk;
        chunks_[chunk].keys[0] = key;
        if (freeChunk_ == none) [[unlikely]]
            addChunk();
    }
    [[gnu::noinline]] void addChunk();
    /// Calls `use` with each key of the bucket.
    template <typename Use>
    void forKeysOf(const Bucket& bucket, Use use) const
    {
        std::size_t left = bucket.keys, here = (left + keysInChunk - 1) % keysInChunk + 1;
        for (std::uint32_t chunk = bucket.first; left > 0; chunk = nextChunk_[chunk], left -= here, here = keysInChunk)
            for (const Key *key = chunks_[chunk].keys, *end = key + here; key != end; ++key)
                use(*key);
    }
    void fillLine();
    void turnPage();
    void takeDay();
    void beginYear();
    void measure();
    void takeAll();

    KeyLine line_;                  ///< empty only if the queue is empty
    KeyHeap heap_;                  ///< keys after those of the line and before nearEnd_
    std::uint64_t nearEnd_ = never; ///< end of the day; never: there are no buckets
    std::uint64_t day_ = 0;         ///< number of days since time 0
    std::uint64_t yearEnd_ = 0;     ///< day at which the far keys are examined again
    unsigned shift_ = 0;            ///< logarithm of a day's length
    std::vector<Bucket> buckets_;   ///< the days of a year from day_ + 1 on, used as a ring
    std::uint64_t dayMask_ = 0;     ///< number of days in a year, a power of two, minus one
    std::size_t inBuckets_ = 0;
    Key pending_ = 0;             ///< not yet in its bucket, ...
    Bucket* pendingIn_ = nullptr; ///< ... which is this one; null: there is no such key
    std::size_t takenInYear_ = 0; ///< keys taken out of buckets
    std::pmr::vector<Chunk> chunks_{&largePages()};
    std::vector<std::uint32_t> nextChunk_; ///< in the bucket, or in the free list
    std::uint32_t freeChunk_ = none;       ///< there is one while there are buckets
    std::pmr::vector<Key> far_{&largePages()};
    std::vector<Key> taken_; ///< all keys except those of the line, while they are moved
};

} // namespace headroom::kernel
