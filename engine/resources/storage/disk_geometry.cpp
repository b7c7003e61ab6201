#include "resources/storage/disk_geometry.h"

#include <algorithm>
#include <cmath>

namespace headroom::resources {

namespace {

using Wide = monitoring::Meter::Integral;

constexpr double meanRootOfDistance = 8.0 / 15.0;
constexpr double meanDistance = 1.0 / 3.0;
constexpr double usualFullStroke = 2.0; // of the average seek
constexpr double fewTracks = 0.1;       // as a share of the disk: with larger tracks there is no curve to fit

} // namespace

DiskGeometry::DiskGeometry(const HardDiskSpec& spec, Time phase)
    : capacity_(spec.capacityBytes), turn_(turnOf(spec)), phase_(phase)
{
    layOutZones(spec);
    fitSeekCurve(spec);
}

DiskGeometry::Time DiskGeometry::turnOf(const HardDiskSpec& spec)
{
    return kernel::fromSeconds(60.0 / spec.revolutionsPerMinute);
}

void DiskGeometry::layOutZones(const HardDiskSpec& spec)
{
    const double inner = spec.innerRateBps > 0 ? spec.innerRateBps : spec.outerRateBps;
    zoneBytes_ = std::max<std::uint64_t>(1, (capacity_ + zoneCount - 1) / zoneCount);
    Time angle = 0;
    for (std::size_t i = 0; i < zoneCount; ++i) {
        const double share = static_cast<double>(i) / (zoneCount - 1);
        const double rate = spec.outerRateBps + (inner - spec.outerRateBps) * share;
        Zone& zone = zones_[i];
        zone.begin = i * zoneBytes_;
        zone.trackBytes = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(rate * kernel::toSeconds(turn_)));
        zone.angle = angle;
        angle = (angle + static_cast<Time>(Wide(zoneBytes_ % zone.trackBytes) * turn_ / zone.trackBytes)) % turn_;
    }
}

void DiskGeometry::fitSeekCurve(const HardDiskSpec& spec)
{
    const double average = spec.averageSeekReadS;
    const double track = std::min(spec.trackToTrackSeekS, average);
    const double full = spec.fullStrokeSeekS > 0 ? spec.fullStrokeSeekS : usualFullStroke * average;
    const double oneTrack = static_cast<double>(zones_[zoneCount / 2].trackBytes) / static_cast<double>(capacity_);
    const double ticks = static_cast<double>(kernel::picosecondsPerSecond);
    writeSettle_ = (spec.averageSeekWriteS - spec.averageSeekReadS) * ticks;
    if (oneTrack > fewTracks) { // the next track is the only other one
        seekConstant_ = track * ticks;
        return;
    }
    // The root and linear parts are unknown; the track-to-track figure eliminates the constant.
    const double rootOfTrack = std::sqrt(oneTrack);
    const double m11 = meanRootOfDistance - rootOfTrack, m12 = meanDistance - oneTrack, r1 = average - track;
    const double m21 = 1.0 - rootOfTrack, m22 = 1.0 - oneTrack;
    const double r2 = std::clamp(full - track, r1 * m21 / m11, r1 * m22 / m12);
    const double determinant = m11 * m22 - m12 * m21;
    const double root = (r1 * m22 - r2 * m12) / determinant;
    const double linear = (m11 * r2 - m21 * r1) / determinant;
    seekRoot_ = root * ticks;
    seekLinear_ = linear * ticks;
    seekConstant_ = (track - root * rootOfTrack - linear * oneTrack) * ticks;
}

std::size_t DiskGeometry::zoneOf(std::uint64_t offset) const
{
    return std::min<std::size_t>(offset / zoneBytes_, zoneCount - 1);
}

DiskGeometry::Time DiskGeometry::angleOf(std::uint64_t offset) const
{
    const Zone& zone = zones_[zoneOf(offset)];
    const std::uint64_t onTrack = (offset - zone.begin) % zone.trackBytes;
    // A track has well below 2^28 bytes and a turn below 2^36 ticks.
    const Time angle = zone.angle + static_cast<Time>(onTrack * static_cast<std::uint64_t>(turn_) / zone.trackBytes);
    return angle >= turn_ ? angle - turn_ : angle;
}

DiskGeometry::Time DiskGeometry::seek(std::uint64_t from, std::uint64_t to, bool write) const
{
    if (to >= from && to - from < trackBytes(from))
        return 0;
    const std::uint64_t distance = to > from ? to - from : from - to;
    const double share = static_cast<double>(distance) / static_cast<double>(capacity_);
    const double ticks =
        seekConstant_ + seekRoot_ * std::sqrt(share) + seekLinear_ * share + (write ? writeSettle_ : 0.0);
    return std::max<Time>(0, static_cast<Time>(ticks + 0.5));
}

DiskGeometry::Time DiskGeometry::rotation(std::uint64_t offset, Time at) const
{
    const Time wait = angleOf(offset) - (at + phase_) % turn_;
    return wait < 0 ? wait + turn_ : wait;
}

DiskGeometry::Time DiskGeometry::positioning(const HeadPosition& head, std::uint64_t to, bool write, Time at) const
{
    if (to == head.offset && at == head.freeAt)
        return 0;
    const Time move = seek(head.offset, to, write);
    return move + rotation(to, at + move);
}

DiskGeometry::Time DiskGeometry::transfer(std::uint64_t offset, std::uint64_t bytes) const
{
    Time time = 0;
    while (bytes > 0) {
        const std::size_t index = zoneOf(offset);
        const std::uint64_t left = index + 1 < zoneCount ? zones_[index + 1].begin - offset : bytes;
        const std::uint64_t here = std::min(bytes, left);
        time += static_cast<Time>(Wide(here) * turn_ / zones_[index].trackBytes);
        offset += here;
        bytes -= here;
    }
    return time;
}

std::uint64_t DiskGeometry::bytesPassing(std::uint64_t offset, Time duration) const
{
    return duration > 0 ? static_cast<std::uint64_t>(Wide(duration) * trackBytes(offset) / turn_) : 0;
}

} // namespace headroom::resources
