// Numbers in the answers of other programs and in the names of files.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace headroom::study {

/// The number that the text is: digits only; nothing for anything else.
inline std::optional<std::uint64_t> numberOfDigits(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace headroom::study
