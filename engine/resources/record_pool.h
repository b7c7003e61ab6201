// Pools for records that are created and released often: requests, their parts, messages, packets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sanitizer/asan_interface.h>
#include <vector>

namespace headroom::resources {

/// Records of one kind, identified by their index. The pool grows, never shrinks, and reuses the last released record
/// first: nothing is allocated once the maximum in use at a time was reached. References are valid until the next take.
/// With the address sanitizer, any access to a released record is an error.
template <typename Record>
class RecordPool
{
public:
    RecordPool() = default;
    RecordPool(RecordPool&&) = default;
    RecordPool& operator=(RecordPool&&) = delete;
    ~RecordPool()
    {
        for (const std::uint32_t index : unused_)
            ASAN_UNPOISON_MEMORY_REGION(&records_[index], sizeof(Record));
    }

    /// Returns a record with the contents that its last user left.
    std::uint32_t take()
    {
        if (unused_.empty())
            grow();
        const std::uint32_t index = unused_.back();
        unused_.pop_back();
        ASAN_UNPOISON_MEMORY_REGION(&records_[index], sizeof(Record));
        return index;
    }
    std::uint32_t take(const Record& record)
    {
        const std::uint32_t index = take();
        records_[index] = record;
        return index;
    }
    void give(std::uint32_t index)
    {
        unused_.push_back(index);
        ASAN_POISON_MEMORY_REGION(&records_[index], sizeof(Record));
    }

    Record& operator[](std::uint32_t index) { return records_[index]; }
    const Record& operator[](std::uint32_t index) const { return records_[index]; }
    /// Number of records so far, in use or not; all indices are below it.
    std::uint32_t size() const { return static_cast<std::uint32_t>(records_.size()); }
    /// Reads a field of a record that may be unused, for code that scans all records.
    template <typename Field, typename Part>
    __attribute__((no_sanitize("address"))) Field peek(std::uint32_t index, Field Part::*field) const
    {
        return records_[index].*field;
    }

private:
    /// Called only when all are in use: the records move.
    void grow()
    {
        unused_.push_back(size());
        records_.emplace_back();
        unused_.reserve(records_.capacity()); // give() allocates nothing
    }

    std::vector<Record> records_;
    std::vector<std::uint32_t> unused_;
};

/// A first-in, first-out list of records of a pool, linked by their member `next`.
struct Chain
{
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::uint32_t first = none;
    std::uint32_t last = none;

    bool empty() const { return first == none; }

    template <typename Record>
    void append(RecordPool<Record>& pool, std::uint32_t index)
    {
        pool[index].next = none;
        (empty() ? first : pool[last].next) = index;
        last = index;
    }
    template <typename Record>
    std::uint32_t popFirst(const RecordPool<Record>& pool)
    {
        const std::uint32_t index = first;
        first = pool[index].next;
        return index;
    }
};

} // namespace headroom::resources
