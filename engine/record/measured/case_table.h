// Tables of measured results of which each line is a case: what was set, and what came out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::record {

/// A column of measured results.
struct CaseColumn
{
    std::string name;
    std::string unit = {};    ///< of its numbers, as "ms" or "MiB/s"; empty: a name, a plain number, or not known
    std::string meaning = {}; ///< a sentence, of the results of a known program; empty of other tables
};

/// A line of measured results.
struct CaseRow
{
    std::size_t line = 0;           ///< where it begins in the file, from 1
    std::vector<std::string> cells; ///< as they are written, one for each column
};

/// Measured results, as texts: a setting may be a number with a unit or the name of a component.
struct CaseTable
{
    std::string writtenBy; ///< "CSV", or the program whose results it holds: "warp"
    char separator = ',';  ///< with semicolons, a comma may be the decimal mark (csv::numberIn)
    std::vector<CaseColumn> columns;
    std::vector<CaseRow> rows;
    std::vector<std::string> faults; ///< lines that cannot be read, in sentences that name the line

    std::optional<std::size_t> findColumn(std::string_view name) const;
    std::vector<std::string> columnNames() const;
};

/// Reads CSV with a header (commas, semicolons or tabs), also that of COSBench and elbencho, the JSON results of fio,
/// and what rados bench, warp, pgbench, kafka-producer-perf-test and iozone print, of several runs one after the other.
/// A cell that cannot be read becomes a fault; a table without rows has one.
CaseTable readCaseTable(std::string_view text);

} // namespace headroom::record
