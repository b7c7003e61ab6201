#include "resources/storage/composite_device.h"

namespace headroom::resources {

std::uint32_t CompositeDevice::take(const DeviceRequest& io, kernel::Completion done)
{
    const std::uint32_t index = enter(io, done);
    requests_[index].io = io;
    if (meter_.busy() == 0) {
        busySince_ = calendar_.now();
        meter_.begin(busySince_);
    }
    return index;
}

void CompositeDevice::answerNow(std::uint32_t index)
{
    if (!requests_[index].flush && meter_.present() == 1) { // the last one
        const Time now = calendar_.now();
        meter_.end(now);
        busy_.add(busySince_, now, meter_);
    }
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
