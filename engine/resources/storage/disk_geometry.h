// The layout of data on a magnetic disk, and the time the arm and the platters take to reach them.
#pragma once

#include "resources/storage/storage_device.h"

#include <array>

namespace headroom::resources {

/// The head was over byte `offset` at `freeAt`, when the last transfer ended.
struct HeadPosition
{
    std::uint64_t offset = 0;
    kernel::Time freeAt = 0;
};

/// Mechanics of one disk, a pure function of time: the platters turn at constant speed from a given phase, so the wait
/// for a sector follows from the instant at which the head arrives over its track.
///
/// Seek. seek(x) = a + b sqrt(x) + c x, where x is the distance as a share of the capacity: acceleration gives the
/// root, coasting the linear part, settling the constant. Random pairs of addresses have the density 2 (1 - x), so
/// E[sqrt x] = 8/15 and E[x] = 1/3. The three figures determine the three parameters: the average seek is a + 8/15 b +
/// 1/3 c, the track-to-track seek is the curve at one mean track, the full stroke is the curve at 1. A full stroke that
/// non-negative b and c cannot give is replaced by the nearest one that they can. A write needs finer settling: its
/// curve is the same, higher by the difference of the average figures.
///
/// Tracks. The media rate falls linearly from the outer to the inner zone; bytes per track = rate × time of a turn.
/// Data sheets give the sustained rate, which already includes head and cylinder switches (hidden by skew). Their cost
/// is spread evenly: the tracks form one spiral, on which a stream runs at the sustained rate without losing a turn,
/// and a gap shorter than a track is crossed by waiting.
class DiskGeometry
{
public:
    using Time = kernel::Time;

    /// `phase`: rotation of the platters at time 0, as time of turning (0 ... turn).
    DiskGeometry(const HardDiskSpec& spec, Time phase);

    static Time turnOf(const HardDiskSpec& spec);
    Time turn() const { return turn_; }

    /// Time to move the arm from `from` to `to`; 0 if the spiral leads there within a turn.
    Time seek(std::uint64_t from, std::uint64_t to, bool write) const;

    /// Seek and rotation, started at `at`. 0 for the next byte if the head has not paused.
    Time positioning(const HeadPosition& head, std::uint64_t to, bool write, Time at) const;

    /// Time from `at` until byte `offset` passes under a head that is over its track.
    Time rotation(std::uint64_t offset, Time at) const;

    /// Time to read or write `bytes` from `offset` on.
    Time transfer(std::uint64_t offset, std::uint64_t bytes) const;

    /// Bytes that pass under the head in `duration` from `offset` on, at the rate of the zone of `offset`.
    std::uint64_t bytesPassing(std::uint64_t offset, Time duration) const;

    /// Bytes on the track that contains `offset`.
    std::uint64_t trackBytes(std::uint64_t offset) const { return zones_[zoneOf(offset)].trackBytes; }

private:
    /// Real disks have 15 to 30 zones; with 24 the rate is within 3 % of the straight line everywhere.
    static constexpr std::size_t zoneCount = 24;

    struct Zone
    {
        std::uint64_t begin = 0;
        std::uint64_t trackBytes = 0;
        Time angle = 0; ///< of the zone's first byte, as time of turning
    };

    std::size_t zoneOf(std::uint64_t offset) const;
    Time angleOf(std::uint64_t offset) const;
    void layOutZones(const HardDiskSpec& spec);
    void fitSeekCurve(const HardDiskSpec& spec);

    std::uint64_t capacity_;
    std::uint64_t zoneBytes_ = 1;
    Time turn_;
    Time phase_;
    std::array<Zone, zoneCount> zones_;
    double seekConstant_ = 0; ///< picoseconds, like the following
    double seekRoot_ = 0;
    double seekLinear_ = 0;
    double writeSettle_ = 0;
};

} // namespace headroom::resources
