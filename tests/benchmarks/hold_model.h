// The hold model (Jones, "An empirical comparison of priority-queue and event-set implementations", Communications of
// the ACM 29, 1986): take the next event, schedule another one an exponential time later.
#pragma once

#include <cstdint>
#include <ctime>
#include <random>
#include <vector>

namespace headroom::bench {

constexpr std::uint64_t holdEvents = 3'000'000;

/// Picoseconds until the n-th next event, drawn beforehand so that all contenders pay the same. Mean: 1 µs.
inline std::int64_t holdStep(std::uint64_t n)
{
    static const std::vector<std::int64_t> values = [] {
        std::mt19937_64 generator(1);
        std::exponential_distribution<double> distribution(1e-6);
        std::vector<std::int64_t> v(1 << 16);
        for (std::int64_t& step : v)
            step = static_cast<std::int64_t>(distribution(generator)) + 1;
        return v;
    }();
    return values[n & 0xffff];
}

/// The processor's time since it was made, which other programs do not change much.
class Watch
{
public:
    double nanosecondsPerEvent() const
    {
        return static_cast<double>(std::clock() - began_) * 1e9 / CLOCKS_PER_SEC / static_cast<double>(holdEvents);
    }

private:
    std::clock_t began_ = std::clock();
};

} // namespace headroom::bench
