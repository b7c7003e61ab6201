// The date, for the origin of what was measured or fitted.
#pragma once

#include <string>

namespace headroom::cli {

/// "2026-11-30", in the local time zone.
std::string today();

} // namespace headroom::cli
