#include "app/base/plain_table.h"

#include "widgets/theme/theme.h"

#include <QHeaderView>
#include <QTableWidget>

#include <algorithm>

namespace headroom::app {

namespace {

constexpr int lineHeight = 26;

} // namespace

QTableWidget* plainTable(const QStringList& headings, const char* name, const QString& title)
{
    auto* table = widgets::named(new QTableWidget(0, static_cast<int>(headings.size())), name);
    table->setAccessibleName(title);
    table->setHorizontalHeaderLabels(headings);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(lineHeight);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    const int heading = table->horizontalHeader()->fontMetrics().horizontalAdvance(headings.front());
    table->horizontalHeader()->setMinimumSectionSize(heading + 2 * widgets::rhythm::step); // of the column that yields
    table->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return table;
}

void setPlainRow(QTableWidget& table, int row, const QStringList& cells)
{
    table.setRowCount(std::max(table.rowCount(), row + 1));
    for (int column = 0; column < cells.size(); ++column) {
        auto* cell = new QTableWidgetItem(cells[column]);
        cell->setToolTip(cells[column]);
        cell->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        table.setItem(row, column, cell);
    }
}

} // namespace headroom::app
