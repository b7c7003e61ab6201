// Limits of a node's dirty bytes, and how its writers are slowed down before they are reached. Pure arithmetic.
#pragma once

#include <cstdint>

namespace headroom::resources {

/// Write-back settings of the administrator (Linux: sysctl vm.*, Documentation/admin-guide/sysctl/vm.rst). Defaults are
/// those of the kernel.
struct WriteBackSettings
{
    double backgroundRatio = 0.1; ///< dirty_background_ratio, share of the memory available to the page cache
    double hardRatio = 0.2;       ///< dirty_ratio
    double expireS = 30;          ///< dirty_expire_centisecs: age at which the flusher writes dirty pages
    double intervalS = 5;         ///< dirty_writeback_centisecs: period of the flusher; 0: never
};

/// In bytes. Below `background` only expired pages are written. Up to `free` (half-way between the two limits) writers
/// are not delayed; from there to `hard` they are slowed down; at `hard` they stop.
struct DirtyLimits
{
    double background = 0;
    double free = 0;
    double hard = 0;

    /// Writers that are faster than the devices settle here: they may then dirty as much as is written back.
    double balance() const { return (free + hard) / 2; }
};

/// As in domain_dirty_limits() in mm/page-writeback.c: a background limit that is not below the hard one becomes half
/// of it.
DirtyLimits dirtyLimits(const WriteBackSettings& settings, std::uint64_t availableBytes);

/// The write-back rate times this factor is the rate at which writers may dirty pages: 2 where throttling begins, 1
/// half-way to the hard limit, 0 at the hard limit and above; a cubic function in between, flat around 1
/// (pos_ratio_polynom() in mm/page-writeback.c).
double positionRatio(const DirtyLimits& limits, double dirtyBytes);

/// Multiplies the position ratio of a device that has less dirty than half of its share of the limits, so that a fast
/// device does not run dry while a slow one fills them: up to 8 (wb_position_ratio(), "wb reserve area"). The share is
/// that of the node's write-back which the device does, and at least an eighth of what is left to the hard limit. That
/// a device above its share is slowed down is not modelled.
double reserveRatio(const DirtyLimits& limits, double dirtyBytes, double share, double deviceBytes);

/// Bytes written back, of which those of each earlier period count half as much as those of the next one
/// (fprop_new_period() in lib/flex_proportions.c, VM_COMPLETIONS_PERIOD_LEN).
class RecentBytes
{
public:
    static constexpr double period = 3; ///< s

    void add(double now, std::uint64_t bytes);
    double at(double now) const;

private:
    double bytes_ = 0;
    double period_ = 0; ///< number of the last one with bytes
};

/// The rate at which a device writes back: an average over `period`, updated every `interval` of activity
/// (wb_update_write_bandwidth(), BANDWIDTH_INTERVAL in mm/page-writeback.c).
class WriteRate
{
public:
    static constexpr double interval = 0.2;  ///< s
    static constexpr double period = 4.096;  ///< s: 3 s in jiffies, rounded up to a power of two
    static constexpr double quiet = 1;       ///< s; longer gaps without write-back do not count
    static constexpr double initial = 100e6; ///< bytes per second, before the first measurement (INIT_BW)

    /// Called when a write is given to the device; `idle` if no other write-back was in progress there.
    void begin(double now, bool idle);
    void finish(double now, std::uint64_t bytes);
    double bytesPerSecond() const { return rate_; }

private:
    double rate_ = initial;
    double since_ = 0;
    double written_ = 0;
};

} // namespace headroom::resources
