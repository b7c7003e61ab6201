// Cost of an I/O for a solid-state device, and the duration of a lone one.
#pragma once

#include "kernel/random.h"
#include "kernel/time.h"

#include <cstdint>

namespace headroom::resources {

/// The share of a device's time that an I/O of one direction costs:
///     random:     1 / IOPS                                                           up to 4 KiB,
///                 max(1 / IOPS + further bytes × s, bytes / sequential rate)         above,
///     sequential: max(1 / commands, bytes / sequential rate)
/// A flash translation layer maps pages of 4 KiB; what random writes cost beyond sequential ones is mostly the copying
/// of pages beside them when blocks are erased, which each page of a larger random write causes again. So s follows
/// from the data sheet's IOPS with 8 KiB, and holds for each further page. Min et al., "SFS: Random write considered
/// harmful in solid state drives", FAST 2012, measured that random writes reach the sequential rate only with tens of
/// megabytes. If that figure is unknown, s = 0.
///
/// Sequential writes cause no copying: pages are written in order and become obsolete in order. The device executes at
/// most `commands` per second; data sheets do not state this, so it is the highest figure of commands that they do
/// state.
class MediaCost
{
public:
    static constexpr std::uint64_t ratedBytes = 4096; ///< the size that data sheets state IOPS for

    struct Figures
    {
        double iops = 0;
        double iops8k = 0; ///< 0: unknown
        double commandsPerS = 0;
        double sequentialBps = 0;
    };
    explicit MediaCost(const Figures& figures);

    kernel::Time of(std::uint64_t bytes, bool sequential) const;
    kernel::Time ofRandomPage() const { return perOperation_; }
    /// Ticks for each byte of a transfer at the sequential rate.
    double perByte() const { return perByte_; }

private:
    kernel::Time perOperation_;
    kernel::Time perCommand_;
    double perByte_;
    double perFurtherByte_;
};

/// The latency of lone I/Os of one direction.
class Latency
{
public:
    /// `source` names the direction in the device's stream of random numbers.
    Latency(double randomS, double sequentialS, double spread, std::uint64_t seed, std::uint64_t source);

    kernel::Time next(bool sequential);

private:
    double mean_;
    kernel::Time sequential_;
    double sigma_; ///< of the logarithm: sigma² = ln(1 + spread²)
    std::uint64_t key_;
    std::uint64_t draws_ = 0;
};

} // namespace headroom::resources
