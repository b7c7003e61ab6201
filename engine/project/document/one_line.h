// Texts of a document in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headroom::project {

/// True for all bytes of a character in UTF-8 but its first: a text is not cut before them.
constexpr bool continuesCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// A text in one line: control characters, which a terminal would obey, become blanks. Of a text of more than `most`
/// bytes the middle is left out.
std::string inOneLine(std::string_view text, std::size_t most = 4000);

} // namespace headroom::project
