// A step of least squares within bounds, and how well it is determined.
#pragma once

#include <nlohmann/json.hpp>

namespace headroom::statistics {

/// Request: {"do": "least squares", "residuals": [...], "jacobian": [[...], ...], "low": [...], "high": [...]}.
///
/// The step s between `low` and `high` with the least |residuals + jacobian s|², by sequential quadratic programming
/// (NLopt's SLSQP); "half_width": half of the 95 % interval of each coordinate, by Student's t with s² = the sum of
/// squares after the step / (residuals − coordinates), null where it is not determined; "correlation": of the
/// coordinates, null likewise. Throws std::runtime_error for a request that is none.
nlohmann::json leastSquares(const nlohmann::json& request);

} // namespace headroom::statistics
