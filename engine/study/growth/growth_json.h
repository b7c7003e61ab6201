// The answer of `headroom-engine grow` as JSON, written and read by one description.
#pragma once

#include "study/growth/growth.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace headroom::study {

nlohmann::ordered_json toJson(const Growth& growth);
/// Reads what toJson() wrote. Throws std::runtime_error with the problem.
Growth growthFromText(std::string_view text);

} // namespace headroom::study
