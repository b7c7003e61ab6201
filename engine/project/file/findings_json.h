// Findings as JSON, as `headroom-engine check --json` prints them.
#pragma once

#include "project/document/finding.h"
#include "project/document/json.h"

#include <optional>
#include <string_view>

namespace headroom::project {

Json toJson(const Finding& finding);
/// The list "findings" of an object in JSON; nothing if the text has none.
std::optional<Findings> findingsFromText(std::string_view text);

} // namespace headroom::project
