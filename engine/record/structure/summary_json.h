// The results of a run as JSON: what `--json` prints and files hold (RESULT.md).
#pragma once

#include "record/structure/json.h"
#include "record/summary/summary.h"

#include <string_view>

namespace headroom::record {

Json toJson(const Summary& summary);
/// The same as one line of text.
std::string toText(const Summary& summary);

/// These throw std::runtime_error naming the missing or wrong key.
Summary summaryFromJson(const nlohmann::json& json);
Summary summaryFromJson(const Json& json);
/// Also throws if the text is not JSON.
Summary summaryFromText(std::string_view text);

} // namespace headroom::record
