// Arrivals of requests that do not depend on answers.
#pragma once

#include "kernel/random.h"
#include "run/workload/profile.h"

#include <cstdint>

namespace headroom::run {

/// A stream of arrivals whose rate is a profile. Gaps are drawn in units of expected arrivals and mapped to time by the
/// area under the rate, so that a Poisson stream with any rate over time is exact (time change of a unit process; E.
/// Çinlar, Introduction to Stochastic Processes, 1975).
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
        Profile rate;             ///< 1/s; for bursts: while on
        double onS = 1, offS = 1; ///< mean durations, exponential
    };
    Arrivals() = default;
    Arrivals(Settings settings, kernel::KeyedRandom random, std::uint64_t source);

    struct Next
    {
        double time = 0;     ///< seconds; infinity if there are no more
        bool arrival = true; ///< false: no arrival yet; call next again at that time
    };
    Next next();

private:
    Next nextInBurst();

    Settings settings_;
    kernel::KeyedRandom random_{0};
    std::uint64_t source_ = 0;
    std::uint64_t count_ = 0; ///< gaps drawn
    double area_ = 0;         ///< up to the last arrival
    // bursts
    double gap_ = 0;            ///< remainder of the current gap
    double time_ = 0, off_ = 0; ///< current time within the phases; end of the burst
    std::uint64_t phases_ = 0;
};

} // namespace headroom::run
