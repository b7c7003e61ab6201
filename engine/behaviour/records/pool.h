// Pools for records that are created and released by the million.
#pragma once

#include "kernel/fetch.h"
#include "kernel/reserved_memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <sanitizer/asan_interface.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::behaviour {

/// Records of one kind with stable addresses and a free list; the pool grows and never shrinks. All records are in one
/// array, so the index alone gives the address. A handle contains the record's generation, so a completion that arrives
/// after the record was released is recognised as stale. A record keeps what it owns (the capacity of its vectors) from
/// one use to the next. With the address sanitizer, any access to a released record is an error.
template <typename Record>
class Pool
{
public:
    Pool() = default;
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool()
    {
        ASAN_UNPOISON_MEMORY_REGION(slots_, built_ * sizeof(Slot));
        std::destroy_n(slots_, built_);
    }

    /// Throws std::length_error if `most` records, or as many as the reserved addresses can hold, are in use.
    std::uint32_t take()
    {
        std::uint32_t index;
        if (freeRecords_ == 0) [[unlikely]]
            index = grow();
        else
            index = free_[--freeRecords_];
        ASAN_UNPOISON_MEMORY_REGION(&slot(index).record, sizeof(Record));
        return index;
    }
    void give(std::uint32_t index)
    {
        ++slot(index).generation;
        free_[freeRecords_++] = index;
        ASAN_POISON_MEMORY_REGION(&slot(index).record, sizeof(Record));
    }

    /// Reuses the record for something else: earlier handles become stale. Returns the new handle.
    std::uint64_t renew(std::uint32_t index)
    {
        ++slot(index).generation;
        return handle(index);
    }

    /// Prefetches the record's cache lines, or only the first of them.
    void fetch(std::uint32_t index, std::size_t lines = (sizeof(Slot) + line - 1) / line) const
    {
        kernel::fetch(&slot(index), lines * line);
    }

    Record& operator[](std::uint32_t index) { return slot(index).record; }
    const Record& operator[](std::uint32_t index) const { return slot(index).record; }
    /// Reads a field of a record that may be free, for code that scans all records.
    template <typename Field, typename Part>
    __attribute__((no_sanitize("address"))) Field peek(std::uint32_t index, Field Part::*field) const
    {
        return slot(index).record.*field;
    }

    std::uint64_t handle(std::uint32_t index) const
    {
        return (static_cast<std::uint64_t>(slot(index).generation) << 32) | index;
    }
    /// The same, for a record that is at hand.
    static std::uint64_t handle(std::uint32_t index, const Record& record)
    {
        constexpr std::size_t before = std::max(sizeof(Slot::generation), alignof(Record));
        const auto* const slot = reinterpret_cast<const std::byte*>(&record) - before;
        return (static_cast<std::uint64_t>(reinterpret_cast<const Slot*>(slot)->generation) << 32) | index;
    }
    /// True if the record that the handle was made for is still in use.
    bool holds(std::uint64_t handle) const
    {
        const auto index = static_cast<std::uint32_t>(handle);
        return index < size_ && slot(index).generation == static_cast<std::uint32_t>(handle >> 32);
    }
    /// Number of records so far, in use or not; all indices are below it.
    std::uint32_t size() const { return size_; }
    std::size_t inUse() const { return size_ - freeRecords_; }

private:
    static constexpr std::size_t most = std::size_t{1} << 24;
    static constexpr std::uint32_t builtAtOnce = 256;

    /// Bytes of a cache line. A record that fills nearly a whole line or more is aligned to one, so that it does not
    /// cross one line more than it needs.
    static constexpr std::size_t line = 64;
    static constexpr std::size_t alignment = sizeof(Record) + 8 > line * 3 / 4 ? line : alignof(std::max_align_t);

    /// The generation is stored with its record, because both are usually accessed together.
    struct alignas(alignment) Slot
    {
        std::uint32_t generation = 1;
        Record record;
    };

    Slot& slot(std::uint32_t index) { return slots_[index]; }
    const Slot& slot(std::uint32_t index) const { return slots_[index]; }

    std::uint32_t grow()
    {
        if (size_ == built_) {
            const std::size_t room = memory_.bytes() / sizeof(Slot);
            if (built_ + builtAtOnce > room)
                throw std::length_error("more than " + std::to_string(built_) +
                                        " records of a kind (requests, paths) are in use");
            std::uninitialized_default_construct_n(slots_ + built_, builtAtOnce);
            for (std::uint32_t i = 0; i < builtAtOnce; ++i)
                ASAN_POISON_MEMORY_REGION(&slots_[built_ + i].record, sizeof(Record));
            built_ += builtAtOnce;
            free_.resize(built_);
        }
        return size_++;
    }

    kernel::ReservedMemory memory_{most * sizeof(Slot)};
    Slot* const slots_ = static_cast<Slot*>(memory_.data());
    std::vector<std::uint32_t> free_; ///< the first so many of as many as are built
    std::uint32_t freeRecords_ = 0;
    std::uint32_t size_ = 0, built_ = 0;
};

} // namespace headroom::behaviour
