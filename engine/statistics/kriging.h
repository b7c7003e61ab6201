// Kriging: what is to be expected of a function between the places where it is known.
#pragma once

#include <nlohmann/json.hpp>

namespace headroom::statistics {

/// The answer to a request "krige" (README.md).
nlohmann::json krige(const nlohmann::json& request);

} // namespace headroom::statistics
