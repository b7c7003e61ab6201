// Finds records of a pool by a number, such as that of a file.
#pragma once

#include "resources/record_pool.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace headroom::resources {

/// A hash table linked through the records themselves: their members `id`, which must not change while they are in the
/// table, and `chain`. Looking one up takes two memory accesses, and nothing is allocated when a record comes or goes
/// once there are enough buckets.
template <typename Record>
class RecordIndex
{
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// The record with this id; `none` if there is none.
    std::uint32_t find(const RecordPool<Record>& pool, std::uint64_t id) const
    {
        if (buckets_.empty())
            return none;
        std::uint32_t index = buckets_[bucketOf(id)];
        while (index != none && pool[index].id != id)
            index = pool[index].chain;
        return index;
    }
    /// Adds a record; none in the table may have its id.
    void add(RecordPool<Record>& pool, std::uint32_t index)
    {
        if (size_ == buckets_.size())
            grow(pool);
        ++size_;
        enter(pool, index);
    }
    void remove(RecordPool<Record>& pool, std::uint32_t index)
    {
        std::uint32_t* from = &buckets_[bucketOf(pool[index].id)];
        while (*from != index)
            from = &pool[*from].chain;
        *from = pool[index].chain;
        --size_;
    }
    /// Calls `visit` with each record, in no particular order.
    template <typename Visit>
    void forEach(const RecordPool<Record>& pool, Visit visit) const
    {
        for (const std::uint32_t first : buckets_)
            for (std::uint32_t index = first; index != none; index = pool[index].chain)
                visit(pool[index]);
    }

private:
    static constexpr unsigned fewestBits = 4;

    /// Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): the upper bits depend on all of the id.
    std::size_t bucketOf(std::uint64_t id) const { return (id * 0x9e3779b97f4a7c15ULL) >> (64 - bits_); }
    void enter(RecordPool<Record>& pool, std::uint32_t index)
    {
        std::uint32_t& first = buckets_[bucketOf(pool[index].id)];
        pool[index].chain = first;
        first = index;
    }
    void grow(RecordPool<Record>& pool)
    {
        bits_ = buckets_.empty() ? fewestBits : bits_ + 1;
        const std::vector<std::uint32_t> before = std::exchange(buckets_, {});
        buckets_.assign(std::size_t{1} << bits_, none);
        for (const std::uint32_t first : before)
            for (std::uint32_t index = first, next = none; index != none; index = next) {
                next = pool[index].chain;
                enter(pool, index);
            }
    }

    std::vector<std::uint32_t> buckets_; ///< their number is a power of two
    unsigned bits_ = 0;
    std::size_t size_ = 0;
};

} // namespace headroom::resources
