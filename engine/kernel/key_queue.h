// A queue of a great many packed keys, the least of which is next, in constant time where they are spread out.
#pragma once

#include "kernel/int128.h"
#include "kernel/key_heap.h"
#include "kernel/key_line.h"
#include "kernel/large_pages.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::kernel {

/// The nearest keys stand in a short line in order; behind it the others lie in buckets by the upper half of the key,
/// the time: a calendar queue (Brown, "Calendar queues: a fast O(1) priority queue implementation for the simulation
/// event set problem", CACM 31(10), 1988). What lies further ahead than a year of buckets waits in no order until its
/// year has come. What is more on one day than the line holds is in a heap: whatever the times are (all the same, one
/// far beyond all others), it costs no more than a heap of all keys. A few keys need no buckets.
///
/// The days are as long as a few keys need on average, and are measured anew when a year was too crowded or too empty,
/// or too short: most of it lies further ahead.
/// No allocation once it has grown to what it ever holds.
class KeyQueue
{
public:
    using Key = Uint128;

    bool empty() const { return line_.empty(); }
    std::size_t size() const { return line_.size() + heap_.size() + (pending_ != noKey) + inBuckets_ + far_.size(); }
    /// The least key; there must be one.
    Key front() const { return line_.front(); }

    /// The next keys in order: `ahead` of them, unless there are fewer.
    static constexpr std::size_t ahead = 8;
    std::size_t inLine() const { return line_.size(); }
    const Key* line() const { return line_.data(); }

    /// The key comes behind all others of its time.
    void pushNewest(Key key)
    {
        if (line_.takes(timeOf(key)))
            line_.insertNewest(key);
        else
            push(key);
    }
    void push(Key key)
    {
        if (const std::uint64_t time = timeOf(key); time >= nearEnd_) // as all in the line is before that
            pushLater(key, time);
        else
            pushNear(key);
    }

    /// Takes the least key out.
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
    /// Puts change(key) in the place of each key, the least first; that must not change their order.
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
    static constexpr Key noKey = 0; ///< of time 0, which lies behind every day
    /// Beside the line: below the first a heap does, above the second there are buckets.
    static constexpr std::size_t fewKeys = 32, manyKeys = 64;
    static constexpr std::size_t keysInDay = 4; ///< on average, when they are measured
    static constexpr std::size_t mostDays = std::size_t{1} << 20;

    /// Some keys of a bucket, in one cache line.
    static constexpr std::size_t keysInChunk = cacheLine / sizeof(Key);
    struct alignas(cacheLine) Chunk
    {
        Key keys[keysInChunk];
    };
    /// A list of chunks, of which the first may not be full. To put a key into it one need not look at them.
    struct Bucket
    {
        std::uint32_t first = none;
        std::uint32_t keys = 0;
    };

    static std::uint64_t timeOf(Key key) { return static_cast<std::uint64_t>(key >> 64); }
    std::uint64_t dayOf(std::uint64_t time) const { return time >> shift_; }
    Bucket& bucketOf(std::uint64_t day) { return buckets_[day & (buckets_.size() - 1)]; }

    void pushNear(Key key);
    void pushLater(Key key, std::uint64_t time)
    {
        if (const std::uint64_t day = dayOf(time); day - day_ < buckets_.size()) {
            putPending();
            fetch(&bucketOf(day));
            pending_ = key;
        } else {
            far_.push_back(key);
        }
    }
    /// The key whose bucket has been asked of memory goes there.
    void putPending()
    {
        if (pending_ == noKey)
            return;
        putInBucket(bucketOf(dayOf(timeOf(pending_))), pending_);
        pending_ = noKey;
    }
    void putInBucket(Bucket& bucket, Key key)
    {
        const std::size_t place = bucket.keys++ % keysInChunk;
        if (place == 0)
            addChunk(bucket);
        chunks_[bucket.first].keys[place] = key;
        ++inBuckets_;
    }
    void addChunk(Bucket& bucket);
    /// Calls it with each key of the bucket.
    template <typename Use>
    void forKeysOf(const Bucket& bucket, Use use) const
    {
        std::size_t left = bucket.keys, here = (left + keysInChunk - 1) % keysInChunk + 1;
        for (std::uint32_t chunk = bucket.first; left > 0; chunk = nextChunk_[chunk], left -= here, here = keysInChunk)
            for (std::size_t i = 0; i < here; ++i)
                use(chunks_[chunk].keys[i]);
    }
    void fillLine();
    void turnPage();
    void takeDay();
    void beginYear();
    void measure();
    void takeAll();

    KeyLine line_;                  ///< empty only if there is no key at all
    KeyHeap heap_;                  ///< keys behind those of the line and before nearEnd_
    std::uint64_t nearEnd_ = never; ///< where the day ends; never: there are no buckets
    std::uint64_t day_ = 0;         ///< number since time 0
    std::uint64_t yearEnd_ = 0;     ///< day by which the far keys are looked through again
    unsigned shift_ = 0;            ///< logarithm of a day's length
    std::vector<Bucket> buckets_;   ///< the days of a year from day_ + 1 on, round and round
    std::size_t inBuckets_ = 0;
    Key pending_ = noKey;         ///< is still to go into its bucket
    std::size_t takenInYear_ = 0; ///< keys that have come out of buckets
    std::pmr::vector<Chunk> chunks_{&largePages()};
    std::vector<std::uint32_t> nextChunk_; ///< in the bucket, or among the free ones
    std::uint32_t freeChunk_ = none;
    std::pmr::vector<Key> far_{&largePages()};
    std::vector<Key> taken_; ///< all but those of the line, while they are put in other places
};

} // namespace headroom::kernel
