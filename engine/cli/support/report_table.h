// A summary for people to read in a terminal.
#pragma once

#include "record/summary/summary.h"

#include <string>

namespace headroom::cli {

/// Shows operations, resources, the bottleneck, and the path of the result file (unless `resultFile` is empty).
std::string reportTable(const record::Summary& summary, const std::string& resultFile);

} // namespace headroom::cli
