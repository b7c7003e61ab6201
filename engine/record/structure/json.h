// The JSON in which results are written: keys in the order in which they are described.
#pragma once

#include <nlohmann/json.hpp>

namespace headroom::record {

using Json = nlohmann::ordered_json;

} // namespace headroom::record
