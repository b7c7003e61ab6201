// How far a load can rise, and the plan of upgrades, as sentences.
#pragma once

#include "study/growth/growth.h"

#include <string>

namespace headroom::study {

/// "The load can rise to 1.84 times the present one (1.8 to 1.88); above it the goal ... is missed. At +40 % a year
/// that is in 1.81 years. ..." Only what was simulated.
std::string sentenceOf(const Growth& growth);

} // namespace headroom::study
