// A magnetic disk: one arm, turning platters, a command queue, a buffer, a host port.
#pragma once

#include "resources/storage/booked_device.h"
#include "resources/storage/dirty_extents.h"
#include "resources/storage/disk_geometry.h"
#include "resources/storage/read_buffer.h"

#include <memory>
#include <vector>

namespace headroom::resources {

/// A command, from the host's queue to its answer.
struct HardDiskRequest : BookedRequest
{
    std::uint64_t offset = 0;
    std::uint64_t moved = 0; ///< write: bytes in the cache; read: bytes found in the buffer
    std::uint64_t piece = 0; ///< bytes on the port
    std::uint64_t epoch = 0; ///< flush: the last epoch that it waits for
    bool write = false;
};

/// The processing of an I/O:
///
/// - At most `queueDepth` commands are in the disk. The others wait in the host: first come, first served, or in the
///   order of its I/O scheduler, which sorts at most `nrRequests` minus those in the disk.
/// - The arm serves one command at a time; the next is the one with the shortest positioning time (seek and rotation).
///   The oldest command is passed over at most `queueDepth` times.
/// - The reads of a stream that the buffer knows are served in their order, although others in its middle may be
///   nearer: the arm would have to come back for what it passes over. On its way over a gap of less than a track it
///   reads on, so that a member of a RAID set keeps its stream where it passes over a parity.
/// - A read whose data are in the buffer (dirty, read before or read ahead) uses only the port. Any other read takes
///   the arm for positioning and transfer; its data move to the host as they are read, so that only a port slower than
///   the media makes it longer.
/// - A write with the write cache on is complete when it has moved over the port into the cache; it waits for room
///   while dirty data (and data on the way) fill the cache. The arm writes dirty data when there is no read to serve;
///   it competes with reads when a write waits for room or a flush waits. It compares the `queueDepth` oldest ranges by
///   positioning time, passes over the oldest, for others or for reads, as often as over the oldest command, and writes
///   at most a track at a time, which counts by its bytes for the command that it passes over, but as no more than a
///   quarter of these times. How often a disk passes over its oldest command is in no data sheet: both are assumed.
/// - A write with the write cache off moves over the port, takes the arm and is complete when it is on the media.
/// - Hits and writes share the port, first come, first served, at `interfaceRateBps`.
///
/// Command overhead of the controller is not modelled: data sheets do not state it.
///
/// A speed factor lengthens the time for which the arm is busy (a drive that reads and seeks repeatedly), not the
/// platters' turn.
///
/// The meter: an I/O is present from submit to completion as the host sees it. The disk is busy while the arm positions
/// or transfers, for the host, for destaging, or reading ahead for a stream (what it reads ahead after a read that may
/// stay the only one keeps nobody waiting and does not count); serviceTimeSum adds up the same times. Bytes count at
/// completion.
class HardDisk final : public Drive<HardDiskRequest>
{
public:
    HardDisk(kernel::Calendar& calendar, const HardDiskSpec& spec, std::uint64_t seed);

    void submit(const DeviceRequest& request, kernel::Completion done) override;
    void flush(kernel::Completion done) override;
    void fillWriteCache(const WrittenBefore& before) override;
    Integral serviceTimeSum() const override;
    std::uint64_t capacityBytes() const override { return spec_.capacityBytes; }

    const DiskGeometry& geometry() const { return geometry_; }
    /// Bytes reported complete that are not yet on the media.
    std::uint64_t dirtyBytes() const { return dirtyBytes_; }

private:
    using Request = HardDiskRequest;

    struct ArmWork
    {
        bool busy = false;
        std::uint32_t request = none; ///< none: destaging
        Time start = 0;
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
        std::uint64_t from = 0; ///< read: what it reads into the buffer begins here
        std::uint64_t epoch = 0;
        kernel::EventId end = kernel::noEvent;
    };

    /// Reading ahead as far as it counts as busy.
    struct ReadAhead
    {
        bool busy = false;
        Time start = 0;
        Time until = kernel::never; ///< when it is looked at again
        kernel::EventId event = kernel::noEvent;
    };

    /// A candidate for the arm's next work.
    struct Choice
    {
        Time positioning = kernel::never;
        std::size_t queued = 0; ///< index in queue_
        std::uint32_t extent = DirtyExtents::none;
        bool destage = false;
    };

    void admitFromHost();
    void schedule();
    void admit(std::uint32_t index);
    void admitRead(std::uint32_t index);
    void admitWaitingWrites();
    void usePort(std::uint32_t index, std::uint64_t bytes);
    void portDone(std::uint32_t index);
    void received(std::uint32_t index);
    void complete(std::uint32_t index);
    void completeFlushes();
    void stop() override;
    void forgetData();

    void startArm();
    Choice choose(bool destaging, Time now) const;
    void keepOrderOfStream(Choice& best, Time now) const;
    std::size_t readBefore(std::size_t place) const;
    bool readsThrough(std::uint64_t offset, Time now) const;
    void weigh(Choice& best, std::uint32_t extent, Time now) const;
    void startRequest(std::size_t place, Time positioning, Time now);
    void startDestage(std::uint32_t extent, Time positioning, Time now);
    std::uint32_t passesOver(std::uint64_t bytes) const;
    void occupyArm(Time duration, Time now);
    void armDone();

    /// Begins or ends to count the read-ahead as busy, after a change of the buffer.
    void countReadAhead();
    void endReadAhead(Time now);
    void stopReadingAhead(Time now);

    HardDiskSpec spec_;
    DiskGeometry geometry_;
    ReadBuffer buffer_;
    DirtyExtents dirty_;
    WindowSum service_;

    bool writeCache_;
    std::uint64_t pieceBytes_; ///< a larger write goes into the cache in several pieces
    std::uint64_t dirtyBytes_ = 0;
    std::uint64_t reservedBytes_ = 0;
    std::uint64_t epoch_ = 0;
    Time portFreeAt_ = 0;

    Chain host_;                                   ///< commands in neither scheduler nor disk
    std::unique_ptr<DeadlineScheduler> scheduler_; ///< null: no scheduler
    std::uint32_t nrRequests_ = 0;                 ///< maximum number in scheduler and disk together
    Chain writesWithoutRoom_;
    Chain flushes_;
    std::vector<std::uint32_t> queue_; ///< commands for the arm, in order of arrival
    std::uint32_t inDevice_ = 0;
    std::uint32_t timesOldestCommandPassed_ = 0;
    std::uint32_t timesOldestExtentPassed_ = 0;
    ArmWork arm_;
    ReadAhead ahead_;
    HeadPosition head_;
};

} // namespace headroom::resources
