// Reading and writing of CSV files: the only place that knows separators, quotation marks and byte order marks.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::csv {

/// A line has more characters than a reader accepts. It was skipped; the reader can continue.
class LineTooLong : public std::runtime_error
{
public:
    LineTooLong(std::size_t line, std::size_t longest);
};

/// Reads line by line and keeps one line in memory.
///
/// The first line decides the separator: the one of comma, semicolon and tab that occurs most often in it. Cells are
/// without the blanks around them. They may be in quotation marks, where a doubled one stands for a quotation mark; a
/// cell does not continue on the next line. A byte order mark, blank lines and comments (#) before the first line are
/// skipped. Lines may end as on Windows.
class Reader
{
public:
    /// `in` has to outlive the reader.
    explicit Reader(std::istream& in, std::size_t longestLine = std::size_t{1} << 16);

    /// Reads the next line that is not blank; false at the end. Throws LineTooLong.
    bool next();
    /// Starts again with the first line.
    void rewind();

    /// Number of the line in the file, from 1.
    std::size_t line() const { return line_; }
    /// The line as it is written.
    std::string_view text() const { return text_; }
    char separator() const { return separator_; }
    /// Number of cells in the line.
    std::size_t size() const { return count_; }
    /// The text of a cell; empty if the line has fewer cells.
    std::string_view operator[](std::size_t cell) const
    {
        return cell < count_ ? std::string_view(cells_[cell].text) : std::string_view();
    }
    /// Where a cell begins in its line, in characters from 0; the end of the line if it has fewer cells.
    std::size_t offset(std::size_t cell) const { return cell < count_ ? cells_[cell].at : text_.size(); }

private:
    struct Cell
    {
        std::size_t at = 0;
        std::string text;
    };
    bool readLine();
    void split();
    void takeCell(std::size_t begin, std::size_t end);

    std::istream& in_;
    std::vector<char> buffer_;
    std::string_view text_;
    std::size_t line_ = 0;
    char separator_ = '\0';   ///< unknown before the first line
    std::vector<Cell> cells_; ///< their memory is used again for the next line
    std::size_t count_ = 0;
};

/// Builds the text of a CSV file, cell by cell: separated by commas, in quotation marks only where a reader
/// needs them.
class Writer
{
public:
    /// Rows end as RFC 4180 says, or with "\n".
    explicit Writer(std::string_view rowEnd = "\r\n") : rowEnd_(rowEnd) {}

    /// A text that a spreadsheet would take for a formula gets an apostrophe in front.
    Writer& text(std::string_view cell);
    /// The shortest digits that give the same number again; "inf" for infinity, an empty cell for NaN.
    Writer& number(double value);
    void endRow();

    const std::string& written() const { return written_; }

private:
    Writer& add(std::string_view cell);

    std::string_view rowEnd_;
    std::string written_;
    std::size_t cells_ = 0; ///< of the current row
    std::size_t row_ = 0;   ///< where the current row begins
};

} // namespace headroom::csv
