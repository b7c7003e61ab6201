#include "widgets/plots/views/figure_table.h"

#include "widgets/theme/theme.h"

#include <QFrame>
#include <QGridLayout>
#include <QLabel>

namespace headroom::widgets {

void FigureTable::clear()
{
    qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    delete layout();
    grid_ = new QGridLayout(this);
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setSpacing(0);
    grid_->setColumnStretch(0, 1);
}

QLabel* FigureTable::addCell(int row, int column, const QString& text, const QColor& colour)
{
    auto* cell = new QLabel(text);
    cell->setWordWrap(column == 0);
    cell->setAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    cell->setStyleSheet(QString("color: %1; font-size: 9pt; padding: 3px 4px;").arg(colour.name()));
    addCell(cell, row, column, 1);
    return cell;
}

void FigureTable::addCell(QLabel* cell, int row, int column, int columns)
{
    grid_->addWidget(cell, row, column, 1, columns);
}

void FigureTable::addRule(int row)
{
    auto* rule = new QFrame;
    rule->setFixedHeight(1);
    rule->setStyleSheet(QString("background: %1;").arg(colours(palette()).border.name()));
    grid_->addWidget(rule, row, 0, 1, 3);
}

void FigureTable::showCells()
{
    for (QWidget* cell : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        cell->show();
}

} // namespace headroom::widgets
