#include "run/workload/trace_reader.h"
#include "run/workload/sizes.h"

#include "kernel/random.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace headroom::run {

namespace {

namespace fs = std::filesystem;

constexpr int decimals = 12;           // of a second: picoseconds
constexpr std::size_t mostDigits = 20; // before the point; far below 2^127 ps

bool isDigits(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// A time in plain decimal notation, exactly; nothing for any other text.
std::optional<kernel::Int128> plainTime(std::string_view text)
{
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::string_view whole = text.substr(0, point);
    const std::string_view rest = point < text.size() ? text.substr(point + 1) : std::string_view();
    if (whole.size() + rest.size() == 0 || whole.size() > mostDigits || !isDigits(whole) || !isDigits(rest))
        return {};
    kernel::Int128 time = 0;
    for (const char c : whole)
        time = time * 10 + (c - '0');
    for (int d = 0; d < decimals; ++d)
        time = time * 10 + (static_cast<std::size_t>(d) < rest.size() ? rest[static_cast<std::size_t>(d)] - '0' : 0);
    return time + (rest.size() > decimals && rest[decimals] >= '5' ? 1 : 0);
}

std::optional<double> numberIn(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return {};
    return value;
}

/// A whole number as it is; for any other text a number below 2^53 computed from its characters.
std::uint64_t numberOrName(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number < (std::uint64_t{1} << 53))
        return number;
    return kernel::hashText(text.data(), text.size()) >> 11;
}

} // namespace

TraceReader::TraceReader(const fs::path& path, std::vector<std::string> operations)
    : name_(path.filename().string()), operations_(std::move(operations)), file_(path, std::ios::binary),
      lines_(file_, longestLine)
{
    if (!file_)
        throw TraceFault(name_ + " cannot be opened.");
    readHeader();
}

void TraceReader::fail(const std::string& problem) const
{
    throw TraceFault(name_ + ", line " + std::to_string(lines_.line()) + ": " + problem);
}

void TraceReader::fail(Column column, const std::string& problem) const
{
    throw TraceFault(name_ + ", line " + std::to_string(lines_.line()) + ", column " +
                     std::to_string(lines_.offset(*place_[column]) + 1) + ": " + problem);
}

bool TraceReader::readLine()
{
    try {
        return lines_.next();
    } catch (const csv::LineTooLong&) {
        fail("The line is longer than " + std::to_string(longestLine) + " characters.");
    }
}

void TraceReader::readHeader()
{
    if (!readLine())
        throw TraceFault(name_ + " is empty; its first line has to name the columns, as in time,operation,size.");
    static constexpr const char* names[columns] = {"time", "operation", "size", "client", "key"};
    for (std::size_t f = 0; f < lines_.size(); ++f) {
        const auto known = std::find(std::begin(names), std::end(names), lines_[f]);
        if (known == std::end(names)) {
            if (!lines_[f].empty())
                unusedColumns_.emplace_back(lines_[f]);
            continue;
        }
        std::optional<std::size_t>& place = place_[known - std::begin(names)];
        if (place)
            fail("The column " + std::string(lines_[f]) + " is used twice.");
        place = f;
    }
    for (const Column needed : {timeColumn, operationColumn})
        if (!place_[needed])
            fail(std::string("There is no column named ") + names[needed] +
                 "; the first line has to name the columns, as in time,operation,size.");
}

std::string_view TraceReader::field(Column column) const
{
    return place_[column] ? lines_[*place_[column]] : std::string_view();
}

kernel::Int128 TraceReader::readTime() const
{
    const std::string_view text = field(timeColumn);
    if (const auto exact = plainTime(text))
        return *exact;
    const auto seconds = numberIn(text);
    if (!seconds || *seconds < 0 || *seconds > 1e18)
        fail(timeColumn, "\"" + std::string(text) + "\" is not a time in seconds.");
    return static_cast<kernel::Int128>(std::round(*seconds * static_cast<double>(kernel::picosecondsPerSecond)));
}

std::uint32_t TraceReader::readOperation() const
{
    const auto found = std::find(operations_.begin(), operations_.end(), field(operationColumn));
    if (found == operations_.end())
        fail(operationColumn, "The workload has no operation \"" + std::string(field(operationColumn)) + "\".");
    return static_cast<std::uint32_t>(found - operations_.begin());
}

bool TraceReader::next(TraceRecord& record)
{
    if (!readLine())
        return false;
    record.time = readTime();
    if (last_ && record.time < *last_)
        fail(timeColumn, "The time is earlier than that of the line before.");
    last_ = record.time;
    record.operation = readOperation();
    record.size.reset();
    if (const std::string_view text = field(sizeColumn); !text.empty()) {
        record.size = numberIn(text);
        if (!record.size || *record.size < 0 || *record.size > largestSize)
            fail(sizeColumn, "\"" + std::string(text) + "\" is not a number of bytes.");
    }
    const std::string_view client = field(clientColumn), key = field(keyColumn);
    record.client = client.empty() ? std::nullopt : std::optional(numberOrName(client));
    record.key = key.empty() ? std::nullopt : std::optional(static_cast<double>(numberOrName(key)));
    return true;
}

void TraceReader::rewind()
{
    lines_.rewind();
    last_.reset();
    readLine();
}

} // namespace headroom::run
