// The host's I/O scheduler of a disk: the order in which requests go to the drive.
#pragma once

#include "kernel/time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::resources {

/// Settings of the deadline scheduler with the defaults of Linux's mq-deadline (Documentation/block/deadline-iosched).
struct DeadlineSettings
{
    double readExpireS = 0.5;        ///< age at which a read goes before others (read_expire), seconds
    double writeExpireS = 5;         ///< the same for a write (write_expire)
    std::uint32_t fifoBatch = 16;    ///< maximum number of requests in a batch (fifo_batch)
    std::uint32_t writesStarved = 2; ///< number of read batches that may precede waiting writes (writes_starved)
    /// Maximum number of requests in scheduler and drive together (nr_requests): only these are sorted; later ones wait
    /// first come, first served, and their time to expire has not begun. 0: twice the drive's queue depth, which is
    /// limited to 128 for this (Linux, block/blk-mq-sched.c): 64 for a drive that takes 32 commands.
    std::uint32_t nrRequests = 0;
};

/// Orders requests by the rules of mq-deadline:
///
/// - Requests are served in batches of reads or of writes, each in ascending order of offset, starting where the last
///   batch of its direction ended.
/// - A batch ends after `fifoBatch` requests, or when its direction has none with a higher offset.
/// - The next batch is one of reads. It is one of writes if there are no reads, or if `writesStarved` batches of reads
///   were begun while writes waited.
/// - It begins with the oldest request of its direction if that has expired, or if there is none with a higher offset:
///   an arm moves in one direction, and then back at once. Expiry is checked only then, so it is a goal and not a
///   bound.
///
/// Requests are not merged, and all have the same priority.
class DeadlineScheduler
{
public:
    explicit DeadlineScheduler(const DeadlineSettings& settings);

    /// `request` is the value that next() returns for it.
    void add(std::uint32_t request, bool write, std::uint64_t offset, kernel::Time now);
    /// Removes and returns the next request; there must be one.
    std::uint32_t next(kernel::Time now);

    std::size_t size() const { return reads_.sorted.size() + writes_.sorted.size(); }
    bool empty() const { return size() == 0; }
    /// Restores the initial state.
    void clear();

private:
    struct Waiting
    {
        std::uint64_t offset = 0;
        std::uint64_t arrival = 0; ///< sequence number of its arrival
        kernel::Time expires = 0;
        std::uint32_t request = 0;
    };
    /// A vector, because only a few dozen wait: it is faster to search and shift than a tree, and allocates only to
    /// grow.
    struct Direction
    {
        std::vector<Waiting> sorted; ///< by offset, then by arrival
        std::uint64_t position = 0;  ///< offset of the last one taken
    };
    using Place = std::vector<Waiting>::iterator;

    static Place furtherUp(Direction& direction);
    static Place oldest(Direction& direction);
    bool writesAreDue();

    DeadlineSettings settings_;
    kernel::Time readExpire_, writeExpire_;
    Direction reads_, writes_;
    bool writing_ = false; ///< direction of the batch
    std::uint32_t leftOfBatch_ = 0;
    std::uint32_t timesWritesPassed_ = 0;
    std::uint64_t arrivals_ = 0;
};

} // namespace headroom::resources
