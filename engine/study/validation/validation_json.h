// The answer of `headroom-engine validate` as JSON, written and read by one description.
#pragma once

#include "study/validation/validation.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace headroom::study {

nlohmann::ordered_json toJson(const Validation& validation);
/// Reads what toJson() wrote. Throws std::runtime_error with the problem.
Validation validationFromText(std::string_view text);

} // namespace headroom::study
