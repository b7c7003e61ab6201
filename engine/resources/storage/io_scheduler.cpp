#include "resources/storage/io_scheduler.h"

#include <algorithm>

namespace headroom::resources {

DeadlineScheduler::DeadlineScheduler(const DeadlineSettings& settings)
    : settings_(settings), readExpire_(kernel::fromSeconds(settings.readExpireS)),
      writeExpire_(kernel::fromSeconds(settings.writeExpireS))
{
}

void DeadlineScheduler::add(std::uint32_t request, bool write, std::uint64_t offset, kernel::Time now)
{
    std::vector<Waiting>& sorted = (write ? writes_ : reads_).sorted;
    const auto after = std::upper_bound(sorted.begin(), sorted.end(), offset,
                                        [](std::uint64_t value, const Waiting& each) { return value < each.offset; });
    sorted.insert(after, Waiting{offset, arrivals_++, kernel::later(now, write ? writeExpire_ : readExpire_), request});
}

std::uint32_t DeadlineScheduler::next(kernel::Time now)
{
    Direction* direction = writing_ ? &writes_ : &reads_;
    Place place = furtherUp(*direction);
    if (leftOfBatch_ == 0 || place == direction->sorted.end()) {
        writing_ = writesAreDue();
        leftOfBatch_ = settings_.fifoBatch;
        direction = writing_ ? &writes_ : &reads_;
        place = furtherUp(*direction);
        const Place first = oldest(*direction);
        if (place == direction->sorted.end() || first->expires <= now)
            place = first;
    }
    --leftOfBatch_;
    const std::uint32_t request = place->request;
    direction->position = place->offset;
    direction->sorted.erase(place);
    return request;
}

void DeadlineScheduler::clear()
{
    reads_.sorted.clear();
    writes_.sorted.clear();
    reads_.position = writes_.position = 0;
    leftOfBatch_ = timesWritesPassed_ = 0;
}

DeadlineScheduler::Place DeadlineScheduler::furtherUp(Direction& direction)
{
    return std::lower_bound(direction.sorted.begin(), direction.sorted.end(), direction.position,
                            [](const Waiting& each, std::uint64_t value) { return each.offset < value; });
}

DeadlineScheduler::Place DeadlineScheduler::oldest(Direction& direction)
{
    return std::min_element(direction.sorted.begin(), direction.sorted.end(),
                            [](const Waiting& a, const Waiting& b) { return a.arrival < b.arrival; });
}

bool DeadlineScheduler::writesAreDue()
{
    if (writes_.sorted.empty())
        return false;
    if (!reads_.sorted.empty() && timesWritesPassed_ < settings_.writesStarved) {
        ++timesWritesPassed_;
        return false;
    }
    timesWritesPassed_ = 0;
    return true;
}

} // namespace headroom::resources
