// The interface of storage devices for the software above them.
#pragma once

#include "kernel/calendar.h"
#include "monitoring/meter.h"
#include "resources/storage/io_scheduler.h"
#include "resources/storage/written_before.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace headroom::resources {

/// One I/O from the block layer. Offset and length in bytes.
struct DeviceRequest
{
    bool write = false;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// Bytes of all I/Os since the start. At every instant the requested bytes are either answered or present.
struct ByteBalance
{
    std::uint64_t asked = 0;
    std::uint64_t moved = 0;   ///< answered: counted by the meter
    std::uint64_t failed = 0;  ///< answered with an error
    std::uint64_t present = 0; ///< not answered yet, counted one by one

    std::uint64_t accounted() const { return moved + failed + present; }
    bool holds() const { return asked == accounted(); }
};

/// The writes that a device was asked for since the start.
struct WriteCount
{
    std::uint64_t writes = 0, bytes = 0;
};

/// A disk, an SSD, a RAID set ...: accepts any number of I/Os and answers each once.
///
/// A device can fail. From then on it answers every I/O and every flush with an error at once, both new ones and those
/// in progress; the contents of its write cache are lost. An answer with an error calls the same completion, and
/// `answersWithError()` is true while it runs. Its bytes are not counted.
class StorageDevice
{
public:
    virtual ~StorageDevice() = default;

    /// Starts an I/O. `done` is called, never from within submit, when the device reports the I/O complete (for a write
    /// with the write cache on, when it is in the cache). Requests beyond the device's queue wait in the host, first
    /// come, first served unless a scheduler orders them. Throws std::out_of_range for a range beyond the capacity.
    virtual void submit(const DeviceRequest& request, kernel::Completion done) = 0;

    /// FLUSH CACHE: `done` is called, never from within flush, when every write reported complete so far is on stable
    /// media. Immediate for a device without a volatile cache (power-loss protection counts as none). A flush is no
    /// data transfer: the meter does not count it as an arrival.
    virtual void flush(kernel::Completion done) = 0;

    /// Busy = at least one I/O or destage in progress at the mechanism or the media (utilisation as iostat's %util
    /// for a disk with one arm; share of the throughput limit for an SSD).
    virtual const monitoring::Meter& meter() const = 0;
    virtual monitoring::Meter& meter() = 0;

    /// The other sides of the two operational laws, over the meter's window (windowStart to lastUpdate). They are added
    /// up per operation, separately from the meter's integrals; for an operation that crosses an edge of the window
    /// only the part inside counts. Picoseconds, exact: serviceTimeSum() == meter().busyTime() (utilisation law) and
    /// responseTimeSum() == meter().presentTime() (Little's law) at every instant.
    virtual monitoring::Meter::Integral serviceTimeSum() const = 0;
    virtual monitoring::Meter::Integral responseTimeSum() const = 0;

    virtual ByteBalance byteBalance() const = 0;
    virtual WriteCount writesAsked() const = 0;

    virtual std::uint64_t capacityBytes() const = 0;

    /// A write of so many bytes, at a multiple of them, needs no reads; 1: none does. A cache before the device uses it
    /// to choose what to write at once.
    virtual std::uint64_t fullStripeBytes() const { return 1; }
    /// The full stripe of what stores the data, also where a cache lies before it; 1: it has none. File systems lay
    /// files at multiples of it: Linux reports it as optimal_io_size.
    virtual std::uint64_t optimalIoBytes() const { return fullStripeBytes(); }

    /// To be called once, at the beginning. Nothing happens to a device whose own write cache is off, or protected
    /// against power loss and drained while it writes.
    virtual void fillWriteCache(const WrittenBefore&) {}

    /// Sets the speed of the mechanism and the media to `factor` times normal, from the next piece of work on; less
    /// than 1 for a slow device. Throws std::invalid_argument unless it is positive.
    virtual void setSpeedFactor(double factor) = 0;
    /// Fails the device, or makes it work again with empty caches; does nothing if it is in that state already.
    /// Completions are never called from within.
    virtual void fail() = 0;
    virtual void restore() = 0;
    virtual bool failed() const = 0;
    /// `restored` is called whenever a failed device works again: a set learns that a member is back.
    void whenRestored(kernel::Completion restored) { restored_ = restored; }
    /// Valid while one of this device's completions runs: true if it is an answer with an error.
    bool answersWithError() const { return answersWithError_; }

protected:
    void answer(const kernel::Completion& done, bool error)
    {
        answersWithError_ = error;
        done();
        answersWithError_ = false;
    }
    /// To be called by `restore` when it is done, if the device had failed.
    void tellRestored() { restored_(); }

private:
    bool answersWithError_ = false;
    kernel::Completion restored_;
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
    /// Longest seek; 0 if the data sheet does not state it: then twice the average read seek (Savvio 10K.4: 7.81 / 3.8
    /// ms).
    double fullStrokeSeekS = 0;
    double outerRateBps = 0;       ///< media rate on the outermost zone
    double innerRateBps = 0;       ///< media rate on the innermost zone
    double interfaceRateBps = 0;   ///< host port: rate of a cache hit; 0: unlimited
    std::uint64_t cacheBytes = 0;  ///< on-board buffer; the write cache may use all of it
    bool writeCache = true;        ///< volatile write-back cache on
    std::uint32_t queueDepth = 32; ///< native command queue: number of commands that the disk may reorder
    /// Linux's mq-deadline orders the host's commands that wait for a place in that queue; nothing: first come, first
    /// served (Linux "none").
    std::optional<DeadlineSettings> scheduler;
};

/// Figures of a solid-state device.
struct SolidStateSpec
{
    std::string name;
    std::uint64_t capacityBytes = 0;
    double readIops = 0; ///< random 4 KiB, at the queue depth where it saturates
    double writeIops = 0;
    double readIops8k = 0; ///< random 8 KiB; 0: unknown, then a larger random I/O costs what a sequential one does
    double writeIops8k = 0;
    double mixedIops = 0; ///< 70 % reads, 30 % writes; 0: unknown, then they only take turns
    double sequentialReadBps = 0;
    double sequentialWriteBps = 0;
    double readLatencyS = 0; ///< mean of a lone random I/O of 4 KiB
    double writeLatencyS = 0;
    double sequentialReadLatencyS = 0; ///< of a lone I/O of 4 KiB that continues an earlier one
    double sequentialWriteLatencyS = 0;
    double readLatencySpread = 0; ///< coefficient of variation of the random latency; log-normal
    double writeLatencySpread = 0;
    std::uint64_t fastCacheBytes = 0;   ///< written at the rates above, see FastCache; 0: all writes are
    double sustainedWriteBps = 0;       ///< of writes that find no room there
    bool fastCacheFull = false;         ///< at the start
    double interfaceRateBps = 0;        ///< host port; 0: unlimited
    std::uint32_t saturationDepth = 32; ///< maximum number of reads that a channel serves before a waiting program
    std::uint32_t parallelChannels = 1; ///< pieces of work that the media do in parallel
    double programTimeS = 0;            ///< time that a full page program takes a channel; 0: as long as one write of 4
                                        ///< KiB
    bool powerLossProtection = true;    ///< a flush costs no media write when true
    double flushLatencyS = 0;           ///< duration of a flush without that protection
};

/// Both throw std::invalid_argument, naming the figure, if a figure is not valid (no capacity, no rate ...). `seed`
/// sets the rotation of the platters at time 0, and the latencies that a solid-state device draws.
std::unique_ptr<StorageDevice> makeHardDisk(kernel::Calendar& calendar, const HardDiskSpec& spec, std::uint64_t seed);
std::unique_ptr<StorageDevice> makeSolidState(kernel::Calendar& calendar, const SolidStateSpec& spec,
                                              std::uint64_t seed = 0);

} // namespace headroom::resources
