// A network as a fluid: a simulation that shares nothing with the engine's.
#pragma once

#include "accuracy/networks/system.h"

#include <cstdint>

namespace headroom::accuracy::networks {

/// Every message is a flow from its first byte to its last. All flows share the cables max-min fairly, in each
/// direction for itself, and what has been sent arrives a latency later. A cable carries 1448 bytes of payload in 1538
/// (Ethernet with TCP and time stamps, at an MTU of 1500). Returns how often all clients together go through their
/// steps in a second. The first tenth of the time is not counted.
double fluidRate(const System& system, double seconds, std::uint64_t seed);

} // namespace headroom::accuracy::networks
