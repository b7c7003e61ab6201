// Tables that only show: rows of texts, the first column to the left, numbers to the right.
#pragma once

#include <QString>
#include <QStringList>

class QTableWidget;

namespace headroom::app {

/// A table with these columns and without rows; the first column takes the width that is left.
QTableWidget* plainTable(const QStringList& headings, const char* name, const QString& title);
/// Sets the cells of a row, which is added if it is not there. A cell that is too narrow for its text shows it as a
/// tip.
void setPlainRow(QTableWidget& table, int row, const QStringList& cells);

} // namespace headroom::app
