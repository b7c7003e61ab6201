#include "run/observe/readings.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace headroom::run {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

double bytesOver(const resources::ClusterNetwork& network, const std::vector<std::uint32_t>& links, kernel::Time now)
{
    double sum = 0;
    for (const std::uint32_t link : links)
        sum += network.linkBytes(link, now);
    return sum;
}

} // namespace

void OperationReading::read(const Interval& interval, std::vector<double>& values)
{
    const OperationMeter::Count& count = workload_.operations()[operation_].interval;
    const double span = interval.seconds();
    const bool any = count.latency.count() > 0;
    values.push_back(static_cast<double>(count.done) / span);
    values.push_back(count.bytes / span);
    values.push_back(static_cast<double>(count.failed) / span);
    values.push_back(any ? count.latency.mean() / static_cast<double>(kernel::picosecondsPerSecond) : nothing);
    values.push_back(any ? kernel::toSeconds(count.latency.quantile(0.5)) : nothing);
    values.push_back(any ? kernel::toSeconds(count.latency.quantile(0.99)) : nothing);
}

ShareReading::ShareReading(std::vector<const monitoring::Meter*> meters, bool queue)
    : meters_(std::move(meters)), queue_(queue)
{
    for (const auto* meter : meters_)
        servers_ += meter->servers();
}

void ShareReading::read(const Interval& interval, std::vector<double>& values)
{
    monitoring::Meter::Integral busy = 0, present = 0;
    for (const auto* meter : meters_) {
        busy += meter->busyTime();
        present += meter->presentTime();
    }
    const double all = static_cast<double>(interval.end - interval.begin) * std::max(1.0, servers_);
    values.push_back(static_cast<double>(busy - lastBusy_) / all);
    if (queue_)
        values.push_back(static_cast<double>(present - lastPresent_) / all);
    lastBusy_ = busy;
    lastPresent_ = present;
}

TrafficReading::TrafficReading(const resources::ClusterNetwork& network, std::vector<std::uint32_t> transmit,
                               std::vector<std::uint32_t> receive)
    : network_(network), transmit_(std::move(transmit)), receive_(std::move(receive))
{
    // A delay-only link has no capacity of which its traffic could be a share.
    const auto unshared = [&](std::uint32_t link) { return !network_.link(link).shared; };
    std::erase_if(transmit_, unshared);
    std::erase_if(receive_, unshared);
    for (const std::uint32_t link : transmit_)
        capacity_ += network_.link(link).rateBps;
}

double TrafficReading::bytes(const std::vector<std::uint32_t>& links, kernel::Time now) const
{
    return bytesOver(network_, links, now);
}

void TrafficReading::read(const Interval& interval, std::vector<double>& values)
{
    const double transmit = bytes(transmit_, interval.end), receive = bytes(receive_, interval.end);
    const double busiest = std::max(transmit - lastTransmit_, receive - lastReceive_);
    values.push_back(capacity_ > 0 ? busiest / (capacity_ * interval.seconds()) : 0);
    lastTransmit_ = transmit;
    lastReceive_ = receive;
}

DeviceRateReading::DeviceRateReading(std::vector<const resources::StorageDevice*> devices)
    : devices_(std::move(devices))
{
    for (const auto* device : devices_)
        lastWrites_ += device->writesAsked().writes;
}

void DeviceRateReading::read(const Interval& interval, std::vector<double>& values)
{
    std::uint64_t asked = 0, writes = 0, bytes = 0;
    for (const auto* device : devices_) {
        asked += device->meter().arrivals();
        writes += device->writesAsked().writes;
        bytes += device->meter().bytesEver();
    }
    const auto grown = [](std::uint64_t now, std::uint64_t& last) { return now - std::exchange(last, now); };
    const std::uint64_t all = grown(asked, lastAsked_), written = grown(writes, lastWrites_);
    values.push_back(static_cast<double>(all - std::min(all, written)) / interval.seconds());
    values.push_back(static_cast<double>(written) / interval.seconds());
    values.push_back(static_cast<double>(grown(bytes, lastBytes_)) / interval.seconds());
}

void NetworkRateReading::read(const Interval& interval, std::vector<double>& values)
{
    const auto rate = [&](const std::vector<std::uint32_t>& links, double& last) {
        const double bytes = bytesOver(network_, links, interval.end);
        values.push_back((bytes - std::exchange(last, bytes)) / interval.seconds());
    };
    rate(transmit_, lastTransmit_);
    rate(receive_, lastReceive_);
}

void PageHitReading::read(const Interval&, std::vector<double>& values)
{
    resources::PageReader::LookUps now;
    for (const auto* reader : readers_) {
        now.pages += reader->lookUps().pages;
        now.hits += reader->lookUps().hits;
    }
    const resources::PageReader::LookUps before = std::exchange(last_, now);
    const std::uint64_t pages = now.pages - before.pages;
    values.push_back(pages > 0 ? static_cast<double>(now.hits - before.hits) / static_cast<double>(pages) : nothing);
}

void LinkReading::read(const Interval& interval, std::vector<double>& values)
{
    double sum = 0, busiest = 0, moved = 0;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const double bytes = network_.linkBytes(links_[i], interval.end);
        const double more = bytes - std::exchange(last_[i], bytes);
        const double share = more / (network_.link(links_[i]).rateBps * interval.seconds());
        moved += more;
        sum += share;
        busiest = std::max(busiest, share);
    }
    values.push_back(sum / static_cast<double>(links_.size()));
    values.push_back(busiest);
    values.push_back(moved / interval.seconds());
}

void StateReading::read(const Interval& interval, std::vector<double>& values)
{
    const auto mean = [&](const monitoring::Level& level, kernel::Int128& last) {
        const kernel::Int128 before = std::exchange(last, level.area());
        values.push_back(static_cast<double>(last - before) / static_cast<double>(interval.end - interval.begin));
    };
    mean(monitor_.used, lastUsed_);
    mean(monitor_.waiting, lastWaiting_);
    if (!cache_)
        return;
    const std::uint64_t lookUps = monitor_.lookUps - std::exchange(lastLookUps_, monitor_.lookUps);
    const std::uint64_t hits = monitor_.hits - std::exchange(lastHits_, monitor_.hits);
    values.push_back(lookUps > 0 ? static_cast<double>(hits) / static_cast<double>(lookUps) : nothing);
}

void StateReading::windowReset()
{
    lastUsed_ = lastWaiting_ = 0;
    lastLookUps_ = lastHits_ = 0;
}

void BlockReading::read(const Interval& interval, std::vector<double>& values)
{
    values.push_back(static_cast<double>(monitor_.visits - last_.visits) / interval.seconds());
    values.push_back(static_cast<double>(monitor_.timePs - last_.timePs) /
                     static_cast<double>(interval.end - interval.begin));
    last_ = monitor_;
}

void DirtyReading::read(const Interval&, std::vector<double>& values)
{
    double dirty = 0;
    for (const auto* cache : caches_)
        dirty += static_cast<double>(cache->dirty());
    values.push_back(dirty);
}

} // namespace headroom::run
