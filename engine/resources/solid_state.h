// A solid-state device: a throughput limit and a latency.
#pragma once

#include "resources/storage_device.h"
#include "resources/window_sum.h"

#include <vector>

namespace headroom::resources {

/// Two stages, from the figures of a data sheet:
///
/// 1. Throughput: one server, first come first served, that takes for each I/O
///        cost = 1 / IOPS                                   up to 4 KiB,
///        cost = max(1 / IOPS, bytes / sequential rate)     above,
///    with the figures of its direction and the sequential rate bounded by the host port. Reads and writes share it,
///    so a mix with a share r of reads gives 1 / (r / R + (1 - r) / W).
/// 2. Latency: what the figure at queue depth 1 is longer than the cost of 4 KiB, as a pure delay. It is negative
///    where a device takes a write into protected memory faster than its media keep up (write latency below
///    1 / write IOPS); such an I/O is complete before its cost is paid, and the next one waits.
///
/// So a lone 4 KiB I/O takes exactly the latency figure, and the IOPS figure is reached exactly from depth
/// IOPS × latency (Little's law) on: at `saturationDepth`, unless the figures contradict each other (IOPS × latency
/// above it), when the latency wins. A transfer of b bytes at depth 1 takes cost(b) + delay: large ones come near
/// the sequential rate (1 MiB on a SATA device: some 98 %), 128 KiB, at which data sheets state it at depth 32, less.
///
/// Random and sequential I/O are not told apart: above 4 KiB a random write is as cheap as a sequential one.
///
/// The meter: present from submit to completion; busy while the throughput stage works, so that utilisation is the
/// share of the limit that is used; the costs are the service times of serviceTimeSum.
///
/// Flush with power-loss protection: nothing to do. Without: it passes the throughput stage in order, behind all
/// writes before it, and takes `flushLatencyS` there; flushes that wait together are done together.
class SolidState final : public StorageDevice
{
public:
    using Time = kernel::Time;
    using Integral = monitoring::Meter::Integral;

    SolidState(kernel::Calendar& calendar, const SolidStateSpec& spec);

    void submit(const DeviceRequest& request, kernel::Completion done) override;
    void flush(kernel::Completion done) override;
    const monitoring::Meter& meter() const override { return meter_; }
    monitoring::Meter& meter() override { return meter_; }
    Integral serviceTimeSum() const override;
    Integral responseTimeSum() const override;
    std::uint64_t capacityBytes() const override { return spec_.capacityBytes; }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Ticks and ticks per byte of one direction.
    struct Direction
    {
        Time perOperation = 0;
        double perByte = 0;
        Time delay = 0;
        Time cost(std::uint64_t bytes) const;
    };

    struct Request
    {
        kernel::Completion done;
        Time arrived = 0;
        std::uint64_t bytes = 0;
        std::uint32_t next = none;
        bool present = false;
    };

    Direction direction(double iops, double sequentialBps, double latencyS) const;
    /// Puts work behind what the throughput stage has; returns when it starts.
    Time enterStage(Time cost, Time now);
    void stageDrained();
    void complete(std::uint32_t index);
    void noticeReset();
    Integral servedUntil(Time now) const;

    kernel::Calendar& calendar_;
    SolidStateSpec spec_;
    Direction read_;
    Direction write_;
    monitoring::Meter meter_;
    WindowSum response_;

    Time stageFreeAt_ = 0;
    bool stageBusy_ = false;
    Integral costs_ = 0;          ///< of all work that has entered the stage
    Integral servedAtWindow_ = 0; ///< of these, done when the window began
    Time window_ = 0;
    Time lastFlushStart_ = -1;
    Time lastFlushEnd_ = -1;

    std::vector<Request> requests_;
    std::uint32_t unused_ = none;
};

} // namespace headroom::resources
