// Sobol' indices: which share of the variance of a function each of its inputs explains.
#pragma once

#include <nlohmann/json.hpp>

namespace headroom::statistics {

/// The answer to a request "sobol indices" (README.md).
nlohmann::json sobolIndices(const nlohmann::json& request);

} // namespace headroom::statistics
