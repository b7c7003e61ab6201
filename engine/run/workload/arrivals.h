// When requests arrive that nobody's answer holds back.
#pragma once

#include "kernel/random.h"
#include "run/workload/profile.h"

#include <cstdint>

namespace headroom::run {

/// A stream of arrivals whose rate is a profile. Gaps are drawn in units of expected arrivals and laid along the
/// area under the rate, so that a Poisson stream with any rate over time is exact (time change of a unit process;
/// E. Çinlar, Introduction to Stochastic Processes, 1975).
class Arrivals
{
public:
    enum class Kind
    {
        poisson,
        constant,
        bursts ///< Poisson, switched on and off (interrupted Poisson process)
    };
    struct Settings
    {
        Kind kind = Kind::poisson;
        Profile rate;             ///< 1/s; of bursts: while on
        double onS = 1, offS = 1; ///< means, exponential
    };
    Arrivals() = default;
    Arrivals(Settings settings, kernel::KeyedRandom random, std::uint64_t source);

    struct Next
    {
        double time = 0;     ///< seconds; infinity if there is no more
        bool arrival = true; ///< false: nobody yet; ask again at that time
    };
    Next next();

private:
    Next nextInBurst();

    Settings settings_;
    kernel::KeyedRandom random_{0};
    std::uint64_t source_ = 0;
    std::uint64_t count_ = 0; ///< gaps drawn
    double area_ = 0;         ///< of the last arrival
    // bursts
    double gap_ = 0;            ///< what is left of the gap under way
    double time_ = 0, off_ = 0; ///< where it has got to; when the burst ends
    std::uint64_t phases_ = 0;
};

} // namespace headroom::run
