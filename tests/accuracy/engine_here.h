// Runs the engine in this process, on projects that a program has put together: a drawing is run in milliseconds.
#pragma once

#include "project/document/json.h"
#include "record/summary/summary.h"

#include <map>
#include <string>

namespace headroom::accuracy {

/// Simulates the project, with resources scaled by their names in the summary. Throws std::runtime_error with what the
/// engine found if it cannot run.
record::Summary simulateHere(const project::Json& project, const std::map<std::string, double>& scale = {});

} // namespace headroom::accuracy
