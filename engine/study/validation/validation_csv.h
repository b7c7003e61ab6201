// Measured beside simulated figures as a table for other programs.
#pragma once

#include "study/validation/validation.h"

#include <span>
#include <string>

namespace headroom::study {

/// A line for each figure of each case, in base units; low_95 and high_95 hold the error of the draws.
std::string toCsv(std::span<const Validation> validations);

} // namespace headroom::study
