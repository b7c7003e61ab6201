// How many dirty bytes a node may have, and how its writers are slowed down before that. Pure arithmetic.
#pragma once

#include <cstdint>

namespace headroom::resources {

/// What an administrator sets of write-back (Linux: sysctl vm.*, Documentation/admin-guide/sysctl/vm.rst). Defaults are
/// those of the kernel.
struct WriteBackSettings
{
    double backgroundRatio = 0.1; ///< dirty_background_ratio, share of the memory available to the page cache
    double hardRatio = 0.2;       ///< dirty_ratio
    double expireS = 30;          ///< dirty_expire_centisecs: how old dirty pages are when the flusher takes them
    double intervalS = 5;         ///< dirty_writeback_centisecs: how often the flusher looks; 0: never
};

/// In bytes. Below `background` only expired pages are written; up to `free` (half-way between the two limits) writers
/// run freely; from there to `hard` they are slowed down; at `hard` they stand still.
struct DirtyLimits
{
    double background = 0;
    double free = 0;
    double hard = 0;
};

/// As domain_dirty_limits() in mm/page-writeback.c: a background limit that is not below the hard one becomes half of
/// it.
DirtyLimits dirtyLimits(const WriteBackSettings& settings, std::uint64_t availableBytes);

/// What the write-back rate is multiplied with to give the rate at which writers may dirty pages: 2 where throttling
/// sets in, 1 half-way to the hard limit, 0 from there on; a cubic between them, flat around 1 (pos_ratio_polynom() in
/// mm/page-writeback.c).
double positionRatio(const DirtyLimits& limits, double dirtyBytes);

/// What a device wrote back per second: an average over `period`, brought up to date every `interval` of activity
/// (wb_update_write_bandwidth(), BANDWIDTH_INTERVAL in mm/page-writeback.c).
class WriteRate
{
public:
    static constexpr double interval = 0.2;  ///< s
    static constexpr double period = 4.096;  ///< s: 3 s in jiffies, rounded up to a power of two
    static constexpr double quiet = 1;       ///< s without write-back that do not count
    static constexpr double initial = 100e6; ///< bytes per second, before anything is known (INIT_BW)

    /// A write is handed to the device; `idle` if it had none of write-back.
    void begin(double now, bool idle);
    void finish(double now, std::uint64_t bytes);
    double bytesPerSecond() const { return rate_; }

private:
    double rate_ = initial;
    double since_ = 0;
    double written_ = 0;
};

} // namespace headroom::resources
