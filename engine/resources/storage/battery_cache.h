// The battery-backed memory of a RAID controller, before a device.
#pragma once

#include "resources/storage/composite_device.h"
#include "resources/storage/dirty_extents.h"

#include <memory>
#include <vector>

namespace headroom::resources {

/// - A write is complete when it is in the memory; it waits there for room, first come, first served. One that is
///   larger than the memory goes straight to the device.
/// - What is in the memory is written to the device at once, in one direction over the addresses (an elevator),
///   adjacent pieces together, with at most as many writes at a time as a SATA drive can order. Where a device takes
///   full stripes without reading first, writes end with a stripe, and what begins one behind a write under way waits
///   for that write: a stream of small writes then fills whole stripes.
/// - A read takes from the memory what is there, also while it is on its way to the device, and the rest from the
///   device. What has been written to the device is no longer in the memory.
/// - A flush takes no time: the battery keeps what is in the memory. The device's own write cache should be off, as
///   controllers set it.
/// - When the device fails, what is in the memory is lost.
///
/// It is busy while a request is present or it writes to the device.
class BatteryCache final : public CompositeDevice
{
public:
    /// Throws std::invalid_argument if the memory has no size.
    BatteryCache(kernel::Calendar& calendar, std::unique_ptr<StorageDevice> device, std::uint64_t bytes);

    void submit(const DeviceRequest& request, kernel::Completion done) override;
    void flush(kernel::Completion done) override;
    void fillWriteCache(const WrittenBefore& before) override;
    std::uint64_t capacityBytes() const override { return device_->capacityBytes(); }
    std::uint64_t optimalIoBytes() const override { return device_->optimalIoBytes(); }
    void setSpeedFactor(double factor) override { device_->setSpeedFactor(factor); }
    void fail() override;
    void restore() override
    {
        const bool returns = failed();
        device_->restore();
        if (returns)
            tellRestored();
    }
    bool failed() const override { return device_->failed(); }

    /// The device behind the memory.
    const StorageDevice& device() const { return *device_; }
    /// Bytes in the memory that are not on the device yet.
    std::uint64_t usedBytes() const { return used_; }

private:
    static constexpr std::size_t writesAtATime = 32;
    static constexpr std::uint64_t largestWrite = std::uint64_t{1} << 20U;

    struct Range
    {
        std::uint64_t begin = 0, end = 0;
    };

    void read(std::uint32_t request);
    std::uint64_t heldTo(std::uint64_t place) const;
    std::uint64_t heldFrom(std::uint64_t place) const;
    void passOn(std::uint32_t request, const DeviceRequest& io);
    void admit();
    void destage();
    std::uint32_t nextExtent() const;
    bool mayGrow(std::uint32_t extent) const;
    void destaged(std::uint64_t begin);
    void loseAll();

    std::unique_ptr<StorageDevice> device_;
    std::uint64_t bytes_;
    std::uint64_t used_ = 0; ///< including what is being written
    DirtyExtents dirty_;
    std::uint64_t elevator_ = 0; ///< end of the last write to the device
    std::vector<Range> writing_; ///< the writes to the device
    Chain waiting_;              ///< writes without room
};

} // namespace headroom::resources
