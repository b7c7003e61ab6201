#include "project/document/one_line.h"

#include <algorithm>

namespace headroom::project {

std::string inOneLine(std::string_view text, std::size_t most)
{
    std::string line(text);
    if (text.size() > most) {
        std::size_t begin = most * 2 / 3, end = text.size() - most / 3;
        while (begin > 0 && continuesCharacter(text[begin]))
            --begin;
        while (end < text.size() && continuesCharacter(text[end]))
            ++end;
        line = std::string(text.substr(0, begin)) + " ... " + std::string(text.substr(end));
    }
    constexpr char deleteCharacter = 0x7f;
    std::replace_if(
        line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == deleteCharacter; },
        ' ');
    return line;
}

} // namespace headroom::project
