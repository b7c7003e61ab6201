// The streams that are sending, ordered by the time at which their chunk will be sent completely.
#pragma once

#include "kernel/time.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace headroom::resources {

/// A heap whose entries can be moved or removed by number: a change of rates moves the finish of every flow it affects,
/// and `std::priority_queue` does not support that. `order` breaks ties, so that runs are reproducible.
class FinishQueue
{
public:
    bool empty() const { return heap_.empty(); }
    kernel::Time firstTime() const { return heap_.empty() ? kernel::never : heap_.front().finish; }
    std::uint32_t first() const { return heap_.front().item; }
    bool contains(std::uint32_t item) const { return item < positions_.size() && positions_[item] != absent; }

    /// Inserts the item or moves it.
    void set(std::uint32_t item, kernel::Time finish, std::uint64_t order)
    {
        if (item >= positions_.size())
            positions_.resize(item + 1, absent);
        if (positions_[item] == absent) {
            positions_[item] = static_cast<std::uint32_t>(heap_.size());
            heap_.push_back({finish, order, item});
        } else {
            heap_[positions_[item]] = {finish, order, item};
        }
        settle(positions_[item]);
    }

    void remove(std::uint32_t item)
    {
        if (!contains(item))
            return;
        const std::uint32_t hole = positions_[item];
        positions_[item] = absent;
        const Entry last = heap_.back();
        heap_.pop_back();
        if (hole == heap_.size())
            return;
        place(hole, last);
        settle(hole);
    }

private:
    static constexpr std::uint32_t absent = UINT32_MAX;

    struct Entry
    {
        kernel::Time finish;
        std::uint64_t order;
        std::uint32_t item;
        bool before(const Entry& other) const
        {
            return finish != other.finish ? finish < other.finish : order < other.order;
        }
    };

    void place(std::uint32_t position, const Entry& entry)
    {
        heap_[position] = entry;
        positions_[entry.item] = position;
    }

    void settle(std::uint32_t position)
    {
        const Entry entry = heap_[position];
        while (position > 0 && entry.before(heap_[(position - 1) / 2])) {
            place(position, heap_[(position - 1) / 2]);
            position = (position - 1) / 2;
        }
        const auto count = static_cast<std::uint32_t>(heap_.size());
        for (std::uint32_t child = 2 * position + 1; child < count; child = 2 * position + 1) {
            if (child + 1 < count && heap_[child + 1].before(heap_[child]))
                ++child;
            if (!heap_[child].before(entry))
                break;
            place(position, heap_[child]);
            position = child;
        }
        place(position, entry);
    }

    std::vector<Entry> heap_;
    std::vector<std::uint32_t> positions_;
};

} // namespace headroom::resources
