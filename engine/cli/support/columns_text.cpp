#include "cli/support/columns_text.h"

#include "cli/support/text_table.h"
#include "study/validation/column_units.h"

#include <algorithm>
#include <vector>

namespace headroom::cli {

std::string columnsText(const record::CaseTable& table)
{
    constexpr std::size_t mostValues = 3;
    std::vector<std::vector<std::string>> rows{{"column", "unit", "values", "meaning"}};
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const record::CaseColumn& column = table.columns[c];
        std::string unit = column.unit.empty() ? study::unitInName(column.name) : column.unit;
        std::string values;
        for (std::size_t r = 0; r < std::min(mostValues, table.rows.size()); ++r)
            values += (r == 0 ? "" : ", ") + table.rows[r].cells[c];
        rows.push_back({column.name, unit.empty() ? "\u2013" : unit,
                        values + (table.rows.size() > mostValues ? " ..." : ""), column.meaning});
    }
    return table.writtenBy + ", " + std::to_string(table.rows.size()) + (table.rows.size() == 1 ? " case" : " cases") +
           ":\n\n" + alignedTable(rows, rows[0].size());
}

} // namespace headroom::cli
