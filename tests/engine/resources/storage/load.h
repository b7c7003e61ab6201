// Drivers and device figures for the tests of storage devices.
#pragma once

#include "kernel/calendar.h"
#include "kernel/random.h"
#include "resources/storage/storage_device.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <vector>

namespace headroom::resources::testing {

using kernel::Calendar;
using kernel::fromSeconds;
using kernel::KeyedRandom;
using kernel::Time;
using kernel::toSeconds;

inline constexpr double megabyte = 1e6;
inline constexpr std::uint64_t page = 4096;
inline constexpr double sata6Bps = 600e6; ///< 6 Gb/s, 8b/10b coded

/// Standard_SATA_Drive_7200RPM_2TB of the component library.
inline HardDiskSpec sata7200()
{
    HardDiskSpec spec;
    spec.name = "7200 rpm, 2 TB";
    spec.capacityBytes = 2'000'000'000'000;
    spec.revolutionsPerMinute = 7200;
    spec.averageSeekReadS = 0.0085;
    spec.averageSeekWriteS = 0.0095;
    spec.trackToTrackSeekS = 0.0008;
    spec.outerRateBps = 138e6;
    spec.innerRateBps = 65e6;
    spec.interfaceRateBps = sata6Bps;
    spec.cacheBytes = 67'108'864;
    return spec;
}

/// SDC2016_HDD_7200RPM_1TB_assumed: 390 / 410 random 4 KiB read / write per second are published for it.
inline HardDiskSpec sdc2016Disk()
{
    HardDiskSpec spec = sata7200();
    spec.name = "SDC 2016, 1 TB";
    spec.capacityBytes = 1'000'000'000'000;
    spec.averageSeekReadS = spec.averageSeekWriteS = 0.0046;
    spec.outerRateBps = spec.innerRateBps = 180e6;
    return spec;
}

inline SolidStateSpec solidState(const char* name, double readIops, double writeIops, double readBps, double writeBps,
                                 double readLatencyS, double writeLatencyS, std::uint32_t depth, double portBps)
{
    SolidStateSpec spec;
    spec.name = name;
    spec.capacityBytes = 800'000'000'000;
    spec.readIops = readIops;
    spec.writeIops = writeIops;
    spec.sequentialReadBps = readBps;
    spec.sequentialWriteBps = writeBps;
    spec.readLatencyS = spec.sequentialReadLatencyS = readLatencyS;
    spec.writeLatencyS = spec.sequentialWriteLatencyS = writeLatencyS;
    spec.saturationDepth = depth;
    spec.interfaceRateBps = portBps;
    return spec;
}

/// Intel SSD DC S3700 800 GB.
inline SolidStateSpec s3700()
{
    return solidState("S3700", 75000, 36000, 500e6, 460e6, 50e-6, 65e-6, 32, sata6Bps);
}

/// Intel SSD DC P3700 2 TB.
inline SolidStateSpec p3700()
{
    return solidState("P3700", 460000, 175000, 2800e6, 2000e6, 20e-6, 20e-6, 128, 3940e6);
}

/// Keeps `depth` requests at a device; `next` says what the k-th request is.
class ClosedLoop
{
public:
    using Next = std::function<DeviceRequest(std::uint64_t k)>;

    ClosedLoop(Calendar& calendar, StorageDevice& device, Next next)
        : calendar_(calendar), device_(device), next_(std::move(next))
    {
    }

    void start(std::uint32_t depth)
    {
        slots_.resize(depth);
        for (std::uint32_t i = 0; i < depth; ++i)
            issue(i);
    }
    /// Lets what is under way end, and issues no more.
    void stop() { stopped_ = true; }

    std::uint64_t completed() const { return completed_; }
    std::uint64_t bytes() const { return bytes_; }
    Time lastResponse() const { return lastResponse_; }
    /// When the last request was completed.
    Time lastAnswer() const { return lastAnswer_; }
    Time longestResponse() const { return longestResponse_; }
    /// One number for everything that happened: when each request was completed, in what order.
    std::uint64_t fingerprint() const { return fingerprint_; }

private:
    struct Slot
    {
        DeviceRequest request;
        Time start = 0;
    };

    void issue(std::uint32_t slot)
    {
        slots_[slot] = {next_(issued_++), calendar_.now()};
        device_.submit(slots_[slot].request,
                       {[](void* self, std::uint64_t context) {
                            static_cast<ClosedLoop*>(self)->done(static_cast<std::uint32_t>(context));
                        },
                        this, slot});
    }
    void done(std::uint32_t slot)
    {
        ++completed_;
        bytes_ += slots_[slot].request.bytes;
        lastAnswer_ = calendar_.now();
        lastResponse_ = lastAnswer_ - slots_[slot].start;
        longestResponse_ = std::max(longestResponse_, lastResponse_);
        fingerprint_ = kernel::mix(fingerprint_, kernel::mix(static_cast<std::uint64_t>(calendar_.now()), slot));
        if (!stopped_)
            issue(slot);
    }

    Calendar& calendar_;
    StorageDevice& device_;
    Next next_;
    std::vector<Slot> slots_;
    std::uint64_t issued_ = 0;
    std::uint64_t completed_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t fingerprint_ = 0;
    Time lastAnswer_ = 0;
    Time lastResponse_ = 0;
    Time longestResponse_ = 0;
    bool stopped_ = false;
};

/// Random aligned requests over the whole device, a share of them reads.
inline ClosedLoop::Next randomAccess(const StorageDevice& device, std::uint64_t bytes, double readShare,
                                     std::uint64_t seed = 1)
{
    const std::uint64_t places = device.capacityBytes() / bytes;
    const KeyedRandom random(seed);
    return [=](std::uint64_t k) {
        return DeviceRequest{random.uniform(2, k) >= readShare, random.below(places, 1, k) * bytes, bytes};
    };
}

inline ClosedLoop::Next sequentialAccess(bool write, std::uint64_t bytes, std::uint64_t from = 0)
{
    return [=](std::uint64_t k) { return DeviceRequest{write, from + k * bytes, bytes}; };
}

struct Rate
{
    double perSecond = 0;
    double bytesPerSecond = 0;
};

/// Throughput of a closed loop over `measureS` after `warmUpS`.
inline Rate rateOf(Calendar& calendar, StorageDevice& device, ClosedLoop::Next next, std::uint32_t depth,
                   double warmUpS, double measureS)
{
    ClosedLoop loop(calendar, device, std::move(next));
    const Time start = calendar.now();
    loop.start(depth);
    calendar.runUntil(start + fromSeconds(warmUpS));
    const std::uint64_t count = loop.completed(), bytes = loop.bytes();
    calendar.runUntil(start + fromSeconds(warmUpS + measureS));
    const Rate rate{static_cast<double>(loop.completed() - count) / measureS,
                    static_cast<double>(loop.bytes() - bytes) / measureS};
    loop.stop();
    calendar.runUntil(calendar.now() + fromSeconds(1000));
    return rate;
}

/// The instant of one completion, of what is asked for when this is made.
struct Finish
{
    Time at = -1;
    Calendar* calendar = nullptr;
    Time start = 0;
    explicit Finish(Calendar& owner) : calendar(&owner), start(owner.now()) {}
    kernel::Completion completion()
    {
        return {[](void* self, std::uint64_t) {
                    auto* finish = static_cast<Finish*>(self);
                    finish->at = finish->calendar->now();
                },
                this, 0};
    }
};

/// Returns the duration of a lone I/O. A second passes.
inline Time responseOf(Calendar& calendar, StorageDevice& device, const DeviceRequest& request)
{
    Finish finish(calendar);
    device.submit(request, finish.completion());
    calendar.runUntil(finish.start + fromSeconds(1));
    return finish.at - finish.start;
}

/// Counts the answers of one device to I/Os and flushes.
struct Answers
{
    const StorageDevice& device;
    std::uint64_t good = 0;
    std::uint64_t errors = 0;
    explicit Answers(const StorageDevice& of) : device(of) {}
    kernel::Completion completion()
    {
        return {[](void* self, std::uint64_t) {
                    auto* answers = static_cast<Answers*>(self);
                    ++(answers->device.answersWithError() ? answers->errors : answers->good);
                },
                this, 0};
    }
};

/// Two operational laws of a device, to the tick.
inline bool lawsHold(const StorageDevice& device)
{
    return device.serviceTimeSum() == device.meter().busyTime() &&
           device.responseTimeSum() == device.meter().presentTime() && device.byteBalance().holds();
}

} // namespace headroom::resources::testing
