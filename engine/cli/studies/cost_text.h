// The cost of ownership as text.
#pragma once

#include "study/cost/ownership.h"

#include <string>
#include <vector>

namespace headroom::cli {

std::string billText(const record::Summary& summary);
/// `troubles` are sentences about the runs that it rests on.
std::string ownershipText(const study::Ownership& ownership, const std::vector<std::string>& troubles);

} // namespace headroom::cli
