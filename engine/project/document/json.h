// JSON as stored in the document.
#pragma once

#include <nlohmann/json.hpp>

namespace headroom::project {

/// JSON with its keys in the order of the file.
using Json = nlohmann::ordered_json;

} // namespace headroom::project
