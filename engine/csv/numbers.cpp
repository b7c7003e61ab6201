#include "csv/numbers.h"

#include "csv/letters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace headroom::csv {

namespace {

constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();

std::optional<double> plainNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size())
        return {};
    return error == std::errc() && std::isfinite(value) ? value : noNumber;
}

/// 1,024 and 1,024,000.5: `mark` stands before each three digits. Empty if it is not such a number.
std::string withoutThousands(const std::string& text, char mark, char decimal)
{
    const std::size_t end = std::min(text.find(decimal), text.size());
    std::string digits;
    std::size_t since = 0;
    bool any = false;
    for (std::size_t at = text.starts_with('-') ? 1 : 0; at < end; ++at)
        if (text[at] == mark) {
            if (since == 0 || since > 3 || (any && since != 3))
                return {};
            any = true;
            since = 0;
        } else if (isDigit(text[at])) {
            digits += text[at];
            ++since;
        } else
            return {};
    if (!any || since != 3)
        return {};
    return (text.starts_with('-') ? "-" : "") + digits + (end < text.size() ? '.' + text.substr(end + 1) : "");
}

} // namespace

std::optional<double> numberIn(const std::string& cell, char separator)
{
    static constexpr std::array<std::string_view, 8> gaps{"", "-", "--", "n/a", "na", "nan", "null", "none"};
    if (std::ranges::find(gaps, lower(cell)) != gaps.end())
        return noNumber;
    if (cell.ends_with('%')) {
        std::string number = cell.substr(0, cell.size() - 1);
        while (number.ends_with(' '))
            number.pop_back();
        const auto share = number.empty() ? std::nullopt : numberIn(number, separator);
        return share ? std::optional(*share / 100) : std::nullopt;
    }
    if (const auto value = plainNumber(cell))
        return value;
    const bool comma = separator == ';'; // a comma may be the decimal mark
    if (const std::string plain = withoutThousands(cell, comma ? '.' : ',', comma ? ',' : '.'); !plain.empty())
        return plainNumber(plain);
    if (!comma)
        return {};
    std::string withPoint = cell;
    std::ranges::replace(withPoint, ',', '.');
    return plainNumber(withPoint);
}

} // namespace headroom::csv
