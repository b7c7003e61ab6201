// Compares two simulations of the same system.
#pragma once

#include "accuracy/programs/reference/reference.h"

namespace headroom::accuracy::programs {

struct Comparison
{
    Figures engine, reference;

    /// Relative excess of the engine's figure.
    double rateDifference() const;
    double meanDifference() const;
    /// True if both differences are within the intervals of the two and 1.5 %.
    bool agrees() const;
};

/// Simulates it by the engine and by the reference, for so many seconds each. Throws std::runtime_error if the engine
/// cannot run it.
Comparison compare(const System& system, double seconds);
/// The same with another system for the reference.
Comparison compare(const System& engines, const System& references, double seconds);

} // namespace headroom::accuracy::programs
