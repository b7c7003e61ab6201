// Random numbers that depend on the place in the model and the request, not on the order of events.
#pragma once

#include "kernel/int128.h"

#include <cmath>
#include <cstdint>

namespace headroom::kernel {

inline constexpr std::uint64_t goldenRatio = 0x9e3779b97f4a7c15ULL; ///< 2^64 / phi, an odd number with an irregular bit
                                                                    ///< pattern

/// The Philox2x64 block function, first word (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC'11): a
/// keyed bijection of a 128-bit counter. Six rounds pass BigCrush for each key (table 2 there).
template <int rounds>
constexpr std::uint64_t philox2x64(std::uint64_t counterLow, std::uint64_t counterHigh, std::uint64_t key)
{
    constexpr std::uint64_t multiplier = 0xd2b74407b1ce6e93ULL;
    std::uint64_t low = counterLow;
    std::uint64_t high = counterHigh;
    for (int round = 0; round < rounds; ++round) {
        const auto product = static_cast<Uint128>(multiplier) * low;
        low = static_cast<std::uint64_t>(product >> 64) ^ key ^ high;
        high = static_cast<std::uint64_t>(product);
        key += goldenRatio;
    }
    return low;
}

/// Finishing step of SplitMix64 (variant 13 of Stafford's mixers): a bijection in which each bit affects all others.
constexpr std::uint64_t finish(std::uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// Mixes one 64-bit value into another, to build keys of several parts.
[[gnu::always_inline]] constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b)
{
    return finish(finish(a + goldenRatio) + goldenRatio * 2 + b);
}

/// The n-th name derived from a well-mixed name; it is well mixed too. These are the numbers of the SplitMix64
/// generator that begins at the name (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
/// 2014). It takes a quarter of the time of Philox, which needs no well-mixed name.
constexpr std::uint64_t nthOf(std::uint64_t name, std::uint64_t n)
{
    return finish(name + n * goldenRatio);
}

/// Counter-based random numbers: the draw is a hash of (seed, source, request, index), with (seed, source) as
/// Philox's key and (request, index) as its counter, seven rounds. Two runs that differ in one
/// component see the same demands for the same request (common random numbers), and no draw disturbs another.
class KeyedRandom
{
public:
    explicit KeyedRandom(std::uint64_t seed) : seed_(seed) {}

    /// The key of a source for `uniformOf`: it is the common part of many draws at one place.
    std::uint64_t keyOf(std::uint64_t source) const { return mix(seed_, source); }
    /// Uniform in [0, 1), for the source with this key and a request whose name is well mixed; see nthOf.
    static double uniformOf(std::uint64_t key, std::uint64_t request, std::uint64_t index)
    {
        return unit(nthOf(key + request, index));
    }

    /// 64 well-mixed bits. `source` names the place (a block, a workload), `request` the request, `index` the number of
    /// the draw there.
    std::uint64_t bits(std::uint64_t source, std::uint64_t request, std::uint64_t index = 0) const
    {
        return philox2x64<7>(request, index, keyOf(source));
    }

    /// Uniform in [0, 1).
    double uniform(std::uint64_t source, std::uint64_t request, std::uint64_t index = 0) const
    {
        return unit(bits(source, request, index));
    }

    /// Uniform integer in [0, bound); 0 if bound is 0. It uses a multiplication: no value is favoured by more than
    /// bound / 2^64.
    std::uint64_t below(std::uint64_t bound, std::uint64_t source, std::uint64_t request, std::uint64_t index = 0) const
    {
        return static_cast<std::uint64_t>((static_cast<Uint128>(bits(source, request, index)) * bound) >> 64);
    }

    /// Exponential with the given mean (inverse transform).
    double exponential(double mean, std::uint64_t source, std::uint64_t request, std::uint64_t index = 0) const
    {
        return -mean * std::log(1 - uniform(source, request, index)); // the difference is exact
    }

    std::uint64_t seed() const { return seed_; }

private:
    static double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

    std::uint64_t seed_;
};

/// Stable 64-bit hash of a text, used to name sources and keys (FNV-1a, finished with a mixer).
std::uint64_t hashText(const char* text, std::uint64_t length);

} // namespace headroom::kernel
