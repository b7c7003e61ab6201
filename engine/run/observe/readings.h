// The values of series: the change of the model's meters since they were last read. Internal to run/.
#pragma once

#include "run/model/model.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headroom::run {

/// The time between two samples.
struct Interval
{
    kernel::Time begin = 0, end = 0; ///< begin < end
    double seconds() const { return kernel::toSeconds(end - begin); }
};

/// Returns the values of one or several series. Meters must be brought up to the interval's end first (Model::settle).
class Reading
{
public:
    Reading() = default;
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;
    virtual ~Reading() = default;

    /// Appends one value for each series; NaN if it is undefined.
    virtual void read(const Interval& interval, std::vector<double>& values) = 0;
    /// Called when the meters begin a new window: their integrals start from 0.
    virtual void windowReset() {}
};

/// Throughput, bytes, errors (per second); mean, median and 99th percentile of the latency (seconds).
class OperationReading : public Reading
{
public:
    OperationReading(const Workload& workload, std::size_t operation) : workload_(workload), operation_(operation) {}
    void read(const Interval& interval, std::vector<double>& values) override;

private:
    const Workload& workload_;
    std::size_t operation_;
};

/// Busy time of some meters as a share of their servers' time; with a queue also the number present at each server,
/// waiting or in service (as iostat's aqu-sz; destaging has no request that waits).
class ShareReading : public Reading
{
public:
    ShareReading(std::vector<const monitoring::Meter*> meters, bool queue);
    void read(const Interval& interval, std::vector<double>& values) override;
    void windowReset() override { lastBusy_ = lastPresent_ = 0; }

private:
    std::vector<const monitoring::Meter*> meters_;
    monitoring::Meter::Integral lastBusy_ = 0, lastPresent_ = 0;
    double servers_ = 0;
    bool queue_;
};

/// Bytes over some links as a share of their capacity, in the busier direction.
class TrafficReading : public Reading
{
public:
    TrafficReading(const resources::ClusterNetwork& network, std::vector<std::uint32_t> transmit,
                   std::vector<std::uint32_t> receive);
    void read(const Interval& interval, std::vector<double>& values) override;
    void windowReset() override { lastTransmit_ = lastReceive_ = 0; }

private:
    double bytes(const std::vector<std::uint32_t>& links, kernel::Time now) const;

    const resources::ClusterNetwork& network_;
    std::vector<std::uint32_t> transmit_, receive_;
    double lastTransmit_ = 0, lastReceive_ = 0;
    double capacity_ = 0; ///< bytes per second in one direction
};

/// I/Os that some devices were asked for, reads and writes, and bytes moved: per second, all devices together.
class DeviceRateReading : public Reading
{
public:
    explicit DeviceRateReading(std::vector<const resources::StorageDevice*> devices);
    void read(const Interval& interval, std::vector<double>& values) override;
    void windowReset() override { lastAsked_ = 0; }

private:
    std::vector<const resources::StorageDevice*> devices_;
    std::uint64_t lastAsked_ = 0;  ///< of this window
    std::uint64_t lastWrites_ = 0; ///< since the start
    std::uint64_t lastBytes_ = 0;  ///< since the start
};

/// Bytes that some nodes send and receive, per second.
class NetworkRateReading : public Reading
{
public:
    NetworkRateReading(const resources::ClusterNetwork& network, std::vector<std::uint32_t> transmit,
                       std::vector<std::uint32_t> receive)
        : network_(network), transmit_(std::move(transmit)), receive_(std::move(receive))
    {
    }
    void read(const Interval& interval, std::vector<double>& values) override;
    void windowReset() override { lastTransmit_ = lastReceive_ = 0; }

private:
    const resources::ClusterNetwork& network_;
    std::vector<std::uint32_t> transmit_, receive_;
    double lastTransmit_ = 0, lastReceive_ = 0;
};

/// Share of the pages that reads ask for and find in the page caches of some nodes.
class PageHitReading : public Reading
{
public:
    explicit PageHitReading(std::vector<const resources::PageReader*> readers) : readers_(std::move(readers)) {}
    void read(const Interval& interval, std::vector<double>& values) override;

private:
    std::vector<const resources::PageReader*> readers_;
    resources::PageReader::LookUps last_;
};

/// Bytes over some links in one direction as a share of their capacity: the mean over the links, and the busiest one;
/// bytes per second over all of them.
class LinkReading : public Reading
{
public:
    LinkReading(const resources::ClusterNetwork& network, std::vector<std::uint32_t> links)
        : network_(network), links_(std::move(links)), last_(links_.size(), 0.0)
    {
    }
    void read(const Interval& interval, std::vector<double>& values) override;
    void windowReset() override { std::fill(last_.begin(), last_.end(), 0.0); }

private:
    const resources::ClusterNetwork& network_;
    std::vector<std::uint32_t> links_;
    std::vector<double> last_; ///< bytes, by link
};

/// For a state item, over all its instances: mean number used and mean number waiting; for a cache also the hit ratio.
class StateReading : public Reading
{
public:
    StateReading(const behaviour::StateMonitor& monitor, bool cache) : monitor_(monitor), cache_(cache) {}
    void read(const Interval& interval, std::vector<double>& values) override;
    void windowReset() override;

private:
    const behaviour::StateMonitor& monitor_;
    kernel::Int128 lastUsed_ = 0, lastWaiting_ = 0;
    std::uint64_t lastLookUps_ = 0, lastHits_ = 0;
    bool cache_;
};

/// For a block: paths that left it, and the time that these spent at it.
class BlockReading : public Reading
{
public:
    explicit BlockReading(const behaviour::BlockMonitor& monitor) : monitor_(monitor) {}
    void read(const Interval& interval, std::vector<double>& values) override;
    void windowReset() override { last_ = {}; }

private:
    const behaviour::BlockMonitor& monitor_;
    behaviour::BlockMonitor last_;
};

/// Dirty bytes in the page caches of some nodes at the end of the interval.
class DirtyReading : public Reading
{
public:
    explicit DirtyReading(std::vector<const resources::WriteBack*> caches) : caches_(std::move(caches)) {}
    void read(const Interval& interval, std::vector<double>& values) override;

private:
    std::vector<const resources::WriteBack*> caches_;
};

} // namespace headroom::run
