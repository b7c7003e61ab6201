// Reads the summary from either kind of JSON. Internal to record/.
#pragma once

#include "record/summary/summary.h"

namespace headroom::record {

/// Like summaryFromJson, for both nlohmann::json and ordered_json.
template <class J>
Summary readSummary(const J& json);

extern template Summary readSummary(const nlohmann::json& json);
extern template Summary readSummary(const nlohmann::ordered_json& json);

} // namespace headroom::record
