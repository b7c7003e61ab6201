// Letters and digits of the cells of tables, whatever the locale.
#pragma once

#include <string>
#include <string_view>

namespace headroom::csv {

/// In small letters (ASCII only).
std::string lower(std::string_view text);
bool isDigit(char c);

} // namespace headroom::csv
