#include "csv/letters.h"

namespace headroom::csv {

std::string lower(std::string_view text)
{
    std::string word(text);
    for (char& c : word)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return word;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace headroom::csv
