#include "resources/memory/dirty_limits.h"

#include <algorithm>
#include <cmath>

namespace headroom::resources {

DirtyLimits dirtyLimits(const WriteBackSettings& settings, std::uint64_t availableBytes)
{
    const auto available = static_cast<double>(availableBytes);
    DirtyLimits limits;
    limits.hard = settings.hardRatio * available;
    limits.background = settings.backgroundRatio * available;
    if (limits.background >= limits.hard)
        limits.background = limits.hard / 2;
    limits.free = (limits.background + limits.hard) / 2;
    return limits;
}

double positionRatio(const DirtyLimits& limits, double dirtyBytes)
{
    if (dirtyBytes >= limits.hard)
        return 0;
    const double setPoint = limits.balance();
    const double x = (setPoint - dirtyBytes) / (limits.hard - setPoint);
    return std::clamp(1 + x * x * x, 0.0, 2.0);
}

double reserveRatio(const DirtyLimits& limits, double dirtyBytes, double share, double deviceBytes)
{
    constexpr double most = 8;
    const double ofDevice = std::max(share * limits.hard, (limits.hard - dirtyBytes) / 8);
    return std::clamp(ofDevice / 2 / std::max(deviceBytes, 1.0), 1.0, most);
}

void RecentBytes::add(double now, std::uint64_t bytes)
{
    bytes_ = at(now) + static_cast<double>(bytes);
    period_ = std::floor(now / period);
}

double RecentBytes::at(double now) const
{
    return bytes_ * std::exp2(period_ - std::floor(now / period));
}

void WriteRate::begin(double now, bool idle)
{
    if (idle && now - since_ > quiet) {
        since_ = now;
        written_ = 0;
    }
}

void WriteRate::finish(double now, std::uint64_t bytes)
{
    written_ += static_cast<double>(bytes);
    const double elapsed = now - since_;
    if (elapsed < interval)
        return;
    rate_ = elapsed > period ? written_ / elapsed : (written_ + rate_ * (period - elapsed)) / period;
    since_ = now;
    written_ = 0;
}

} // namespace headroom::resources
