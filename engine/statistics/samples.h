// Samples of the unit cube.
#pragma once

#include <nlohmann/json.hpp>

namespace headroom::statistics {

/// The answer to a request "sample" (README.md).
nlohmann::json sample(const nlohmann::json& request);

} // namespace headroom::statistics
