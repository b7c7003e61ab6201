// Random draws that belong to a place in the model and a request, not to the order of events.
#pragma once

#include <cstdint>

namespace headroom::kernel {

/// Ten rounds of the Philox2x64 block function, first word (Salmon et al., "Parallel random numbers: as easy as
/// 1, 2, 3", SC'11): a keyed bijection of a 128-bit counter whose output passes BigCrush for each key.
std::uint64_t philox2x64(std::uint64_t counterLow, std::uint64_t counterHigh, std::uint64_t key);

/// Counter-based random numbers: the draw is a hash of (seed, source, request, index), with (seed, source) as
/// Philox's key and (request, index) as its counter. Two runs that differ in one
/// component see the same demands for the same request (common random numbers), and no draw disturbs another.
class KeyedRandom
{
public:
    explicit KeyedRandom(std::uint64_t seed) : seed_(seed) {}

    /// 64 well-mixed bits. `source` names the place (a block, a workload), `request` the request, `index` the
    /// how-manieth draw there.
    std::uint64_t bits(std::uint64_t source, std::uint64_t request, std::uint64_t index = 0) const;

    /// Uniform in [0, 1).
    double uniform(std::uint64_t source, std::uint64_t request, std::uint64_t index = 0) const;

    /// Uniform integer in [0, bound); 0 if bound is 0. By multiplication: no value is favoured by more than
    /// bound / 2^64.
    std::uint64_t below(std::uint64_t bound, std::uint64_t source, std::uint64_t request,
                        std::uint64_t index = 0) const;

    /// Exponential with the given mean (inverse transform).
    double exponential(double mean, std::uint64_t source, std::uint64_t request, std::uint64_t index = 0) const;

    std::uint64_t seed() const { return seed_; }

private:
    std::uint64_t seed_;
};

/// Stable 64-bit hash of a text, for naming sources and keys (FNV-1a, finished with a mixer).
std::uint64_t hashText(const char* text, std::uint64_t length);

/// Mixes one 64-bit value into another, for making keys of several parts.
std::uint64_t mix(std::uint64_t a, std::uint64_t b);

} // namespace headroom::kernel
