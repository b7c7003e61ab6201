#include "resources/storage/battery_cache.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

BatteryCache::BatteryCache(kernel::Calendar& calendar, std::unique_ptr<StorageDevice> device, std::uint64_t bytes)
    : CompositeDevice(calendar, "battery-backed cache"), device_(std::move(device)), bytes_(bytes),
      dirty_(calendar.records())
{
    if (bytes == 0)
        throw std::invalid_argument("battery-backed cache: it must have a size");
}

void BatteryCache::submit(const DeviceRequest& io, kernel::Completion done)
{
    const std::uint32_t index = take(io, done);
    request(index).error = failed();
    if (failed() || io.bytes == 0) {
        answerSoon(index);
    } else if (!io.write) {
        read(index);
    } else if (io.bytes > bytes_) {
        passOn(index, io);
    } else {
        waiting_.append(requests_, index);
        admit();
        destage();
    }
}

void BatteryCache::fillWriteCache(const WrittenBefore& before)
{
    used_ += addPieces(dirty_, before, capacityBytes(), bytes_ - used_);
    destage();
}

/// Data in the memory at the beginning and at the end of the I/O are not read from the device.
void BatteryCache::read(std::uint32_t index)
{
    const DeviceRequest& io = request(index).io;
    const std::uint64_t end = io.offset + io.bytes, from = heldTo(io.offset);
    if (from >= end) {
        answerSoon(index);
        return;
    }
    passOn(index, {false, from, std::max(heldFrom(end), from) - from});
}

/// The end of what is in the memory from `place` on; `place` if nothing is.
std::uint64_t BatteryCache::heldTo(std::uint64_t place) const
{
    for (std::uint64_t at = place;;) {
        const std::uint32_t extent = dirty_.lastBefore(at + 1);
        const auto write =
            std::ranges::find_if(writing_, [&](const Range& each) { return each.begin <= at && at < each.end; });
        if (extent != DirtyExtents::none && dirty_[extent].end > at)
            at = dirty_[extent].end;
        else if (write != writing_.end())
            at = write->end;
        else
            return at;
    }
}

/// The beginning of what is in the memory up to `place`; `place` if nothing is.
std::uint64_t BatteryCache::heldFrom(std::uint64_t place) const
{
    for (std::uint64_t at = place;;) {
        const std::uint32_t extent = dirty_.lastBefore(at);
        const auto write =
            std::ranges::find_if(writing_, [&](const Range& each) { return each.begin < at && at <= each.end; });
        if (extent != DirtyExtents::none && dirty_[extent].end >= at)
            at = dirty_[extent].begin;
        else if (write != writing_.end())
            at = write->begin;
        else
            return at;
    }
}

void BatteryCache::passOn(std::uint32_t index, const DeviceRequest& io)
{
    device_->submit(io, {[](void* self, std::uint64_t context) {
                             auto* cache = static_cast<BatteryCache*>(self);
                             const auto passed = static_cast<std::uint32_t>(context);
                             cache->request(passed).error = cache->device_->answersWithError();
                             cache->answerNow(passed);
                         },
                         this, index});
}

void BatteryCache::admit()
{
    while (!waiting_.empty() && used_ + request(waiting_.first).io.bytes <= bytes_) {
        const std::uint32_t index = waiting_.popFirst(requests_);
        const DeviceRequest& io = request(index).io;
        used_ += dirty_.insert(io.offset, io.offset + io.bytes, 0);
        answerSoon(index);
    }
}

void BatteryCache::destage()
{
    while (writing_.size() < writesAtATime) {
        const std::uint32_t extent = nextExtent();
        if (extent == DirtyExtents::none)
            return;
        const std::uint64_t begin = dirty_[extent].begin;
        const std::uint64_t stripe = device_->fullStripeBytes();
        std::uint64_t end = std::min(dirty_[extent].end, begin + std::max(largestWrite, stripe));
        if (const std::uint64_t whole = end / stripe * stripe; whole > begin)
            end = whole;
        dirty_.takeFront(extent, end - begin);
        elevator_ = end;
        writing_.push_back({begin, end});
        beginWork();
        device_->submit({true, begin, end - begin},
                        {[](void* self, std::uint64_t context) { static_cast<BatteryCache*>(self)->destaged(context); },
                         this, begin});
    }
}

/// The first from the elevator on that need not wait; none if all do.
std::uint32_t BatteryCache::nextExtent() const
{
    for (const bool again : {false, true})
        for (std::uint32_t extent = dirty_.firstFrom(again ? 0 : elevator_);
             extent != DirtyExtents::none && !(again && dirty_[extent].begin >= elevator_);
             extent = dirty_.firstFrom(dirty_[extent].end))
            if (!mayGrow(extent))
                return extent;
    return DirtyExtents::none;
}

/// The rest of a stripe behind a write under way: what follows it may come before that write has ended.
bool BatteryCache::mayGrow(std::uint32_t extent) const
{
    const std::uint64_t begin = dirty_[extent].begin, stripe = device_->fullStripeBytes();
    return dirty_[extent].end < (begin / stripe + 1) * stripe &&
           std::ranges::any_of(writing_, [&](const Range& write) { return write.end == begin; });
}

void BatteryCache::destaged(std::uint64_t begin)
{
    const auto write = std::ranges::find(writing_, begin, &Range::begin);
    used_ -= write->end - write->begin;
    writing_.erase(write);
    endWork();
    if (failed()) {
        loseAll();
        return;
    }
    admit();
    destage();
}

void BatteryCache::flush(kernel::Completion done)
{
    const std::uint32_t index = enterFlush(done);
    request(index).error = failed();
    answerSoon(index);
}

void BatteryCache::fail()
{
    device_->fail();
    loseAll();
}

void BatteryCache::loseAll()
{
    while (!dirty_.empty()) {
        const std::uint32_t extent = dirty_.oldest();
        const std::uint64_t bytes = dirty_[extent].end - dirty_[extent].begin;
        dirty_.takeFront(extent, bytes);
        used_ -= bytes;
    }
    while (!waiting_.empty())
        answerSoon(waiting_.popFirst(requests_));
    for (std::uint32_t index = 0; index < requests_.size(); ++index)
        if (requests_.peek(index, &CompositeRequest::underWay))
            request(index).error = true;
}

} // namespace headroom::resources
