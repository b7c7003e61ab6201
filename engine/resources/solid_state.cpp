#include "resources/solid_state.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headroom::resources {

namespace {

constexpr std::uint64_t pageBytes = 4096; // the size that data sheets state IOPS for

void require(bool holds, const SolidStateSpec& spec, const char* what)
{
    if (!holds)
        throw std::invalid_argument("solid-state device '" + spec.name + "': " + what);
}

SolidStateSpec checked(const SolidStateSpec& spec)
{
    require(spec.capacityBytes > 0, spec, "capacity must be positive");
    require(spec.readIops > 0, spec, "read IOPS must be positive");
    require(spec.writeIops > 0, spec, "write IOPS must be positive");
    require(spec.sequentialReadBps > 0, spec, "sequential read rate must be positive");
    require(spec.sequentialWriteBps > 0, spec, "sequential write rate must be positive");
    require(spec.readLatencyS >= 0, spec, "read latency must not be negative");
    require(spec.writeLatencyS >= 0, spec, "write latency must not be negative");
    require(spec.interfaceRateBps >= 0, spec, "interface rate must not be negative");
    require(spec.flushLatencyS >= 0, spec, "flush latency must not be negative");
    return spec;
}

} // namespace

SolidState::SolidState(kernel::Calendar& calendar, const SolidStateSpec& spec)
    : calendar_(calendar), spec_(checked(spec)),
      read_(direction(spec.readIops, spec.sequentialReadBps, spec.readLatencyS)),
      write_(direction(spec.writeIops, spec.sequentialWriteBps, spec.writeLatencyS))
{
}

SolidState::Direction SolidState::direction(double iops, double sequentialBps, double latencyS) const
{
    const double rate = spec_.interfaceRateBps > 0 ? std::min(sequentialBps, spec_.interfaceRateBps) : sequentialBps;
    Direction made;
    made.perOperation = kernel::fromSeconds(1.0 / iops);
    made.perByte = static_cast<double>(kernel::picosecondsPerSecond) / rate;
    made.delay = kernel::fromSeconds(latencyS) - made.perOperation;
    return made;
}

SolidState::Time SolidState::Direction::cost(std::uint64_t bytes) const
{
    if (bytes <= pageBytes)
        return perOperation;
    return std::max(perOperation, static_cast<Time>(std::llround(static_cast<double>(bytes) * perByte)));
}

void SolidState::submit(const DeviceRequest& request, kernel::Completion done)
{
    if (request.offset > spec_.capacityBytes || request.bytes > spec_.capacityBytes - request.offset)
        throw std::out_of_range("solid-state device '" + spec_.name + "': I/O beyond the end of the device");
    const Time now = calendar_.now();
    noticeReset();
    meter_.arrive(now);
    if (unused_ == none) {
        unused_ = static_cast<std::uint32_t>(requests_.size());
        requests_.emplace_back();
    }
    const std::uint32_t index = unused_;
    unused_ = requests_[index].next;
    requests_[index] = {done, now, request.bytes, none, true};

    const Direction& direction = request.write ? write_ : read_;
    const Time cost = direction.cost(request.bytes);
    const Time start = enterStage(cost, now);
    calendar_.schedule(
        start + cost + direction.delay,
        [](void* self, std::uint64_t context) {
            static_cast<SolidState*>(self)->complete(static_cast<std::uint32_t>(context));
        },
        this, index);
}

SolidState::Time SolidState::enterStage(Time cost, Time now)
{
    const Time start = std::max(now, stageFreeAt_);
    stageFreeAt_ = start + cost;
    costs_ += cost;
    if (!stageBusy_) {
        stageBusy_ = true;
        meter_.begin(now);
        calendar_.schedule(
            stageFreeAt_, [](void* self, std::uint64_t) { static_cast<SolidState*>(self)->stageDrained(); }, this);
    }
    return start;
}

void SolidState::stageDrained()
{
    const Time now = calendar_.now();
    if (stageFreeAt_ > now) { // more work has come since: look again when that is done
        calendar_.schedule(
            stageFreeAt_, [](void* self, std::uint64_t) { static_cast<SolidState*>(self)->stageDrained(); }, this);
        return;
    }
    stageBusy_ = false;
    meter_.end(now);
}

void SolidState::complete(std::uint32_t index)
{
    const Time now = calendar_.now();
    Request& entry = requests_[index];
    const kernel::Completion done = entry.done;
    meter_.depart(now);
    meter_.addBytes(entry.bytes);
    response_.add(entry.arrived, now, meter_);
    entry.present = false;
    entry.next = unused_;
    unused_ = index;
    done();
}

void SolidState::flush(kernel::Completion done)
{
    const Time now = calendar_.now();
    if (spec_.powerLossProtection) {
        calendar_.schedule(now, done);
        return;
    }
    // A flush that has not begun yet covers this one too: whatever is complete now entered the stage before it.
    if (lastFlushStart_ <= now) {
        noticeReset();
        const Time duration = kernel::fromSeconds(spec_.flushLatencyS);
        lastFlushStart_ = enterStage(duration, now);
        lastFlushEnd_ = lastFlushStart_ + duration;
    }
    calendar_.schedule(lastFlushEnd_, done);
}

SolidState::Integral SolidState::servedUntil(Time now) const
{
    return costs_ - std::max<Time>(0, stageFreeAt_ - now);
}

void SolidState::noticeReset()
{
    // Nothing has entered the stage since the meter was reset, so what was served by then can be told afterwards.
    if (meter_.windowStart() == window_)
        return;
    window_ = meter_.windowStart();
    servedAtWindow_ = servedUntil(window_);
}

SolidState::Integral SolidState::serviceTimeSum() const
{
    const Integral before = meter_.windowStart() == window_ ? servedAtWindow_ : servedUntil(meter_.windowStart());
    return servedUntil(meter_.lastUpdate()) - before;
}

SolidState::Integral SolidState::responseTimeSum() const
{
    Integral sum = response_.ended(meter_);
    for (const Request& entry : requests_)
        if (entry.present)
            sum += WindowSum::underway(entry.arrived, meter_);
    return sum;
}

std::unique_ptr<StorageDevice> makeSolidState(kernel::Calendar& calendar, const SolidStateSpec& spec)
{
    return std::make_unique<SolidState>(calendar, spec);
}

} // namespace headroom::resources
