// The path between a storage device and memory: host adapter, expanders, lanes.
#pragma once

#include "resources/record_pool.h"
#include "resources/storage/storage_device.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace headroom::resources {

/// A resource that the I/Os of several devices use one after another: an adapter's processor, the lanes of an
/// expander's uplink in one direction, the adapter's PCIe lanes in one direction (both are full duplex).
///
/// First come, first served; an I/O of b bytes occupies it for 1 / operationsPerS + b / rateBps. Data are forwarded as
/// they arrive: they move here and on the part before (the device's port) at the same time. So an I/O is delayed only
/// by waiting for its turn, by the time per operation and by a rate lower than that of its arrival.
class PathStage
{
public:
    using Time = kernel::Time;
    using Integral = monitoring::Meter::Integral;

    struct Spec
    {
        std::string name;
        double rateBps = 0;        ///< bytes per second; 0: unlimited
        double operationsPerS = 0; ///< 0: unlimited
        double latencyS = 0;       ///< added to the time for which the stage is occupied
    };

    /// Throws std::invalid_argument for a negative figure.
    PathStage(kernel::Calendar& calendar, Spec spec);
    PathStage(const PathStage&) = delete;
    PathStage& operator=(const PathStage&) = delete;

    /// An I/O whose data arrive at `cameAtBps` (0: at once) enters; returns when it will have passed. Call `leave`
    /// then.
    Time enter(std::uint64_t bytes, double cameAtBps);
    void leave(std::uint64_t bytes);

    const std::string& name() const { return spec_.name; }
    /// Bytes of all I/Os that have entered since the start; the meter counts those that have left.
    std::uint64_t bytesEntered() const { return entered_; }
    /// An I/O is present from enter to leave; the stage is busy while it is occupied.
    const monitoring::Meter& meter() const { return meter_; }
    monitoring::Meter& meter() { return meter_; }
    /// Equal to meter().busyTime() at every instant, but added up per I/O (see StorageDevice).
    Integral serviceTimeSum() const;

private:
    void drained();
    Integral servedUntil(Time now) const;
    void noticeReset();

    kernel::Calendar& calendar_;
    Spec spec_;
    monitoring::Meter meter_;
    Time freeAt_ = 0;
    bool busy_ = false;
    std::uint64_t entered_ = 0;
    Integral costs_ = 0;          ///< of all I/Os that have entered
    Integral servedAtWindow_ = 0; ///< of these, served before the window began
    Time window_ = 0;
};

/// The stages of one device, the nearest to memory first. They belong to the caller.
struct StorageRoute
{
    std::vector<PathStage*> commands; ///< passed by every I/O on its way to the device
    std::vector<PathStage*> toDevice; ///< passed by the data of writes
    std::vector<PathStage*> toMemory; ///< passed by the data of reads
    double portRateBps = 0;           ///< of the device's port; 0: unlimited
};

/// A device at the end of its path. An I/O passes the command stages. A write's data pass the stages to the device,
/// then the device; a read's data pass the stages to memory after the device. A flush has no data and goes directly to
/// the device.
///
/// Meter and laws are the device's own; time on the path is counted by the meters of the stages.
class StoragePath final : public StorageDevice
{
public:
    using Time = kernel::Time;

    StoragePath(kernel::Calendar& calendar, std::unique_ptr<StorageDevice> device, StorageRoute route);

    void submit(const DeviceRequest& request, kernel::Completion done) override;
    void flush(kernel::Completion done) override;
    const monitoring::Meter& meter() const override { return device_->meter(); }
    monitoring::Meter& meter() override { return device_->meter(); }
    monitoring::Meter::Integral serviceTimeSum() const override { return device_->serviceTimeSum(); }
    monitoring::Meter::Integral responseTimeSum() const override { return device_->responseTimeSum(); }
    /// I/Os on the way to the device are present; data on the way back have been moved.
    ByteBalance byteBalance() const override;
    WriteCount writesAsked() const override { return device_->writesAsked(); }
    /// Adds for each stage the bytes of the I/Os that are on it now.
    void addOnStages(std::unordered_map<const PathStage*, std::uint64_t>& bytes) const;
    std::uint64_t capacityBytes() const override { return device_->capacityBytes(); }
    void setSpeedFactor(double factor) override { device_->setSpeedFactor(factor); }
    void fail() override { device_->fail(); }
    void restore() override
    {
        const bool returns = failed();
        device_->restore();
        if (returns)
            tellRestored();
    }
    bool failed() const override { return device_->failed(); }

private:
    struct Request
    {
        kernel::Completion done;
        DeviceRequest io = {};
        std::uint32_t hop = 0; ///< index of its stage
        bool underWay = true;
        bool flush = false;
        bool error = false;
    };

    /// The stage at the request's hop; null: it has reached the device, or memory.
    PathStage* stage(const Request& request) const;
    void walk(std::uint32_t index);
    void through(std::uint32_t index);
    void deviceDone(std::uint32_t index);
    void finish(std::uint32_t index);

    kernel::Calendar& calendar_;
    std::unique_ptr<StorageDevice> device_;
    std::vector<PathStage*> reading_; ///< commands, the device (null), to memory (reversed)
    std::vector<PathStage*> writing_; ///< commands, to the device, the device (null)
    double portRateBps_;
    std::uint64_t asked_ = 0; ///< bytes
    RecordPool<Request> requests_;
};

} // namespace headroom::resources
