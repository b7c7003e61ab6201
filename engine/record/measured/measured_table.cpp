// Reading CSV files of load generators and monitors.
#include "record/measured/measured.h"

#include "csv/csv.h"
#include "csv/numbers.h"
#include "record/measured/cells.h"
#include "record/measured/other_tables.h"
#include "record/measured/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace headroom::record {

namespace {

constexpr std::size_t mostProblems = 20;
constexpr double longestRun = 1e9; // s; a larger value is a date

bool rises(const std::vector<double>& values)
{
    return values.size() > 1 && std::is_sorted(values.begin(), values.end()) &&
           std::none_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }) &&
           values.back() > values.front();
}

void addProblem(MeasuredTable& table, const std::string& problem)
{
    if (table.problems.size() < mostProblems)
        table.problems.push_back(problem);
    else if (table.problems.size() == mostProblems)
        table.problems.emplace_back("There are more such lines.");
}

/// Reads the next line. One that is too long becomes a problem.
bool nextRow(MeasuredTable& table, csv::Reader& rows)
{
    for (;;)
        try {
            return rows.next();
        } catch (const csv::LineTooLong& fault) {
            addProblem(table, std::string("It is left out: ") + fault.what());
        }
}

bool isValue(const std::string& cell, char separator)
{
    const auto number = csv::numberIn(cell, separator);
    return number ? !std::isnan(*number) : cellTime(cell).has_value();
}

/// True for a second line of headings, as in "time,reads,,writes," above ",mean,max,mean,max".
bool continuesHeader(const Cells::Row& row, const MeasuredTable& table, char separator)
{
    const auto blank = [](const std::string& text) { return text.empty(); };
    return row.cells.size() == table.names.size() && !std::ranges::all_of(row.cells, blank) &&
           (row.cells.front().empty() || std::ranges::any_of(table.names, blank)) &&
           std::ranges::none_of(row.cells, [&](const std::string& cell) { return isValue(cell, separator); });
}

void joinHeaders(MeasuredTable& table, const std::vector<std::string>& below)
{
    std::string above;
    for (std::size_t c = 0; c < table.names.size(); ++c) {
        above = table.names[c].empty() ? above : table.names[c];
        table.names[c] = below[c].empty() ? above : above + (above.empty() ? "" : " ") + below[c];
    }
}

Cells readCells(MeasuredTable& table, csv::Reader& rows)
{
    Cells cells;
    cells.separator = rows.separator();
    const auto row = [&] {
        Cells::Row read{rows.line(), {}};
        for (std::size_t c = 0; c < rows.size(); ++c)
            read.cells.emplace_back(rows[c]);
        return read;
    };
    Cells::Row first = row();
    const bool headless =
        std::ranges::all_of(first.cells, [&](const std::string& cell) { return isValue(cell, cells.separator); });
    if (headless) {
        for (std::size_t c = 0; c < first.cells.size(); ++c)
            table.names.push_back("column " + std::to_string(c + 1));
        addProblem(table, "Line " + std::to_string(first.line) +
                              " is no header but figures; the columns are called by their numbers.");
        cells.rows.push_back(std::move(first));
    } else
        table.names = std::move(first.cells);
    for (bool second = !headless; nextRow(table, rows); second = false) {
        Cells::Row next = row();
        if (second && continuesHeader(next, table, cells.separator))
            joinHeaders(table, next.cells);
        else if (next.cells.size() == table.names.size())
            cells.rows.push_back(std::move(next));
        else
            addProblem(table, "Line " + std::to_string(next.line) + " has " + std::to_string(next.cells.size()) +
                                  " cells instead of " + std::to_string(table.names.size()) + "; it is left out.");
    }
    return cells;
}

/// Times from the first on, in seconds. Clock times without a date go on after midnight.
std::vector<double> timesOf(MeasuredTable& table, const Cells& cells, std::size_t column)
{
    const double unit = unitOfTimes(table.names[column]).value_or(1);
    const bool dayFirst =
        std::ranges::any_of(cells.rows, [&](const Cells::Row& row) { return beginsWithDay(row.cells[column]); });
    std::vector<double> times;
    bool dates = false, clock = false;
    double days = 0, former = std::numeric_limits<double>::quiet_NaN();
    for (const Cells::Row& row : cells.rows) {
        const std::string& cell = row.cells[column];
        double time = std::numeric_limits<double>::quiet_NaN();
        if (const auto number = csv::numberIn(cell, cells.separator))
            time = *number * unit;
        else if (const auto part = numberWithUnit(cell); part && secondsOfUnit(part->unit))
            time = csv::numberIn(part->number, cells.separator).value_or(time) * *secondsOfUnit(part->unit);
        else if (const auto point = cellTime(cell, dayFirst)) {
            dates = dates || point->hasDate;
            clock = clock || !point->hasDate;
            time = point->seconds;
            if (!point->hasDate && time + days < former - 43200)
                days += 86400;
            time += point->hasDate ? 0 : days;
            former = time;
        } else
            addProblem(table, "Line " + std::to_string(row.line) + ": \"" + cell.substr(0, 40) + "\" is no time.");
        times.push_back(time);
    }
    const auto start = std::ranges::find_if(times, [](double t) { return !std::isnan(t); });
    if (start == times.end())
        return times;
    // A number this large is a date in seconds, milliseconds, ... since 1970.
    double scale = 1;
    for (double size = *start; !dates && !clock && size > longestRun * 100; size /= 1000)
        scale /= 1000;
    const double origin = dates || clock || *start * scale > longestRun ? *start : 0;
    for (double& time : times)
        time = (time - origin) * scale;
    return times;
}

/// The unit of a column of "12.5 MB/s"; empty if its first figure has none.
std::string unitIn(const Cells& cells, std::size_t column)
{
    for (const Cells::Row& row : cells.rows) {
        if (const auto number = csv::numberIn(row.cells[column], cells.separator); number && !std::isnan(*number))
            return {};
        if (const auto part = numberWithUnit(row.cells[column]))
            return part->unit;
    }
    return {};
}

std::vector<double> valuesOf(MeasuredTable& table, const Cells& cells, std::size_t column)
{
    const std::string unit = unitIn(cells, column);
    const auto numberOf = [&](const std::string& cell) {
        const auto part = unit.empty() ? std::nullopt : numberWithUnit(cell);
        return csv::numberIn(part && part->unit == unit ? part->number : cell, cells.separator);
    };
    const bool anyNumber = std::ranges::any_of(cells.rows, [&](const Cells::Row& row) {
        const auto number = numberOf(row.cells[column]);
        return number && !std::isnan(*number);
    });
    if (!unit.empty())
        table.names[column] += " (" + unit + ")";
    std::vector<double> values;
    for (const Cells::Row& row : cells.rows) {
        const auto number = numberOf(row.cells[column]);
        if (!number && anyNumber) // a column of names is none of figures
            addProblem(table, "Line " + std::to_string(row.line) + ": \"" + row.cells[column].substr(0, 40) +
                                  "\" in the column \"" + table.names[column] + "\" is no number.");
        values.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    return values;
}

std::optional<std::size_t> findTimes(MeasuredTable& table, const Cells& cells)
{
    const auto timesIn = [&](std::size_t c) {
        std::vector<double> values;
        for (const Cells::Row& row : cells.rows)
            values.push_back(
                csv::numberIn(row.cells[c], cells.separator).value_or(std::numeric_limits<double>::quiet_NaN()));
        return values;
    };
    const auto column = [&](const auto& isTime) {
        std::size_t c = 0;
        while (c < cells.names.size() && !isTime(c))
            ++c;
        return c < cells.names.size() ? std::optional(c) : std::nullopt;
    };
    // Where a name is nothing but a unit, it may mean something else: vmstat's us is a share of the processor.
    if (const auto named = column([&](std::size_t c) {
            return unitOfTimes(cells.names[c]) && (!secondsOfUnit(cells.names[c]) || rises(timesIn(c)));
        }))
        return named;
    const auto isTime = [&](const std::string& cell) {
        return !csv::numberIn(cell, cells.separator) && cellTime(cell);
    };
    if (const auto written = column([&](std::size_t c) {
            return !cells.rows.empty() &&
                   std::ranges::all_of(cells.rows, [&](const Cells::Row& row) { return isTime(row.cells[c]); });
        }))
        return written;
    const auto rising = column([&](std::size_t c) { return rises(timesIn(c)); });
    if (rising)
        addProblem(table, "No column is named as a time; \"" + cells.names[*rising] +
                              "\" is taken for it, in seconds, since it increases.");
    return rising;
}

void readColumns(MeasuredTable& table, Cells cells)
{
    cells.names = table.names;
    joinDateAndClock(cells);
    table.timeColumn = findTimes(table, cells);
    if (table.timeColumn) {
        const std::string name = cells.names[*table.timeColumn];
        spreadSeries(cells, *table.timeColumn);
        table.timeColumn = std::ranges::find(cells.names, name) - cells.names.begin();
    }
    table.names = cells.names;
    for (std::size_t c = 0; c < table.names.size(); ++c)
        table.columns.push_back(table.timeColumn == c ? timesOf(table, cells, c) : valuesOf(table, cells, c));
    if (!table.timeColumn) {
        table.problems.emplace_back("No column is a time: none is named so, and none increases.");
        return;
    }
    const auto& times = table.columns[*table.timeColumn];
    const auto back = std::ranges::adjacent_find(times, [](double a, double b) { return b <= a; });
    if (back != times.end())
        addProblem(table, "Line " +
                              std::to_string(cells.rows[static_cast<std::size_t>(back - times.begin()) + 1].line) +
                              ": its time is not after that of the line before. Of lines with one time the first "
                              "counts.");
    const auto known = std::ranges::count_if(times, [](double t) { return !std::isnan(t); });
    if (known > 0 || times.empty())
        return;
    table.problems.push_back("The column \"" + table.names[*table.timeColumn] +
                             "\" has no time that can be read, so that the table cannot be used. Times are seconds, "
                             "clock times (10:00:05) or dates (2026-05-01 10:00:05).");
    table.timeColumn.reset();
}

} // namespace

std::optional<std::size_t> MeasuredTable::findColumn(std::string_view name) const
{
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
}

MeasuredTable readMeasured(std::string_view text)
{
    for (const auto read : {readFioResult, readFioLog, readSysstat, readCosbenchSummary})
        if (auto table = read(text))
            return *table;
    MeasuredTable table;
    const auto blanks = fromBlanks(text);
    std::istringstream lines{fromHeadings(blanks ? *blanks : std::string(text))};
    csv::Reader rows(lines);
    if (!nextRow(table, rows)) {
        table.problems.emplace_back("There are no lines below a header.");
        return table;
    }
    readColumns(table, readCells(table, rows));
    if (table.columns.front().empty())
        table.problems.emplace_back("There are no lines below the header.");
    return table;
}

} // namespace headroom::record
