#include "resources/storage/raid/member_set.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace headroom::resources {

namespace {

std::uint64_t wholeStripes(std::uint64_t smallest, std::uint64_t stripeBytes)
{
    if (stripeBytes == 0)
        throw std::invalid_argument("RAID set: the stripe must have a size");
    if (stripeBytes > smallest)
        throw std::invalid_argument("RAID set: the smallest member does not hold a stripe");
    return smallest / stripeBytes * stripeBytes;
}

} // namespace

MemberSet::MemberSet(kernel::Calendar& calendar, std::vector<StorageDevice*> members, std::uint64_t stripeBytes,
                     double rebuildBps)
    : CompositeDevice(calendar, "RAID set"), devices_(std::move(members)),
      used_(wholeStripes(smallestOf(devices_), stripeBytes)), rebuild_(calendar, *this, used_, rebuildBps)
{
    for (std::uint32_t member = 0; member < devices_.size(); ++member)
        devices_[member]->whenRestored({[](void* self, std::uint64_t context) {
                                            static_cast<MemberSet*>(self)->returned(
                                                static_cast<std::uint32_t>(context));
                                        },
                                        this, member});
}

std::uint64_t MemberSet::smallestOf(const std::vector<StorageDevice*>& members)
{
    std::uint64_t smallest = ~std::uint64_t{0};
    for (const StorageDevice* device : members)
        smallest = std::min(smallest, device->capacityBytes());
    return smallest;
}

void MemberSet::returned(std::uint32_t member)
{
    if (rebuild_.complete(member) && (wholeReturns_ || failedWithout(member)))
        rebuild_.resume();
    else
        rebuild_.add(member);
}

void MemberSet::flush(kernel::Completion done)
{
    const std::uint32_t index = enterFlush(done);
    if (failed()) {
        request(index).error = true;
        answerSoon(index);
        return;
    }
    for (std::uint32_t member = 0; member < memberCount(); ++member)
        request(index).pending += works(member);
    for (std::uint32_t member = 0; member < memberCount(); ++member)
        if (works(member))
            devices_[member]->flush({[](void* self, std::uint64_t context) {
                                         static_cast<MemberSet*>(self)->flushed(static_cast<std::uint32_t>(context));
                                     },
                                     this, index});
}

void MemberSet::flushed(std::uint32_t index)
{
    if (--request(index).pending > 0)
        return;
    request(index).error = failed();
    answerNow(index);
}

void MemberSet::setSpeedFactor(double factor)
{
    for (StorageDevice* device : devices_)
        device->setSpeedFactor(factor);
}

void MemberSet::fail()
{
    for (StorageDevice* device : devices_)
        device->fail();
}

void MemberSet::restore()
{
    wholeReturns_ = failed();
    for (StorageDevice* device : devices_)
        device->restore();
    wholeReturns_ = false;
}

} // namespace headroom::resources
