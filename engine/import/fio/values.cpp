#include "import/fio/values.h"

#include "import/import.h"
#include "import/starting_point.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>

namespace headroom::import::fio {

namespace {

/// The number and its unit, in small letters.
std::pair<std::string, std::string> withUnit(const std::string& text)
{
    std::string number = lower(trimmed(text)), unit;
    if (number.starts_with("0x"))
        return {number, ""};
    while (!number.empty() && std::isalpha(static_cast<unsigned char>(number.back()))) {
        unit.insert(unit.begin(), number.back());
        number.pop_back();
    }
    return {number, unit};
}

double valueOf(const std::string& number, const std::string& text, const char* kind, const std::string& what)
{
    double value = 0;
    const bool hex = number.starts_with("0x");
    const char* end = number.data() + number.size();
    std::from_chars_result read{};
    if (hex) {
        unsigned long long whole = 0;
        read = std::from_chars(number.data() + 2, end, whole, 16);
        value = static_cast<double>(whole);
    } else
        read = std::from_chars(number.data(), end, value);
    if (read.ec != std::errc() || read.ptr != end || !(value >= 0) || !std::isfinite(value))
        throw ImportError(what + "=" + text.substr(0, 40) + ": it is not " + kind + ".");
    return value;
}

} // namespace

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

double bytesOf(const std::string& text, Units units, const std::string& what)
{
    const auto [number, unit] = withUnit(text);
    // "kib" turns the base round, "ki" does not (get_mult_bytes() in parse.c).
    static const std::map<char, int> powers = {{'k', 1}, {'m', 2}, {'g', 3}, {'t', 4}, {'p', 5}};
    if (unit.empty() || unit == "b")
        return valueOf(number, text, "a size", what);
    const auto power = powers.find(unit[0]);
    const std::string rest = unit.substr(1);
    if (power == powers.end() || (!rest.empty() && rest != "b" && rest != "i" && rest != "ib"))
        throw ImportError(what + "=" + text.substr(0, 40) + ": it is not a size.");
    const double base = rest == "ib" ? (units.kbBase == 1000 ? 1024 : 1000) : units.kbBase;
    return valueOf(number, text, "a size", what) * std::pow(base, power->second);
}

double secondsOf(const std::string& text, double bare, const std::string& what)
{
    const auto [number, unit] = withUnit(text);
    const std::map<std::string, double> units = {{"", bare}, {"us", 1e-6}, {"usec", 1e-6}, {"ms", 1e-3}, {"msec", 1e-3},
                                                 {"s", 1},   {"sec", 1},   {"m", 60},      {"h", 3600},  {"d", 86400}};
    const auto found = units.find(unit);
    if (found == units.end())
        throw ImportError(what + "=" + text.substr(0, 40) + ": it is not a time.");
    return valueOf(number, text, "a time", what) * found->second;
}

double numberOf(const std::string& text, const std::string& what)
{
    const auto [number, unit] = withUnit(text);
    return unit.empty() ? valueOf(number, text, "a number", what) : bytesOf(text, {}, what);
}

std::pair<std::string, std::string> rangeIn(const std::string& text)
{
    const std::size_t sign = text.find_first_of("-:");
    if (sign == std::string::npos || sign == 0)
        return {text, text};
    return {trimmed(text.substr(0, sign)), trimmed(text.substr(sign + 1))};
}

std::vector<std::string> sidesOf(const std::string& text)
{
    std::vector<std::string> sides = splitAt(text, ',');
    sides.resize(3);
    return sides;
}

bool isOn(const std::string& text, const std::string& what)
{
    if (text.empty())
        return true;
    std::string number = trimmed(text);
    int value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size())
        throw ImportError(what + "=" + text.substr(0, 40) + ": it is neither 0 nor 1.");
    return value != 0;
}

} // namespace headroom::import::fio
