// The host's I/O scheduler of a disk: in which order requests go to the drive.
#pragma once

#include "kernel/time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::resources {

/// Settings of the deadline scheduler with the defaults of Linux's mq-deadline (Documentation/block/deadline-iosched).
struct DeadlineSettings
{
    double readExpireS = 0.5;        ///< after which a read goes before others (read_expire), seconds
    double writeExpireS = 5;         ///< the same for a write (write_expire)
    std::uint32_t fifoBatch = 16;    ///< requests in a batch at most (fifo_batch)
    std::uint32_t writesStarved = 2; ///< batches of reads that may go before waiting writes (writes_starved)
    /// Requests in scheduler and drive together (nr_requests): only they are sorted, later ones wait first come first
    /// served, and their time to expire has not begun. 0: twice the drive's queue depth, of which 128 count at most
    /// (Linux, block/blk-mq-sched.c): 64 for a drive that takes 32 commands.
    std::uint32_t nrRequests = 0;
};

/// Orders requests by the rules of mq-deadline:
///
/// - Requests go in batches of reads or of writes, each upwards in order of offset, from where the last batch of its
///   direction came to.
/// - A batch ends after `fifoBatch` requests, or when its direction has none further up.
/// - The next is one of reads, but of writes if there are no reads, or when writes have waited while `writesStarved`
///   batches of reads were begun.
/// - It begins with the oldest request of its direction if that has expired, or if none lies further up: an arm goes
///   one way, and back in one go. Expiry is looked at only then, so it is a goal and no bound.
///
/// Requests are not merged, and are all of one priority.
class DeadlineScheduler
{
public:
    explicit DeadlineScheduler(const DeadlineSettings& settings);

    /// `request` is what next() will call it.
    void add(std::uint32_t request, bool write, std::uint64_t offset, kernel::Time now);
    /// Takes out the request whose turn it is; there must be one.
    std::uint32_t next(kernel::Time now);

    std::size_t size() const { return reads_.sorted.size() + writes_.sorted.size(); }
    bool empty() const { return size() == 0; }
    /// As it was at first.
    void clear();

private:
    struct Waiting
    {
        std::uint64_t offset = 0;
        std::uint64_t arrival = 0; ///< how many came before it
        kernel::Time expires = 0;
        std::uint32_t request = 0;
    };
    /// A vector, as a few dozen wait: it is searched and shifted faster than a tree, and allocates only to grow.
    struct Direction
    {
        std::vector<Waiting> sorted; ///< by offset, those of one offset by arrival
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
