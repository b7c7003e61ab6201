// A summary for people to read in a terminal.
#pragma once

#include "record/summary.h"

#include <string>

namespace headroom::cli {

/// Operations, resources, bottleneck, and where the result file is (nothing of it if `resultFile` is empty).
std::string reportTable(const record::Summary& summary, const std::string& resultFile);

} // namespace headroom::cli
