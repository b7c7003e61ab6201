// A table of figures in a panel: names on the left, figures on the right, thin rules between the rows.
#pragma once

#include <QWidget>

class QGridLayout;
class QLabel;

namespace headroom::widgets {

class FigureTable : public QWidget
{
public:
    using QWidget::QWidget;

    /// Removes all cells. A table is filled only after that.
    void clear();
    /// The first column takes the room that is left and is wrapped; numbers are not.
    QLabel* addCell(int row, int column, const QString& text, const QColor& colour);
    void addCell(QLabel* cell, int row, int column, int columns);
    /// Over three columns.
    void addRule(int row);
    /// Shows the cells now and not in the next turn of the event loop, so that they have their heights.
    void showCells();

private:
    QGridLayout* grid_ = nullptr;
};

} // namespace headroom::widgets
