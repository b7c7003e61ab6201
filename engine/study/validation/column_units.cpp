#include "study/validation/column_units.h"

#include "csv/numbers.h"
#include "project/expression/quantity.h"
#include "project/expression/units.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <tuple>
#include <utility>

namespace headroom::study {

namespace {

/// A unit as names of columns spell it in lower letters, and as project::findUnit() knows it.
using Spelling = std::pair<std::string_view, std::string_view>;

constexpr std::array<Spelling, 23> amounts{{
    {"s", "s"},        {"sec", "s"},     {"secs", "s"},    {"second", "s"}, {"seconds", "s"}, {"ms", "ms"},
    {"msec", "ms"},    {"msecs", "ms"},  {"millis", "ms"}, {"us", "us"},    {"usec", "us"},   {"usecs", "us"},
    {"\u00b5s", "us"}, {"micros", "us"}, {"ns", "ns"},     {"nsec", "ns"},  {"bytes", "B"},   {"kib", "KiB"},
    {"mib", "MiB"},    {"gib", "GiB"},   {"tib", "TiB"},   {"kbyte", "KB"}, {"mbyte", "MB"},
}};

constexpr std::array<Spelling, 18> rates{{
    {"kib/s", "KiB/s"},
    {"mib/s", "MiB/s"},
    {"gib/s", "GiB/s"},
    {"bytes/s", "B/s"},
    {"kbit/s", "Kb/s"},
    {"mbit/s", "Mb/s"},
    {"gbit/s", "Gb/s"},
    {"mbyte/s", "MB/s"},
    {"gbyte/s", "GB/s"},
    {"ops/s", "1/s"},
    {"op/s", "1/s"},
    {"io/s", "1/s"},
    {"ios/s", "1/s"},
    {"iops", "1/s"},
    {"tps", "1/s"},
    {"req/s", "1/s"},
    {"requests/s", "1/s"},
    {"records/s", "1/s"},
}};

/// Units in which capitals matter: "MB/s" and "Mb/s" are eight times apart.
constexpr std::array<std::string_view, 16> asWritten{"B",    "B/s",    "KB",     "MB",    "GB",   "TB",
                                                     "KB/s", "kB/s",   "MB/s",   "GB/s",  "Kb/s", "Mb/s",
                                                     "Gb/s", "MB/sec", "GB/sec", "KB/sec"};

std::string lower(std::string_view text)
{
    std::string word(text);
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return word;
}

/// "mib_per_s", "MiB per second" and "MiB/sec" as "MiB/s".
std::string withSlash(std::string text)
{
    for (const std::string_view per : {"_per_", " per ", ".per."})
        if (const std::size_t at = lower(text).find(per); at != std::string::npos)
            text.replace(at, per.size(), "/");
    if (lower(text).starts_with("per_") || lower(text).starts_with("per "))
        text.replace(0, 4, "1/");
    if (text.starts_with('/'))
        text.insert(0, "1");
    for (const std::string_view second : {"/second", "/sec"})
        if (lower(text).ends_with(second))
            text.replace(text.size() - second.size(), second.size(), "/s");
    return text;
}

/// The unit that the whole text is; empty if it is none.
std::string unitOfWord(std::string_view word)
{
    const std::string text = withSlash(std::string(word));
    if (text == "%" || lower(text) == "percent" || lower(text) == "pct")
        return "%";
    if (text == "1/s")
        return text;
    for (const std::string_view unit : asWritten)
        if (text == withSlash(std::string(unit)))
            return text == "kB/s" ? "KB/s" : text;
    const std::string spelt = lower(text);
    for (const auto& [spelling, unit] : amounts)
        if (spelt == spelling)
            return std::string(unit);
    for (const auto& [spelling, unit] : rates)
        if (spelt == spelling)
            return std::string(unit);
    return {};
}

bool needsUnit(const std::string& unit)
{
    return unit == "s" || unit == "B" || unit == "B/s" || unit == "W" || unit == "USD";
}

/// The number that a cell begins with and the unit after it; nothing if the cell is no number with a unit.
std::optional<std::pair<double, std::string>> numberWithUnit(const std::string& cell, char separator)
{
    const std::size_t begin = cell.find_last_of("0123456789.,");
    if (begin == std::string::npos || begin + 1 == cell.size())
        return {};
    std::string number = cell.substr(0, begin + 1);
    const auto value = csv::numberIn(number, separator);
    const std::string unit = unitOfWord(cell.substr(project::skipBlanks(cell, begin + 1)));
    if (!value || std::isnan(*value) || unit.empty())
        return {};
    return std::pair(*value, unit);
}

} // namespace

std::string unitInName(std::string_view name)
{
    while (name.ends_with(' '))
        name.remove_suffix(1);
    for (const auto& [open, close] : {std::pair('(', ')'), std::pair('[', ']')})
        if (name.ends_with(close))
            if (const std::size_t at = name.rfind(open); at != std::string_view::npos)
                return unitOfWord(name.substr(at + 1, name.size() - at - 2));
    for (std::size_t at = 0; at < name.size();) {
        if (std::string unit = unitOfWord(name.substr(at)); !unit.empty())
            return unit;
        at = name.find_first_of("_ .-", at);
        at = at == std::string_view::npos ? name.size() : at + 1;
    }
    return {};
}

CellValue measuredValue(const std::string& cell, char separator, const std::string& columnUnit, const std::string& unit)
{
    const auto plain = csv::numberIn(cell, separator);
    if (plain && std::isnan(*plain))
        return {};
    std::string unitOfCell = columnUnit;
    double value = plain.value_or(0);
    if (!plain) {
        const auto read = numberWithUnit(cell, separator);
        if (!read)
            return {{}, "is no number"};
        std::tie(value, unitOfCell) = *read;
    } else if (cell.ends_with('%')) {
        value *= 100;
        unitOfCell = "%";
    }
    if (unit == "%") {
        if (unitOfCell == "%")
            return {value / 100, {}};
        if (!unitOfCell.empty())
            return {{}, "is in " + unitOfCell + ", but the figure is a share"};
        return value > 1
                   ? CellValue{{}, "is more than the whole: shares are from 0 to 1, or in per cent, as in \"61 %\""}
                   : CellValue{value, {}};
    }
    if (unitOfCell.empty()) {
        if (needsUnit(unit))
            return {{},
                    "has no unit: write it into the name of the column, as in \"" +
                        std::string(unit == "s"     ? "avg_ms"
                                    : unit == "B/s" ? "bandwidth (MiB/s)"
                                    : unit == "B"   ? "size (KiB)"
                                                    : "figure (" + unit + ')') +
                        "\""};
        return {value, {}};
    }
    const auto factor =
        unitOfCell == "1/s" ? std::optional(project::Quantity{1, "1/s"}) : project::findUnit(unitOfCell);
    if (!factor || !(project::sameDimension(factor->unit, unit) || factor->unit == unit))
        return {{},
                "is in " + unitOfCell + ", but the figure " + (unit.empty() ? "is a plain number" : "is in " + unit)};
    return {value * factor->value, {}};
}

} // namespace headroom::study
