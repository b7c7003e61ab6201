// The data behind a chart as a table, and its export to files.
#pragma once

#include <QString>
#include <QVector>

#include <cmath>
#include <variant>
#include <vector>

namespace headroom::widgets {

/// Columns of numbers and texts. A cell without a value is empty in every file format.
struct DataTable
{
    struct Column
    {
        QString name;
        QString unit; ///< base unit: "s", "1/s", "B/s", "share", "1"; empty for texts
    };
    using Cell = std::variant<std::monostate, double, QString>;

    /// A number; no value if it is not finite.
    static Cell cell(double number) { return std::isfinite(number) ? Cell(number) : Cell(); }

    QString title; ///< of the sheet
    QVector<Column> columns;
    std::vector<std::vector<Cell>> rows; ///< each as long as `columns`
};

/// Comma-separated values: a header with "name [unit]" for each column, then the rows. Numbers have as many digits as
/// they need to be read back exactly.
QString toCsv(const DataTable& table);

/// Writes an XLSX file with a sheet for each table; numbers are stored as numbers. Returns an empty string, or a
/// sentence describing the error.
QString writeXlsx(const QString& path, const QVector<DataTable>& tables);

} // namespace headroom::widgets
