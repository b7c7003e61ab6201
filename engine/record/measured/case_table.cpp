#include "record/measured/case_table.h"

#include "csv/csv.h"
#include "record/measured/program_results.h"

#include <algorithm>
#include <sstream>

namespace headroom::record {

namespace {

constexpr std::size_t mostFaults = 20;

void addFault(CaseTable& table, const std::string& fault)
{
    if (table.faults.size() < mostFaults)
        table.faults.push_back(fault);
    else if (table.faults.size() == mostFaults)
        table.faults.emplace_back("There are more such lines.");
}

/// Reads the next line. One that is too long becomes a fault.
bool nextRow(CaseTable& table, csv::Reader& rows)
{
    for (;;)
        try {
            return rows.next();
        } catch (const csv::LineTooLong& fault) {
            addFault(table, fault.what());
        }
}

std::vector<std::string> cellsOf(const csv::Reader& rows)
{
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < rows.size(); ++c)
        cells.emplace_back(rows[c]);
    return cells;
}

} // namespace

std::optional<std::size_t> CaseTable::findColumn(std::string_view name) const
{
    const auto found = std::ranges::find(columns, name, &CaseColumn::name);
    return found == columns.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - columns.begin()));
}

std::vector<std::string> CaseTable::columnNames() const
{
    std::vector<std::string> names;
    for (const CaseColumn& column : columns)
        names.push_back(column.name);
    return names;
}

CaseTable readCaseTable(std::string_view text)
{
    if (auto results = readProgramResults(text))
        return *results;
    CaseTable table{.writtenBy = "CSV", .columns = {}, .rows = {}, .faults = {}};
    std::istringstream lines{std::string(text)};
    csv::Reader rows(lines);
    if (!nextRow(table, rows)) {
        table.faults.emplace_back("The file is empty: write a line with the names of the columns, and a line for each "
                                  "case.");
        return table;
    }
    table.separator = rows.separator();
    for (std::string& name : cellsOf(rows)) {
        if (!name.empty() && table.findColumn(name))
            addFault(table, "Two columns are called \"" + name + "\": give each a name of its own.");
        table.columns.push_back({std::move(name)});
    }
    while (nextRow(table, rows)) {
        std::vector<std::string> cells = cellsOf(rows);
        if (cells.size() == table.columns.size())
            table.rows.push_back({rows.line(), std::move(cells)});
        else
            addFault(table, "Line " + std::to_string(rows.line()) + " has " + std::to_string(cells.size()) +
                                (cells.size() == 1 ? " cell" : " cells") + " instead of " +
                                std::to_string(table.columns.size()) + '.');
    }
    explainColumns(table);
    if (table.rows.empty() && table.faults.empty())
        table.faults.emplace_back("There are no lines below the names of the columns: write one for each case.");
    return table;
}

} // namespace headroom::record
