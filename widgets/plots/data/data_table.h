// The data behind a chart as a table, and its forms as a file.
#pragma once

#include <QString>
#include <QVector>

#include <variant>
#include <vector>

namespace headroom::widgets {

/// Columns of numbers and texts. A cell without a value is empty in every form.
struct DataTable
{
    struct Column
    {
        QString name;
        QString unit; ///< base unit: "s", "1/s", "B/s", "share", "1"; empty for texts
    };
    using Cell = std::variant<std::monostate, double, QString>;

    QString title; ///< of the sheet
    QVector<Column> columns;
    std::vector<std::vector<Cell>> rows; ///< each as long as `columns`
};

/// Comma-separated: a header "name [unit]" of each column, then the rows. Texts in quotation marks; numbers with as
/// many digits as they need to read back equal.
QString toCsv(const DataTable& table);

/// Writes an XLSX file with a sheet for each table, numbers as numbers. Empty, or a sentence saying what went wrong.
QString writeXlsx(const QString& path, const QVector<DataTable>& tables);

/// Writes a file whole or not at all. Empty, or a sentence saying what went wrong.
QString writeWhole(const QString& path, const QByteArray& content);

} // namespace headroom::widgets
