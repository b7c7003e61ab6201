// The answer of `headroom-engine advise` as JSON, written and read by one description.
#pragma once

#include "study/advice/advice.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace headroom::study {

nlohmann::ordered_json toJson(const Advice& advice);
std::string toText(const Advice& advice);
/// Throws std::runtime_error with the problem.
Advice adviceFromText(std::string_view text);

} // namespace headroom::study
