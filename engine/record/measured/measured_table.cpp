// Reading CSV files of load generators and monitors.
#include "record/measured/measured.h"

#include "csv/csv.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <sstream>

namespace headroom::record {

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t mostProblems = 20;
constexpr double longestRun = 1e9; // s; a larger value is a date

std::optional<double> plainNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size())
        return {};
    return error == std::errc() && std::isfinite(value) ? value : noValue;
}

/// Takes exactly `count` digits from the front.
std::optional<int> takeDigits(std::string_view& text, std::size_t count)
{
    int value = 0;
    if (text.size() < count)
        return {};
    const auto [end, error] = std::from_chars(text.data(), text.data() + count, value);
    if (error != std::errc() || end != text.data() + count || text.front() == '-')
        return {};
    text.remove_prefix(count);
    return value;
}

bool take(std::string_view& text, std::string_view oneOf)
{
    if (text.empty() || oneOf.find(text.front()) == std::string_view::npos)
        return false;
    text.remove_prefix(1);
    return true;
}

/// Seconds since 1970 of the day; nothing if the day does not exist.
std::optional<double> takeDay(std::string_view& text)
{
    const auto year = takeDigits(text, 4);
    const auto month = year && take(text, "-") ? takeDigits(text, 2) : std::nullopt;
    const auto day = month && take(text, "-") ? takeDigits(text, 2) : std::nullopt;
    if (!day)
        return {};
    const std::chrono::year_month_day date(std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day)));
    if (!date.ok())
        return {};
    return 86400.0 * static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
}

/// "10:00", "10:00:02", "10:00:02.500"
std::optional<double> takeTime(std::string_view& text)
{
    const auto hours = takeDigits(text, 2);
    const auto minutes = hours && take(text, ":") ? takeDigits(text, 2) : std::nullopt;
    if (!minutes || *hours > 23 || *minutes > 59)
        return {};
    double seconds = 0;
    if (take(text, ":")) {
        const auto whole = takeDigits(text, 2);
        if (!whole || *whole > 59)
            return {};
        seconds = *whole;
        if (take(text, ".,"))
            for (double place = 0.1; !text.empty() && std::isdigit(static_cast<unsigned char>(text.front()));
                 place /= 10, text.remove_prefix(1))
                seconds += place * (text.front() - '0');
    }
    return 3600.0 * *hours + 60.0 * *minutes + seconds;
}

/// "Z", "+02:00", "-0330"; no time zone means the first one.
std::optional<double> takeZone(std::string_view& text)
{
    if (text.empty() || take(text, "Zz"))
        return 0;
    const double sign = text.front() == '-' ? -1 : 1;
    const auto hours = take(text, "+-") ? takeDigits(text, 2) : std::nullopt;
    if (!hours)
        return {};
    take(text, ":");
    const auto minutes = text.empty() ? std::optional(0) : takeDigits(text, 2);
    return minutes ? std::optional(sign * (3600.0 * *hours + 60.0 * *minutes)) : std::nullopt;
}

/// ISO 8601, as seconds since 1970.
std::optional<double> dateOf(std::string_view text)
{
    const auto day = takeDay(text);
    if (!day || text.empty())
        return day;
    const auto time = take(text, "T ") ? takeTime(text) : std::nullopt;
    const auto zone = time ? takeZone(text) : std::nullopt;
    return zone && text.empty() ? std::optional(*day + *time - *zone) : std::nullopt;
}

double numberOf(const std::string& cell, char separator)
{
    auto value = plainNumber(cell);
    if (!value && separator == ';') { // if a comma is the decimal mark, semicolons are the separators
        std::string withPoint = cell;
        std::replace(withPoint.begin(), withPoint.end(), ',', '.');
        value = plainNumber(withPoint);
    }
    return value ? *value : dateOf(cell).value_or(noValue);
}

bool isNamedAsTime(const std::string& name)
{
    constexpr std::array<std::string_view, 7> words{"time", "t", "timestamp", "date", "second", "seconds", "elapsed"};
    std::string word;
    for (const char c : name) {
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_')
            break;
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool rises(const std::vector<double>& values)
{
    return values.size() > 1 && std::is_sorted(values.begin(), values.end()) &&
           std::none_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }) &&
           values.back() > values.front();
}

std::optional<std::size_t> findTimes(const MeasuredTable& table)
{
    for (std::size_t c = 0; c < table.names.size(); ++c)
        if (isNamedAsTime(table.names[c]))
            return c;
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (rises(table.columns[c]))
            return c;
    return {};
}

void readRow(MeasuredTable& table, const csv::Reader& row)
{
    if (row.size() == table.names.size()) {
        for (std::size_t c = 0; c < row.size(); ++c)
            table.columns[c].push_back(numberOf(std::string(row[c]), row.separator()));
    } else if (table.problems.size() < mostProblems) {
        table.problems.push_back("Line " + std::to_string(row.line()) + " has " + std::to_string(row.size()) +
                                 " cells instead of " + std::to_string(table.names.size()) + "; it is left out.");
    }
}

/// Reads the next line. One that is too long becomes a problem.
bool nextRow(MeasuredTable& table, csv::Reader& rows)
{
    for (;;)
        try {
            return rows.next();
        } catch (const csv::LineTooLong& fault) {
            if (table.problems.size() < mostProblems)
                table.problems.push_back(std::string("It is left out: ") + fault.what());
        }
}

/// Dates count from the first one: no model runs since 1970.
void countFromFirstDate(std::vector<double>& times)
{
    const auto start = std::find_if(times.begin(), times.end(), [](double t) { return !std::isnan(t); });
    if (start == times.end() || *start <= longestRun)
        return;
    const double origin = *start;
    for (double& time : times)
        time -= origin;
}

} // namespace

std::optional<std::size_t> MeasuredTable::findColumn(std::string_view name) const
{
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
}

MeasuredTable readMeasured(std::string_view text)
{
    MeasuredTable table;
    std::istringstream lines{std::string(text)};
    csv::Reader rows(lines);
    if (!nextRow(table, rows)) {
        table.problems.emplace_back("There are no lines below a header.");
        return table;
    }
    for (std::size_t c = 0; c < rows.size(); ++c)
        table.names.emplace_back(rows[c]);
    table.columns.resize(table.names.size());
    while (nextRow(table, rows))
        readRow(table, rows);
    if (table.columns.front().empty())
        table.problems.emplace_back("There are no lines below the header.");
    table.timeColumn = findTimes(table);
    if (table.timeColumn)
        countFromFirstDate(table.columns[*table.timeColumn]);
    else
        table.problems.emplace_back("No column is a time: none is named so, and none increases.");
    return table;
}

} // namespace headroom::record
