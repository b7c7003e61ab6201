// Write-back on a node: when dirty pages are written to the devices, and how writers are slowed down.
#pragma once

#include "kernel/calendar.h"
#include "resources/memory/dirty_files.h"
#include "resources/memory/dirty_limits.h"
#include "resources/memory/page_cache.h"
#include "resources/record_pool.h"
#include "resources/storage/storage_device.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace headroom::resources {

/// The rules of Linux (mm/page-writeback.c, fs/fs-writeback.c; from 3.2 on), for pages of 4 KiB:
///
/// - Each device has a flusher. While one of its files is dirty, the flusher wakes every write-back interval and writes
///   the files that have been dirty for longer than the expiry. A write that raises the node's dirty bytes above the
///   background limit starts it at once; it then writes the longest dirty files first until the node is below that
///   limit again.
/// - The flusher sends the device requests of at most 1 MiB, a file's pages in their order, and changes to the next
///   file after as many bytes as the device writes in half a second. It has few requests in progress at a time, more
///   while a writer waits (blk-wbt).
/// - Above half-way between the background and the hard limit (bytes in progress count), writers pause so that the
///   bytes they dirty per second are the device's write-back rate times a factor that falls to 0 at the hard limit. The
///   writers of a device share that rate evenly; of a device with less than half of its share of the dirty bytes they
///   go faster. A pause lasts at most 200 ms; then it is computed again. A writer pauses before it writes, and until
///   its bytes fit below the hard limit, so that any number of writers does not exceed it (Linux lets each dirty a few
///   pages first). At the hard limit (which may be 0), a writer to a device with hardly any dirty bytes continues after
///   a pause: the dirty bytes of other devices are not its fault.
/// - sync (fsync) writes the dirty pages of one file at once and waits for all its writes begun so far, including the
///   flusher's. Pages that become dirty afterwards do not delay it.
/// - syncfs lets the flusher write file after file, with no more requests in progress than for a writer that waits
///   (sync_inodes_sb queues work of the flusher; blk-wbt limits all buffered writes), so that direct writes to the
///   device do not queue behind all that is dirty.
/// - Where a device takes full stripes without reading first (RAID 5 and 6), a long range is cut where stripes end, and
///   whole ones are written together, as md gathers adjacent writes in its stripe cache.
/// - Writes that a failed device answers with an error are not repeated: their pages are clean and their bytes are
///   dropped.
///
/// In bytes, dirtied = written + dropped + dirty() + writing() at any time. Nothing is scheduled while nothing is
/// dirty.
class WriteBack
{
public:
    static constexpr std::uint64_t largestWrite = 1u << 20;
    static constexpr std::uint64_t smallestPiece = 128u << 10, largestPiece = 4u << 20;
    static constexpr double longestPause = 0.2;  ///< s: MAX_PAUSE
    static constexpr double pauseForRoom = 0.01; ///< s: of a writer that has only to wait for room (bdi_min_pause)
    /// Limit of "hardly any" dirty bytes: wb_stat_error() with one processor.
    static constexpr std::uint64_t few = 8 * pageBytes;
    static constexpr std::uint32_t backgroundDepth = 4; ///< writes of one flusher in progress (blk-wbt, RWB_DEF_DEPTH
                                                        ///< 16)
    static constexpr std::uint32_t waitedForDepth = 16; ///< the same while a writer waits, and for a second after that

    /// Totals since the start, in bytes of whole pages.
    struct Totals
    {
        std::uint64_t dirtied = 0, written = 0, dropped = 0;
    };

    WriteBack(kernel::Calendar& calendar, PageCache& cache, const WriteBackSettings& settings);
    WriteBack(const WriteBack&) = delete;
    WriteBack& operator=(const WriteBack&) = delete;

    /// Devices are numbered from 0 in the order they are added; the caller keeps them alive.
    std::uint32_t addDevice(StorageDevice& device);

    /// A file with its id in the page cache and the position of its first byte on the device.
    struct File
    {
        std::uint64_t id = 0;
        std::uint32_t device = 0;
        std::uint64_t place = 0;
    };
    /// Puts the pages of these bytes in memory and marks them dirty.
    void write(const File& file, std::uint64_t offset, std::uint64_t bytes);
    /// Called before a write of `bytes`. Returns false if the writer may continue at once; otherwise `done` is called
    /// when it may, never from within this call. It must write before anybody else calls.
    bool throttle(std::uint32_t device, std::uint64_t bytes, kernel::Completion done);
    /// fsync without journal and barrier. Returns false if there is nothing to wait for; otherwise `done` is called
    /// when the writes have finished, never from within this call.
    bool sync(std::uint32_t device, std::uint64_t file, kernel::Completion done);
    /// The same of a range of its pages, as direct I/O does it (filemap_write_and_wait_range()): writes the stretches
    /// of dirty pages that reach into it. Pages that are being written already are not waited for alone.
    bool syncRange(std::uint32_t device, std::uint64_t file, PageRange pages, kernel::Completion done);
    /// syncfs: sync of every file on the device, in the order of their places. Returns how many times `done` will be
    /// called, never from within this call.
    std::uint32_t syncAll(std::uint32_t device, const kernel::Completion& done);
    /// The file is deleted: its dirty pages that are not being written are never written to the device.
    void discard(std::uint32_t device, std::uint64_t file);

    /// The node's memory is lost: dirty pages that are not being written are never written to the devices.
    void loseAll();

    std::uint64_t dirty() const { return dirty_; }
    std::uint64_t writing() const { return writing_; } ///< being written to the devices
    const Totals& totals() const { return totals_; }
    /// Maximum number of bytes for which a writer should call throttle() at once: an eighth of the hard limit, so that
    /// the devices do not run dry while it waits for room.
    std::uint64_t piece() const;
    DirtyLimits limits() const { return dirtyLimits(settings_, cache_.availableBytes()); }
    double bytesPerSecond(std::uint32_t device) const { return devices_[device].rate.bytesPerSecond(); }

private:
    /// A file that a syncAll has to write.
    struct Pending
    {
        std::uint64_t file = 0; ///< id
        kernel::Completion done;
    };
    struct Device
    {
        Device(StorageDevice& device, std::pmr::memory_resource* memory) : storage(&device), files(memory) {}

        StorageDevice* storage;
        DirtyFiles files;
        WriteRate rate;
        RecentBytes recent;
        std::uint32_t flushing = 0;  ///< writes of the flusher in progress
        std::uint32_t writes = 0;    ///< including those of syncs
        std::deque<Pending> pending; ///< in the order of writing
        std::uint32_t syncing = 0;   ///< writes of `pending` in progress
        std::uint32_t held = 0;      ///< number of writers that wait
        std::uint64_t unwritten = 0; ///< bytes dirty or being written
        kernel::Time lastHeld = 0;
        bool everHeld = false;
        bool background = false; ///< writes until the node is below the background limit
        bool periodic = false;   ///< writes what became dirty before `before`
        kernel::Time before = 0;
        kernel::EventId timer = kernel::noEvent;
    };
    enum class Issuer : std::uint8_t
    {
        flusher,
        sync, ///< of one file
        syncAll
    };
    struct Write
    {
        std::uint32_t device = 0, file = 0;
        PageRange pages;
        std::uint32_t syncs = 0; ///< number of syncs of its file when it began
        Issuer issuer = Issuer::sync;
    };
    /// A sync that waits for the writes begun between the previous sync and itself, and for the previous sync.
    struct Waiter
    {
        std::uint32_t syncs = 0, writes = 0;
        std::uint32_t following = DirtyFiles::none;
        kernel::Completion done;
    };
    struct Writer
    {
        std::uint32_t device = 0;
        double bytes = 0; ///< of the pages that it wants to write to
        double left = 0;  ///< bytes for which it still has to wait
        double rate = 0;  ///< rate at which they decrease at present
        kernel::Time since = 0;
        kernel::Completion done;
    };

    double now() const { return kernel::toSeconds(calendar_.now()); }
    double dirtyAndWriting() const { return static_cast<double>(dirty_ + writing_); }
    std::uint32_t depth(const Device& device) const;
    std::uint64_t turnPages(const Device& device) const;
    void startBackground();
    void armTimer(std::uint32_t device);
    void pump(std::uint32_t device);
    bool hasWork(Device& device) const;
    void pumpPending(std::uint32_t device);
    void issue(std::uint32_t device, std::uint32_t file, Issuer issuer, std::uint64_t from = 0);
    void await(Device& device, std::uint32_t file, const kernel::Completion& done);
    void finishWrite(std::uint32_t write);
    void tellWaiters(std::uint32_t device, std::uint32_t file);
    void pause(std::uint32_t writer);
    double ratio(const Device& device) const;
    bool mayContinue(const Writer& writer) const;
    static void onTimer(void* self, std::uint64_t device);
    static void onWritten(void* self, std::uint64_t write);
    static void onPaused(void* self, std::uint64_t writer);

    kernel::Calendar& calendar_;
    PageCache& cache_;
    WriteBackSettings settings_;
    std::vector<Device> devices_;
    std::uint64_t dirty_ = 0;
    std::uint64_t writing_ = 0;
    RecentBytes recent_; ///< of all devices
    Totals totals_;
    RecordPool<Write> writes_;
    RecordPool<Waiter> waiters_;
    RecordPool<Writer> writers_;
};

} // namespace headroom::resources
