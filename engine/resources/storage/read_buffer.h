// The read half of a disk's on-board buffer: segments, and reading ahead into one of them.
#pragma once

#include "resources/storage/disk_geometry.h"

#include <array>

namespace headroom::resources {

/// The buffer is cut into segments, one for each stream of reads that the disk tells apart; the least recently used is
/// given up for a new stream. After a read an idle arm stays on the track and goes on reading, up to half a segment
/// beyond what the host has asked for; the other half keeps what was read last. Reading ahead is worked out when
/// somebody asks, it costs no events, gives way to any other work at once and does not count as busy.
///
/// Dirty data of a write cache do not take segments away: the two compete in real disks by rules no data sheet gives.
class ReadBuffer
{
public:
    using Time = kernel::Time;

    ReadBuffer(const DiskGeometry& geometry, std::uint64_t bytes, std::uint64_t capacity);

    /// End of the data that are in the buffer from `offset` on without a gap; `offset` if there are none.
    std::uint64_t availableTo(std::uint64_t offset, Time now) const;

    /// The host was served [.., end) out of the buffer: the read-ahead that it came from may go on.
    void consumed(std::uint64_t offset, std::uint64_t end, Time now);

    /// [begin, end) has been read from the media.
    void filled(std::uint64_t begin, std::uint64_t end);

    /// The arm, idle from now on, reads ahead from where it is after a read.
    void startReadingAhead(const HeadPosition& head);

    /// Other work takes the arm: ends the read-ahead. Returns where the head is.
    HeadPosition stopReadingAhead(const HeadPosition& head, Time now);

    /// New data were written to [begin, end): what the buffer has of it is stale.
    void invalidate(std::uint64_t begin, std::uint64_t end, Time now);

private:
    /// Buffers of this generation of disks are said to have some 16 segments; data sheets name a number rarely.
    static constexpr std::size_t segmentCount = 16;
    static constexpr std::size_t none = segmentCount;

    struct Segment
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t lastUse = 0;
    };

    std::uint64_t endOf(std::size_t segment, Time now) const;
    std::size_t segmentAt(std::uint64_t offset, Time now) const;
    std::uint64_t position(Time now) const;
    void grow(Segment& segment, std::uint64_t end) const;

    const DiskGeometry& geometry_;
    std::uint64_t segmentBytes_;
    std::uint64_t capacity_;
    std::array<Segment, segmentCount> segments_{};
    std::uint64_t uses_ = 0;
    std::size_t ahead_ = none; ///< the segment that is read ahead into
    std::uint64_t from_ = 0;   ///< read-ahead is over `from_` at `since_` and ends at `limit_`
    std::uint64_t limit_ = 0;
    Time since_ = 0;
};

} // namespace headroom::resources
