// Compares the same network at several levels of detail.
#pragma once

#include "accuracy/networks/system.h"

namespace headroom::accuracy::networks {

/// By one simulation or another.
struct NetworkFigures
{
    double perSecond = 0;
    double interval = 0; ///< 95 %, of the rate, relative; 0: not known
};

/// Throws std::runtime_error if the engine cannot run it.
NetworkFigures byFlows(const System& system, double seconds);
NetworkFigures byPackets(const System& system, double seconds);
/// By a second simulation, over four times as long.
NetworkFigures byFluid(const System& system, double seconds);

/// Relative difference of the rates beyond what the intervals of both explain.
double unexplained(const NetworkFigures& one, const NetworkFigures& other);

} // namespace headroom::accuracy::networks
