// The first few of a very large number of packed keys.
#pragma once

#include "kernel/int128.h"

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

    bool empty() const { return size_ == 0; }
    bool full() const { return size_ == capacity; }
    std::size_t size() const { return size_; }
    Key front() const { return keys_[first_]; }
    Key back() const { return keys_[first_ + size_ - 1]; }
    /// The address of the first key; the others follow.
    const Key* data() const { return keys_.data() + first_; }
    std::span<Key> keys() { return {keys_.data() + first_, size_}; }

    /// True if there is room for a new key of this time and it belongs before the last key. The new key comes after all
    /// others of the same time.
    bool takes(std::uint64_t time) const { return size_ - 1 < capacity - 1 && time < timeOf(back()); }
    /// Inserts such a key; comparing the times is sufficient.
    void insertNewest(Key key)
    {
        place(key, [time = timeOf(key)](const Key& other) { return time < timeOf(other); });
    }

    void dropFront()
    {
        ++first_;
        --size_;
    }
    void dropBack() { --size_; }
    /// Inserts any key; there must be room.
    void insert(Key key)
    {
        place(key, [key](const Key& other) { return key < other; });
    }
    template <typename Predicate>
    void eraseIf(Predicate gone)
    {
        const std::span<Key> all = keys();
        std::size_t kept = 0;
        for (const Key key : all)
            if (!gone(key))
                all[kept++] = key;
        size_ = kept;
    }

private:
    /// A key as one piece, which the processor moves by one load and one store.
    using Piece [[gnu::vector_size(sizeof(Key)), gnu::may_alias]] = std::uint64_t;
    static Piece& pieceOf(Key& key) { return reinterpret_cast<Piece&>(key); }

    /// The key goes in front of all others that `isBehind` holds for.
    template <typename IsBehind>
    void place(Key key, IsBehind isBehind)
    {
        if (first_ + size_ == keys_.size()) [[unlikely]]
            moveToBegin();
        keys_[first_ - 1] = smallest;
        Key* hole = keys_.data() + first_ + size_++;
        for (; isBehind(hole[-1]); --hole)
            pieceOf(*hole) = pieceOf(hole[-1]);
        *hole = key;
    }
    static std::uint64_t timeOf(Key key) { return static_cast<std::uint64_t>(key >> 64); }
    void moveToBegin()
    {
        for (std::size_t i = 0; i < size_; ++i)
            keys_[1 + i] = keys_[first_ + i];
        first_ = 1;
    }

    static constexpr Key smallest = 0; ///< in front of the first key: no key belongs before it
    std::size_t first_ = 1, size_ = 0;
    std::array<Key, 4 * capacity> keys_{}; ///< the line moves towards the end of the array and is then moved back to
                                           ///< its start
};

} // namespace headroom::kernel
