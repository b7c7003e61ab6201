#include "widgets/components/comparison_columns.h"

#include "widgets/components/component_table.h"
#include "widgets/components/figure_units.h"
#include "widgets/controls/row_heads.h"
#include "widgets/parameters/fields/component_names.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {
constexpr int columnWidthPx = 176;
}

ComparisonColumns::ComparisonColumns(QWidget* parent) : QTableWidget(parent)
{
    setObjectName("componentComparison");
    setAccessibleName(tr("Selected components side by side"));
    setEditTriggers(NoEditTriggers);
    setSelectionMode(NoSelection);
    setShowGrid(false);
    centreRowHeads(*this, 24, false); // the row names are not a second table
    horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    horizontalHeader()->setDefaultSectionSize(columnWidthPx);
    setHorizontalScrollMode(ScrollPerPixel);
}

void ComparisonColumns::setComponents(const std::vector<project::Component>& components)
{
    components_ = components;
    clear();
    setRowCount(0);
    setColumnCount(static_cast<int>(components.size()));
    QStringList titles;
    std::vector<std::string> figures;
    for (const project::Component& component : components) {
        titles.append(horizontalHeader()->fontMetrics().elidedText(titleOf(component), Qt::ElideMiddle,
                                                                   columnWidthPx - 2 * rhythm::margin));
        // The declared figures come first, in their order; others that a component has follow.
        for (const auto& field : figuresOf(component.kind))
            if (component.parameters.contains(field.name) &&
                std::find(figures.begin(), figures.end(), field.name) == figures.end())
                figures.push_back(field.name);
    }
    for (const project::Component& component : components)
        for (const auto& [figure, value] : component.parameters.items())
            if (std::find(figures.begin(), figures.end(), figure) == figures.end())
                figures.push_back(figure);
    setHorizontalHeaderLabels(titles);
    for (int column = 0; column < columnCount(); ++column)
        horizontalHeaderItem(column)->setToolTip(titleOf(components[static_cast<std::size_t>(column)]));
    for (const std::string& figure : figures)
        addRow(figureLabel(components.front().kind, figure), figure);
    if (!components.empty()) {
        addRow(tr("Confidence"), {});
        for (int column = 0; column < columnCount(); ++column)
            item(rowCount() - 1, column)
                ->setText(confidenceText(components[static_cast<std::size_t>(column)].confidence));
        addRow(tr("Source"), {});
        for (int column = 0; column < columnCount(); ++column) {
            const QString source = QString::fromStdString(components[static_cast<std::size_t>(column)].source);
            item(rowCount() - 1, column)->setText(source);
            item(rowCount() - 1, column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
            item(rowCount() - 1, column)->setToolTip(source);
        }
    }
}

void ComparisonColumns::addRow(const QString& label, const std::string& figure)
{
    const int row = rowCount();
    insertRow(row);
    setVerticalHeaderItem(row, new QTableWidgetItem(label));
    for (int column = 0; column < columnCount(); ++column) {
        const auto& component = components_[static_cast<std::size_t>(column)];
        const project::Json value = component.parameters.value(figure, project::Json());
        auto* cell = new QTableWidgetItem(
            value.is_null() ? QString("–") : (isEstimated(component, figure) ? "≈ " : "") + figureText(figure, value));
        cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        setItem(row, column, cell);
    }
    if (!figure.empty())
        markBest(row, figure);
}

void ComparisonColumns::markBest(int row, const std::string& figure)
{
    const Better better = betterOf(figure);
    std::vector<double> values;
    for (const auto& component : components_)
        values.push_back(component.has(figure) ? component.figure(figure) : std::nan(""));
    std::vector<double> known;
    std::copy_if(values.begin(), values.end(), std::back_inserter(known),
                 [](double value) { return !std::isnan(value); });
    if (known.size() < 2 || better == Better::neither)
        return;
    const auto [least, most] = std::minmax_element(known.begin(), known.end());
    if (*least == *most)
        return;
    const double best = better == Better::more ? *most : *least;
    for (int column = 0; column < columnCount(); ++column) {
        if (values[static_cast<std::size_t>(column)] != best)
            continue;
        QTableWidgetItem* cell = item(row, column);
        cell->setFont(strongFont());
        cell->setForeground(colours(palette()).good);
        cell->setText(cell->text() + " ✓"); // does not rely on colour alone
        cell->setToolTip(tr("The best of those selected"));
    }
}

void ComparisonColumns::changeEvent(QEvent* event)
{
    QTableWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        setComponents(std::vector<project::Component>(components_));
}

void ComparisonColumns::paintEvent(QPaintEvent* event)
{
    QTableWidget::paintEvent(event);
    if (!components_.empty())
        return;
    QPainter painter(viewport());
    painter.setPen(colours(palette()).dimText);
    painter.drawText(
        viewport()->rect().adjusted(40, 0, -40, 0), Qt::AlignCenter | Qt::TextWordWrap,
        tr("Select components in the table above, several with Ctrl or Shift, to compare their figures here."));
}

} // namespace headroom::widgets
