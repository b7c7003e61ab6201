#include "kernel/key_queue.h"

#include <bit>
#include <cmath>
#include <utility>

namespace headroom::kernel {

/// Most keys of a large model belong to a later day, most of a small one to the line. Rarer cases are in calls of their
/// own, so that the usual ones save no registers.
void KeyQueue::pushNewest(Key key)
{
    if (const std::uint64_t time = timeOf(key); time >= nearEnd_) // all keys in the line are before that
        pushLater(key, time);
    else if (line_.takes(time))
        line_.insertNewest(key);
    else
        pushNear(key);
}

/// Inserts a key before nearEnd_.
void KeyQueue::pushNear(Key key)
{
    if (!line_.empty() && key < line_.back()) {
        if (line_.full()) {
            heap_.push(line_.back());
            line_.dropBack();
        }
        line_.insert(key);
    } else if (heap_.empty() && !line_.full()) {
        line_.insert(key);
    } else {
        heap_.push(key);
    }
}

void KeyQueue::addChunk()
{
    freeChunk_ = static_cast<std::uint32_t>(chunks_.size());
    chunks_.emplace_back();
    nextChunk_.push_back(none);
}

void KeyQueue::fillLine()
{
    while (line_.size() < ahead) {
        if (!heap_.empty() && (nearEnd_ != never || heap_.size() <= manyKeys)) {
            line_.insert(heap_.front());
            heap_.pop();
        } else if (!heap_.empty()) {
            measure();
            takeDay();
        } else if (nearEnd_ != never) {
            turnPage();
        } else {
            return;
        }
    }
}

/// The heap is empty: continues with the next day.
void KeyQueue::turnPage()
{
    putPending();
    if (inBuckets_ == 0)
        measure();
    else if (++day_ == yearEnd_)
        beginYear();
    if (nearEnd_ != never)
        takeDay();
}

/// Moves the keys of the day to the line or the heap. Keys of that day inserted later go there directly.
void KeyQueue::takeDay()
{
    putPending();
    nearEnd_ = (day_ + 1) << shift_;
    const Bucket bucket = std::exchange(bucketOf(day_), Bucket{});
    inBuckets_ -= bucket.keys;
    takenInYear_ += bucket.keys;
    if (line_.size() + bucket.keys <= KeyLine::capacity) // the usual case
        line_.insertAll([&](auto take) { forKeysOf(bucket, take); });
    else
        forKeysOf(bucket, [this](Key key) { push(key); });
    for (std::uint32_t chunk = bucket.first; chunk != none;)
        chunk = std::exchange(nextChunk_[chunk], std::exchange(freeChunk_, chunk));
    // The next day is read soon, the one after it a little later.
    for (std::uint32_t chunk = bucketOf(day_ + 1).first; chunk != none; chunk = nextChunk_[chunk])
        fetch(&chunks_[chunk]);
    if (const std::uint32_t chunk = bucketOf(day_ + 2).first; chunk != none)
        fetch(&nextChunk_[chunk]);
}

/// Moves those far keys to buckets that belong to the new year.
void KeyQueue::beginYear()
{
    const std::size_t taken = std::exchange(takenInYear_, 0), days = buckets_.size();
    const bool crowded = taken > 4 * keysInDay * days, empty = 4 * taken < keysInDay * days;
    if (crowded || empty || far_.size() > taken) {
        measure();
        return;
    }
    yearEnd_ = day_ + days;
    std::erase_if(far_, [this, days](Key key) {
        const std::uint64_t day = dayOf(timeOf(key));
        if (day - day_ >= days)
            return false;
        putInBucket(bucketOf(day), key);
        return true;
    });
}

/// Sets the length of the year to eight times the span of the nearest quarter of the keys outside the line. Keys far
/// ahead, such as a deadline that is hardly ever reached, do not affect it.
void KeyQueue::measure()
{
    takeAll();
    if (taken_.size() < fewKeys) {
        for (const Key key : taken_)
            heap_.push(key);
        return;
    }
    const auto quarter = taken_.begin() + static_cast<std::ptrdiff_t>(taken_.size() / 4);
    std::nth_element(taken_.begin(), quarter, taken_.end());
    const std::uint64_t first = timeOf(*std::min_element(taken_.begin(), quarter));
    buckets_.assign(std::min(std::bit_ceil(taken_.size() / keysInDay), mostDays), Bucket{});
    dayMask_ = buckets_.size() - 1;
    const double dayLength = 8.0 * static_cast<double>(timeOf(*quarter) - first) / static_cast<double>(buckets_.size());
    shift_ = dayLength < 1 ? 0 : static_cast<unsigned>(std::min(60, std::ilogb(dayLength) + 1));
    day_ = dayOf(first);
    yearEnd_ = day_ + buckets_.size();
    takenInYear_ = 0;
    nearEnd_ = day_ << shift_;
    addChunk();
    for (const Key key : taken_)
        pushLater(key, timeOf(key));
}

/// Takes all keys except those of the line.
void KeyQueue::takeAll()
{
    putPending();
    const auto near = heap_.keys();
    taken_.assign(near.begin(), near.end());
    taken_.insert(taken_.end(), far_.begin(), far_.end());
    for (const Bucket& bucket : buckets_)
        forKeysOf(bucket, [this](Key key) { taken_.push_back(key); });
    heap_.clear();
    far_.clear();
    chunks_.clear();
    nextChunk_.clear();
    freeChunk_ = none;
    std::fill(buckets_.begin(), buckets_.end(), Bucket{});
    inBuckets_ = 0;
    nearEnd_ = never;
}

} // namespace headroom::kernel
