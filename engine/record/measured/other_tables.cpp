#include "record/measured/other_tables.h"

#include "csv/csv.h"
#include "csv/numbers.h"
#include "record/measured/cells.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace headroom::record {

namespace {

std::vector<std::string> wordsOf(std::string_view line, const char* between)
{
    std::vector<std::string> words;
    for (std::size_t from = line.find_first_not_of(between); from != std::string_view::npos;) {
        const std::size_t to = std::min(line.find_first_of(between, from), line.size());
        words.emplace_back(line.substr(from, to - from));
        from = line.find_first_not_of(between, to);
    }
    return words;
}

template <typename Line>
void forEachLine(std::string_view text, Line line)
{
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find('\n', from), text.size());
        if (!line(text.substr(from, to - from)))
            return;
        from = to + 1;
    }
}

/// Values by time and by column.
class Gathered
{
public:
    /// Adds to the value that is there: jobs write into one log.
    void add(double time, const std::string& column, double value, bool sum)
    {
        const auto [index, isNew] = index_.try_emplace(column, names_.size());
        if (isNew)
            names_.push_back(column);
        double& held = rows_[time].try_emplace(index->second, sum ? 0 : value).first->second;
        held = sum ? held + value : value;
    }
    MeasuredTable table() const
    {
        MeasuredTable table;
        table.names = {"time"};
        table.names.insert(table.names.end(), names_.begin(), names_.end());
        table.columns.resize(table.names.size());
        for (const auto& [time, values] : rows_) {
            table.columns[0].push_back(time);
            for (std::size_t c = 0; c < names_.size(); ++c) {
                const auto found = values.find(c);
                table.columns[c + 1].push_back(found == values.end() ? std::numeric_limits<double>::quiet_NaN()
                                                                     : found->second);
            }
        }
        table.timeColumn = 0;
        return table;
    }
    bool empty() const { return rows_.empty(); }

private:
    std::map<std::string, std::size_t> index_;
    std::vector<std::string> names_;
    std::map<double, std::map<std::size_t, double>> rows_;
};

} // namespace

std::optional<MeasuredTable> readFioLog(std::string_view text)
{
    static constexpr std::array<const char*, 3> directions{"read", "write", "trim"};
    Gathered gathered;
    bool isLog = true;
    forEachLine(text, [&](std::string_view line) {
        const auto words = wordsOf(line, ", \t\r");
        if (words.empty())
            return true;
        std::vector<double> values;
        for (const std::string& word : words) {
            const auto value = csv::numberIn(word.starts_with("0x") ? "0" : word, ',');
            if (!value || std::isnan(*value))
                return isLog = false;
            values.push_back(*value);
        }
        // Time in ms, value, direction, block size, then offset and priority: at least four whole numbers.
        isLog = values.size() >= 4 && values.size() <= 6 && values[2] >= 0 && values[2] <= 2 &&
                values[2] == std::floor(values[2]) && line.find(", ") != std::string_view::npos;
        if (isLog)
            gathered.add(values[0] / 1000, directions[static_cast<std::size_t>(values[2])], values[1], true);
        return isLog;
    });
    if (!isLog || gathered.empty())
        return {};
    return gathered.table();
}

std::optional<MeasuredTable> readFioResult(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || text[begin] != '{')
        return {};
    const auto result = nlohmann::json::parse(text.substr(begin), nullptr, false);
    MeasuredTable table;
    if (!result.is_object() || !result.contains("jobs") || !result["jobs"].is_array()) {
        table.problems.emplace_back("It is JSON and not fio's result; a table has lines with separators.");
        return table;
    }
    for (const auto& job : result["jobs"]) {
        if (!job.is_object())
            continue;
        const std::string name =
            job.contains("jobname") && job["jobname"].is_string() ? job["jobname"].get<std::string>() : "job";
        for (const char* direction : {"read", "write"})
            for (const char* figure : {"iops", "bw_bytes"})
                if (job.contains(direction) && job[direction].is_object() && job[direction].contains(figure) &&
                    job[direction][figure].is_number()) {
                    table.names.push_back(name + ' ' + direction + ' ' + figure);
                    table.columns.push_back({job[direction][figure].get<double>()});
                }
    }
    table.problems.emplace_back(
        "It is a result of fio with the totals of its jobs, and no course over time. Let fio write "
        "logs (write_iops_log, write_bw_log) and take these.");
    return table;
}

std::optional<MeasuredTable> readCosbenchSummary(std::string_view text)
{
    constexpr std::size_t stage = 0, name = 1, operation = 2, firstFigure = 3;
    std::istringstream lines{std::string(text)};
    csv::Reader rows(lines);
    std::vector<std::string> header;
    MeasuredTable table;
    try {
        if (!rows.next() || rows[stage] != "Stage" || rows[name] != "Op-Name" || rows[operation] != "Op-Type")
            return {};
        for (std::size_t c = 0; c < rows.size(); ++c)
            header.emplace_back(rows[c]);
        while (rows.next()) {
            // The name tells two works of one stage apart that do the same.
            std::string owner = std::string(rows[stage]) + ' ' + std::string(rows[operation]);
            if (rows[name] != rows[operation])
                owner += ' ' + std::string(rows[name]);
            for (std::size_t c = firstFigure; c < std::min(rows.size(), header.size()); ++c)
                if (const auto value = csv::numberIn(std::string(rows[c]), rows.separator());
                    value && !std::isnan(*value)) {
                    table.names.push_back(owner + ' ' + header[c]);
                    table.columns.push_back({*value});
                }
        }
    } catch (const csv::LineTooLong& fault) {
        table.problems.emplace_back(fault.what());
    }
    table.problems.emplace_back(
        "It is COSBench's summary of a workload with the totals of its stages, and no course over "
        "time. Take the file of one stage (s3-main.csv), which COSBench writes beside it.");
    return table;
}

namespace {

/// Lines of sar and iostat: a heading names the figures, the lines below give them, of one device each where the
/// heading begins with one.
class Sysstat
{
public:
    bool take(std::string_view line)
    {
        auto words = wordsOf(line, " \t\r");
        if (words.empty())
            return true;
        if (words.front() == "Average:" || words.front() == "Linux")
            return true;
        takeTimeOf(words);
        if (words.empty())
            return true;
        const bool isHeading = std::ranges::none_of(words, [](const std::string& word) {
            const auto value = csv::numberIn(word, ' ');
            return value && !std::isnan(*value);
        });
        if (words.front() == "avg-cpu:" || (isHeading && words.size() > 1)) {
            heading_ = words;
            // CPU, DEV, IFACE, Device: the first word of each line is a name.
            named_ = words.front() == "CPU" || words.front() == "DEV" || words.front() == "IFACE" ||
                     words.front().starts_with("Device");
            if (words.front() == "avg-cpu:")
                heading_.erase(heading_.begin());
            return true;
        }
        if (heading_.empty() || !hasTime_)
            return false;
        const std::size_t first = named_ ? 1 : 0;
        if (words.size() != heading_.size())
            return true;
        for (std::size_t w = first; w < words.size(); ++w)
            if (const auto value = csv::numberIn(words[w], ' '))
                gathered_.add(time_ - origin_, named_ ? words[0] + ' ' + heading_[w] : heading_[w], *value, false);
        return true;
    }
    const Gathered& gathered() const { return gathered_; }

private:
    /// A line may begin with a clock time, or be a date and a time.
    void takeTimeOf(std::vector<std::string>& words)
    {
        std::size_t count = 0;
        std::optional<CellTime> time;
        for (std::size_t n = std::min<std::size_t>(3, words.size()); n >= 1 && !time; --n) {
            std::string text = words[0];
            for (std::size_t w = 1; w < n; ++w)
                text += ' ' + words[w];
            time = cellTime(text);
            count = n;
        }
        if (!time)
            return;
        double seconds = time->seconds;
        if (hasTime_ && !time->hasDate)
            while (seconds < time_ - 43200) // past midnight
                seconds += 86400;
        if (!hasTime_)
            origin_ = seconds;
        hasTime_ = true;
        time_ = seconds;
        words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
    }

    Gathered gathered_;
    std::vector<std::string> heading_;
    bool named_ = false, hasTime_ = false;
    double time_ = 0, origin_ = 0;
};

} // namespace

std::optional<MeasuredTable> readSysstat(std::string_view text)
{
    if (!text.starts_with("Linux "))
        return {};
    Sysstat lines;
    bool timed = true;
    forEachLine(text, [&](std::string_view line) { return timed = lines.take(line); });
    if (lines.gathered().empty()) {
        MeasuredTable table;
        table.problems.emplace_back(timed ? "It has no figures."
                                          : "Its lines have no times. Let iostat print them (iostat -t).");
        return table;
    }
    return lines.gathered().table();
}

} // namespace headroom::record
