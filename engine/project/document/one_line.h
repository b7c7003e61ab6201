// Texts of a document in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headroom::project {

/// A text in one line: control characters, which a terminal would obey, become blanks. Of a text of more than `most`
/// bytes the middle is left out.
std::string inOneLine(std::string_view text, std::size_t most = 4000);

} // namespace headroom::project
