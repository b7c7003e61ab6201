#include "widgets/plots/data/data_table.h"

#include "csv/csv.h"
#include "widgets/files/written_file.h"
#include "widgets/plots/data/workbook_check.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <xlsxwriter.h>

#include <cmath>

namespace headroom::widgets {

namespace {

struct TableWords
{
    Q_DECLARE_TR_FUNCTIONS(DataTable)
};

QString heading(const DataTable::Column& column)
{
    return column.unit.isEmpty() ? column.name : column.name + " [" + column.unit + ']';
}

void add(csv::Writer& text, const DataTable::Cell& cell)
{
    if (const auto* number = std::get_if<double>(&cell))
        text.number(std::isfinite(*number) ? *number : NAN);
    else if (const auto* words = std::get_if<QString>(&cell))
        text.text(words->toStdString());
    else
        text.text({});
}

constexpr std::size_t mostRows = LXW_ROW_MAX - 1; // below the header
constexpr qsizetype longestSheetName = 31;        // characters, limited by the format

/// A valid sheet name that no other sheet has.
QByteArray sheetName(const QString& title, QSet<QString>& taken)
{
    static const QRegularExpression forbidden(QStringLiteral("[\\[\\]:*?/\\\\']"));
    const QString fitting = QString(title).replace(forbidden, " ").simplified().left(longestSheetName - 3);
    const QString base = fitting.isEmpty() ? QStringLiteral("Data") : fitting;
    QString name = base;
    for (int number = 2; taken.contains(name.toLower()); ++number)
        name = base + ' ' + QString::number(number);
    taken.insert(name.toLower());
    return name.toUtf8();
}

/// Returns the number of rows with cells: what is unknown or empty is no cell.
std::size_t fillSheet(lxw_worksheet* sheet, lxw_format* strong, const DataTable& table)
{
    for (int c = 0; c < table.columns.size(); ++c)
        worksheet_write_string(sheet, 0, static_cast<lxw_col_t>(c), heading(table.columns[c]).toUtf8().constData(),
                               strong);
    worksheet_freeze_panes(sheet, 1, 0);
    std::size_t rows = table.columns.isEmpty() ? 0 : 1;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        bool written = false;
        for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
            const auto row = static_cast<lxw_row_t>(r + 1);
            const auto column = static_cast<lxw_col_t>(c);
            if (const auto* number = std::get_if<double>(&table.rows[r][c]); number && std::isfinite(*number))
                written |= worksheet_write_number(sheet, row, column, *number, nullptr) == LXW_NO_ERROR;
            else if (const auto* text = std::get_if<QString>(&table.rows[r][c]); text && !text->isEmpty())
                written |=
                    worksheet_write_string(sheet, row, column, text->toUtf8().constData(), nullptr) == LXW_NO_ERROR;
        }
        rows += written ? 1 : 0;
    }
    return rows;
}

QString failed(const QString& path, const QString& reason)
{
    return TableWords::tr("“%1” could not be written: %2").arg(path, reason);
}

} // namespace

QString toCsv(const DataTable& table)
{
    csv::Writer text("\n");
    for (const DataTable::Column& column : table.columns)
        text.text(heading(column).toStdString());
    text.endRow();
    for (const auto& row : table.rows) {
        for (const DataTable::Cell& cell : row)
            add(text, cell);
        text.endRow();
    }
    return QString::fromStdString(text.written());
}

QString writeXlsx(const QString& path, const QVector<DataTable>& tables)
{
    for (const DataTable& table : tables)
        if (table.rows.size() > mostRows)
            return TableWords::tr("“%1” has %2 rows; a sheet of an XLSX file holds at most %3. Write it as CSV.")
                .arg(table.title)
                .arg(table.rows.size())
                .arg(mostRows);
    // In the same folder, so that the old file remains until the new one is complete.
    const QTemporaryDir folder(QFileInfo(path).absolutePath() + "/.headroom-XXXXXX");
    if (!folder.isValid())
        return failed(path, folder.errorString());
    const QString partial = folder.filePath("sheet.xlsx");
    QByteArray temporary = QFile::encodeName(folder.path());
    lxw_workbook_options options{};
    options.constant_memory = LXW_TRUE; // rows are written in order and stored on disk immediately
    options.tmpdir = temporary.data();
    lxw_workbook* book = workbook_new_opt(QFile::encodeName(partial).constData(), &options);
    if (!book)
        return failed(path, TableWords::tr("there is no memory"));
    lxw_format* strong = workbook_add_format(book);
    format_set_bold(strong);
    QSet<QString> taken;
    std::vector<std::size_t> rows;
    for (const DataTable& table : tables)
        rows.push_back(
            fillSheet(workbook_add_worksheet(book, sheetName(table.title, taken).constData()), strong, table));
    if (const lxw_error error = workbook_close(book); error != LXW_NO_ERROR)
        return failed(path, QString::fromUtf8(lxw_strerror(error)));
    QFile written(partial);
    if (!written.open(QIODevice::ReadOnly))
        return failed(path, written.errorString());
    const QByteArray content = written.readAll();
    if (!isWholeWorkbook(content, rows))
        return failed(path, TableWords::tr("there is no room for it on the disk"));
    return writeWhole(path, content);
}

} // namespace headroom::widgets
