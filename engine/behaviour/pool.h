// Records that come and go by the million.
#pragma once

#include "kernel/fetch.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <sanitizer/asan_interface.h>
#include <vector>

namespace headroom::behaviour {

/// Storage for records of one kind with stable places and a free list; grows, never shrinks. A handle carries the
/// record's generation, so that a completion that arrives after the record was given up is recognised. A record keeps
/// what it owns (the capacity of its vectors) from one use to the next. For the address sanitizer a record that nobody
/// holds is memory that nobody may touch.
template <typename Record>
class Pool
{
public:
    /// `memory` must outlive the pool.
    explicit Pool(std::pmr::memory_resource* memory = std::pmr::new_delete_resource()) : memory_(memory) {}
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool()
    {
        for (Slot* chunk : chunks_) {
            ASAN_UNPOISON_MEMORY_REGION(chunk, chunkSize * sizeof(Slot));
            std::destroy_n(chunk, chunkSize);
            memory_.deallocate(chunk, chunkSize);
        }
    }

    std::uint32_t take()
    {
        std::uint32_t index;
        if (free_.empty()) [[unlikely]] {
            index = grow();
        } else {
            index = free_.back();
            free_.pop_back();
        }
        ASAN_UNPOISON_MEMORY_REGION(&slot(index).record, sizeof(Record));
        return index;
    }
    void give(std::uint32_t index)
    {
        ++slot(index).generation;
        free_.push_back(index);
        ASAN_POISON_MEMORY_REGION(&slot(index).record, sizeof(Record));
    }

    /// The record goes on as another: earlier handles are stale. Returns the new one.
    std::uint64_t renew(std::uint32_t index)
    {
        ++slot(index).generation;
        return handle(index);
    }

    /// Asks for the record's cache lines, or the first of them.
    void fetch(std::uint32_t index, std::size_t lines = (sizeof(Slot) + line - 1) / line) const
    {
        kernel::fetch(&slot(index), lines * line);
    }

    Record& operator[](std::uint32_t index) { return slot(index).record; }
    const Record& operator[](std::uint32_t index) const { return slot(index).record; }
    /// A field of a record that may be free: for who looks through all of them.
    template <typename Field, typename Part>
    __attribute__((no_sanitize("address"))) Field peek(std::uint32_t index, Field Part::*field) const
    {
        return slot(index).record.*field;
    }

    std::uint64_t handle(std::uint32_t index) const
    {
        return (static_cast<std::uint64_t>(slot(index).generation) << 32) | index;
    }
    /// Whether the handle still means the record it was made for.
    bool holds(std::uint64_t handle) const
    {
        const auto index = static_cast<std::uint32_t>(handle);
        return index < size_ && slot(index).generation == static_cast<std::uint32_t>(handle >> 32);
    }
    /// Records so far, in use or not: indices are below.
    std::uint32_t size() const { return size_; }
    std::size_t inUse() const { return size_ - free_.size(); }

private:
    static constexpr std::uint32_t chunkBits = 8;
    static constexpr std::uint32_t chunkSize = 1U << chunkBits;

    /// Bytes of a cache line. A record that fills one or nearly so begins at one, lest it lie in one more than it
    /// needs.
    static constexpr std::size_t line = 64;
    static constexpr std::size_t alignment = sizeof(Record) + 8 > line * 3 / 4 ? line : alignof(std::max_align_t);

    /// The generation lies with its record: who looks at one looks at the other.
    struct alignas(alignment) Slot
    {
        std::uint32_t generation = 1;
        Record record;
    };

    Slot& slot(std::uint32_t index) { return chunks_[index >> chunkBits][index & (chunkSize - 1)]; }
    const Slot& slot(std::uint32_t index) const { return chunks_[index >> chunkBits][index & (chunkSize - 1)]; }

    std::uint32_t grow()
    {
        if (size_ % chunkSize == 0) {
            chunks_.push_back(memory_.allocate(chunkSize));
            std::uninitialized_default_construct_n(chunks_.back(), chunkSize);
            for (std::uint32_t i = 0; i < chunkSize; ++i)
                ASAN_POISON_MEMORY_REGION(&chunks_.back()[i].record, sizeof(Record));
        }
        return size_++;
    }

    std::pmr::polymorphic_allocator<Slot> memory_;
    std::vector<Slot*> chunks_;
    std::vector<std::uint32_t> free_;
    std::uint32_t size_ = 0;
};

} // namespace headroom::behaviour
