// Shapes of measured tables other than one line of figures for each time. Internal to measured/.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::record {

/// The text of each cell, before it is known which column is the time.
struct Cells
{
    struct Row
    {
        std::size_t line;
        std::vector<std::string> cells;
    };
    std::vector<std::string> names; ///< of the columns
    std::vector<Row> rows;
    char separator = ',';
};

/// A text whose cells are separated by blanks (vmstat, collectl), with tabs instead; nothing if it is none. Lines stay
/// where they are.
std::optional<std::string> fromBlanks(std::string_view text);

/// The text with blank lines in place of those above the headings, as dstat writes them ("Host:","node1"). Headings are
/// the last one or two lines above the first one that has figures, with as many cells.
std::string fromHeadings(const std::string& text);

/// A date in one column and a clock time in another become one column.
void joinDateAndClock(Cells& cells);

/// A line for each series and time (Series;Time;Value) becomes a line for each time with a column for each series, if
/// times come again and a column of names tells them apart. `time`: the column of times.
void spreadSeries(Cells& cells, std::size_t time);

/// "12.5 MB/s": the number, and what stands behind it. Nothing if it does not begin with a number.
struct NumberWithUnit
{
    std::string number, unit;
};
std::optional<NumberWithUnit> numberWithUnit(const std::string& cell);

} // namespace headroom::record
