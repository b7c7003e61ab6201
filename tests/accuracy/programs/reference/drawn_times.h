// Times as they are distributed.
#pragma once

#include "accuracy/programs/system.h"

#include <random>

namespace headroom::accuracy::programs::reference {

double drawn(const Time& time, std::mt19937_64& random);

} // namespace headroom::accuracy::programs::reference
