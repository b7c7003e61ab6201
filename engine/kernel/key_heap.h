// A priority queue of packed keys: the smallest one is next.
#pragma once

#include "kernel/fetch.h"
#include "kernel/int128.h"
#include "kernel/large_pages.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace headroom::kernel {

/// A 4-ary heap of 128-bit keys. The four children of a node fill one cache line, so a step down the heap is one memory
/// access, which is prefetched one step ahead (LaMarca and Ladner, "The influence of caches on the performance of
/// heaps", ACM JEA 1, 1996). No allocation once it has grown to its maximum size.
class KeyHeap
{
public:
    using Key = Uint128;

    /// Index of the smallest key. The children of an index begin at 4 · index − 8, a multiple of four.
    static constexpr std::size_t root = 3;
    static constexpr std::size_t arity = 4;
    static std::size_t childrenOf(std::size_t place) { return arity * place - 8; }

    KeyHeap() = default;
    ~KeyHeap();
    KeyHeap(const KeyHeap&) = delete;
    KeyHeap& operator=(const KeyHeap&) = delete;

    bool empty() const { return end_ == root; }
    std::size_t size() const { return end_ - root; }
    /// The smallest key; the heap must not be empty.
    Key front() const { return keys_[root]; }

    void push(Key key)
    {
        if (end_ == capacity_)
            grow();
        std::size_t hole = end_++;
        while (hole > root) {
            const std::size_t parent = hole / arity + 2;
            if (keys_[parent] <= key)
                break;
            keys_[hole] = keys_[parent];
            hole = parent;
        }
        keys_[hole] = key;
    }

    /// Removes the smallest key.
    void pop()
    {
        const Key last = keys_[--end_];
        keys_[end_] = none;
        if (end_ > root)
            siftDown(root, last);
    }

    /// All keys. A caller that changes them must leave them sorted: sorted keys form a heap.
    std::span<Key> keys() { return size() > 0 ? std::span<Key>(keys_ + root, size()) : std::span<Key>(); }
    void clear()
    {
        if (size() == 0)
            return; // there may be no memory yet
        std::fill(keys_ + root, keys_ + end_, none);
        end_ = root;
    }

    template <typename Predicate>
    void eraseIf(Predicate gone)
    {
        if (size() == 0)
            return;
        Key* const end = std::remove_if(keys_ + root, keys_ + end_, gone);
        std::fill(end, keys_ + end_, none);
        end_ = static_cast<std::size_t>(end - keys_);
        if (size() < 2)
            return;
        for (std::size_t place = (end_ - 1) / arity + 2; place >= root; --place)
            siftDown(place, keys_[place]);
    }

private:
    /// The smallest of the four that begin at `first`, compared in pairs, without a branch that cannot be predicted.
    std::size_t leastOfFour(std::size_t first) const
    {
        static_assert(arity == 4);
        const std::size_t left = first + (keys_[first + 1] < keys_[first]);
        const std::size_t right = first + 2 + (keys_[first + 3] < keys_[first + 2]);
        return keys_[right] < keys_[left] ? right : left;
    }

    void siftDown(std::size_t hole, Key key)
    {
        for (std::size_t first = childrenOf(hole); first < end_; first = childrenOf(hole)) {
            if (const std::size_t below = childrenOf(first); below < end_)
                for (std::size_t i = 0; i < arity * arity; i += keysInLine)
                    fetch(keys_ + below + i);
            const std::size_t least = leastOfFour(first);
            if (key <= keys_[least])
                break;
            keys_[hole] = keys_[least];
            hole = least;
        }
        keys_[hole] = key;
    }
    void grow();

    static constexpr std::size_t keysInLine = cacheLine / sizeof(Key);
    static constexpr Key none = ~Key{0}; ///< in the places behind the last key: greater than any key

    Key* keys_ = nullptr;
    std::size_t end_ = root;      ///< index after the last key
    std::size_t capacity_ = root; ///< a multiple of four, once memory is allocated
};

} // namespace headroom::kernel
