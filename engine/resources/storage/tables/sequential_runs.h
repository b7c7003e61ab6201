// Finds the I/Os of a device that continue an earlier one.
#pragma once

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// The last runs of I/Os in which each begins where the one before it ended, or a little behind it. A new run takes the
/// place of the one that has gone on least recently. There are 128 of them, as many as Linux' bcache remembers
/// (drivers/md/bcache/bcache.h, RECENT_IO), and as deep as the queues for which data sheets state figures.
///
/// A run may pass over as many bytes as it has had, up to a limit. Later I/Os to the place passed over continue the run
/// as well.
///
/// Compact, because every I/O of every device passes through such a table: three kilobytes once there are all runs.
class SequentialRuns
{
public:
    static constexpr unsigned gapBits = 20;
    static constexpr std::uint64_t largestGap = std::uint64_t{1} << gapBits;

    /// Runs pass over at most so many bytes, of `largestGap` at most.
    explicit SequentialRuns(std::uint64_t gap = 0) : gap_(gap) {}

    /// Counts an I/O. Returns the bytes of its run up to its end: more than `bytes` if it continues one. An I/O of no
    /// bytes belongs to no run.
    std::uint64_t add(std::uint64_t offset, std::uint64_t bytes);

private:
    using Place = std::uint8_t; ///< of a run, in `runs_`
    static constexpr Place none = 0xff, mostRuns = 128;
    struct Run
    {
        std::uint64_t end = 0;
        std::uint64_t length = 0;
        Place older = none, newer = none; ///< by use
        Place chain = none;               ///< the next in its hash bucket, entered before it
    };

    std::size_t bucketOf(std::uint64_t end) const;
    Place continuedAt(std::uint64_t offset) const;
    Place nearest(Place best, std::size_t bucket, std::uint64_t offset) const;
    Place freePlace();
    void enter(Place place);
    void takeOut(Place place);

    std::uint64_t gap_;
    std::vector<Run> runs_;
    std::vector<Place> buckets_; ///< by the hash of the end, or of the MiB with it; none until the first I/O
    Place newest_ = none, oldest_ = none;
};

} // namespace headroom::resources
