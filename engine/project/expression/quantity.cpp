#include "project/expression/quantity.h"
#include "project/expression/units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <span>

namespace headroom::project {
namespace {

using UnitTable = std::map<std::string, Quantity, std::less<>>;

void addData(UnitTable& table)
{
    struct Prefix
    {
        const char* text;
        double factor;
    };
    static constexpr Prefix decimal[] = {{"", 1},    {"k", 1e3},  {"K", 1e3}, {"M", 1e6},
                                         {"G", 1e9}, {"T", 1e12}, {"P", 1e15}};
    static constexpr Prefix binary[] = {
        {"Ki", 1024.0}, {"Mi", 1048576.0}, {"Gi", 1073741824.0}, {"Ti", 1099511627776.0}, {"Pi", 1125899906842624.0}};
    const auto add = [&table](const std::string& unit, double bytes) {
        table[unit] = {bytes, "B"};
        table[unit + "/s"] = {bytes, "B/s"};
    };
    for (const Prefix& prefix : decimal) {
        const std::string text = prefix.text;
        add(text + "B", prefix.factor);
        add(text + "b", prefix.factor / 8);
        add(text + "bit", prefix.factor / 8);
        table[text + "bps"] = {prefix.factor / 8, "B/s"};
    }
    for (const Prefix& prefix : binary)
        add(std::string(prefix.text) + "B", prefix.factor);
}

UnitTable makeUnits()
{
    UnitTable table = {
        {"s", {1, "s"}},
        {"ms", {1e-3, "s"}},
        {"us", {1e-6, "s"}},
        {"ns", {1e-9, "s"}},
        {"min", {60, "s"}},
        {"h", {3600, "s"}},
        {"d", {86400, "s"}},
        {"Hz", {1, "Hz"}},
        {"kHz", {1e3, "Hz"}},
        {"MHz", {1e6, "Hz"}},
        {"GHz", {1e9, "Hz"}},
        {"1/s", {1, "1/s"}},
        {"/s", {1, "1/s"}},
        {"1/h", {1.0 / 3600, "1/s"}},
        {"/h", {1.0 / 3600, "1/s"}},
        {"1/min", {1.0 / 60, "1/s"}},
        {"/min", {1.0 / 60, "1/s"}},
        {"mW", {1e-3, "W"}},
        {"W", {1, "W"}},
        {"kW", {1e3, "W"}},
        {"MW", {1e6, "W"}},
        {"USD", {1, "USD"}},
        {"%", {0.01, ""}},
    };
    table["\u00b5s"] = table["\u03bcs"] = table["us"];
    addData(table);
    return table;
}

const UnitTable& units()
{
    static const UnitTable table = makeUnits();
    return table;
}

bool continuesName(std::string_view text, std::size_t at)
{
    if (at >= text.size())
        return false;
    const unsigned char c = static_cast<unsigned char>(text[at]);
    return std::isalnum(c) || c == '_' || c >= 0x80;
}

struct Scale
{
    double factor;
    const char* unit;
    double upTo; ///< the scale applies to rounded values below this, in the base unit
};

std::span<const Scale> scalesOf(std::string_view unit)
{
    static constexpr double any = HUGE_VAL;
    static constexpr Scale time[] = {{1e-9, "ns", 1e-6}, {1e-6, "\u00b5s", 1e-3}, {1e-3, "ms", 1},
                                     {1, "s", 120},      {60, "min", 7200},       {3600, "h", any}};
    static constexpr Scale data[] = {{1, "B", 1e3},     {1e3, "KB", 1e6},   {1e6, "MB", 1e9},
                                     {1e9, "GB", 1e12}, {1e12, "TB", 1e15}, {1e15, "PB", any}};
    static constexpr Scale rate[] = {{1, "B/s", 1e3},     {1e3, "KB/s", 1e6},   {1e6, "MB/s", 1e9},
                                     {1e9, "GB/s", 1e12}, {1e12, "TB/s", 1e15}, {1e15, "PB/s", any}};
    static constexpr Scale frequency[] = {{1, "Hz", 1e3}, {1e3, "kHz", 1e6}, {1e6, "MHz", 1e9}, {1e9, "GHz", any}};
    static constexpr Scale power[] = {{1e-3, "mW", 1}, {1, "W", 1e3}, {1e3, "kW", 1e6}, {1e6, "MW", any}};
    if (unit == "s")
        return time;
    if (unit == "B")
        return data;
    if (unit == "B/s")
        return rate;
    if (unit == "Hz")
        return frequency;
    if (unit == "W")
        return power;
    return {};
}

/// Formats like printf's e, f and g, independent of the locale: the result can be entered again.
std::string digitsOf(double value, std::chars_format format, int precision)
{
    std::array<char, 64> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
    return std::string(buffer.data(), end);
}

double roundedTo3(double value)
{
    const std::string digits = digitsOf(value, std::chars_format::scientific, 2);
    double rounded = value;
    std::from_chars(digits.data(), digits.data() + digits.size(), rounded);
    return rounded;
}

/// Three significant digits of a rounded value, trailing zeros kept: 3.10, 31.0, 310.
std::string threeDigits(double rounded)
{
    const double magnitude = std::fabs(rounded);
    const int decimals = magnitude >= 100 || magnitude == 0 ? 0 : magnitude >= 10 ? 1 : 2;
    return digitsOf(rounded, std::chars_format::fixed, decimals);
}

std::string withThousands(const std::string& digits)
{
    std::string result;
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > first && (digits.size() - i) % 3 == 0)
            result += "\u2009";
        result += digits[i];
    }
    return result;
}

} // namespace

std::size_t skipBlanks(std::string_view text, std::size_t from)
{
    static constexpr std::string_view wideBlanks[] = {"\u00a0", "\u2009", "\u202f"};
    const auto wideAt = [&](std::size_t at) -> std::size_t {
        for (const std::string_view blank : wideBlanks)
            if (text.substr(at).starts_with(blank))
                return blank.size();
        return 0;
    };
    while (from < text.size()) {
        const char next = text[from];
        const bool narrow = next == ' ' || next == '\t' || next == '\n' || next == '\r';
        const bool ascii = static_cast<unsigned char>(next) < 0x80;
        const std::size_t length = narrow ? 1 : ascii ? 0 : wideAt(from);
        if (length == 0)
            break;
        from += length;
    }
    return from;
}

std::string exactText(double value, std::string_view unit)
{
    std::array<char, 64> buffer{};
    const double magnitude = std::fabs(value);
    const bool plain = value == 0 || (magnitude >= 1e-6 && magnitude < 1e15);
    const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format);
    return std::string(buffer.data(), end) + (unit.empty() ? "" : " ") + std::string(unit);
}

std::size_t unitLength(std::string_view text)
{
    constexpr std::size_t longest = 8;
    for (std::size_t length = std::min(longest, text.size()); length > 0; --length) {
        const std::string_view candidate = text.substr(0, length);
        const bool endsInLetter = std::isalpha(static_cast<unsigned char>(candidate.back())) != 0;
        if (units().find(candidate) != units().end() && !(endsInLetter && continuesName(text, length)))
            return length;
    }
    return 0;
}

bool sameDimension(std::string_view a, std::string_view b)
{
    const auto canonical = [](std::string_view unit) { return unit == "Hz" ? std::string_view("1/s") : unit; };
    return canonical(a) == canonical(b);
}

std::vector<std::string> unitsOf(std::string_view base)
{
    std::vector<std::string> result;
    for (const auto& [name, unit] : units())
        if (base.empty() || sameDimension(unit.unit, base))
            result.push_back(name);
    return result;
}

std::optional<Quantity> findUnit(std::string_view unit)
{
    const auto found = units().find(unit);
    if (found == units().end())
        return std::nullopt;
    return found->second;
}

std::optional<Quantity> parseQuantity(std::string_view text)
{
    std::size_t at = skipBlanks(text, 0);
    bool negative = false;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) {
        negative = text[at] == '-';
        ++at;
    }
    // from_chars also reads "inf" and "nan", which are no quantities.
    if (at >= text.size() || !(std::isdigit(static_cast<unsigned char>(text[at])) || text[at] == '.'))
        return std::nullopt;
    Quantity result;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), result.value);
    if (error != std::errc())
        return std::nullopt;
    if (negative)
        result.value = -result.value;
    at = skipBlanks(text, static_cast<std::size_t>(end - text.data()));
    if (at == text.size())
        return result;
    std::string_view rest = text.substr(at);
    const std::size_t length = unitLength(rest);
    if (length == 0 || skipBlanks(rest, length) != rest.size())
        return std::nullopt;
    const Quantity unit = *findUnit(rest.substr(0, length));
    result.value *= unit.value;
    result.unit = unit.unit;
    if (!std::isfinite(result.value))
        return std::nullopt;
    return result;
}

std::string formatNumber(double value)
{
    if (!std::isfinite(value))
        return std::isnan(value) ? "\u2013" : value > 0 ? "\u221e" : "-\u221e";
    const double rounded = roundedTo3(value);
    const double magnitude = std::fabs(rounded);
    if (magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e15))
        return digitsOf(rounded, std::chars_format::scientific, 2);
    if (magnitude >= 100)
        return withThousands(digitsOf(rounded, std::chars_format::fixed, 0));
    return digitsOf(rounded, std::chars_format::general, 3);
}

std::string formatQuantity(double value, std::string_view unit)
{
    if (unit == "USD" && std::isfinite(value) && std::fabs(value) >= 1000)
        return withThousands(digitsOf(value, std::chars_format::fixed, 0)) + " USD";
    if (unit == "1/s")
        return formatNumber(value) + " /s";
    const std::span<const Scale> scales = scalesOf(unit);
    if (scales.empty() || !std::isfinite(value))
        return unit.empty() ? formatNumber(value) : formatNumber(value) + ' ' + std::string(unit);
    if (value == 0)
        return "0 " + std::string(unit);
    for (const Scale& scale : scales) {
        const double rounded = roundedTo3(value / scale.factor);
        if (std::fabs(rounded) * scale.factor < scale.upTo * (1 - 1e-9)) {
            const bool beyond = std::fabs(rounded) < 0.01 || std::fabs(rounded) >= 1000;
            const bool wholeBytes = scale.factor == 1 && unit == "B" && rounded == std::floor(rounded);
            const std::string digits = beyond || wholeBytes ? formatNumber(rounded) : threeDigits(rounded);
            return digits + ' ' + scale.unit;
        }
    }
    return formatNumber(value) + ' ' + std::string(unit);
}

std::string figureText(double value, std::string_view unit)
{
    return unit == "%" ? formatNumber(value * 100) + " %" : formatQuantity(value, unit);
}

} // namespace headroom::project
