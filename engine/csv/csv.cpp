#include "csv/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <istream>
#include <limits>

namespace headroom::csv {

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

char separatorOf(std::string_view header)
{
    constexpr std::array separators{',', ';', '\t'};
    std::array<std::size_t, separators.size()> times{};
    bool quoted = false;
    for (const char c : header) {
        quoted ^= c == '"';
        if (const auto found = std::ranges::find(separators, c); !quoted && found != separators.end())
            ++times[static_cast<std::size_t>(found - separators.begin())];
    }
    return separators[static_cast<std::size_t>(std::ranges::max_element(times) - times.begin())];
}

/// True if a reader would take the cell for something else without quotation marks.
bool needsQuotes(std::string_view cell)
{
    return cell.find_first_of(",;\t\"\r\n") != std::string_view::npos || cell.starts_with('#') ||
           (!cell.empty() && (blanks.find(cell.front()) != std::string_view::npos ||
                              blanks.find(cell.back()) != std::string_view::npos));
}

/// A spreadsheet would compute a text that begins like this, whoever wrote it.
bool looksLikeFormula(std::string_view cell)
{
    return !cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos;
}

} // namespace

LineTooLong::LineTooLong(std::size_t line, std::size_t longest)
    : std::runtime_error("line " + std::to_string(line) + ": it is longer than " + std::to_string(longest) +
                         " characters.")
{
}

Reader::Reader(std::istream& in, std::size_t longestLine) : in_(in), buffer_(longestLine + 2) {}

bool Reader::readLine()
{
    in_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    const auto length = static_cast<std::size_t>(in_.gcount());
    if (length == 0 && !in_)
        return false;
    ++line_;
    if (in_.fail() && !in_.eof()) {
        in_.clear();
        in_.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
        text_ = {};
        count_ = 0;
        throw LineTooLong(line_, buffer_.size() - 2);
    }
    text_ = {buffer_.data(), length - (in_.eof() ? 0 : 1)};
    if (line_ == 1 && text_.starts_with("\xef\xbb\xbf")) // byte order mark
        text_.remove_prefix(3);
    if (text_.ends_with('\r'))
        text_.remove_suffix(1);
    return true;
}

bool Reader::next()
{
    const bool first = separator_ == '\0';
    do {
        if (!readLine())
            return false;
    } while (text_.find_first_not_of(blanks) == std::string_view::npos || (first && text_.starts_with('#')));
    if (first)
        separator_ = separatorOf(text_);
    split();
    return true;
}

void Reader::rewind()
{
    in_.clear();
    in_.seekg(0);
    line_ = 0;
    separator_ = '\0';
}

void Reader::split()
{
    count_ = 0;
    for (std::size_t begin = 0; begin <= text_.size();) {
        std::size_t end = begin;
        for (bool quoted = false; end < text_.size() && (quoted || text_[end] != separator_); ++end)
            quoted ^= text_[end] == '"';
        takeCell(begin, end);
        begin = end + 1;
    }
}

void Reader::takeCell(std::size_t begin, std::size_t end)
{
    if (count_ == cells_.size())
        cells_.emplace_back();
    Cell& cell = cells_[count_++];
    std::string_view given = text_.substr(begin, end - begin);
    const std::size_t first = given.find_first_not_of(blanks);
    cell.at = first == std::string_view::npos ? begin : begin + first;
    given = first == std::string_view::npos ? std::string_view()
                                            : given.substr(first, given.find_last_not_of(blanks) - first + 1);
    if (given.find('"') == std::string_view::npos) {
        cell.text.assign(given);
        return;
    }
    cell.text.clear();
    bool quoted = false;
    for (std::size_t i = 0; i < given.size(); ++i)
        if (given[i] != '"')
            cell.text += given[i];
        else if (quoted && i + 1 < given.size() && given[i + 1] == '"')
            cell.text += given[i++];
        else
            quoted = !quoted;
}

Writer& Writer::text(std::string_view cell)
{
    return looksLikeFormula(cell) ? add('\'' + std::string(cell)) : add(cell);
}

Writer& Writer::add(std::string_view cell)
{
    if (cells_++ > 0)
        written_ += ',';
    if (!needsQuotes(cell)) {
        written_ += cell;
        return *this;
    }
    written_ += '"';
    for (const char letter : cell) {
        if (letter == '"')
            written_ += '"';
        written_ += letter;
    }
    written_ += '"';
    return *this;
}

Writer& Writer::number(double value)
{
    if (std::isnan(value))
        return add({});
    std::array<char, 32> digits{};
    const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return add({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

void Writer::endRow()
{
    if (cells_ == 1 && written_.size() == row_)
        written_ += "\"\""; // readers skip blank lines
    written_ += rowEnd_;
    cells_ = 0;
    row_ = written_.size();
}

} // namespace headroom::csv
