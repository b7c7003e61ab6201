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

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

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
      buffer_(longestLine + 2)
{
    if (!file_)
        throw TraceFault(name_ + " cannot be opened.");
    readHeader();
}

void TraceReader::fail(const std::string& problem) const
{
    throw TraceFault(name_ + ", line " + std::to_string(lineNumber_) + ": " + problem);
}

void TraceReader::fail(Column column, const std::string& problem) const
{
    const std::size_t at = *place_[column] < fieldCount_ ? fields_[*place_[column]].at : line_.size();
    throw TraceFault(name_ + ", line " + std::to_string(lineNumber_) + ", column " + std::to_string(at + 1) + ": " +
                     problem);
}

/// The next non-empty line. A line that is too long is skipped completely.
bool TraceReader::readLine()
{
    do {
        file_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
        const auto length = static_cast<std::size_t>(file_.gcount());
        if (length == 0 && !file_)
            return false;
        ++lineNumber_;
        if (file_.fail() && !file_.eof()) {
            file_.clear();
            file_.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
            fail("The line is longer than " + std::to_string(longestLine) + " characters.");
        }
        line_ = {buffer_.data(), length - (file_.eof() ? 0 : 1)};
        if (lineNumber_ == 1 && line_.starts_with("\xef\xbb\xbf")) // byte order mark
            line_.remove_prefix(3);
    } while (trimmed(line_).empty());
    split();
    return true;
}

/// Splits the line into fields_, whose texts reuse their memory from line to line.
void TraceReader::split()
{
    fieldCount_ = 0;
    std::size_t at = 0;
    while (at <= line_.size()) {
        if (fieldCount_ == fields_.size())
            fields_.emplace_back();
        Field& field = fields_[fieldCount_++];
        std::size_t end = at;
        bool quoted = false;
        for (; end < line_.size() && (quoted || line_[end] != ','); ++end)
            quoted = line_[end] == '"' ? !quoted : quoted;
        std::string_view text = trimmed(line_.substr(at, end - at));
        field.at = text.empty() ? at : static_cast<std::size_t>(text.data() - line_.data());
        if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
            text = text.substr(1, text.size() - 2);
        field.text.assign(text);
        at = end + 1;
    }
}

void TraceReader::readHeader()
{
    if (!readLine())
        throw TraceFault(name_ + " is empty; its first line has to name the columns, as in time,operation,size.");
    static constexpr const char* names[columns] = {"time", "operation", "size", "client", "key"};
    for (std::size_t f = 0; f < fieldCount_; ++f) {
        const auto known = std::find(std::begin(names), std::end(names), fields_[f].text);
        if (known == std::end(names)) {
            if (!fields_[f].text.empty())
                unusedColumns_.push_back(fields_[f].text);
            continue;
        }
        std::optional<std::size_t>& place = place_[known - std::begin(names)];
        if (place)
            fail("The column " + fields_[f].text + " is used twice.");
        place = f;
    }
    for (const Column needed : {timeColumn, operationColumn})
        if (!place_[needed])
            fail(std::string("There is no column named ") + names[needed] +
                 "; the first line has to name the columns, as in time,operation,size.");
}

std::string_view TraceReader::field(Column column) const
{
    return place_[column] && *place_[column] < fieldCount_ ? std::string_view(fields_[*place_[column]].text)
                                                           : std::string_view();
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
    file_.clear();
    file_.seekg(0);
    lineNumber_ = 0;
    last_.reset();
    readLine();
}

} // namespace headroom::run
