#include "study/table/csv.h"

#include <array>
#include <charconv>
#include <cmath>

namespace headroom::study {

std::string csvText(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char letter : text)
        quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
    return quoted + '"';
}

std::string csvNumber(double value)
{
    if (std::isnan(value))
        return {};
    std::array<char, 32> digits;
    return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
}

} // namespace headroom::study
