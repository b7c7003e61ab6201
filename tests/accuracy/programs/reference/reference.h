// A second simulation of drawn systems. It shares nothing with the engine, so that an error would have to be made twice
// to remain unseen: neither clock nor queues nor random numbers.
#pragma once

#include "accuracy/programs/system.h"

#include <cstdint>

namespace headroom::accuracy::programs {

/// A mean, and half the width of its 95 % confidence interval, relative.
struct Measured
{
    double value = 0;
    double interval = 0;
};

struct Figures
{
    Measured perSecond;
    Measured meanS; ///< of an operation of the load
};

namespace reference {

/// Simulates so many seconds, of which the first tenth is not measured.
Figures simulate(const System& system, double seconds, std::uint64_t seed);

} // namespace reference

} // namespace headroom::accuracy::programs
