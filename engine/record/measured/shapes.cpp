#include "record/measured/shapes.h"

#include "csv/letters.h"
#include "csv/numbers.h"
#include "record/measured/cells.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace headroom::record {

namespace {

constexpr std::size_t mostColumnsOfSeries = 500;

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find('\n', from), text.size());
        lines.push_back(text.substr(from, to - from));
        if (lines.back().ends_with('\r'))
            lines.back().remove_suffix(1);
        from = to + 1;
    }
    return lines;
}

std::vector<std::string> blankSeparated(std::string_view line)
{
    std::vector<std::string> words;
    for (std::size_t from = line.find_first_not_of(' '); from != std::string_view::npos;) {
        const std::size_t to = std::min(line.find(' ', from), line.size());
        words.emplace_back(line.substr(from, to - from));
        from = line.find_first_not_of(' ', to);
    }
    return words;
}

bool isFigure(const std::string& word)
{
    const auto number = csv::numberIn(word, ' ');
    return number && !std::isnan(*number);
}

/// A date without a clock time; 20260501 only where a column is called so.
std::string dateIn(const std::string& cell, bool called)
{
    const bool compact = cell.size() == 8 && (cell.starts_with("19") || cell.starts_with("20")) &&
                         std::ranges::all_of(cell, csv::isDigit);
    if (compact)
        return called ? cell.substr(0, 4) + '-' + cell.substr(4, 2) + '-' + cell.substr(6) : std::string();
    const auto point = cellTime(cell);
    return point && point->hasDate && cell.find(':') == std::string::npos ? cell : std::string();
}

bool isClock(const std::string& cell)
{
    const auto point = cellTime(cell);
    return point && !point->hasDate;
}

/// The column that `holds` says of each cell; nothing if there is none.
template <typename Holds>
std::optional<std::size_t> columnWhere(const Cells& cells, Holds holds)
{
    for (std::size_t c = 0; c < cells.names.size() && !cells.rows.empty(); ++c)
        if (std::ranges::all_of(cells.rows, [&](const Cells::Row& row) { return holds(c, row.cells[c]); }))
            return c;
    return {};
}

} // namespace

std::optional<std::string> fromBlanks(std::string_view text)
{
    const auto lines = linesOf(text);
    std::size_t first = lines.size(), columns = 0;
    for (std::size_t n = 0; n < lines.size(); ++n) {
        if (lines[n].find_first_of(",;\t\"") != std::string_view::npos)
            return {};
        const auto words = blankSeparated(lines[n]);
        const bool figures = words.size() > 1 && std::ranges::count_if(words, isFigure) * 2 >= std::ssize(words);
        if (figures && first == lines.size()) {
            first = n;
            columns = words.size();
        }
    }
    if (first == lines.size())
        return {};
    std::size_t heading = first;
    while (heading > 0 && (heading == first || blankSeparated(lines[heading]).empty()))
        --heading;
    std::vector<std::string> names = first > 0 ? blankSeparated(lines[heading]) : std::vector<std::string>();
    if (!names.empty() && names.front().starts_with('#'))
        names.front().erase(0, 1);
    const bool dated = names.size() + 1 == columns; // vmstat -t: one heading above a date and a clock time
    if (!names.empty() && names.size() != columns && !dated)
        return {};
    std::string result;
    for (std::size_t n = 0; n < lines.size(); ++n) {
        auto words = n < first ? std::vector<std::string>() : blankSeparated(lines[n]);
        if (n == heading && !names.empty()) {
            words = names;
            if (dated)
                words.back() = "time (" + words.back() + ')';
        } else if (n >= first && dated && words.size() == columns) {
            words[columns - 2] += ' ' + words.back();
            words.pop_back();
        } else if (n >= first && std::ranges::none_of(words, isFigure))
            words.clear(); // headings again
        for (std::size_t w = 0; w < words.size(); ++w)
            result += (w == 0 ? "" : "\t") + words[w];
        result += '\n';
    }
    return result;
}

std::string fromHeadings(const std::string& text)
{
    const auto lines = linesOf(text);
    const auto cellsOf = [](std::string_view line) {
        std::vector<std::string> cells(1);
        bool quoted = false;
        for (const char c : line)
            if (c == '"')
                quoted = !quoted;
            else if (!quoted && (c == ',' || c == ';' || c == '\t'))
                cells.emplace_back();
            else
                cells.back() += c;
        return cells;
    };
    const auto figures = std::ranges::find_if(lines, [&](std::string_view line) {
        const auto cells = cellsOf(line);
        return cells.size() > 1 && std::ranges::count_if(cells, isFigure) * 2 >= std::ssize(cells);
    });
    if (figures == lines.end())
        return text;
    // Headings have as many cells as the figures, or are two lines of which each has.
    const std::size_t columns = cellsOf(*figures).size();
    auto heading = figures;
    while (heading != lines.begin() && figures - heading < 2 && cellsOf(*(heading - 1)).size() == columns &&
           !(heading - 1)->starts_with('#'))
        --heading;
    if (heading == figures)
        return text;
    const auto above = static_cast<std::size_t>(heading - lines.begin());
    return std::string(above, '\n') + text.substr(static_cast<std::size_t>(heading->data() - text.data()));
}

void joinDateAndClock(Cells& cells)
{
    const auto isCalledDate = [&](std::size_t column) { return csv::lower(cells.names[column]) == "date"; };
    const auto date = columnWhere(
        cells, [&](std::size_t c, const std::string& cell) { return !dateIn(cell, isCalledDate(c)).empty(); });
    const auto clock = columnWhere(cells, [](std::size_t, const std::string& cell) { return isClock(cell); });
    if (!date || !clock)
        return;
    const auto at = [](std::vector<std::string>& list, std::size_t place) {
        return list.begin() + static_cast<std::ptrdiff_t>(place);
    };
    for (Cells::Row& row : cells.rows) {
        row.cells[*clock] = dateIn(row.cells[*date], isCalledDate(*date)) + ' ' + row.cells[*clock];
        row.cells.erase(at(row.cells, *date));
    }
    cells.names[*clock] = "time";
    cells.names.erase(at(cells.names, *date));
}

void spreadSeries(Cells& cells, std::size_t time)
{
    std::set<std::string> times;
    for (const Cells::Row& row : cells.rows)
        times.insert(row.cells[time]);
    if (times.size() == cells.rows.size())
        return;
    std::vector<std::size_t> keys, figures;
    for (std::size_t c = 0; c < cells.names.size(); ++c) {
        if (c == time)
            continue;
        const bool named = std::ranges::none_of(cells.rows, [&](const Cells::Row& row) {
            return isFigure(row.cells[c]) || numberWithUnit(row.cells[c]).has_value();
        });
        (named ? keys : figures).push_back(c);
    }
    const auto seriesOf = [&](const Cells::Row& row) {
        std::string name;
        for (const std::size_t key : keys)
            name += (name.empty() ? "" : " ") + row.cells[key];
        return name;
    };
    std::set<std::string> series;
    std::set<std::pair<std::string, std::string>> points;
    for (const Cells::Row& row : cells.rows) {
        series.insert(seriesOf(row));
        points.insert({seriesOf(row), row.cells[time]});
    }
    if (keys.empty() || figures.empty() || points.size() < cells.rows.size() || series.size() > mostColumnsOfSeries)
        return;
    Cells spread;
    spread.separator = cells.separator;
    spread.names = {cells.names[time]};
    std::map<std::string, std::size_t> columnOf, rowOf;
    for (const Cells::Row& row : cells.rows) {
        const std::string name = seriesOf(row);
        if (columnOf.try_emplace(name, spread.names.size()).second)
            for (const std::size_t figure : figures)
                spread.names.push_back(figures.size() == 1 ? name : name + ' ' + cells.names[figure]);
        if (rowOf.try_emplace(row.cells[time], spread.rows.size()).second)
            spread.rows.push_back({row.line, {row.cells[time]}});
    }
    for (Cells::Row& row : spread.rows)
        row.cells.resize(spread.names.size());
    for (const Cells::Row& row : cells.rows)
        for (std::size_t f = 0; f < figures.size(); ++f)
            spread.rows[rowOf[row.cells[time]]].cells[columnOf[seriesOf(row)] + f] = row.cells[figures[f]];
    cells = std::move(spread);
}

std::optional<NumberWithUnit> numberWithUnit(const std::string& cell)
{
    constexpr std::size_t longestUnit = 8;
    std::size_t end = cell.find_first_not_of("+-0123456789.,");
    if (end == std::string::npos || end == 0 || !csv::isDigit(cell[end - 1]))
        return {};
    std::string number = cell.substr(0, end), unit = cell.substr(cell.find_first_not_of(' ', end));
    const bool word = unit.size() <= longestUnit && std::ranges::none_of(unit, [](char c) {
                          return csv::isDigit(c) || c == ' ' || c == ':' || c == '.';
                      });
    return word && !unit.starts_with('-') ? std::optional(NumberWithUnit{number, unit}) : std::nullopt;
}

} // namespace headroom::record
