// The first few of a great many packed keys.
#pragma once

#include "kernel/int128.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace headroom::kernel {

/// A few keys in order, the least first. Those who look ahead find what comes next by its place.
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
    /// The first one; the others follow.
    const Key* data() const { return keys_.data() + first_; }
    std::span<Key> keys() { return {keys_.data() + first_, size_}; }

    /// Whether a key of this time that comes behind all others of its time has its place before the last one, and there
    /// is room for it.
    bool takes(std::uint64_t time) const { return size_ - 1 < capacity - 1 && time < timeOf(back()); }
    /// Such a key: a look at the times is enough.
    void insertNewest(Key key)
    {
        place(key, [](Key a, Key b) { return timeOf(a) < timeOf(b); });
    }

    void dropFront()
    {
        ++first_;
        --size_;
    }
    void dropBack() { --size_; }
    /// There must be room.
    void insert(Key key) { place(key, std::less<>()); }
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
    template <typename Before>
    void place(Key key, Before before)
    {
        if (first_ + size_ == keys_.size()) [[unlikely]]
            moveToBegin();
        std::size_t hole = first_ + size_++;
        for (; hole > first_ && before(key, keys_[hole - 1]); --hole)
            keys_[hole] = keys_[hole - 1];
        keys_[hole] = key;
    }
    static std::uint64_t timeOf(Key key) { return static_cast<std::uint64_t>(key >> 64); }
    void moveToBegin()
    {
        for (std::size_t i = 0; i < size_; ++i)
            keys_[i] = keys_[first_ + i];
        first_ = 0;
    }

    std::size_t first_ = 0, size_ = 0;
    std::array<Key, 4 * capacity> keys_{}; ///< the line walks along them
};

} // namespace headroom::kernel
