// A summary for people to read in a terminal.
#pragma once

#include "record/summary/summary.h"

#include <string>

namespace headroom::cli {

/// Shows operations, resources, the bottleneck, `modelErrors` (see project/validations.h), and the path of the result
/// file (unless `resultFile` is empty); with `blocks` also at which blocks requests spend time.
std::string reportTable(const record::Summary& summary, const std::string& modelErrors, const std::string& resultFile,
                        bool blocks = false);

} // namespace headroom::cli
