#include "record/measured/cells.h"

#include "csv/letters.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <utility>
#include <vector>

namespace headroom::record {

namespace {

using csv::isDigit;
using csv::lower;

/// Takes one or two digits, or exactly `count`.
std::optional<int> takeDigits(std::string_view& text, std::size_t least, std::size_t most)
{
    std::size_t length = 0;
    while (length < std::min(most, text.size()) && isDigit(text[length]))
        ++length;
    if (length < least)
        return {};
    int value = 0;
    std::from_chars(text.data(), text.data() + length, value);
    text.remove_prefix(length);
    return value;
}

bool take(std::string_view& text, std::string_view oneOf)
{
    if (text.empty() || oneOf.find(text.front()) == std::string_view::npos)
        return false;
    text.remove_prefix(1);
    return true;
}

std::optional<double> secondsOfDay(int year, int month, int day)
{
    const std::chrono::year_month_day date(std::chrono::year(year < 100 ? 2000 + year : year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day)));
    if (!date.ok())
        return {};
    return 86400.0 * static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
}

/// Seconds since 1970 of the day; nothing if the day does not exist.
std::optional<double> takeDay(std::string_view& text, bool dayFirst)
{
    std::string_view rest = text;
    const auto first = takeDigits(rest, 1, 4);
    if (!first || rest.empty())
        return {};
    const char mark = rest.front();
    if (!take(rest, "-/."))
        return {};
    const auto second = takeDigits(rest, 1, 2);
    if (!second || rest.empty() || rest.front() != mark)
        return {};
    rest.remove_prefix(1);
    const auto third = takeDigits(rest, 2, 4);
    if (!third)
        return {};
    const bool yearFirst = *first > 31;
    if (mark == '-' && !yearFirst)
        return {};
    const bool dayIsFirst = mark == '.' || dayFirst;
    text = rest;
    if (yearFirst)
        return secondsOfDay(*first, *second, *third);
    return dayIsFirst ? secondsOfDay(*third, *second, *first) : secondsOfDay(*third, *first, *second);
}

/// "10:00", "10:00:02", "10:00:02.500", "10:00:02 PM"
std::optional<double> takeTime(std::string_view& text)
{
    const auto hours = takeDigits(text, 1, 2);
    const auto minutes = hours && take(text, ":") ? takeDigits(text, 2, 2) : std::nullopt;
    if (!minutes || *hours > 23 || *minutes > 59)
        return {};
    double seconds = 0;
    if (take(text, ":")) {
        const auto whole = takeDigits(text, 2, 2);
        if (!whole || *whole > 59)
            return {};
        seconds = *whole;
        if (take(text, ".,"))
            for (double place = 0.1; !text.empty() && isDigit(text.front()); place /= 10, text.remove_prefix(1))
                seconds += place * (text.front() - '0');
    }
    double hour = *hours;
    const std::string half = lower(text.substr(0, 3));
    if (half == " am" || half == " pm") {
        text.remove_prefix(3);
        hour = (*hours % 12) + (half == " pm" ? 12 : 0);
    }
    return 3600.0 * hour + 60.0 * *minutes + seconds;
}

/// "Z", "+02:00", "-0330"; no time zone means the first one.
std::optional<double> takeZone(std::string_view& text)
{
    if (text.empty() || take(text, "Zz"))
        return 0;
    const double sign = text.front() == '-' ? -1 : 1;
    const auto hours = take(text, "+-") ? takeDigits(text, 2, 2) : std::nullopt;
    if (!hours)
        return {};
    take(text, ":");
    const auto minutes = text.empty() ? std::optional(0) : takeDigits(text, 2, 2);
    return minutes ? std::optional(sign * (3600.0 * *hours + 60.0 * *minutes)) : std::nullopt;
}

std::vector<std::string> wordsOf(std::string_view name)
{
    std::vector<std::string> words(1);
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80)
            words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!words.back().empty())
            words.emplace_back();
    if (words.back().empty())
        words.pop_back();
    return words;
}

constexpr std::array<std::pair<std::string_view, double>, 20> unitsOfTime{{{"s", 1},
                                                                           {"sec", 1},
                                                                           {"secs", 1},
                                                                           {"second", 1},
                                                                           {"seconds", 1},
                                                                           {"ms", 1e-3},
                                                                           {"msec", 1e-3},
                                                                           {"millis", 1e-3},
                                                                           {"milliseconds", 1e-3},
                                                                           {"us", 1e-6},
                                                                           {"usec", 1e-6},
                                                                           {"\xc2\xb5s", 1e-6},
                                                                           {"\xce\xbcs", 1e-6},
                                                                           {"micros", 1e-6},
                                                                           {"microseconds", 1e-6},
                                                                           {"ns", 1e-9},
                                                                           {"min", 60},
                                                                           {"minutes", 60},
                                                                           {"h", 3600},
                                                                           {"hours", 3600}}};

} // namespace

bool beginsWithDay(std::string_view cell)
{
    const auto first = takeDigits(cell, 1, 2);
    return first && *first > 12 && cell.starts_with('/');
}

std::optional<CellTime> cellTime(std::string_view cell, bool dayFirst)
{
    std::string_view text = cell;
    if (const auto day = takeDay(text, dayFirst)) {
        if (text.empty())
            return CellTime{*day, true};
        const auto time = take(text, "T ,") ? takeTime(text) : std::nullopt;
        const auto zone = time ? takeZone(text) : std::nullopt;
        return zone && text.empty() ? std::optional(CellTime{*day + *time - *zone, true}) : std::nullopt;
    }
    text = cell;
    const auto time = takeTime(text);
    return time && text.empty() ? std::optional(CellTime{*time, false}) : std::nullopt;
}

std::optional<double> unitOfTimes(std::string_view name)
{
    static constexpr std::array<std::string_view, 9> times{"time",    "t",     "timestamp", "date",   "datetime",
                                                           "elapsed", "epoch", "clock",     "runtime"};
    const auto words = wordsOf(name);
    if (words.empty())
        return {};
    const auto unitOf = [&](const std::string& word) {
        return std::ranges::find(unitsOfTime, std::string_view(word), &std::pair<std::string_view, double>::first);
    };
    const bool isTime = std::ranges::find(times, std::string_view(words.front())) != times.end();
    const auto first = unitOf(words.front()), last = unitOf(words.back());
    // "seconds since the start", and "ms" or "s" alone; "h" and "min" alone may be anything.
    const bool isUnit = first != unitsOfTime.end() && words.front() != "h" && words.front() != "min" &&
                        (words.size() == 1 || words.front().size() > 3);
    if (isTime)
        return last == unitsOfTime.end() || words.size() == 1 ? 1.0 : last->second;
    return isUnit ? std::optional(first->second) : std::nullopt;
}

std::optional<double> secondsOfUnit(std::string_view unit)
{
    const auto found = std::ranges::find(unitsOfTime, csv::lower(unit), &std::pair<std::string_view, double>::first);
    return found == unitsOfTime.end() ? std::nullopt : std::optional(found->second);
}

} // namespace headroom::record
