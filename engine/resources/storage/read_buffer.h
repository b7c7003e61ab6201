// The read part of a disk's on-board buffer: segments, and reading ahead into one of them.
#pragma once

#include "resources/storage/disk_geometry.h"

#include <array>

namespace headroom::resources {

/// The buffer is divided into segments, one for each stream of reads that the disk recognises; the least recently used
/// one is reused for a new stream. After a read an idle arm stays on the track and continues to read, up to half a
/// segment beyond the host's request; the other half keeps what was read last. Reading ahead is computed on demand and
/// yields to any other work at once. It serves a stream once the host has come back for more of the segment.
///
/// If a part of a segment is written over, the larger of the pieces on its two sides stays.
///
/// Dirty data of a write cache take no segments: in real disks the two compete by rules that no data sheet gives.
class ReadBuffer
{
public:
    using Time = kernel::Time;

    ReadBuffer(const DiskGeometry& geometry, std::uint64_t bytes, std::uint64_t capacity);

    /// End of the contiguous data in the buffer from `offset` on; `offset` if there are none.
    std::uint64_t availableTo(std::uint64_t offset, Time now) const;

    /// True if the data of a segment end at `offset`.
    bool endsAt(std::uint64_t offset) const;
    /// True if a stream was read up to less than a track before `offset`.
    bool continuesStream(std::uint64_t offset) const;

    /// The host was served [offset, end) from the buffer: the read-ahead of that segment may continue.
    void consumed(std::uint64_t offset, std::uint64_t end, Time now);

    /// [begin, end) has been read from the media.
    void filled(std::uint64_t begin, std::uint64_t end);

    /// The arm is idle from now on and reads ahead from its position after a read.
    void startReadingAhead(const HeadPosition& head);

    /// Other work takes the arm: ends the read-ahead. Returns the position of the head.
    HeadPosition stopReadingAhead(const HeadPosition& head, Time now);

    /// True if it reads ahead for a stream, for which the host will have to wait sooner or later.
    bool servesStream() const { return ahead_ != none && segments_[ahead_].stream; }
    /// Time at which the read-ahead in progress stops by itself.
    Time readAheadEnd() const;

    /// New data were written to [begin, end): buffered data of that range are stale.
    void invalidate(std::uint64_t begin, std::uint64_t end, Time now);

private:
    /// Buffers of this generation of disks are said to have about 16 segments; data sheets rarely state the number.
    static constexpr std::size_t segmentCount = 16;
    static constexpr std::size_t none = segmentCount;

    struct Segment
    {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t lastUse = 0;
        bool stream = false; ///< more than one read came for it
    };

    std::uint64_t endOf(std::size_t segment, Time now) const;
    std::size_t segmentAt(std::uint64_t offset, Time now) const;
    std::uint64_t position(Time now) const;
    void grow(Segment& segment, std::uint64_t end) const;
    static void keepLarger(Segment& segment, std::uint64_t begin, std::uint64_t end);

    const DiskGeometry& geometry_;
    std::uint64_t segmentBytes_;
    std::uint64_t capacity_;
    std::array<Segment, segmentCount> segments_{};
    std::uint64_t uses_ = 0;
    std::size_t ahead_ = none; ///< the segment of the read-ahead
    std::uint64_t from_ = 0;   ///< the read-ahead is at `from_` at `since_` and ends at `limit_`
    std::uint64_t limit_ = 0;
    Time since_ = 0;
};

} // namespace headroom::resources
