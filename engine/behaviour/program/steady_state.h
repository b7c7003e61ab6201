// What a cache holds after a long time, if keys are asked for by popularity.
#pragma once

#include <cstdint>

namespace headroom::behaviour {

/// Keys 0 … keys − 1 are asked for independently of each other, key k in proportion to w(k) = 1 / (k + 1)^exponent
/// (Zipf's law; 0: all alike). In the long run key k is in the cache with the probability
///
///     LRU            1 − exp(−w(k) t)            what was used within the characteristic time t
///     FIFO, random   w(k) t / (1 + w(k) t)
///
/// where t is such that the probabilities add up to what the cache holds (Che, Tung, Wang, "Hierarchical web caching
/// systems", 2002; Fricker, Robert, Roberts, "A versatile and accurate approximation for LRU cache performance", 2012).
/// The second chance of CLOCK is taken for LRU.
class SteadyState
{
public:
    SteadyState() = default;
    /// `share` of the keys are held, 0 … 1; `byUse`: by a policy that looks at use. Sums over many keys are made in
    /// steps of one per cent of the rank: the error is below 1e-4.
    SteadyState(double share, double keys, double exponent, bool byUse);

    bool known() const { return keys_ > 0; }
    /// Whether key `rank` is there, decided by `chance`, evenly drawn from 0 … 1 for the key, when `evicted` (0 … 1) of
    /// what was there at the start had to go: by use what was used longest ago, else whatever.
    bool holds(std::uint64_t rank, double chance, double evicted) const;

private:
    double weight(std::uint64_t rank) const;

    double keys_ = 0, exponent_ = 0;
    bool byUse_ = true;
    double time_ = 0;     ///< t, in requests for key 0
    double turnover_ = 0; ///< what is evicted while the time goes by once, in parts of what is held
};

} // namespace headroom::behaviour
