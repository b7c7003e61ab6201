// A heap whose entries can be moved and removed by number.
#pragma once

#include "kernel/int128.h"

#include <cstdint>
#include <type_traits>
#include <vector>

namespace headroom::resources {

/// The items of one or several heaps, numbered densely from 0: where in its heap each one stands.
using HeapPositions = std::vector<std::uint32_t>;

/// Items in the order of their keys, the lowest first, and of their numbers where keys are equal. `std::priority_queue`
/// can neither move nor remove an item that is not the first. An item is in one heap at most; heaps that share their
/// items share the positions. Unsigned integers are the fastest keys: their order needs no branch that the processor
/// would guess wrong half of the time.
template <typename Key>
class IndexedHeap
{
public:
    static constexpr std::uint32_t absent = UINT32_MAX;

    bool empty() const { return entries_.empty(); }
    const Key& firstKey() const { return entries_.front().key; }
    std::uint32_t first() const { return entries_.front().item; }

    const Key& keyOf(const HeapPositions& positions, std::uint32_t item) const { return entries_[positions[item]].key; }
    static bool contains(const HeapPositions& positions, std::uint32_t item)
    {
        return item < positions.size() && positions[item] != absent;
    }

    /// Inserts the item, or moves it if it is in this heap.
    void set(HeapPositions& positions, std::uint32_t item, const Key& key)
    {
        if (item >= positions.size())
            positions.resize(item + 1, absent);
        if (positions[item] == absent) {
            positions[item] = static_cast<std::uint32_t>(entries_.size());
            entries_.push_back({key, item});
        }
        settle(positions, positions[item], {key, item});
    }

    /// The item must be in this heap.
    void remove(HeapPositions& positions, std::uint32_t item)
    {
        const std::uint32_t hole = positions[item];
        positions[item] = absent;
        const Entry last = entries_.back();
        entries_.pop_back();
        if (hole < entries_.size())
            settle(positions, hole, last);
    }

    /// Calls `change(item, key)` for all, which may change the keys in a way that keeps their order.
    template <typename Change>
    void changeKeys(const Change& change)
    {
        for (Entry& entry : entries_)
            change(entry.item, entry.key);
    }

private:
    struct Entry
    {
        Key key;
        std::uint32_t item;

        kernel::Uint128 packed() const { return kernel::Uint128{key} << 64 | item; }
        bool operator<(const Entry& other) const
        {
            if constexpr (std::is_unsigned_v<Key>)
                return packed() < other.packed();
            else
                return key < other.key || (key == other.key && item < other.item);
        }
    };

    void place(HeapPositions& positions, std::uint32_t position, const Entry& entry)
    {
        // Each member by itself: a copy of the whole entry would wait for its members to be written.
        entries_[position].key = entry.key;
        entries_[position].item = entry.item;
        positions[entry.item] = position;
    }

    /// Puts the entry at the position or where it belongs from there.
    void settle(HeapPositions& positions, std::uint32_t position, const Entry& entry)
    {
        while (position > 0 && entry < entries_[(position - 1) / 2]) {
            place(positions, position, entries_[(position - 1) / 2]);
            position = (position - 1) / 2;
        }
        const auto count = static_cast<std::uint32_t>(entries_.size());
        for (std::uint32_t child = 2 * position + 1; child < count; child = 2 * position + 1) {
            if (child + 1 < count)
                child += entries_[child + 1] < entries_[child] ? 1 : 0;
            if (!(entries_[child] < entry))
                break;
            place(positions, position, entries_[child]);
            position = child;
        }
        place(positions, position, entry);
    }

    std::vector<Entry> entries_;
};

} // namespace headroom::resources
