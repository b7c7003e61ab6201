#include "resources/composite_device.h"

#include <stdexcept>

namespace headroom::resources {

std::uint32_t CompositeDevice::takeSlot(kernel::Completion done)
{
    if (unused_ == none) {
        unused_ = static_cast<std::uint32_t>(requests_.size());
        requests_.emplace_back();
    }
    const std::uint32_t index = unused_;
    unused_ = requests_[index].next;
    requests_[index] = {};
    requests_[index].done = done;
    requests_[index].arrived = calendar_.now();
    requests_[index].used = true;
    return index;
}

std::uint32_t CompositeDevice::take(const DeviceRequest& io, kernel::Completion done)
{
    if (io.offset > capacityBytes() || io.bytes > capacityBytes() - io.offset)
        throw std::out_of_range("I/O beyond the end of the device");
    const Time now = calendar_.now();
    meter_.arrive(now);
    if (meter_.busy() == 0) {
        meter_.begin(now);
        busySince_ = now;
    }
    const std::uint32_t index = takeSlot(done);
    requests_[index].io = io;
    return index;
}

std::uint32_t CompositeDevice::takeFlush(kernel::Completion done)
{
    const std::uint32_t index = takeSlot(done);
    requests_[index].flush = true;
    return index;
}

void CompositeDevice::answerNow(std::uint32_t index)
{
    Request& entry = requests_[index];
    const kernel::Completion done = entry.done;
    const bool error = entry.error;
    if (!entry.flush) {
        const Time now = calendar_.now();
        meter_.depart(now);
        if (!error)
            meter_.addBytes(entry.io.bytes);
        response_.add(entry.arrived, now, meter_);
        if (meter_.present() == 0) {
            meter_.end(now);
            busy_.add(busySince_, now, meter_);
        }
    }
    entry.used = false;
    entry.next = unused_;
    unused_ = index;
    answer(done, error);
}

void CompositeDevice::answerSoon(std::uint32_t index)
{
    calendar_.schedule(
        calendar_.now(),
        [](void* self, std::uint64_t context) {
            static_cast<CompositeDevice*>(self)->answerNow(static_cast<std::uint32_t>(context));
        },
        this, index);
}

CompositeDevice::Integral CompositeDevice::serviceTimeSum() const
{
    return busy_.ended(meter_) + (meter_.busy() > 0 ? WindowSum::underway(busySince_, meter_) : 0);
}

CompositeDevice::Integral CompositeDevice::responseTimeSum() const
{
    Integral sum = response_.ended(meter_);
    for (const Request& entry : requests_)
        if (entry.used && !entry.flush)
            sum += WindowSum::underway(entry.arrived, meter_);
    return sum;
}

} // namespace headroom::resources
