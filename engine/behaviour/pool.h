// Records that come and go by the million.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace headroom::behaviour {

/// Storage for records of one kind with stable places and a free list; grows, never shrinks. A handle carries the
/// record's generation, so that a completion that arrives after the record was given up is recognised.
template <typename Record>
class Pool
{
public:
    std::uint32_t take()
    {
        if (free_.empty()) {
            records_.emplace_back();
            generations_.push_back(1);
            return static_cast<std::uint32_t>(records_.size() - 1);
        }
        const std::uint32_t index = free_.back();
        free_.pop_back();
        return index;
    }
    void give(std::uint32_t index)
    {
        ++generations_[index];
        free_.push_back(index);
    }

    Record& operator[](std::uint32_t index) { return records_[index]; }
    const Record& operator[](std::uint32_t index) const { return records_[index]; }

    std::uint64_t handle(std::uint32_t index) const
    {
        return (static_cast<std::uint64_t>(generations_[index]) << 32) | index;
    }
    /// The record's index, if the handle is still good.
    bool holds(std::uint64_t handle) const
    {
        const auto index = static_cast<std::uint32_t>(handle);
        return index < generations_.size() && generations_[index] == static_cast<std::uint32_t>(handle >> 32);
    }
    std::size_t inUse() const { return records_.size() - free_.size(); }

private:
    std::deque<Record> records_;
    std::vector<std::uint32_t> generations_;
    std::vector<std::uint32_t> free_;
};

} // namespace headroom::behaviour
