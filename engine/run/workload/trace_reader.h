// Traces of requests in CSV files, read line by line.
#pragma once

#include "csv/csv.h"
#include "kernel/int128.h"
#include "kernel/time.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::run {

/// One request of a trace; size, key and client are empty if the line does not state them.
struct TraceRecord
{
    kernel::Int128 time = 0;     ///< picoseconds, as in the file
    std::uint32_t operation = 0; ///< index into the list of operation names
    std::optional<double> size, key;
    std::optional<std::uint64_t> client;
};

/// A line that cannot be read; the message names line and column.
class TraceFault : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Keeps one line in memory at a time. The first line names the columns: time and operation, optionally size, client,
/// key; other columns are ignored. Fields may be in double quotes. Clients and keys that are not whole numbers are
/// names; a number is computed from their characters.
class TraceReader
{
public:
    static constexpr std::size_t longestLine = 4096;

    /// Throws TraceFault if the file cannot be read or its first line lacks a required column.
    TraceReader(const std::filesystem::path& path, std::vector<std::string> operations);

    /// False at the end. Throws TraceFault; the next call continues with the next line. Times must not decrease.
    bool next(TraceRecord& record);
    /// Columns of the first line that are ignored.
    const std::vector<std::string>& unusedColumns() const { return unusedColumns_; }
    /// Returns to the first record.
    void rewind();

private:
    enum Column
    {
        timeColumn,
        operationColumn,
        sizeColumn,
        clientColumn,
        keyColumn,
        columns
    };
    bool readLine();
    void readHeader();
    std::string_view field(Column column) const;
    kernel::Int128 readTime() const;
    std::uint32_t readOperation() const;
    [[noreturn]] void fail(const std::string& problem) const;
    [[noreturn]] void fail(Column column, const std::string& problem) const;

    std::string name_;
    std::vector<std::string> operations_;
    std::ifstream file_;
    csv::Reader lines_;
    std::optional<std::size_t> place_[columns];
    std::vector<std::string> unusedColumns_;
    std::optional<kernel::Int128> last_;
};

} // namespace headroom::run
