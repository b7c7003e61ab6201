// The first few of a very large number of packed keys.
#pragma once

#include "kernel/int128.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace headroom::kernel {

/// A few keys in ascending order. The next keys can be read by their index, for prefetching.
class KeyLine
{
public:
    using Key = Uint128;
    static constexpr std::size_t capacity = 32;

    KeyLine() = default;
    KeyLine(const KeyLine&) = delete;
    KeyLine& operator=(const KeyLine&) = delete;

    bool empty() const { return first_ == end_; }
    bool full() const { return size() == capacity; }
    std::size_t size() const { return static_cast<std::size_t>(end_ - first_); }
    Key front() const { return *first_; }
    Key back() const { return end_[-1]; }
    /// The address of the first key; the others follow.
    const Key* data() const { return first_; }
    std::span<Key> keys() { return {first_, end_}; }

    /// True if a new key of this time can be inserted without moving the line, and belongs before the last key. The new
    /// key comes after all others of the same time.
    bool takes(std::uint64_t time) const { return size() - 1 < capacity - 1 && hasRoom() && time < timeOf(back()); }
    /// Inserts such a key; comparing the times is sufficient.
    void insertNewest(Key key)
    {
        first_[-1] = smallest;
        place(end_++, key, [time = timeOf(key)](const Key& other) { return time < timeOf(other); });
    }

    void dropFront() { ++first_; }
    void dropBack() { --end_; }
    /// Inserts any key; there must be room.
    void insert(Key key)
    {
        insertAll([key](auto take) { take(key); });
    }
    /// Inserts the keys that `each` passes to the function it is called with; there must be room for all of them.
    template <typename Each>
    void insertAll(Each each)
    {
        if (!hasRoom())
            moveToBegin();
        first_[-1] = smallest;
        Key* end = end_;
        each([&end](Key key) { place(end++, key, [key](const Key& other) { return key < other; }); });
        end_ = end;
    }
    template <typename Predicate>
    void eraseIf(Predicate gone)
    {
        Key* kept = first_;
        for (const Key key : keys())
            if (!gone(key))
                *kept++ = key;
        end_ = kept;
    }

private:
    /// A key as one piece, which the processor moves by one load and one store.
    using Piece [[gnu::vector_size(sizeof(Key)), gnu::may_alias]] = std::uint64_t;
    static Piece& pieceOf(Key& key) { return reinterpret_cast<Piece&>(key); }

    /// The key goes in front of all others that `isBehind` holds for; `hole` is the place after the last of them.
    template <typename IsBehind>
    static void place(Key* hole, Key key, IsBehind isBehind)
    {
        for (; isBehind(hole[-1]); --hole)
            pieceOf(*hole) = pieceOf(hole[-1]);
        *hole = key;
    }
    static std::uint64_t timeOf(Key key) { return static_cast<std::uint64_t>(key >> 64); }
    /// True if there are as many places behind the first key as the line may have.
    bool hasRoom() const { return first_ <= keys_.data() + keys_.size() - capacity; }
    void moveToBegin()
    {
        Key* const begin = keys_.data() + 1;
        end_ = std::copy(first_, end_, begin);
        first_ = begin;
    }

    static constexpr Key smallest = 0;     ///< in front of the first key: no key belongs before it
    std::array<Key, 4 * capacity> keys_{}; ///< the line moves towards the end of the array and is then moved back to
                                           ///< its start
    Key *first_ = keys_.data() + 1, *end_ = first_;
};

} // namespace headroom::kernel
