// What every storage device looks like to the software above it.
#pragma once

#include "kernel/calendar.h"
#include "monitoring/meter.h"
#include "resources/storage/io_scheduler.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace headroom::resources {

/// One I/O as the block layer hands it to a device. Offsets and lengths in bytes.
struct DeviceRequest
{
    bool write = false;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// Where the bytes of every I/O are, since the beginning. At every instant what was asked for has been answered or is
/// present.
struct ByteBalance
{
    std::uint64_t asked = 0;
    std::uint64_t moved = 0;   ///< answered: what the meter counts
    std::uint64_t failed = 0;  ///< answered with an error
    std::uint64_t present = 0; ///< without an answer yet, counted one by one

    std::uint64_t accounted() const { return moved + failed + present; }
    bool holds() const { return asked == accounted(); }
};

/// A disk, an SSD, a RAID set ...: takes I/Os in any number, answers each once.
///
/// A device can fail. From then on it answers every I/O and every flush with an error, at once: those that come, and
/// those that are under way; what its write cache held is lost. An answer with an error is the same completion, and
/// `answersWithError()` says so while it runs. No bytes are counted for it.
class StorageDevice
{
public:
    virtual ~StorageDevice() = default;

    /// Starts an I/O; `done` is called, never from within submit, when the device reports it complete (for a write
    /// with the write cache on, when it is in the cache). Requests beyond what the device can queue wait in the
    /// host, first come first served unless a scheduler orders them. Throws std::out_of_range for a range beyond the
    /// capacity.
    virtual void submit(const DeviceRequest& request, kernel::Completion done) = 0;

    /// FLUSH CACHE: `done` is called, never from within flush, when every write reported complete so far is on stable
    /// media. Immediate for a device without a volatile cache (power-loss protection counts as none). A flush is no
    /// data transfer: the meter does not count it as an arrival.
    virtual void flush(kernel::Completion done) = 0;

    /// Busy = at least one I/O or destage in progress at the mechanism or the media (utilisation as iostat's %util
    /// for a disk with one arm; share of the throughput limit for an SSD).
    virtual const monitoring::Meter& meter() const = 0;
    virtual monitoring::Meter& meter() = 0;

    /// The other sides of the two operational laws, over the meter's window (windowStart to lastUpdate) and added up
    /// per operation, apart from the meter's integrals; an operation that crosses an edge of the window counts with
    /// the part inside. Picoseconds, exact: serviceTimeSum() == meter().busyTime() (utilisation law) and
    /// responseTimeSum() == meter().presentTime() (Little's law) at every instant.
    virtual monitoring::Meter::Integral serviceTimeSum() const = 0;
    virtual monitoring::Meter::Integral responseTimeSum() const = 0;

    virtual ByteBalance byteBalance() const = 0;

    virtual std::uint64_t capacityBytes() const = 0;

    /// The mechanism and the media work at `factor` times their speed, from the next piece of work on that they begin:
    /// 1 as by the figures, less for a device that limps. Throws std::invalid_argument unless it is positive.
    virtual void setSpeedFactor(double factor) = 0;
    /// Fails the device, or makes it work again, empty-handed; nothing happens if it is so already. Completions are
    /// never called from within.
    virtual void fail() = 0;
    virtual void restore() = 0;
    virtual bool failed() const = 0;
    /// Meaningful while one of this device's completions runs: whether it is an answer with an error.
    bool answersWithError() const { return answersWithError_; }

protected:
    void answer(const kernel::Completion& done, bool error)
    {
        answersWithError_ = error;
        done();
        answersWithError_ = false;
    }

private:
    bool answersWithError_ = false;
};

/// Figures of a magnetic disk. Times in seconds, rates in bytes per second.
struct HardDiskSpec
{
    std::string name;
    std::uint64_t capacityBytes = 0;
    double revolutionsPerMinute = 7200;
    double averageSeekReadS = 0.0085;
    double averageSeekWriteS = 0.0095;
    double trackToTrackSeekS = 0.0008;
    /// Longest seek; 0 if the data sheet gives none, then twice the average read seek (Savvio 10K.4: 7.81 / 3.8 ms).
    double fullStrokeSeekS = 0;
    double outerRateBps = 0;       ///< media rate on the outermost zone
    double innerRateBps = 0;       ///< media rate on the innermost zone
    double interfaceRateBps = 0;   ///< host port: what a cache hit moves at; 0: no bound
    std::uint64_t cacheBytes = 0;  ///< on-board buffer; the write cache may use all of it
    bool writeCache = true;        ///< volatile write-back cache on
    std::uint32_t queueDepth = 32; ///< native command queue: how many the disk may reorder
    /// How the host orders what waits for a place in that queue: Linux's mq-deadline; nothing: first come first served
    /// (Linux "none").
    std::optional<DeadlineSettings> scheduler;
};

/// Figures of a solid-state device.
struct SolidStateSpec
{
    std::string name;
    std::uint64_t capacityBytes = 0;
    double readIops = 0; ///< random 4 KiB, with as many at a time as it takes
    double writeIops = 0;
    double mixedIops = 0; ///< 70 % reads, 30 % writes; 0: not known, they merely take turns
    double sequentialReadBps = 0;
    double sequentialWriteBps = 0;
    double readLatencyS = 0; ///< at queue depth 1
    double writeLatencyS = 0;
    double interfaceRateBps = 0;        ///< host port; 0: no bound
    std::uint32_t saturationDepth = 32; ///< reads that a channel may do before a program that waits
    std::uint32_t parallelChannels = 1; ///< how many pieces of work the media do at a time
    double programTimeS = 0;            ///< how long a channel is held by a full page program; 0: by one write of 4 KiB
    bool powerLossProtection = true;    ///< a flush costs no media write when true
    double flushLatencyS = 0;           ///< what a flush costs when there is no protection
};

/// Both throw std::invalid_argument, naming the figure, when a figure makes no device (no capacity, no rate ...).
/// `seed` sets where the platters stand at time 0.
std::unique_ptr<StorageDevice> makeHardDisk(kernel::Calendar& calendar, const HardDiskSpec& spec, std::uint64_t seed);
std::unique_ptr<StorageDevice> makeSolidState(kernel::Calendar& calendar, const SolidStateSpec& spec);

} // namespace headroom::resources
