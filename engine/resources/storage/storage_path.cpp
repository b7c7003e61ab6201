#include "resources/storage/storage_path.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

PathStage::PathStage(kernel::Calendar& calendar, Spec spec) : calendar_(calendar), spec_(std::move(spec))
{
    if (spec_.rateBps < 0 || spec_.operationsPerS < 0 || spec_.latencyS < 0)
        throw std::invalid_argument("path stage '" + spec_.name + "': figures must not be negative");
}

PathStage::Time PathStage::enter(std::uint64_t bytes, double cameAtBps)
{
    const Time now = calendar_.now();
    noticeReset();
    meter_.arrive(now);
    entered_ += bytes;
    const double size = static_cast<double>(bytes);
    const Time operation = spec_.operationsPerS > 0 ? kernel::fromSeconds(1 / spec_.operationsPerS) : 0;
    const Time transfer = spec_.rateBps > 0 ? kernel::fromSeconds(size / spec_.rateBps) : 0;
    const Time coming = cameAtBps > 0 ? kernel::fromSeconds(size / cameAtBps) : 0;
    const Time start = std::max(now, freeAt_);
    freeAt_ = kernel::later(start, kernel::later(operation, transfer));
    costs_ += Integral(operation) + transfer;
    if (!busy_ && freeAt_ > now) {
        busy_ = true;
        meter_.begin(now);
        calendar_.schedule(
            freeAt_, [](void* self, std::uint64_t) { static_cast<PathStage*>(self)->drained(); }, this);
    }
    const Time rest = kernel::later(std::max<Time>(0, transfer - coming), kernel::fromSeconds(spec_.latencyS));
    return kernel::later(kernel::later(start, operation), rest);
}

void PathStage::leave(std::uint64_t bytes)
{
    meter_.depart(calendar_.now());
    meter_.addBytes(bytes);
}

void PathStage::drained()
{
    const Time now = calendar_.now();
    if (freeAt_ > now) { // more I/Os have entered since: check again when they have passed
        calendar_.schedule(
            freeAt_, [](void* self, std::uint64_t) { static_cast<PathStage*>(self)->drained(); }, this);
        return;
    }
    busy_ = false;
    meter_.end(now);
}

PathStage::Integral PathStage::servedUntil(Time now) const
{
    return costs_ - std::max<Time>(0, freeAt_ - now);
}

void PathStage::noticeReset()
{
    // Nothing has entered since the meter was reset, so the work served by then can be computed afterwards.
    if (meter_.windowStart() == window_)
        return;
    window_ = meter_.windowStart();
    servedAtWindow_ = servedUntil(window_);
}

PathStage::Integral PathStage::serviceTimeSum() const
{
    const Integral before = meter_.windowStart() == window_ ? servedAtWindow_ : servedUntil(meter_.windowStart());
    return servedUntil(meter_.lastUpdate()) - before;
}

// --- the path of one device ---

StoragePath::StoragePath(kernel::Calendar& calendar, std::unique_ptr<StorageDevice> device, StorageRoute route)
    : calendar_(calendar), device_(std::move(device)), reading_(route.commands), writing_(route.commands),
      portRateBps_(route.portRateBps)
{
    reading_.push_back(nullptr);
    reading_.insert(reading_.end(), route.toMemory.rbegin(), route.toMemory.rend());
    writing_.insert(writing_.end(), route.toDevice.begin(), route.toDevice.end());
    writing_.push_back(nullptr);
}

void StoragePath::submit(const DeviceRequest& request, kernel::Completion done)
{
    if (request.offset > capacityBytes() || request.bytes > capacityBytes() - request.offset)
        throw std::out_of_range("I/O beyond the end of the device");
    asked_ += request.bytes;
    walk(requests_.take({.done = done, .io = request}));
}

void StoragePath::flush(kernel::Completion done)
{
    const std::uint32_t index = requests_.take({.done = done, .flush = true});
    device_->flush({[](void* self, std::uint64_t context) {
                        static_cast<StoragePath*>(self)->deviceDone(static_cast<std::uint32_t>(context));
                    },
                    this, index});
}

ByteBalance StoragePath::byteBalance() const
{
    ByteBalance balance = device_->byteBalance();
    balance.asked = asked_;
    for (std::uint32_t index = 0; index < requests_.size(); ++index) {
        if (!requests_.peek(index, &Request::underWay))
            continue;
        const Request& entry = requests_[index];
        const auto& way = entry.io.write ? writing_ : reading_;
        if (!entry.flush && entry.hop < std::find(way.begin(), way.end(), nullptr) - way.begin())
            balance.present += entry.io.bytes;
    }
    return balance;
}

void StoragePath::addOnStages(std::unordered_map<const PathStage*, std::uint64_t>& bytes) const
{
    for (std::uint32_t index = 0; index < requests_.size(); ++index)
        if (requests_.peek(index, &Request::underWay) && !requests_[index].flush)
            if (const PathStage* on = stage(requests_[index]))
                bytes[on] += requests_[index].io.bytes;
}

PathStage* StoragePath::stage(const Request& request) const
{
    return (request.io.write ? writing_ : reading_)[request.hop];
}

void StoragePath::walk(std::uint32_t index)
{
    const std::size_t hops = (requests_[index].io.write ? writing_ : reading_).size();
    while (requests_[index].hop < hops) {
        Request& entry = requests_[index];
        PathStage* next = stage(entry);
        if (!next) {
            device_->submit(entry.io,
                            {[](void* self, std::uint64_t context) {
                                 static_cast<StoragePath*>(self)->deviceDone(static_cast<std::uint32_t>(context));
                             },
                             this, index});
            return;
        }
        const Time at = next->enter(entry.io.bytes, portRateBps_);
        if (at > calendar_.now()) {
            calendar_.schedule(
                at,
                [](void* self, std::uint64_t context) {
                    static_cast<StoragePath*>(self)->through(static_cast<std::uint32_t>(context));
                },
                this, index);
            return;
        }
        next->leave(entry.io.bytes);
        ++entry.hop;
    }
    finish(index);
}

void StoragePath::through(std::uint32_t index)
{
    stage(requests_[index])->leave(requests_[index].io.bytes);
    ++requests_[index].hop;
    walk(index);
}

void StoragePath::deviceDone(std::uint32_t index)
{
    Request& entry = requests_[index];
    entry.error = device_->answersWithError();
    if (entry.flush || entry.error) { // no data are returned
        finish(index);
        return;
    }
    ++entry.hop;
    walk(index);
}

void StoragePath::finish(std::uint32_t index)
{
    const kernel::Completion done = requests_[index].done;
    const bool error = requests_[index].error;
    requests_[index].underWay = false;
    requests_.give(index);
    answer(done, error);
}

} // namespace headroom::resources
