// Numbers as people and programs write them into tables.
#pragma once

#include <optional>
#include <string>

namespace headroom::csv {

/// 12.5, 1,024 (in quotation marks where commas separate), 61.2% (a share: 0.612), with a decimal comma where
/// semicolons separate. Nothing if it is no number; NaN for a gap: empty, "-", "n/a", "NaN".
std::optional<double> numberIn(const std::string& cell, char separator);

} // namespace headroom::csv
