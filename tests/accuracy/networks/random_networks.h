// Networks that are drawn at random.
#pragma once

#include "accuracy/networks/system.h"

#include <cstdint>

namespace headroom::accuracy::networks {

/// The same number gives the same system.
System randomNetwork(std::uint64_t number);

} // namespace headroom::accuracy::networks
