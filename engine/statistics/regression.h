// Multiple linear regression by least squares.
#pragma once

#include <nlohmann/json.hpp>

namespace headroom::statistics {

/// The answer to a request "regress" (README.md).
nlohmann::json regress(const nlohmann::json& request);

} // namespace headroom::statistics
