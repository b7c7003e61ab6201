// The contents of a cache after a long time, when requests for keys follow a popularity distribution.
#pragma once

#include <cstdint>

namespace headroom::behaviour {

/// Keys 0 … keys − 1 are requested independently of each other, key k in proportion to w(k) = 1 / (k + 1)^exponent
/// (Zipf's law; exponent 0: all alike). In the long run key k is in the cache with the probability
///
///     LRU            1 − exp(−w(k) t)            used within the characteristic time t
///     FIFO, random   w(k) t / (1 + w(k) t)
///
/// where t is such that the probabilities add up to the number of cached keys (Che, Tung, Wang, "Hierarchical web
/// caching systems", 2002; Fricker, Robert, Roberts, "A versatile and accurate approximation for LRU cache
/// performance", 2012). CLOCK with its second chance is treated as LRU.
class SteadyState
{
public:
    SteadyState() = default;
    /// `share` of the keys are cached, 0 … 1. `byUse`: the policy evicts by use. Sums over many keys advance in steps
    /// of one per cent of the rank: the error is below 1e-4.
    SteadyState(double share, double keys, double exponent, bool byUse);

    bool known() const { return keys_ > 0; }
    /// True if key `rank` is cached. `chance` is a number drawn uniformly from 0 … 1 for the key. `evicted` (0 … 1) is
    /// the share of the initial contents that was evicted: the least recently used keys if by use, else any keys.
    bool holds(std::uint64_t rank, double chance, double evicted) const;

private:
    double weight(std::uint64_t rank) const;

    double keys_ = 0, exponent_ = 0;
    bool byUse_ = true;
    double time_ = 0;     ///< t, in requests for key 0
    double turnover_ = 0; ///< share of the contents that is evicted during one period t
};

} // namespace headroom::behaviour
