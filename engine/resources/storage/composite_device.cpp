#include "resources/storage/composite_device.h"

namespace headroom::resources {

std::uint32_t CompositeDevice::take(const DeviceRequest& io, kernel::Completion done)
{
    const std::uint32_t index = enter(io, done);
    requests_[index].io = io;
    beginBusy();
    return index;
}

void CompositeDevice::beginBusy()
{
    if (meter_.busy() > 0)
        return;
    busySince_ = calendar_.now();
    meter_.begin(busySince_);
}

void CompositeDevice::endBusy()
{
    const Time now = calendar_.now();
    meter_.end(now);
    busy_.add(busySince_, now, meter_);
}

void CompositeDevice::beginWork()
{
    ++work_;
    beginBusy();
}

void CompositeDevice::endWork()
{
    if (--work_ == 0 && meter_.present() == 0)
        endBusy();
}

void CompositeDevice::answerNow(std::uint32_t index)
{
    if (!requests_[index].flush && meter_.present() == 1 && work_ == 0) // the last one
        endBusy();
    leave(index, requests_[index].error);
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

} // namespace headroom::resources
