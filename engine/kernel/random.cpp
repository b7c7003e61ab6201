#include "kernel/random.h"

#include "kernel/wide.h"

#include <cmath>

namespace headroom::kernel {

namespace {

constexpr std::uint64_t goldenRatio = 0x9e3779b97f4a7c15ULL; // 2^64 / phi, an odd number without pattern

/// Finishing step of SplitMix64 (variant 13 of Stafford's mixers): a bijection in which each bit sways all others.
std::uint64_t finish(std::uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

} // namespace

std::uint64_t philox2x64(std::uint64_t counterLow, std::uint64_t counterHigh, std::uint64_t key)
{
    constexpr std::uint64_t multiplier = 0xd2b74407b1ce6e93ULL;
    constexpr int rounds = 10;
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

std::uint64_t mix(std::uint64_t a, std::uint64_t b)
{
    return finish(finish(a + goldenRatio) + goldenRatio * 2 + b);
}

std::uint64_t hashText(const char* text, std::uint64_t length)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (std::uint64_t i = 0; i < length; ++i)
        hash = (hash ^ static_cast<unsigned char>(text[i])) * 0x100000001b3ULL;
    return finish(hash);
}

std::uint64_t KeyedRandom::bits(std::uint64_t source, std::uint64_t request, std::uint64_t index) const
{
    return philox2x64(request, index, mix(seed_, source));
}

double KeyedRandom::uniform(std::uint64_t source, std::uint64_t request, std::uint64_t index) const
{
    return static_cast<double>(bits(source, request, index) >> 11) * 0x1p-53;
}

std::uint64_t KeyedRandom::below(std::uint64_t bound, std::uint64_t source, std::uint64_t request,
                                 std::uint64_t index) const
{
    const auto product = static_cast<Uint128>(bits(source, request, index)) * bound;
    return static_cast<std::uint64_t>(product >> 64);
}

double KeyedRandom::exponential(double mean, std::uint64_t source, std::uint64_t request, std::uint64_t index) const
{
    return -mean * std::log1p(-uniform(source, request, index));
}

} // namespace headroom::kernel
