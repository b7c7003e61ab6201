#include "app/sizing/goal_form.h"

#include "project/vocabulary/figure_names.h"
#include "widgets/controls/elided_combo_box.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace headroom::app {

using namespace widgets;

GoalForm::GoalForm(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout)
{
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(rhythm::step);
    column_->setSpacing(rhythm::half);
    whole->addLayout(column_);
    auto* another = named(new QPushButton(icon("list-add"), tr("Add a goal")), "addSizingGoal");
    whole->addWidget(another, 0, Qt::AlignLeft);
    connect(another, &QPushButton::clicked, this, [this] {
        add({"power", true, {}});
        emit changed();
    });
}

void GoalForm::show(const project::Project& system, const std::vector<SizingGoal>& goals)
{
    system_ = &system;
    while (!rows_.empty())
        remove(rows_.back().row);
    for (const SizingGoal& goal : goals)
        add(goal);
}

void GoalForm::remove(QWidget* row)
{
    std::erase_if(rows_, [row](const Row& each) { return each.row == row; });
    row->hide();
    row->deleteLater(); // a click on it may be the cause
}

void GoalForm::add(const SizingGoal& goal)
{
    Row row{new QWidget, new ElidedComboBox, new ElidedComboBox, new QLineEdit(text(goal.limit))};
    const QString place = QString::number(rows_.size());
    named(row.figure, "sizingFigure " + place, tr("Figure"));
    for (const project::DerivedResult& result : system_->results)
        row.figure->addItem(text(result.id));
    for (const std::string& figure : project::figuresOf(*system_))
        row.figure->addItem(text(figure));
    if (row.figure->findText(text(goal.figure)) < 0)
        row.figure->addItem(text(goal.figure));
    row.figure->setCurrentText(text(goal.figure));
    named(row.side, "sizingSide " + place, tr("Side"));
    row.side->addItems({tr("at most"), tr("at least")});
    row.side->setCurrentIndex(goal.atMost ? 0 : 1);
    named(row.limit, "sizingLimit " + place, tr("Limit"));
    row.limit->setPlaceholderText(tr("as in 50 ms, 2000 /s, 400 TB"));
    auto* gone = named(new QToolButton, "removeGoal " + place, tr("Remove this goal"));
    setLook(gone, Look::flat);
    gone->setIcon(icon("edit-delete"));
    gone->setToolTip(gone->accessibleName());
    auto* line = new QHBoxLayout(row.row);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(row.figure, 2);
    line->addWidget(row.side);
    line->addWidget(row.limit, 1);
    line->addWidget(gone);
    column_->addWidget(row.row);
    rows_.push_back(row);
    connect(row.figure, &QComboBox::currentIndexChanged, this, [this, row] {
        row.side->setCurrentIndex(project::largerIsBetter(row.figure->currentText().toStdString()).value_or(false) ? 1
                                                                                                                   : 0);
        emit changed();
    });
    connect(row.side, &QComboBox::currentIndexChanged, this, &GoalForm::changed);
    connect(row.limit, &QLineEdit::textChanged, this, &GoalForm::changed);
    connect(gone, &QToolButton::clicked, this, [this, widget = row.row] {
        remove(widget);
        emit changed();
    });
}

std::vector<SizingGoal> GoalForm::goals() const
{
    std::vector<SizingGoal> goals;
    for (const Row& row : rows_)
        goals.push_back({row.figure->currentText().toStdString(), row.side->currentIndex() == 0,
                         row.limit->text().trimmed().toStdString()});
    return goals;
}

} // namespace headroom::app
